"""What comes of an argument, in records: facts, clauses, disputable points; what was decided before, or changed since.

They are what is printed, and each tells itself as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from referee.judge.ruling import Ruling
    from referee.state.apart import Difference

Told = dict[str, Any]  # a record as JSON
ASKED, NAMED, MATTER, CLAIMED, TURNS = "asked", "named", "matter", "claimed", "turns"  # why a point is in question


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


class FactLine(NamedTuple):
    """A fact in which accounts differ, once for all sides: what it is about, how it is told, and the sides that do."""

    what: str
    says: tuple[tuple[str, tuple[int, ...]], ...]
    facts: tuple[Fact, ...]

    @property
    def decides(self) -> bool:
        """True if it alone turns what is disputed."""
        return any(fact.turns for fact in self.facts)


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


SHEETS = ("alien ", "card ")  # how the ids of what is printed on sheets and cards begin
BOOK = "book"  # the topic of what the books say on what is claimed, besides the ruling


class Step(NamedTuple):
    """A sentence of an answer, with the clauses that it rests on (none where no document says it)."""

    says: str
    cites: tuple[str, ...] = ()


# What a dispute is about whose claims speak of such a topic.
_ABOUT = {
    "time": "when it was played",
    "order": "which comes first",
    "discards": "the order of the discards",
    "deal": "the minute for a deal",
    "due": "what was due",
    "later": "what is done about it later",
    "conduct": "taking back",
    "facts": "what happened",
    "game": "who has won the game",
}


class Answer(NamedTuple):
    """What is ruled on a matter of which the claims speak besides the encounter itself.

    `topic` is `time`, `order`, `discards`, `deal`, `due`, `later`, `conduct`, `facts`, `game` or `book`; `says` the
    answer in a sentence, `steps` why. `supposing` is how it might be too, `parts` in what the result differs then,
    `questions` are the disputable points that it hangs on, `next` what can be typed to see more.
    """

    topic: str
    says: str
    steps: tuple[Step, ...] = ()
    questions: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    supposing: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def about(self) -> str:
        """What a dispute is about in which this is answered; empty for what the books say besides."""
        return _ABOUT.get(self.topic, "")


class Tried(NamedTuple):
    """What another reading makes of the same facts: how the result differs, or `why` it cannot be tried.

    `side` is the number of the side in whose account the result differs, 0 where all tell the same.
    """

    parts: tuple[Part, ...] = ()
    why: str = ""
    side: int = 0


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
            here = self.here
            told["here"] = {"tried": not here.why, "why": here.why, "parts": as_json(here.parts)}
            told["here"] |= {"side": here.side} if here.side else {}
        return told


class Point(NamedTuple):
    """A disputable point of the registry that is in question.

    `why`: `asked` for, `named` in a claim, the clause that leads to it, the `matter` of which the claims speak, or that
    another reading of it turns what is `claimed`, or else `turns` what is ruled. `rests`: True if the ruling takes a
    reading of it.
    """

    told: Mapping[str, Any]
    readings: tuple[Reading, ...]
    why: str
    rests: bool

    @property
    def id(self) -> str:
        """Its id, such as `DF-37`."""
        return str(self.told["id"])

    @property
    def is_raised(self) -> bool:
        """True if somebody names it, or the ruling rests on it in what is claimed."""
        return self.why == NAMED or (self.rests and self.why not in (CLAIMED, TURNS))

    @property
    def turns(self) -> bool:
        """True if another reading of it makes something else of the facts."""
        return any(reading.here is not None and reading.here.parts for reading in self.readings)

    def to_dict(self) -> Told:
        """As JSON."""
        return {**self.told, "readings": [one.to_dict() for one in self.readings], "why": self.why, "rests": self.rests}


MISTAKE = "DF-82"  # the disputable point what is to be done about a mistake that is found later


class Way(NamedTuple):
    """One way to deal with what was done against a rule: the line or command that holds, and what is ruled then.

    `ruling` is as JSON, without its proof. The line is empty where nothing holds in the place of what was done.
    """

    line: str
    ruling: Told


class Late(NamedTuple):
    """What can be done about an illegal act in the account of a `side` (from 1), of those with the same the first.

    `says` is what is wrong with it where the line itself does not show that, as a party claims it, and `cites` are the
    clauses. `stands` is what is ruled if it stands, `put_right` what is ruled with the nearest legal act in its place;
    none where no legal one is near. `question` is the disputable point by which a table can decide.
    """

    side: int
    stands: Way
    put_right: tuple[Way, ...]
    question: str = MISTAKE
    says: str = ""
    cites: tuple[str, ...] = ()

    def to_dict(self) -> Told:
        """As JSON."""
        return {
            "side": self.side,
            "stands": self.stands._asdict(),
            "put_right": [way._asdict() for way in self.put_right],
            "question": self.question,
            "says": self.says,
            "cites": [*self.cites],
        }


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
    answers: list[Answer] = field(default_factory=list)  # what is ruled on matters of which the claims speak besides
    besides: list[tuple[str, ...]] = field(default_factory=list)  # what a side's line tells besides the encounter
    late: list[Late] = field(default_factory=list)  # what can be done about what was illegal and is noticed late

    @property
    def decisive(self) -> list[Fact]:
        """The facts each of which, put alone into the other account, turns what is ruled there."""
        return [fact for fact in self.differences if fact.turns]

    @property
    def lines(self) -> list[FactLine]:
        """The facts in which the accounts differ, each once however many sides tell it."""
        by_keys: dict[object, list[Fact]] = {}
        for fact in self.differences:
            by_keys.setdefault(fact.difference.keys, []).append(fact)
        return [FactLine(facts[0].difference.what, self._says(facts), tuple(facts)) for facts in by_keys.values()]

    def _says(self, facts: list[Fact]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """How a fact is told, and by which sides: those too that tell the same account as one of these."""
        told = {side: says for fact in facts for side, says in zip(fact.between, fact.difference.says, strict=True)}
        found: dict[str, list[int]] = {}
        for number, ruling in enumerate(self.rulings, 1):
            alike = next((side for side in told if self.rulings[side - 1].position == ruling.position), None)
            says = told.get(number, told[alike] if alike is not None else "")
            found.setdefault(says, []).append(number)
        return tuple((says, tuple(sides)) for says, sides in found.items() if says)

    @property
    def differs(self) -> list[str]:
        """The fields in which the results of any two accounts differ."""
        return list(dict.fromkeys(part.field for _, _, parts in self.apart for part in parts))

    @property
    def outcome_stays(self) -> bool:
        """True if the encounter ends the same way on every account."""
        ends = {
            (ruling.status, ruling.outcome.value if ruling.outcome is not None else None) for ruling in self.rulings
        }
        return len(ends) == 1 and not {"winners", "illegal", "cases"}.intersection(self.differs)

    @property
    def point(self) -> Point | None:
        """The disputable point that the dispute is about: that asked for, else the only one on which anything turns.

        Where the claims speak of another matter, a point that turns the result unasked is not what it is about.
        """
        if self.registry and self.registry[0].why == ASKED:
            return self.registry[0]
        points = [point for point in self.registry if point.is_raised]
        if not points and not self.answers and self.same_facts:
            points = [point for point in self.registry if point.why == CLAIMED]
        return points[0] if len(points) == 1 else None

    @property
    def questions(self) -> list[str]:
        """The disputable points on which the rulings rest."""
        return list(dict.fromkeys(question for ruling in self.rulings for question in ruling.questions))

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
            "outcome_stays": self.outcome_stays,
            "differs": self.differs,
            "cited": as_json(self.cited),
            "speaks": as_json(self.speaks),
            "questions": self.questions,
            "registry": [point.to_dict() for point in self.registry],
            "answers": as_json(self.answers),
            "besides": as_json(self.besides),
            "late": [late.to_dict() for late in self.late],
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

    `state` is `followed`, `distinguished`, `stale`, `overruled`, or `also-decided` for what a table decided in words or
    for itself alone; `says` why in a sentence. `fact` is the first fact of that proof that differs, `differs` are all
    of them. `clauses` and `question` are what the two rulings share, `holding` the line of the earlier proof on them.
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
    holding: str = ""

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
