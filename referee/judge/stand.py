"""Who takes part in an encounter: in which role, with which ships and sheets, and whether the alliance stands."""

from __future__ import annotations

from collections.abc import Iterable

from referee.book.power import Alien
from referee.judge.finding import Finding
from referee.state import encounter as pos

OFFENSIVE_ALLY, DEFENSIVE_ALLY, BYSTANDER = "offensive-ally", "defensive-ally", "bystander"

# Which roles a role bar admits (2018 rulebook, alien sheets).
ROLES_ADMITTED = {
    pos.OFFENSE: {"any", "main", "offense", "not-defense"},
    pos.DEFENSE: {"any", "main", "defense", "not-offense"},
    OFFENSIVE_ALLY: {"any", "ally", "offensive-ally", "not-main", "not-offense", "not-defense"},
    DEFENSIVE_ALLY: {"any", "ally", "defensive-ally", "not-main", "not-offense", "not-defense"},
    BYSTANDER: {"any", "bystander", "not-main", "not-offense", "not-defense"},
}
ROLE_BARS = frozenset().union(*ROLES_ADMITTED.values())


def admitted(role: str, bars: Iterable[str]) -> bool:
    """Whether a role bar admits a role (2018 rulebook, alien sheets)."""
    return not ROLES_ADMITTED[role].isdisjoint(bars)


class Stand:
    """A player's place in the encounter: role, ships, sheets, and whether the alliance was cancelled."""

    __slots__ = ("aliens", "cancelled", "count", "is_main", "name", "powerless", "role", "ships", "side")

    def __init__(self, name: str, role: str, side: str, count: int | None, ships: Finding | None) -> None:
        self.name = name
        self.role = role
        self.is_main = role in (pos.OFFENSE, pos.DEFENSE)
        self.side = side
        self.count = count
        self.ships = ships
        self.aliens: list[Alien] = []
        self.cancelled: Finding | None = None
        self.powerless: Finding | None = None

    def owns(self, each: int) -> int:
        """How many ships the player owns where everybody has `each` at the setup: a power can give it twice as many."""
        return 2 * each if any("owns_twice" in alien.verbs for alien in self.aliens) else each

    @property
    def takes_part(self) -> bool:
        """Whether the player is a main player or an ally whose alliance stands."""
        return self.role != BYSTANDER and self.cancelled is None
