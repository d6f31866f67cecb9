"""What powers count of the ships on a table as the cards are turned up; a line says it with the use."""

from __future__ import annotations

from dataclasses import replace

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.uses import by_itself
from referee.judge.powers import effect
from referee.judge.powers.at_table import Offers, play_for_outcome, uses
from referee.judge.powers.choices import chosen, in_use, is_unused_now, ways_now
from referee.judge.powers.common import Args, first_number, opponent_of, said_with
from referee.judge.powers.effects.discarding import ADD, SIGNS, SUBTRACT
from referee.judge.powers.moments import opponent
from referee.judge.powers.unapplied import ask_for
from referee.judge.stand import Stand
from referee.judge.table.powers import Power, sheet_named
from referee.judge.table.turn import Turn
from referee.state.encounter import Act


@effect.outcome("total")
def adds_uninvolved(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 4`: so many ships of the owner take no part in the targeted system, and each adds 1."""
    if not stand.takes_part or not in_use(board, stand, use):
        return
    ships = first_number(said_with(board, stand, use).args, None)
    if ships is None:
        ask_for(board, stand, use, f"use {stand.name} NUMBER")
        return
    _add(board, stand, board.apply(stand, use, ships, (), (ships_of(ships),)))


def _add(board: Board, stand: Stand, added: Finding | None) -> None:
    """Adds what a power comes to on its owner's side."""
    if added is not None:
        board.adds[stand.side].append(added)


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
        on.table.acts = (*on.table.acts, Act("use", power.who, name=sheet_named(on, power), args=(number,)))


@adds_uninvolved.carried_out()
def counted_by_itself(on: Turn, power: Power, done: Act) -> None:
    """The ships are counted when the cards are turned up: nobody types that."""
    on.keep(by_itself(power.who))


@effect.outcome("total")
def adds_guests(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red add 2`, or `subtract`: `each` for every foreign colony in the owner's home system, such as 2 of them."""
    guests = first_number(said_with(board, stand, use).args, None)
    word = chosen(board, stand, use, (ADD, SUBTRACT)) if stand.takes_part and guests != 0 else ""
    if word and guests is None:
        ask_for(board, stand, use, f"use {stand.name} {word} NUMBER")
    elif word and guests is not None:
        _add(board, stand, board.apply(stand, use, args["each"] * guests * SIGNS[word], (), (guests,)))


@adds_guests.when("reveal")
def count_no_guests(on: Turn, power: Power) -> None:
    """Where there are none, nothing is left to its owner."""
    if not _guests(on, power):
        note_counted(on, power, "0")


def _guests(on: Turn, power: Power) -> int:
    """How many colonies others have on the planets of the owner's color."""
    table, who = on.table, power.who
    return sum(table.at(place, name) > 0 for place in table.home_planets(who) for name in table.clockwise(who))


@adds_guests.carried_out(ruled=True)
def say_sign(on: Turn, power: Power, done: Act) -> None:
    """The owner says whether it adds or subtracts; the colonies are counted."""
    say_counted(on, power, (*done.args[:1], str(_guests(on, power))))


def say_counted(on: Turn, power: Power, args: tuple[str, ...]) -> None:
    """What a use said, with what was counted for it."""
    table = on.table
    table.acts = (*table.acts[:-1], replace(table.acts[-1], args=args))
    play_for_outcome(on, power, table.acts[-1])


adds_guests.offered(ways_now(ADD, SUBTRACT))


@effect.outcome("worth")
def counts_colonies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 5 2`: so many ships count for the owner's and for the opponent's total, not those involved.

    A table counts them on the two colonies that are said: `use red red.1 blue.2`.
    """
    if not stand.is_main or not in_use(board, stand, use):
        return
    numbers = [int(arg) for arg in said_with(board, stand, use).args if arg.isdigit()]
    if len(numbers) != 2:
        ask_for(board, stand, use, f"use {stand.name} NUMBER NUMBER")
        return
    for name, ships in zip((stand.name, opponent_of(board, stand).name), numbers, strict=True):
        counted = board.apply(stand, use, ships, (), (name, ships_of(ships)))
        if counted is not None:
            board.stand_in[name] = counted


@counts_colonies.carried_out(ruled=True)
def say_colonies(on: Turn, power: Power, done: Act) -> None:
    """A colony of the owner's and then one of the opponent's is said, and the ships there are counted."""
    names, planets = (power.who, opponent(on, power.who)), done.args[:2]
    ships = [on.table.at(place, name) for name, place in zip(names, planets, strict=False) if place in on.table.ships]
    if len(ships) != 2 or not all(ships):
        on.cannot("powers.which-colonies", *names)
    say_counted(on, power, (*planets, *map(str, ships)))


@counts_colonies.offered
def _pairs_of_colonies(on: Turn, power: Power) -> Offers:
    if is_unused_now(on, power):
        for own in on.table.colonies(power.who):
            yield from ((own, theirs) for theirs in on.table.colonies(opponent(on, power.who)))
