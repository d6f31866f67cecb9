"""What a table remembers besides where everything stands: what is due, may come up, was said, or lasts for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(slots=True)
class Due:
    """Something that a player has still to do before the encounter ends: `ships` or `cards` say how many."""

    who: str
    what: str  # return | lose | reward | take | deal
    count: int = 0
    place: str = ""  # where the ships stand
    source: str = ""  # whose hand the cards come from, what costs the ships, or the rule that sends them home
    as_ships: int | None = 0  # of rewards: how many of them may be ships
    by: str = ""  # the sheets or cards that ask for it, as they are cited: `alien Vacuum, card Grudge-flare`


class Chance(NamedTuple):
    """Something that came up for which an optional power may be used: `about` is a player or what it is about.

    `ships` in the warp or `removed` ones, or how often it came up; `phase` is the one in which it can be used.
    """

    who: str
    verb: str
    about: str
    ships: int
    removed: int
    phase: str


class Extra(NamedTuple):
    """An encounter out of turn: who has it, and with whom if that is settled (else destiny says).

    Once it goes on, `turn` is whose turn it interrupts, `encounter` which of that turn's encounters came before it, and
    `successful` whether that one was.
    """

    who: str
    against: str = ""
    card: bool = False  # whether it asks for an encounter card
    by: str = ""  # what gave it: `flare` or `tech`; or `use`: it is the turn's own, had by another player
    turn: str = ""
    encounter: int = 0
    successful: bool = False


class Lent(NamedTuple):
    """A power in another player's hands for this encounter, and what that player has again afterwards."""

    lender: str
    borrower: str
    aliens: tuple[str, ...] = ()
    tokens: int | None = None
    facedown: bool = False


class Agreed(NamedTuple):
    """What was not by the rules and stands all the same: in a sentence, and the players whom it concerns."""

    says: str
    players: tuple[str, ...]


class Said(NamedTuple):
    """That a power that is not applied was spoken of in a phase, and whether it was said to be used there."""

    phase: str
    who: str
    alien: str
    used: bool = False


class Held(NamedTuple):
    """A card of the encounter that a player has in hand afterwards."""

    who: str
    card: str
