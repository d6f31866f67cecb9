"""What players state of powers that are not applied, at a table: whether it can be, and colonies that are gained."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice

from referee.judge.table.lines import acts_to_rule, position_of
from referee.judge.table.moving import Way
from referee.judge.table.reckoning import leave_by_default
from referee.judge.table.turn import Turn, stacks_of
from referee.state import table as tbl
from referee.state.commands import Stack, ships_in
from referee.state.encounter import Act, Position
from referee.state.faults import stated_faults
from referee.state.table import Table

_COLONY = "colony"


def _as_ruled(on: Turn) -> Position | None:
    """The position of the encounter: as it was ruled, or as the table is where that is still to come."""
    table = on.table
    return position_of(table, on.rulebase) if not table.ruled or table.last is None else table.last.position


def check(on: Turn, done: Act | None = None) -> None:
    """Refuses what is stated and cannot be: more ships or cards than there are; `done` is what is just said."""
    table = on.table
    acts = acts_to_rule(table, on.rulebase) if table.acts else ()
    acts = acts if done is None else (*acts, done)
    if not any(act.verb in _COUNTS for act in acts):
        return
    position = _as_ruled(on)
    if position is None:
        return
    lifted = {name for name in table.aliens if any("owned" in alien.lifts for alien in on.sheets(name))}
    owned: int = on.law["setup.ships"].value
    for fault in stated_faults(position.but(acts=acts), owned, lifted):
        on.cannot("stated.impossible", fault, history=() if done is not None else ("undo",))


_COUNTS = ("value", "saves", "stays", "removed", "loses", "compensation", "rewards")


# -- colonies ----------------------------------------------------------------------------------------------------------


def _is_stated(on: Turn, who: str, planet: str) -> bool:
    """True if a colony of a player on a planet was stated before."""
    acts = (act for act in on.table.acts if act.terms)
    return any((act.verb, act.who, act.terms[0].planet) == (_COLONY, who, planet) for act in acts)


def _colonies_offered(table: Table, who: str, barred: Container[str]) -> Iterator[str]:
    """The statements of a colony of a player on each planet on which it has none."""
    for place in table.planets():
        if not table.at(place, who) and place not in barred:
            yield f"colony {who} {place}"


def _check_bare(on: Turn, done: Act, planet: str) -> None:
    """Refuses a planet on which the owner of a colony that is stated has one, or can still land in the encounter."""
    table, who = on.table, done.who
    barred = {table.target} if on.side_of(who) else set()
    nearest = tuple(islice(_colonies_offered(table, who, barred), 2))
    is_plain = done.terms[0].planet or (table.target and not table.at(planet, who))
    if planet in barred or not is_plain:
        on.cannot("stated.which-planet", who, nearest=nearest)
    if _is_stated(on, who, planet):
        on.cannot("stated.colony-there", who, planet)
    on.check_planet(planet, lambda: nearest, but=tbl.PLACES)
    if table.at(planet, who):
        on.cannot("stated.colony-there", who, planet, nearest=nearest)


def check_colony(on: Turn, done: Act) -> None:
    """A colony that is stated needs a planet on which its owner has none, and a ship for it from elsewhere."""
    table, term = on.table, done.terms[0]
    planet = term.planet or table.target
    source, ships = _source(on, done)
    _check_bare(on, done, planet)
    there = table.at(source, done.who) if source else table.on_colonies(done.who)
    if not 0 < ships <= there:
        on.cannot("stated.colony-ships", done.who, ships, source or "its colonies", there)
    if not source:  # what stands on the target planet can be lost before the colony is founded
        on.leaving(done.who, ships, lambda way: _coming_from(done, planet, way), (planet, table.target))


def _coming_from(done: Act, planet: str, way: Way) -> str:
    """How it is typed that a stated colony is founded with the ships of one place: the first of a way to leave."""
    ships = f" {way[0].ships}" if way[0].ships > 1 else ""
    return f"colony {done.who} {planet} from {way[0].place}{ships}"


def _source(on: Turn, done: Act) -> tuple[str, int]:
    """Where the ships for a colony come from, as it was said, and how many: one, unless more are named."""
    term = done.terms[0]
    source = term.source if term.source in on.table.ships else ""
    return source, 1 if term.ships is None else term.ships


def _unsaid_sources(on: Turn, act: Act, ships: int, planet: str) -> list[Stack]:
    """Where the ships for a stated colony come from where nobody said it; refused where each way costs a colony."""
    stacks = on.leaving(act.who, ships, lambda way: _coming_from(act, planet, way), (planet,))
    on.find("ships.taken-from", ships, act.who, stacks_of(stacks))
    leave_by_default(on.table, act.who, ships, (planet,))
    return stacks


def found_colonies(on: Turn) -> None:
    """Ships go to the colonies that players state, once the outcome is carried out; each only once."""
    table = on.table
    if not any(act.verb == _COLONY for act in table.acts):
        return
    for at, act in enumerate(table.acts):
        if act.verb == _COLONY and at not in table.founded:
            _found(on, act)
            table.founded = (*table.founded, at)


def _found(on: Turn, act: Act) -> None:
    """Ships go to a colony that is stated, if its player has so many where they come from."""
    table = on.table
    planet = act.terms[0].planet or table.target
    if table.at(planet, act.who):
        on.cannot("stated.colony-there", act.who, planet, history=("undo",))
    source, ships = _source(on, act)
    stacks = [Stack(source, ships)] if source else _unsaid_sources(on, act, ships, planet)
    if ships_in(stacks) < ships or any(table.at(place, act.who) < n for place, n in stacks):
        on.find("stated.colony-without", 0, act.who, planet)
        return
    on.send(act.who, stacks, planet)
    on.find("stated.colony-founded", ships, act.who, planet, stacks_of(stacks))
