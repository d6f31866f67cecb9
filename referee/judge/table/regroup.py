"""What a regroup asks (consolidated 5.4): one in an encounter, a ship in the warp, and a colony for it.

It is asked of the offense's own regroup (`table.start`), and of a flare that is played in the place of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.judge.table.turn import Turn
from referee.state import table as tbl


def check_once(on: Turn, who: str, nearest: Callable[[], Iterable[str]] = tuple) -> None:
    """One ship is regrouped in an encounter, and no more (5.4.1)."""
    if on.table.regrouped:
        on.forbid("regroup.once", who, nearest=nearest())


def check_in_warp(on: Turn, who: str, nearest: Callable[[], Iterable[str]] = tuple) -> None:
    """Nothing is regrouped without a ship in the warp (5.4.1)."""
    if not on.table.at(tbl.WARP, who):
        on.cannot("regroup.nothing", who, nearest=nearest())


def check_onto(on: Turn, who: str, to: str, nearest: str) -> None:
    """The ship that is regrouped joins others of its owner's, on a colony (5.4.1)."""
    empty_at_home = to in on.table.home_planets(who) and to not in on.table.colonies(who)
    if empty_at_home and on.lifts_by_sheet(who, "regroup", "take a ship to an empty planet at home"):
        return
    if to not in on.table.colonies(who):
        on.forbid("regroup.onto-a-colony", who, to, nearest=(nearest,))
    on.check_planet(to, lambda: (nearest,), but=tbl.PLACES)
