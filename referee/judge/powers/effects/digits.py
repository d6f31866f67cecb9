"""What is made of the numbers on revealed attacks: their digits, or a higher number."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board, Shown
from referee.judge.phases.reveal import SIDES
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import not_said
from referee.judge.powers.at_table import Offers, nothing_for_it, play_for_outcome
from referee.judge.powers.choices import chosen, is_over, is_unused_now, ways_now
from referee.judge.powers.common import Args, first_number, first_of, opponent_of, said_with
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import encounter as pos
from referee.state.encounter import Act

TENS, ONES = "tens", "ones"
_DIGITS = (TENS, ONES)


@effect.outcome("turned")
def keeps_digit(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`tens` or `ones` is said, unless `digit` says which: revealed attacks have only that digit as their value.

    With `one`, a side said after it is the only one whose card changes. `not_against = "its alien"`: not against the
    player who has the sheet that the flare belongs to.
    """
    digit = args.get("digit") or chosen(board, stand, use, _DIGITS)
    if not digit or not stand.is_main:
        return
    if "not_against" in args and any(alien.name == use.alien for alien in opponent_of(board, stand).aliens):
        nothing_for_it(board, stand, use)
        return
    only = first_of(said_with(board, stand, use).args, SIDES) if args.get("one") else ""
    for side in (only,) if only else SIDES:
        shown = board.shown[side]
        if shown.kind != pos.ATTACK or side in board.valueless:
            continue
        words = (board.main(side).name, shown.value, digit)
        kept = board.apply(stand, use, _digit(shown.value, digit), (shown.finding,), words)
        if kept is not None:
            board.shown[side] = Shown(pos.ATTACK, kept.value, kept)


def _digit(value: int, which: str) -> int:
    """The tens digit or the ones digit of a value, with its sign: of 40 they are 4 and 0, of -7 they are 0 and -7."""
    digit = abs(value) // 10 % 10 if which == TENS else abs(value) % 10
    return digit if value >= 0 else -digit


@keeps_digit.carried_out(ruled=True)
def say_digit(on: Turn, power: Power, done: Act) -> None:
    """A power says which digit counts; with `one` a side may follow."""
    if "digit" not in power.args and not first_of(done.args, _DIGITS):
        not_said(on, power, " or ".join(_DIGITS), _DIGITS)
    play_for_outcome(on, power, done)


@keeps_digit.offered
def _digits_now(on: Turn, power: Power) -> Offers:
    if not is_unused_now(on, power):
        return
    if "digit" in power.args:
        yield ()
        return
    yield from ((digit,) for digit in _DIGITS)
    if power.args.get("one"):
        yield from ((digit, side) for digit in _DIGITS for side in SIDES)


@effect.outcome("total")
def adds_digits(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A side is said, or the number that its card alone shows: the digits of that are added to the side's total.

    With `both` those of each card are.
    """
    side = (_side_showing(board, stand, use) or chosen(board, stand, use, SIDES)) if stand.takes_part else ""
    for card in (SIDES if args.get("both") else (side,)) if side else ():
        number = number_on(board, card)
        digits = sum(int(digit) for digit in str(abs(number)))
        added = board.apply(stand, use, digits, (board.shown[card].finding,), (number, board.main(side).name))
        if added is not None:
            board.adds[side].append(added)


def _side_showing(board: Board, stand: Stand, use: Use) -> str:
    """The side whose card alone shows the number that was said; none (an empty text) where none does, or both."""
    number = first_number(said_with(board, stand, use).args, None)
    sides = [side for side in SIDES if number_on(board, side) == number]
    return sides[0] if len(sides) == 1 else ""


def number_on(board: Board, side: str) -> int:
    """The number on a revealed attack; on a morph there is that of the card that it faces (5.10.1.4)."""
    faces = [board.faces[side], *board.faces.values()]
    return next((card.value for card in faces if card.value is not None), board.shown[side].value)


adds_digits.carried_out(ruled=True)(play_for_outcome)
adds_digits.offered(ways_now(*SIDES))


@effect.outcome("card")
def raises_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`to`: one revealed attack that is lower counts so much: the side that is said, or the only one there is."""
    if not stand.takes_part:
        return
    low = [
        side
        for side, shown in board.shown.items()
        if shown.kind == pos.ATTACK and shown.value < args["to"] and side not in board.valueless
    ]
    used = board.uses(stand, use)
    if used and not low and is_over(board, stand, use, used[0], nothing_came_up(stand.name)):
        return
    side = chosen(board, stand, use, low)
    if side:
        words = (board.main(side).name, board.shown[side].value)
        raised = board.apply(stand, use, args["to"], (board.shown[side].finding,), words)
        if raised is not None:
            board.shown[side] = Shown(pos.ATTACK, raised.value, raised)


raises_card.carried_out(ruled=True)(play_for_outcome)
raises_card.offered(ways_now(*SIDES))
