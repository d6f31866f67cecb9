"""The reverse sides of planet hexes, as far as a book describes them (mayfair1991 reverse-planet-hexes)."""

from __future__ import annotations

from referee.book.law import Law
from referee.judge.table.turn import Turn
from referee.state.facts import Fact
from referee.state.table import Table


def lay_hexes(table: Table, law: Law) -> None:
    """All players use the reverse sides of their hexes, or none does (reverse-planet-hexes.3)."""
    if law["hexes.used"].value:
        table.reverse_hexes = table.seats


def tell_hex(table: Table, fact: Fact) -> None:
    """A correction: a hex lies with its reverse side up, or with its regular one."""
    used = {*table.reverse_hexes, fact.who} if fact.word == "reverse" else {*table.reverse_hexes} - {fact.who}
    table.reverse_hexes = tuple(name for name in table.seats if name in used)


def tell_hexes(on: Turn) -> None:
    """What is to be said of the hexes: who uses the reverse sides, how they were chosen, what they do."""
    table = on.table
    if not on.law["hexes.used"].value:
        return
    using = table.reverse_hexes
    some = len(using) not in (0, len(table.seats))
    said = " and ".join(using) if some else "all players" if using else "no players"
    on.find("hexes.beginner" if some else "hexes.all", list(using), said)
    if using:
        on.find("hexes.chosen")
        on.find("hexes.effects")


def check_hexes(on: Turn) -> None:
    """Refuses a reverse side where the table plays without them."""
    if on.table.reverse_hexes and not on.law["hexes.used"].value:
        on.cannot("hexes.without", on.table.reverse_hexes[0])
