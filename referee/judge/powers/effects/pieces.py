"""What powers count of the ships on a table as the cards are turned up; a line says it with the use."""

from __future__ import annotations

from typing import NamedTuple

from referee.judge.counted import ships_of
from referee.judge.phases.uses import by_itself
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import note_use, play_for_outcome, restate, uses
from referee.judge.powers.choices import chosen, counted, in_use, is_unused_now, not_involved, ways_now
from referee.judge.powers.common import (
    ADD,
    SUBTRACT,
    add,
    first_number,
    first_of,
    is_attack,
    opponent_of,
    other_side,
    said_with,
)
from referee.judge.powers.effects.attack_values import SIGNS
from referee.judge.powers.moments import earlier, is_after_reveal
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import results_of, wins
from referee.state import encounter as pos


@effect.outcome("total", by=effect.INVOLVED, takes="number")
def adds_uninvolved(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 4`: so many ships of the owner take no part in the targeted system, and each adds 1."""
    if not in_use(board, stand, use):
        return
    ships = counted(board, stand, use, not_involved(board, stand))
    if ships is None:
        ships = _there_besides(board, stand)
    if ships is None:
        ask_for(board, stand, use, f"use {stand.name} NUMBER")
        return
    add(board, stand, board.apply(stand, use, ships, (), (ships_of(ships),)))


def _there_besides(board: Board, stand: Stand) -> int | None:
    """How many ships of a player take no part in the targeted system, where the line tells its only colony there."""
    position = board.position
    there, colonies = (position.planet or {}).get(stand.name) or 0, position.foreign.get(stand.name)
    at_home = stand is board.defense or (position.target is not None and position.target[0] == stand.name)
    return None if at_home or colonies != bool(there) else there


@adds_uninvolved.when("reveal")
def count_uninvolved(on: Turn, power: Power) -> None:
    """The ships are counted as the cards are turned up; nobody types that."""
    table, who = on.table, power.who
    places = table.home_planets(table.target.partition(".")[0])
    ships = sum(table.at(place, who) for place in places if (place, who) != (table.target, table.defense))
    note_counted(on, power, str(ships))


def note_counted(on: Turn, power: Power, number: str) -> None:
    """Keeps what was counted as a use, once."""
    if not uses(on, power.who):
        note_use(on, power, number)


@adds_uninvolved.carried_out()
def counted_by_itself(on: Turn, power: Power, done: Act) -> None:
    """The ships are counted when the cards are turned up: nobody types that."""
    on.keep(by_itself(power.who))


@effect.outcome("total", takes="add|subtract number")
def adds_guests(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red add 2`, or `subtract`: `each` for every foreign colony in the owner's home system, such as 2 of them.

    With `of = "stack"` it is the sum of the attacks on the owner's sheet; `after = "attack"`: only if its side showed
    one.
    """
    if args.get("after") == "attack" and (not stand.takes_part or board.shown[stand.side].kind != pos.ATTACK):
        return
    guests = first_number(said_with(board, stand, use).args, None)
    word = chosen(board, stand, use, (ADD, SUBTRACT)) if stand.takes_part and guests != 0 else ""
    if word and guests is None:
        ask_for(board, stand, use, f"use {stand.name} {word} NUMBER")
    elif word and guests is not None:
        add(board, stand, board.apply(stand, use, args["each"] * guests * SIGNS[word], (), (guests,)))


@adds_guests.when("reveal")
def count_no_guests(on: Turn, power: Power) -> None:
    """Where there are none, nothing is left to its owner."""
    if not _guests(on, power):
        note_counted(on, power, "0")


def _guests(on: Turn, power: Power) -> int:
    """How many colonies others have on the planets of the owner's color, or the sum of its stack for an attack."""
    table, who = on.table, power.who
    if power.args.get("of") == "stack":
        stack = [card for card in table.aside.get(who, ()) if is_attack(card)]
        return sum(map(int, stack)) if is_attack(table.cards.get(who, "")) else 0
    return sum(table.at(place, name) > 0 for place in table.home_planets(who) for name in table.clockwise(who))


@adds_guests.carried_out(ruled=True)
def say_sign(on: Turn, power: Power, done: Act) -> None:
    """The owner says whether it adds or subtracts; the colonies are counted."""
    say_counted(on, power, (*done.args[:1], str(_guests(on, power))))


def say_counted(on: Turn, power: Power, args: tuple[str, ...]) -> None:
    """What a use said, with what was counted for it."""
    restate(on, *args)
    play_for_outcome(on, power, on.table.acts[-1])


adds_guests.offered(ways_now(ADD, SUBTRACT))


@effect.outcome("worth", by=effect.MAIN, takes="number number planet planet")
def counts_colonies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 5 2`: so many ships count for the owner's and for the opponent's total, not those involved.

    A table counts them on the two colonies that are said: `use red red.1 blue.2`.
    """
    if not in_use(board, stand, use):
        return
    numbers = [int(arg) for arg in said_with(board, stand, use).args if arg.isdigit()]
    if len(numbers) != 2 or not all(numbers):
        what = "PLANET" if board.position.checked else "NUMBER"
        ask_for(board, stand, use, f"use {stand.name} {what} {what}")
        return
    for name, ships in zip((stand.name, opponent_of(board, stand).name), numbers, strict=True):
        there = board.apply(stand, use, ships, (), (name, ships_of(ships)))
        if there is not None:
            board.stand_in[name] = there


@counts_colonies.carried_out(ruled=True)
def say_colonies(on: Turn, power: Power, done: Act) -> None:
    """A colony of the owner's and then one of the opponent's is said, and the ships there are counted."""
    names, planets = (power.who, on.opponent(power.who)), done.args[:2]
    ships = [on.table.at(place, name) for name, place in zip(names, planets, strict=False) if place in on.table.ships]
    if len(ships) != 2 or not all(ships):
        on.cannot("powers.which-colonies", *names)
    say_counted(on, power, (*planets, *map(str, ships)))


@counts_colonies.offered
def _pairs_of_colonies(on: Turn, power: Power) -> Offers:
    if is_unused_now(on, power):
        for own in on.table.colonies(power.who):
            yield from ((own, theirs) for theirs in on.table.colonies(on.opponent(power.who)))


# -- attacks that are kept for it --------------------------------------------------------------------------------------


class Kept(NamedTuple):
    """The attack with which its owner has lost is kept."""


@effect.outcome("upset", by=effect.MAIN, takes="wins|keeps")
def keeps_attack(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A main player that has lost with an attack is let win (`use red wins`), or keeps the attack (`use red keeps`)."""
    outcome, shown = board.outcome, board.shown.get(stand.side)
    if outcome is None or outcome.value != wins(other_side(stand.side)):
        return
    attack = shown is not None and shown.kind == pos.ATTACK and board.faces[stand.side].kind == pos.ATTACK
    if not attack or not board.admits(stand, use):
        return
    word = first_of((arg for used in board.uses(stand, use) for arg in used.args), _LET)
    if not word:
        if all(asked.who != stand.name for asked in board.awaits):  # else its total has asked already
            ask_for(board, stand, use, *(f"use {stand.name} {way}" for way in _LET))
        return
    other = opponent_of(board, stand).name
    comes_to = wins(stand.side) if word == _LET[0] else word
    let = Finding(use.rule, comes_to, (outcome,), (stand.name, other, f"lets it {_MEANS[word]}"))
    board.steps.append(let)
    if word == _LET[0]:
        board.outcome, board.by_totals = let, False
    else:
        board.note(stand, use, Kept())
        board.kept_cards[stand.name] = Finding(use.rule, True, (let,), let.words)


_LET = ("wins", "keeps")
_MEANS = {"wins": "win", "keeps": "keep the attack that it played"}


@keeps_attack.carried_out(ruled=True, fits=lambda done: first_of(done.args, _LET) != "")
def let_keep(on: Turn, power: Power, done: Act) -> None:
    """What the opponent chooses is said once the cards are turned up; the outcome reckons with it."""
    if not is_after_reveal(on) or any(first_of(act.args, _LET) for act in earlier(on, power.who, power.use.alien)):
        not_now(on, power)


@keeps_attack.offered
def _is_let(on: Turn, power: Power) -> Offers:
    said = [act for act in uses(on, power.who) if first_of(act.args, _LET)]
    if is_after_reveal(on) and not said and is_attack(on.table.cards.get(power.who, "")):
        yield from ((way,) for way in _LET)


@keeps_attack.when("settled")
def onto_the_stack(on: Turn, power: Power, ruling: Ruling) -> None:
    """The attack that was kept lies on the owner's sheet from now on."""
    table, who = on.table, power.who
    if results_of(ruling, who, power.use.alien, Kept) and who in table.cards:
        on.lay_played(who, who)
