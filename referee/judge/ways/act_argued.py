"""An act at a table that players argue about: how it is ruled, and what is told of the table before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.book.loader import Rulebase
from referee.errors import MalformedError
from referee.judge.stand import DEFENSIVE_ALLY, OFFENSIVE_ALLY
from referee.judge.table.verdict import Verdict
from referee.judge.ways.table import lay_table, read, rule_asked, rule_command, rule_table, tell_command
from referee.state import table as tbl
from referee.state.acts import write_act
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.facts import Fact, write_facts
from referee.state.reader import write_name
from referee.state.spoken import asked as questions
from referee.state.table import Table

is_asked = questions.is_asked

_UNTOLD = (tbl.TECH, tbl.LIMBO, tbl.UNPLACED)  # where ships lie of which no fact tells
_COUNTS = ("ships", "lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships")

# -- ruling ------------------------------------------------------------------------------------------------------------


def lay(said: str, books: Rulebase) -> Verdict:
    """Rules a `table` command."""
    return rule_table(said, books.edition, books)


def asked(table: Table, said: str, books: Rulebase) -> Verdict:
    """Rules what is asked about a table, as a command or as people ask it."""
    return rule_asked(table, said, books)


def alone(table: Table, said: str, books: Rulebase) -> Verdict:
    """Rules what is asked about a table as a command alone, with nothing that goes without saying."""
    try:
        return rule_command(table, said, False, books)
    except MalformedError:
        return rule_asked(table, said, books) if is_asked(said) else tell_command(table, said, False, books)


def kind(command: str, table: Table) -> tuple[str, str]:
    """What kind of command it is, and whose. Raises MalformedError for what is none."""
    told = read(command, table)
    return told.act.verb if told.act is not None else told.verb, told.who


# -- what is told of the table -----------------------------------------------------------------------------------------


def sheets(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Who has which aliens."""
    return table.aliens


def played(table: Table) -> list[str]:
    """What was played in the encounter."""
    return [write_act(act) for act in table.acts]


def cards_chosen(table: Table) -> bool:
    """True once both encounter cards are chosen."""
    return bool(table.ruled) or all(name in table.cards for name in table.mains())


def before_plans(table: Table) -> bool:
    """Never: here a line tells of an encounter before both cards are chosen too."""
    return False


def decided(table: Table) -> bool:
    """True once the cards have decided the encounter."""
    return bool(table.ruled)


def first(table: Table) -> str:
    """Whose turn it is."""
    return table.turn


def when(table: Table) -> tuple[str, int]:
    """What of a table is another one in each encounter: whose turn it is, and which encounter of it."""
    return table.turn, table.encounter


def when_in(state: Mapping[str, Any]) -> tuple[str, int]:
    """As `when`, of a kept state."""
    return state["turn"], state["encounter"]


def undecided(table: Table) -> dict[str, object]:
    """The fields of a ruling of which none is decided yet: only who sits there, with their parts in the encounter."""
    ally_of = {OFFENSE: OFFENSIVE_ALLY, DEFENSE: DEFENSIVE_ALLY}
    roles = {name: ally_of[side] for name, side in table.allies.items()}
    roles |= {table.defense: "defense", table.turn: "offense"}
    nothing = dict.fromkeys(_COUNTS)
    rest = {**nothing, "colonies": {"foreign": None, "home": None}, "power": None}
    players = {name: {"role": roles.get(name, "bystander"), **rest} for name in table.seats}
    of_all = dict.fromkeys(("outcome", "totals", "margin", "second_encounter", "winners", "discards"))
    return {**of_all, "flips": [], "players": players}


# -- facts -------------------------------------------------------------------------------------------------------------


def facts(table: Table) -> list[str]:
    """What is known at a table, as `may` is told it: who sits there, and what is not as on a new table."""
    seats = " ".join("/".join(map(write_name, (name, *table.aliens.get(name, ())))) for name in table.seats)
    laid = lay_table(f"table {seats}", table.edition)
    told = (*_where_it_is(table), *_stacks(table, laid), *_held(table, laid))
    return [f"seats {seats}", *write_facts(told).split("; ")]


def _where_it_is(table: Table) -> Iterator[Fact]:
    """Whose turn and which phase it is, who meets whom, and who was invited."""
    yield Fact("turn", table.turn)
    yield Fact("phase", word=table.phase)
    yield Fact("encounter", number=table.encounter)
    if table.defense:
        yield Fact("defense", table.defense)
    if table.target:
        yield Fact("target", word=table.target)
    for main, names in table.invited.items():
        side = "offense" if main == table.turn else "defense"
        yield from (Fact("invited", name, word=side) for name in names)


def _stacks(table: Table, laid: Table) -> Iterator[Fact]:
    """The ships that do not lie as when the table was laid; those of a player in a place that nobody knows are `?`."""
    for place, stacks in table.ships.items():
        if stacks == laid.ships[place] or place in _UNTOLD:
            continue
        is_planet = place not in tbl.PLACES
        if is_planet:
            yield Fact("stack", place)
        for name, count in stacks.items():
            hidden = place in table.unknown.get(name, ())
            of_planet = Fact("stack", place, count, name, hidden=hidden)
            yield of_planet if is_planet else Fact(place, name, count, hidden=hidden)


def _held(table: Table, laid: Table) -> Iterator[Fact]:
    """How many cards and tokens the players have, and the powers that are lost, where it is not as at the beginning."""
    for name in table.seats:
        if len(table.hands[name]) != len(laid.hands[name]):
            yield Fact("hand", name, len(table.hands[name]), hidden=tbl.HAND in table.unknown.get(name, ()))
        if table.tokens.get(name, 0) != laid.tokens.get(name, 0):
            yield Fact("tokens", name, table.tokens.get(name, 0))
        if table.powers.get(name) == tbl.LOST:
            yield Fact("power", name, word=tbl.LOST)
