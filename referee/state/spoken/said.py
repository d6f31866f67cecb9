"""What fills the holes of a phrase: where, how many, what is given; and all of it for one act."""

from __future__ import annotations

from typing import NamedTuple

from referee.state.commands import Command

EVERYBODY = ("*",)  # for players that are not named one by one
EVERY_SHIP = -1  # as a number of ships: as many as stand where they come from
OWN = "*"  # the system of who launches


class Target(NamedTuple):
    """Where the gate points: a planet, or a system whose planet is not said."""

    planet: str = ""
    system: str = ""


class Source(NamedTuple):
    """A place, and how many ships are said to leave it or to go there, if that is said."""

    place: str
    ships: int | None = None


class Share(NamedTuple):
    """A player, and how many ships that one sends of those who are told together."""

    name: str
    ships: int


class Counts(NamedTuple):
    """Cards and ships that somebody takes; `things` without a word for what they are."""

    cards: int = 0
    ships: int = 0
    things: int = 0


class Given(NamedTuple):
    """What is given in a deal: so many cards, perhaps of a type, or by name; or a colony, perhaps on a planet."""

    number: int | None = None
    cards: tuple[str, ...] = ()
    colony: bool = False
    planet: str = ""
    ships: int | None = None
    of: str = ""  # the type of the cards, or `random`
    bare: bool = False  # a number without a word for what it counts


class Power(NamedTuple):
    """A power that is spoken of: whose, and which; either may be left out."""

    who: str = ""
    alien: str = ""


class Said(NamedTuple):
    """What the holes of a phrase hold; what it has no hole for is empty."""

    name: str = ""
    other: str = ""
    players: tuple[str, ...] | None = None
    whose: tuple[str, ...] | None = None
    face: str = ""
    planet: str = ""
    target: Target = Target()
    sources: tuple[Source, ...] = ()
    shares: tuple[Share, ...] = ()
    ships: int | None = None
    number: int | None = None
    plus: int | None = None
    counts: Counts = Counts()
    side: str = ""
    encounter: str = ""
    against: str = ""
    card: str = ""
    cards: tuple[str, ...] = ()
    tech: str = ""
    alien: str = ""
    power: Power = Power()
    args: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    got: tuple[Given, ...] = ()
    reason: str = ""
    phase: str = ""
    command: Command | None = None
