"""The parts of a ruling as a type checker knows them: what they are called, and the words that they can be."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from referee.book.law import StepKind

Status = Literal["determined", "depends", "open", "illegal"]
VerdictStatus = Literal["legal", "illegal", "depends"]
Outcome = Literal["offense-wins", "defense-wins", "make-a-deal", "deal", "no-deal", "both-lose", "success", "turn-ends"]
DuelOutcome = Literal["leader-wins", "straggler-wins", "begins-again", "game-over"]
Role = Literal["offense", "defense", "offensive-ally", "defensive-ally", "bystander"]
Does = Literal["must", "may", "chooses"]
PowerIs = Literal["kept", "lost", "regained", "none"]


class Citation(TypedDict):
    """A clause, sheet or card that is cited, and its grade of authority; `also`: it only says the same as another."""

    id: str
    grade: str
    also: NotRequired[bool]


class Totals(TypedDict):
    """The total of each side: its card, its ships and what else adds to it."""

    offense: int
    defense: int


Flip = TypedDict("Flip", {"if": str, "outcome": str})  # what would have to be different, and the outcome then


class Colonies(TypedDict):
    """How the number of a player's colonies changes; None where that is not settled."""

    foreign: int | None
    home: int | None


class PlayerResult(TypedDict):
    """What becomes of one player; None for what is not settled.

    Ships are counted in ships, `compensation` in cards, `rewards` and `rewards_as_ships` in picks. `ships` are those in
    the encounter; they land, return, stay, are removed or go to the warp, where all of the owner's are counted that go.
    """

    role: Role
    ships: int | None
    lands: int | None
    warp: int | None
    returns: int | None
    stays: int | None
    removed: int | None
    compensation: int | None
    rewards: int | None
    rewards_as_ships: int | None
    colonies: Colonies
    power: PowerIs | None


class LeftToDo(TypedDict):
    """What is left to do: who must, may or chooses what, and the clauses that say so."""

    who: str
    does: Does
    what: str
    cites: list[str]


class Refused(TypedDict):
    """What is forbidden, the clauses that forbid it, and the nearest legal lines or commands, each tried."""

    says: str
    cites: list[str]
    nearest: list[str]


class ChangedTold(TypedDict):
    """Something that is otherwise at an amended table: as it was, and as it is now; cards and names as lists."""

    what: str
    place: str
    who: str
    was: int | str | list[str] | None
    now: int | str | list[str] | None


class UnlawfulTold(TypedDict):
    """A later act that would not have been legal, and whether it is done all the same; `depends`: nobody knows."""

    number: int
    command: str
    says: str
    cites: list[str]
    done: bool
    depends: bool


class TurnedTold(TypedDict):
    """An encounter that would have ended otherwise: both outcomes, empty where it is not decided."""

    number: int
    was: str
    now: str


class AmendedTold(TypedDict):
    """What follows from an act that is put right."""

    otherwise: list[ChangedTold]
    unlawful: list[UnlawfulTold]
    turned: list[TurnedTold]
    repair: list[str]


class RefusedAct(Refused):
    """What is forbidden at a table: `asks` is True where only something has still to be said or chosen.

    `nearest` can be typed now, `history` lies behind and would have to be undone first; `choices` are those of which
    one is asked for, in the order in which they are numbered.
    """

    asks: bool
    history: list[str]
    choices: NotRequired[list[str]]


# A step of a proof: what it says, on which clauses it rests, and the steps it came from (`from`). `rule` is the id of a
# rule of law, `step` the number in the proof; one that several others came from is `shown_above` where it comes again.
ProofStep = TypedDict(
    "ProofStep",
    {
        "says": str,
        "kind": StepKind,
        "value": Any,
        "cites": list[str],
        "rule": str,
        "step": int,
        "from": "list[ProofStep]",
        "cancelled_by": NotRequired[str],
        "shown_above": NotRequired[bool],
    },
)
