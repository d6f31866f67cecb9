"""What home colonies mean for a player's power (consolidated 4.6.2)."""

from __future__ import annotations

from referee.book.law import Law, Rule


def least_homes(law: Law) -> int:
    """The fewest home colonies with which a player has its power (4.6.2)."""
    return int(law["power.lost"].value)


def changed(law: Law, has_power: bool, homes: int) -> Rule | None:
    """The rule by which so many home colonies cost a player its power, or give it back (4.6.2); None if neither."""
    if has_power == (homes >= least_homes(law)):
        return None
    return law["power.lost" if has_power else "power.regained"]
