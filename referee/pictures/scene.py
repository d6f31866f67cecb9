"""What a picture of a position shows: players, planets with their stacks, the gate, the warp, cards, and the rest.

Plain values. A count is a text, since it may be `?` (not known) or `~4` (reckoned and not told).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

OFFENSE, DEFENSE = "offense", "defense"
OFFENSIVE_ALLY, DEFENSIVE_ALLY = "offensive ally", "defensive ally"
LEADER, STRAGGLER = "leader", "straggler"


class Layout(StrEnum):
    """How a picture is laid out: an encounter with its gate, every player's system, or the two sides of Duel."""

    ENCOUNTER = "encounter"
    SYSTEMS = "systems"
    DUEL = "duel"


class Stack(NamedTuple):
    """The ships of one player in one place, counted in ships."""

    who: str
    ships: str

    def __str__(self) -> str:
        return f"{self.who} {self.ships}"


class Planet(NamedTuple):
    """A planet with its stacks, its owner's first; `aimed` if the gate points at it, or a duel is fought for it.

    The planets of Duel have no owner.
    """

    name: str
    owner: str
    stacks: tuple[Stack, ...]
    aimed: bool = False


class Place(NamedTuple):
    """Where ships stand that is no planet: the gate, the warp, beside the planet."""

    name: str
    stacks: tuple[Stack, ...]


class Cards(NamedTuple):
    """The encounter card of a main player, as it is written on a line, with the reinforcements of that side.

    In Duel it is the plan (empty: none is chosen yet), and `tactic` the tactic token that lies beside it.
    """

    who: str
    card: str
    plus: tuple[str, ...] = ()
    tactic: str = ""


class Envoy(NamedTuple):
    """An envoy of Duel: its number on the table (empty on a line), its name, whose ally it is (empty: neutral)."""

    number: str
    name: str
    ally: str
    is_faceup: bool


class Person(NamedTuple):
    """A player: aliens, the role in the encounter (or empty), what else is told of it, and the foreign colonies."""

    name: str
    aliens: tuple[str, ...] = ()
    role: str = ""
    facts: tuple[str, ...] = ()
    foreign: int | None = None  # colonies, where the picture has a track of them

    def __str__(self) -> str:
        return "/".join((self.name, *self.aliens))


class Scene(NamedTuple):
    """All that a picture shows. `planets` are those that matter: of a line the target, of a table all that are there.

    `stakes` say what a duel is fought for and by which card; `notes` are what else was told.
    """

    title: str
    people: tuple[Person, ...]
    planets: tuple[Planet, ...]
    cards: tuple[Cards, ...]
    places: tuple[Place, ...]
    target: str = ""
    notes: tuple[str, ...] = ()
    layout: Layout = Layout.ENCOUNTER
    stakes: tuple[str, ...] = ()
    envoys: tuple[Envoy, ...] = ()

    def place(self, name: str) -> tuple[Stack, ...]:
        """The stacks in a place of this name; none where there are none."""
        return next((place.stacks for place in self.places if place.name == name), ())


def letters(names: Sequence[str]) -> dict[str, str]:
    """As many first letters of each name as tell it from the others, the first one a capital."""

    def is_alone(name: str, length: int) -> bool:
        return all(not other.casefold().startswith(name[:length].casefold()) for other in names if other != name)

    lengths = {name: next((n for n in range(1, len(name)) if is_alone(name, n)), len(name)) for name in names}
    return {name: name[:1].upper() + name[1:length] for name, length in lengths.items()}
