"""What is made of the numbers on revealed attacks, and of cards discarded for them or for a total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.judge.cards_shown import Shown
from referee.judge.counted import cards_of
from referee.judge.phases.reveal import SIDES, decide
from referee.judge.phases.uses import (
    card_or_number,
    card_unsaid,
    no_two_attacks,
    nothing_came_up,
    said_twice,
    unsaid_with_use,
)
from referee.judge.powers import effect
from referee.judge.powers.asked import not_said
from referee.judge.powers.at_table import nothing_for_it, play_for_outcome, refuse_what_is_barred
from referee.judge.powers.choices import chosen, in_use, is_over, is_unused_now, sides_meant, ways_now
from referee.judge.powers.common import (
    ADD,
    SUBTRACT,
    first_number,
    first_of,
    is_attack,
    is_past_check,
    opponent_of,
    refuse_use,
    said_with,
    saying_with,
    which_attacks,
)
from referee.judge.powers.moments import cards_said, check_moment, check_once
from referee.judge.powers.types import Act, Args, Board, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import MUST, wins
from referee.state import encounter as pos
from referee.state import table as tbl

# -- what an attack counts ---------------------------------------------------------------------------------------------


_MORPH = "M"
TENS, ONES = "tens", "ones"
_DIGITS = (TENS, ONES)


@effect.outcome("turned", takes="tens|ones side|player|number")
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
    for side in sides_meant(board, stand, use, args):
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


@effect.outcome("total", takes="side|player number|M")
def adds_digits(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A side is said, or the number or the M that its card alone shows: the digits of that are added to its total.

    With `both` those of each card are.
    """
    if _refuse_card(board, stand, use):
        return
    side = (_side_showing(board, stand, use) or chosen(board, stand, use, SIDES)) if stand.takes_part else ""
    for card in (SIDES if args.get("both") else (side,)) if side else ():
        number = number_on(board, card)
        digits = sum(int(digit) for digit in str(abs(number)))
        added = board.apply(stand, use, digits, (board.shown[card].finding,), (number, board.main(side).name))
        if added is not None:
            board.adds[side].append(added)


def _side_showing(board: Board, stand: Stand, use: Use) -> str:
    """The side whose card alone is the one that was said; none (an empty text) where none is, or both."""
    sides = _sides_showing(board, said_with(board, stand, use).args)
    return sides[0] if len(sides) == 1 else ""


def _sides_showing(board: Board, said: Sequence[str]) -> list[str]:
    """The sides whose revealed card is among what was said: its number, or a morph by its letter."""
    if _MORPH in said:
        return [side for side in SIDES if board.faces[side].kind == pos.MORPH]
    number = first_number(said, None)
    return [side for side in SIDES if number is not None and number_on(board, side) == number]


def _refuse_card(board: Board, stand: Stand, use: Use) -> bool:
    """Refuses a card that nobody has turned up, and a side that does not show the card that was said with it."""
    used = next(iter(board.uses(stand, use)), None)
    if used is None or is_past_check(board, stand, use, used):
        return False
    named = _MORPH in used.args or first_number(used.args, None) is not None
    shows, side = _sides_showing(board, used.args), first_of(used.args, SIDES)
    if not named or (side in shows if side else shows):
        return False
    such = unsaid_with_use(stand.name, "whose revealed card it means, the offense's or the defense's")
    refuse_use(board, stand, use, used, such, instead=[saying_with(board, used, (way,)) for way in shows or SIDES])
    return True


def number_on(board: Board, side: str) -> int:
    """The number on a revealed attack; on a morph there is that of the card that it faces (5.10.1.4)."""
    faces = [board.faces[side], *board.faces.values()]
    return next((card.value for card in faces if card.value is not None), board.shown[side].value)


adds_digits.carried_out(ruled=True, offers=ways_now(*SIDES))(play_for_outcome)


@effect.outcome("card", by=effect.INVOLVED, takes="side|player number")
def raises_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`to`: one revealed attack that is lower counts so much: the only one, or that of the side or number said."""
    low = [
        side
        for side, shown in board.shown.items()
        if shown.kind == pos.ATTACK and shown.value < args["to"] and side not in board.valueless
    ]
    used = board.uses(stand, use)
    if used and not low and is_over(board, stand, use, used[0], nothing_came_up(stand.name)):
        return
    shows = _side_showing(board, stand, use)
    side = shows if shows in low else chosen(board, stand, use, low)
    if side:
        words = (board.main(side).name, board.shown[side].value)
        raised = board.apply(stand, use, args["to"], (board.shown[side].finding,), words)
        if raised is not None:
            board.shown[side] = Shown(pos.ATTACK, raised.value, raised)


raises_card.carried_out(ruled=True, offers=ways_now(*SIDES))(play_for_outcome)


# -- cards discarded out of hands --------------------------------------------------------------------------------------


SIGNS = {ADD: 1, SUBTRACT: -1}


@effect.outcome("thrown", takes="card")
def deducts_attack(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 5`: an attack out of hand is discarded, and its value deducted from the total of the owner's side.

    `at_least`, `at_most`: only such an attack.
    """
    for at, used in enumerate(board.uses(stand, use) if stand.takes_part else ()):
        card = next(iter(used.args), "")
        forbidden = said_twice(stand.name) if at else _not_deducted(stand.name, card, args)
        if refuse_use(board, stand, use, used, forbidden):
            continue
        deducted = board.apply(stand, use, -int(card), (), (card,), used)
        if deducted is not None:
            board.adds[stand.side].append(deducted)
            board.steps.append(deducted)
            board.spent.append((stand.name, card))


def _not_deducted(who: str, card: str, args: Args) -> Forbidden | None:
    """An attack with a value is discarded, and only such a one as the text names."""
    if not is_attack(card) or _fits(card, args):
        return which_attacks(who, card)
    return Forbidden("powers.such-attacks", (who, card, args["at_least"], args["at_most"]))


def _fits(card: str, args: Args) -> bool:
    return is_attack(card) and bool(args.get("at_least", int(card)) <= int(card) <= args.get("at_most", int(card)))


@deducts_attack.carried_out(ruled=True)
def discard_said(on: Turn, power: Power, done: Act) -> None:
    """The cards that are said leave the hand; they are discarded with the encounter."""
    check_moment(on, power)
    check_once(on, power)
    on.take_out(power.who, *(card for card in cards_said(on, done) if card not in SIGNS))
    refuse_what_is_barred(on, power)


@deducts_attack.offered
def _deductible(on: Turn, power: Power) -> Offers:
    if is_unused_now(on, power):
        yield from ((card,) for card in dict.fromkeys(on.table.hands[power.who]) if _fits(card, power.args))


@effect.outcome("winner", takes="add|subtract card*")
def adds_for_discards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red add Plague 4`, or `subtract`: `each` for every card that is discarded, while the owner's side loses."""
    used = next(iter(board.uses(stand, use)), None)
    if used is None or not stand.takes_part or not in_use(board, stand, use):
        return
    cards = [arg for arg in used.args if arg not in SIGNS]
    over = is_over(board, stand, use, used, _not_for_cards(board, stand))
    hand = board.position.hands.get(stand.name)
    most = 0 if hand is None or hand.cards is not None else hand.count or 0
    unsaid = (
        card_or_number(stand.name, cards, most, (), first_of(used.args, SIGNS)) if cards else card_unsaid(stand.name)
    )
    if refuse_use(board, stand, use, used, unsaid):
        return
    if over and not (board.position.checked and board.by_totals):
        board.spent += [(stand.name, card) for card in cards]
        return
    word = chosen(board, stand, use, (ADD, SUBTRACT))
    count = len(cards) * args["each"] * SIGNS.get(word, 0)
    added = board.apply(stand, use, count, (), (cards_of(len(cards)),), used) if word else None
    if added is not None:
        board.adds[stand.side].append(added)
        board.spent += [(stand.name, card) for card in cards]
        decide(board)


def _not_for_cards(board: Board, stand: Stand) -> Forbidden | None:
    """Cards are discarded for a total of two attacks that loses."""
    if not board.by_totals:
        return no_two_attacks(stand.name)
    if board.outcome is not None and board.outcome.value == wins(stand.side):
        return Forbidden("powers.not-losing", (stand.name,))
    return None


adds_for_discards.carried_out(ruled=True)(discard_said)


@adds_for_discards.offered
def _cards_for_total(on: Turn, power: Power) -> Offers:
    hand = [card for card in on.table.hands[power.who] if card != tbl.UNKNOWN]
    for count in range(1, len(hand) + 1) if is_unused_now(on, power) else ():
        yield from ((sign, *hand[:count]) for sign in SIGNS)


@effect.outcome("card", takes="player")
def multiplies_by_match(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red green`: green, on the owner's side, discards an attack like the revealed one, which is multiplied by it.

    With `keeps`, a card that another player discards goes to the owner's hand.
    """
    attacks = [shown.kind for shown in board.shown.values()] == [pos.ATTACK, pos.ATTACK]
    used = next(iter(board.uses(stand, use)), None)
    if not stand.takes_part or stand.side in board.valueless or not (attacks or used) or not in_use(board, stand, use):
        return
    if used is None:
        board.assume("assumptions.nobody-discards", stand.name, by=use.rule)
        return
    shown, number = board.shown[stand.side], number_on(board, stand.side)
    who = first_of(used.args, board.stands, stand.name)
    if is_over(board, stand, use, used, _no_match(stand.name, who, attacks, board.stands[who].side == stand.side)):
        board.spent.append((who, str(number)))
        return
    words = (who, number, board.main(stand.side).name)
    product = board.apply(stand, use, shown.value * number, (shown.finding,), words, used)
    if product is not None:
        board.shown[stand.side] = Shown(pos.ATTACK, product.value, product)
        if not args.get("keeps") or who == stand.name:
            board.spent.append((who, str(number)))
        elif not board.position.checked:
            board.do(stand.name, MUST, f"take the {number} that {who} gave for it into hand", product, by=use)


def _no_match(who: str, by: str, attacks: bool, on_side: bool) -> Forbidden | None:
    """Somebody on the same side discards the card, where both main players revealed attacks."""
    if not attacks:
        return no_two_attacks(who)
    return None if on_side else Forbidden("powers.own-side", (who, by))


@multiplies_by_match.carried_out(ruled=True)
def discard_match(on: Turn, power: Power, done: Act) -> None:
    """The like attack leaves the hand of who discards it, and is discarded with the encounter."""
    check_moment(on, power)
    check_once(on, power)
    who, card = first_of(done.args, on.table.seats, power.who), _match(on, power)
    if is_attack(card):
        on.take_out(who, card)
        if power.args.get("keeps") and who != power.who:
            on.table.gain(power.who, card)
    refuse_what_is_barred(on, power)


def _match(on: Turn, power: Power) -> str:
    """The attack that was revealed on the owner's side, or that a morph there faces."""
    cards, side = on.table.cards, on.side_of(power.who)
    mine, theirs = (on.table.turn, on.table.defense)[:: 1 if side == pos.OFFENSE else -1]
    return cards.get(theirs if cards.get(mine) == "M" else mine, "")


@multiplies_by_match.offered
def _who_can_match(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    side, card = on.side_of(power.who), _match(on, power)
    for name in on.table.seats if is_unused_now(on, power) and is_attack(card) else ():
        if on.side_of(name) == side and card in on.table.hands[name]:
            yield (name,)
