"""The reverse warp: a fan of colors on which lost ships lie before they reach the warp (mayfair1991 reverse-warp).

Until an encounter is over its losses lie in the warp hex like any others; then they go on the section with the marker.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.book.law import Law
from referee.judge.counted import ships_of
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.table import Table


def lay_fan(table: Table, law: Law) -> None:
    """Lays the warp hex with its fan up, and the marker on the section of the first player (reverse-warp.8)."""
    if law["limbo.played"].value:
        table.fan = {name: {} for name in table.seats}
        table.marker = table.turn


def tell_fan(on: Turn) -> None:
    """What the setup says of the fan."""
    table = on.table
    if table.fan:
        on.find("limbo.laid", True, "reverse" if table.reverse_hexes else "regular")
        on.find("limbo.order", list(table.seats), ", ".join(table.seats))
        on.find("limbo.marker", table.marker, table.marker)


def begin(table: Table) -> None:
    """Another player than was thought has the first encounter: the marker lies on that one's section."""
    if table.fan:
        table.marker = table.turn


def note_warp(table: Table) -> None:
    """After each command: ships that have left the warp did not go on the fan."""
    left = {name: min(ships, table.at(tbl.WARP, name)) for name, ships in table.arrived.items()}
    table.arrived = {name: ships for name, ships in left.items() if ships}


def place_lost(on: Turn) -> None:
    """An encounter is over: all ships lost in it go on one section, and the marker moves on (reverse-warp.9, .10)."""
    table = on.table
    if not table.fan or table.phase == ph.START:  # no encounter has begun
        return
    lost = {name: table.at(tbl.WARP, name) - table.arrived.get(name, 0) for name in table.seats}
    lost = {name: ships for name, ships in lost.items() if ships > 0}
    if lost:
        there = table.fan[table.marker]
        for name, ships in lost.items():
            table.move(name, ships, tbl.WARP, tbl.LIMBO)
            there = {**there, name: there.get(name, 0) + ships}
        table.fan = {**table.fan, table.marker: there}
        on.find("limbo.placed", lost, table.marker, _told(lost))
    table.marker = table.clockwise(table.marker)[0]
    on.find("limbo.moves", table.marker, table.marker)


def slide(on: Turn) -> None:
    """A destiny card is turned up: the section in its color empties into the warp (reverse-warp.11 to .14)."""
    table, c = on.table, on.command
    if not table.fan:
        return
    wild = c.word == "wild"
    if c.reverse and not (wild and on.law["limbo.reverse-wild"].value == "named-section"):
        on.find("limbo.reverse-wild" if wild else "limbo.reverse", True, c.who)
        return
    there = table.fan[c.who]
    if not there:
        return
    for name, ships in there.items():
        table.move(name, ships, tbl.LIMBO, tbl.WARP)
    arrived = {name: table.arrived.get(name, 0) + there.get(name, 0) for name in table.seats}
    table.arrived = {name: ships for name, ships in arrived.items() if ships}
    table.fan = {**table.fan, c.who: {}}
    _tell_slide(on, there)


def _tell_slide(on: Turn, there: Mapping[str, int]) -> None:
    c = on.command
    if c.reverse:
        on.find("limbo.reverse-wild", c.who, c.who)
    if c.word == "wild":
        on.find("limbo.picked", c.who, c.who)
    on.find("limbo.slides", there, c.who, _told(there))
    if c.who == on.table.turn and c.word != "wild":
        on.find("limbo.own-color", True, c.who)


def check_reach(on: Turn, who: str) -> None:
    """Refuses to take ships back that are still on the fan (reverse-warp.5)."""
    held = on.table.at(tbl.LIMBO, who)
    if held:
        on.cannot("limbo.out-of-reach", who, ships_of(held))


def tell_immune(on: Turn) -> None:
    """A card frees what is in the warp, and nothing of what is on the fan (reverse-warp.5)."""
    for name, ships in on.table.ships.get(tbl.LIMBO, {}).items():
        on.find("limbo.immune", ships, name, ships_of(ships))


# -- corrections -------------------------------------------------------------------------------------------------------


def count_fan(on: Turn, told: set[str]) -> None:
    """After a correction: the ships on the fan stand in their place, and those told of the warp have arrived there."""
    table = on.table
    if told & {"fan", "marker"} and not table.fan:
        on.cannot("limbo.without", "the fan")
    if not table.fan:
        return
    if "fan" in told:
        there = table.fan.values()
        table.lay(tbl.LIMBO, {name: sum(stacks.get(name, 0) for stacks in there) for name in table.seats})
    if tbl.WARP in told:
        table.arrived = dict(table.ships[tbl.WARP])


def _told(stacks: Mapping[str, int]) -> str:
    return " and ".join(f"{ships_of(ships)} of {name}'s" for name, ships in stacks.items())
