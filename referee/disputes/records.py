"""What comes of an argument, in records: facts, clauses, disputable points; what was decided before, or changed since.

They are what is printed, and each tells itself as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from referee.judge.ruling import Ruling
    from referee.state.differing import Difference

Told = dict[str, Any]  # a record as JSON


def as_json(record: Any) -> Any:
    """A record as JSON, with those inside it: tuples are lists there."""
    if hasattr(record, "_asdict"):
        return {key: as_json(value) for key, value in record._asdict().items()}
    return [as_json(value) for value in record] if isinstance(record, tuple | list) else record


# -- results and facts -------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """What one party claims: in words, on which facts (a line), and the clauses it calls upon besides its words.

    >>> import referee
    >>> referee.Claim("blue", "I showed the 14", "red 3 : 12 vs blue 4 : 14").clauses
    ()
    """

    party: str
    claim: str
    line: str
    clauses: tuple[str, ...] = ()


class Part(NamedTuple):
    """A field of the result, such as `players.blue.compensation`, and how two rulings have it."""

    field: str
    values: tuple[Any, Any]


class Turn(NamedTuple):
    """What a fact of the other side does in the account of side `into`: the result then, and whether it is the other's.

    `parts` is how the result differs from what that account came to before.
    """

    into: int
    like_other: bool
    parts: tuple[Part, ...]


@dataclass(slots=True)
class Fact:
    """A fact in which two sides differ (numbers from 1), and what it turns when it alone is told as the other has it.

    `cannot` lists the sides into whose account it cannot be put alone, because that could not be on a table.
    """

    between: tuple[int, int]
    difference: Difference
    turns: list[Turn] = field(default_factory=list)
    cannot: list[int] = field(default_factory=list)

    def to_dict(self) -> Told:
        """As JSON."""
        told = self.difference
        return {
            "sides": list(self.between),
            "fact": told.what,
            "says": list(told.says),
            "clauses": list(told.clauses),
            "decides": bool(self.turns),
            "turns": as_json(self.turns),
            "cannot_stand_alone": self.cannot,
        }


# -- the rule in question ----------------------------------------------------------------------------------------------


class Support(NamedTuple):
    """A clause of a proof: its grade, what it says, and the step that it carries."""

    id: str
    grade: str
    says: str
    step: str


class Cited(NamedTuple):
    """Something that a side calls upon. `grade` is empty where the books know no such thing; `says` says so then.

    `rests`: whether the ruling rests on it; `by` is then the clause of the proof that is meant (itself, one that says
    the same, or one below that heading) and `step` what it carries. `instead` is what the ruling rests on otherwise.
    """

    id: str
    grade: str
    says: str
    rests: bool = False
    by: str = ""
    step: str = ""
    instead: tuple[Support, ...] = ()
    questions: tuple[str, ...] = ()


class Tried(NamedTuple):
    """What another reading makes of the same position: how the result differs, or `why` it cannot be tried."""

    parts: tuple[Part, ...] = ()
    why: str = ""


class Reading(NamedTuple):
    """A reading of a disputable point as the registry tells it, whether it is taken, and what it makes of the facts."""

    told: Mapping[str, Any]
    taken: bool
    here: Tried | None = None

    @property
    def name(self) -> str:
        """Its name, by which it is chosen."""
        return str(self.told["name"])

    def to_dict(self) -> Told:
        """As JSON."""
        told = {**self.told, "taken": self.taken}
        if self.here is not None:
            told["here"] = {"tried": not self.here.why, "why": self.here.why, "parts": as_json(self.here.parts)}
        return told


class Point(NamedTuple):
    """A disputable point of the registry that is in question; `why`: `asked`, `named`, or the clause that leads to it.

    `rests`: whether the ruling takes a reading of it.
    """

    told: Mapping[str, Any]
    readings: tuple[Reading, ...]
    why: str
    rests: bool

    @property
    def id(self) -> str:
        """Its id, such as `DF-37`."""
        return str(self.told["id"])

    def to_dict(self) -> Told:
        """As JSON."""
        return {**self.told, "readings": [one.to_dict() for one in self.readings], "why": self.why, "rests": self.rests}


@dataclass(slots=True)
class Argument:
    """What comes of a dispute. Lists with one entry for each side are in the order of the claims."""

    claims: tuple[Claim, ...]
    rulings: list[Ruling]
    agree: bool  # whether all accounts come to the same result
    same_facts: bool
    differences: list[Fact]
    together: list[tuple[Fact, ...]]  # where no fact decides alone: the fewest that do so together
    apart: list[tuple[int, int, tuple[Part, ...]]]  # two sides, and in what their results differ
    cited: list[list[Cited]]
    speaks: list[Cited]  # where the sides differ on the rule and name none: what the proof has on what they claim
    registry: list[Point]  # disputable points that are in question, with their readings

    @property
    def decisive(self) -> list[Fact]:
        """The facts each of which, put alone into the other account, turns what is ruled there."""
        return [fact for fact in self.differences if fact.turns]

    @property
    def questions(self) -> list[str]:
        """The disputable points on which the rulings rest."""
        return list(dict.fromkeys(question for ruling in self.rulings for question in ruling.questions()))

    def to_dict(self) -> Told:
        """As JSON, without the rulings themselves."""
        places = {id(fact): place for place, fact in enumerate(self.differences)}
        return {
            "agree": self.agree,
            "same_facts": self.same_facts,
            "differences": [fact.to_dict() for fact in self.differences],
            "decisive": [fact.difference.what for fact in self.decisive],
            "together": [[places[id(fact)] for fact in facts] for facts in self.together],
            "apart": [{"sides": [one, other], "parts": as_json(parts)} for one, other, parts in self.apart],
            "cited": as_json(self.cited),
            "speaks": as_json(self.speaks),
            "questions": self.questions,
            "registry": [point.to_dict() for point in self.registry],
        }


# -- what was decided before -------------------------------------------------------------------------------------------


class Differing(NamedTuple):
    """A fact in which two positions differ: what is said of it there and here; empty where nothing is.

    `then` and `now` are the values where only these differ, else the sentences.
    """

    says: str
    then: Any
    now: Any

    @property
    def in_number(self) -> bool:
        """True if it is only how many there are: some in both, or none in both."""
        numbers = [value for value in (self.then, self.now) if isinstance(value, int) and not isinstance(value, bool)]
        return len(numbers) == 2 and bool(numbers[0]) == bool(numbers[1])


class Precedent(NamedTuple):
    """An earlier decision on the point of a ruling, and whether it holds here.

    `state` is `followed`, `distinguished`, `stale` or `overruled`, `says` why in a sentence. `fact` is the first fact
    of that proof that differs, `differs` are all of them. `clauses` and `question` are what the two rulings share.
    """

    dispute: int
    state: str
    says: str
    fact: str
    differs: tuple[Differing, ...]
    question: str | None
    clauses: tuple[str, ...]
    decided: str
    decision: str
    house: bool
    at: str
    game: str | None
    ledger: str | None = None  # in which it was decided, where that is not this file's own

    def to_dict(self) -> Told:
        """As JSON; `house`: whether it is a table's own decision."""
        return dict(as_json(self))


class Dispute(NamedTuple):
    """A dispute as the ledger tells it, what comes of it when it is argued again, and what was decided before.

    `argument` is None where it would come to something else now, or cannot be read.
    """

    kept: Mapping[str, Any]
    argument: Argument | None = None
    precedents: tuple[Precedent, ...] = ()

    def to_dict(self) -> Told:
        """As JSON."""
        argument = None if self.argument is None else self.argument.to_dict()
        return {"format": 1, **self.kept, "argument": argument}


class Changed(NamedTuple):
    """A field of a ruling that would be another one now, such as `players.blue.compensation`."""

    field: str
    then: Any
    now: Any


class Recheck(NamedTuple):
    """A recorded position judged again: the `side` of a `dispute`, or the `ruling` of that number in the log.

    `otherwise`: whether something else would be ruled now. Then `changed` has what, `refused` why it is not ruled at
    all any more (or that what was kept is damaged), and `says` both in a sentence. `clauses` say something else than
    they did, `rules` are new in the proof and `without` not in it any more, `questions` are in one of the proofs only;
    if there are none of these, it is the `version` of the program alone (then, now).
    """

    name: str
    dispute: int | None
    side: int | None
    ruling: int | None
    edition: str
    line: str
    otherwise: bool = False
    says: str = ""
    changed: tuple[Changed, ...] = ()
    refused: str = ""
    clauses: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    version: tuple[str, str] = ("", "")

    def to_dict(self) -> Told:
        """As JSON."""
        return dict(as_json(self))
