"""At which planet the offense may aim (consolidated 5.5.2 and 5.6.2)."""

from __future__ import annotations

from referee.book.law import Law
from referee.judge.phases.forbidden import Forbidden


def at_its_system(defense: str, planet: str) -> Forbidden | None:
    """The gate points at a planet of the defense's system (5.6.2)."""
    return None if planet.partition(".")[0] == defense else Forbidden("launch.target", (planet, defense))


def at_its_colony(defense: str, owner: str, ships: int | None) -> Forbidden | None:
    """Away from its system a defense is met only on a planet where it has ships (5.5.2.1); None: nobody tells them."""
    return Forbidden("launch.own-planet", (defense, owner), waivable=False) if ships == 0 else None


def shared_with(law: Law, offense: str, planet: str, has_ships_there: bool) -> Forbidden | None:
    """In some editions the offense may not attack a colony on a planet where it has ships itself (DF-17)."""
    if has_ships_there and law["launch.shared-planet"].value != "allowed":
        return Forbidden("launch.shared-planet", (offense, planet))
    return None
