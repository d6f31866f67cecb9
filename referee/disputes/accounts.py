"""A dispute argued out: each side's account ruled, which disputed fact decides, and what each side calls upon.

Two sides may differ on what happened, on the rule, or on both. Where their facts differ each account is judged as it
stands; then each fact alone is put into the other account and that is judged again: a fact that turns the result there
is one that decides. Where only the rule is in question, the clauses that the claims name are held against the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from referee.book.fingerprints import prints, rulebook
from referee.book.loader import Rulebase, rulebase
from referee.book.questions import find, preferred
from referee.disputes.citations import Cited, cited, clauses_of, in_proof, shelf
from referee.errors import ImpossibleError, MalformedError, RefereeError, RulebaseError
from referee.judge.hidden.cases import judge
from referee.judge.ruling import Ruling
from referee.judge.table.lines import position_of
from referee.judge.ways.line import DEFAULT_EDITION, read_encounter, write_encounter
from referee.state.differing import Difference, differences, mixed, spelled_like
from referee.state.encounter import Position
from referee.state.table import Table

__all__ = ("Argument", "Claim", "Fact", "Part", "Turn", "argue", "parting", "prints", "result", "rulebook")

Told = dict[str, Any]

# What of a ruling is a result. Totals, the margin and the discards are on the way to it: where only these differ, the
# sides may leave it at that.
_RESULT = ("status", "outcome", "second_encounter")
_OF_PLAYER = ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships", "power")
_MOST_TRIED = 240  # judgements for facts that decide only together
_MOST_QUESTIONS = 3  # disputable points whose readings are tried
_ASKED, _ANSWERS, _SPEAK = 300, 8, 3  # letters of a claim that are asked for, clauses looked at, clauses shown
_NEAR = 0.9  # of the best score: what is further off is not shown


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
    parts: tuple[Part, ...]
    like_other: bool


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
            "turns": [
                {"into": turn.into, "like_other": turn.like_other, "parts": _parts(turn.parts)} for turn in self.turns
            ],
            "cannot_stand_alone": self.cannot,
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
    registry: list[Told]  # disputable points that are in question, with their readings

    @property
    def decisive(self) -> list[Fact]:
        """The facts each of which, put alone into the other account, turns what is ruled there."""
        return [fact for fact in self.differences if fact.turns]

    @property
    def questions(self) -> list[str]:
        """The disputable points on which the rulings rest."""
        return list(dict.fromkeys(question for ruling in self.rulings for question in ruling.questions()))

    def relied(self, books: Rulebase | None = None) -> dict[str, str]:
        """What the rulings rest on, each with a print of what it says now."""
        return prints((id for ruling in self.rulings for id in ruling.citations()), books)

    def to_dict(self) -> Told:
        """As JSON, without the rulings themselves."""
        places = {id(fact): place for place, fact in enumerate(self.differences)}
        return {
            "agree": self.agree,
            "same_facts": self.same_facts,
            "differences": [fact.to_dict() for fact in self.differences],
            "decisive": [fact.difference.what for fact in self.decisive],
            "together": [[places[id(fact)] for fact in facts] for facts in self.together],
            "apart": [{"sides": [one, other], "parts": _parts(parts)} for one, other, parts in self.apart],
            "cited": [[cite.to_dict() for cite in cites] for cites in self.cited],
            "speaks": [cite.to_dict() for cite in self.speaks],
            "questions": self.questions,
            "registry": self.registry,
        }


def argue(
    claims: Sequence[Claim],
    edition: str = DEFAULT_EDITION,
    readings: Mapping[str, str] | None = None,
    books: Rulebase | None = None,
    question: str | None = None,
) -> Argument:
    """Argues a dispute out between two or more claims; `question` is a disputable point that it is about.

    Raises MalformedError and ImpossibleError for an account that is not understood or cannot be, naming its party, and
    RulebaseError for an unknown edition, reading or question.

    >>> import referee
    >>> blue = referee.Claim("blue", "I showed the 14", "red 3 : 12 vs blue 4 : 14")
    >>> red = referee.Claim("red", "you showed the 8", "red 3 : 12 vs blue 4 : 8")
    >>> [fact.difference.what for fact in referee.argue([blue, red]).decisive]
    ["blue's card"]
    """
    known = books or rulebase(edition, readings)
    positions: list[Position] = []
    for claim in claims:
        position = _account(claim, edition, known, len({other.line for other in claims}) > 1)
        positions.append(spelled_like(positions[0], position) if positions else position)
    rulings = [judge(position, known) for position in positions]
    pairs = [
        _Pair(one, other, positions, rulings, known)
        for one, other in combinations(range(len(claims)), 2)
        if not any(differences(positions[other], positions[before]) == [] for before in range(other))
        and not any(differences(positions[one], positions[before]) == [] for before in range(one))
    ]
    facts = [fact for pair in pairs for fact in pair.facts]
    own = [
        [*claim.clauses, *clauses_of(claim.claim, position, known)]
        for claim, position in zip(claims, positions, strict=True)
    ]
    calls = [cited(ids, ruling, position, known) for ids, ruling, position in zip(own, rulings, positions, strict=True)]
    speaks = _speaking(claims, calls, rulings[0], known) if not facts else []
    return Argument(
        tuple(claims),
        rulings,
        all(not pair.parts for pair in pairs),
        not facts,
        facts,
        [together for pair in pairs for together in pair.together],
        [(pair.one + 1, pair.other + 1, pair.parts) for pair in pairs if pair.parts],
        calls,
        speaks,
        _registry(question, calls, speaks, positions[0] if not facts else None, rulings[0], known),
    )


def argue_again(told: Told, books: Rulebase | None = None) -> Argument | None:
    """A kept dispute (as `ledger.disputes.show` tells it) argued again; None where that comes to something else now."""
    claims = [Claim(side["party"], side["claim"], side["line"]) for side in told["sides"]]
    try:
        argument = argue(claims, told["edition"], told["readings"], books, told["question"])
    except RefereeError:
        return None
    kept = [side["ruling"] for side in told["sides"]]
    return argument if all(_stands(*pair) for pair in zip(argument.rulings, kept, strict=True)) else None


def line_at(table: Table, books: Rulebase | None = None) -> str:
    """The encounter on a table as a line: as its cards decided it, else as it stands; empty before there are cards."""
    if table.line:
        return table.line
    if not (table.defense and table.target and table.cards):
        return ""
    return write_encounter(position_of(table, books or rulebase(table.edition)))


def _stands(ruling: Ruling, kept: Told) -> bool:
    now = ruling.to_dict(proof=False)
    return all(now[name] == kept[name] for name in (*_RESULT, "winners", "players", "then"))


def _account(claim: Claim, edition: str, known: Rulebase, several: bool) -> Position:
    """One side's account as a position; what is wrong with it names the party, where there are several accounts."""
    try:
        return read_encounter(claim.line, edition, known)
    except ImpossibleError as error:
        if not several:
            raise
        raise ImpossibleError(claim.line, [f"{fault} (as {claim.party} has it)" for fault in error.faults]) from None
    except MalformedError as error:
        if not several:
            raise
        hint = f"{error.hint} This is what {claim.party} says happened.".strip()
        raise MalformedError(error.line, error.column, error.expected, hint) from None


# -- results -----------------------------------------------------------------------------------------------------------


def result(ruling: Ruling) -> Told:
    """What follows for the players, by field (`outcome`, `players.blue.compensation`): what two rulings may agree in.

    A player to whom nothing happens is left out, so that a bystander whom only one account names makes no difference.
    """
    summary = ruling.summary()
    found: Told = {name: summary[name] for name in _RESULT}
    found["winners"] = sorted(summary["winners"] or ())
    for name, player in (summary["players"] or {}).items():
        fields = {key: player[key] for key in _OF_PLAYER}
        fields |= {f"{kind}_colonies": change for kind, change in player["colonies"].items()}
        found |= {f"players.{name}.{key}": value for key, value in fields.items() if value not in (0, "kept")}
    found["then"] = sorted(f"{then['who']} {then['does']} {then['what']}" for then in summary["then"])
    found["illegal"] = [entry["says"] for entry in summary["illegal"]]
    found["cases"] = [case.to_dict() for case in ruling.cases]
    return found


def parting(one: Ruling, other: Ruling) -> tuple[Part, ...]:
    """The fields in which the results of two rulings differ; nothing where they come to the same."""
    here, there = result(one), result(other)
    return tuple(
        Part(name, (_of(here, name), _of(there, name)))
        for name in dict.fromkeys((*here, *there))
        if _of(here, name) != _of(there, name)
    )


def _of(told: Told, name: str) -> Any:
    """A field of a result; what is left out of it happens to nobody."""
    return told.get(name, "kept" if name.endswith(".power") else 0)


def _parts(parts: Iterable[Part]) -> list[Told]:
    return [{"field": part.field, "values": list(part.values)} for part in parts]


# -- facts -------------------------------------------------------------------------------------------------------------


class _Pair:
    """Two accounts that are not the same: their facts, each tried alone in the other account, and the results."""

    def __init__(
        self, one: int, other: int, positions: Sequence[Position], rulings: Sequence[Ruling], known: Rulebase
    ) -> None:
        self.one, self.other = one, other
        self.known = known
        self.positions = (positions[one], positions[other])
        self.rulings = (rulings[one], rulings[other])
        self.parts = parting(*self.rulings)
        told = differences(*self.positions)
        self.facts = [Fact((one + 1, other + 1), difference) for difference in told]
        for fact in self.facts if len(told) > 1 else ():
            self._try(fact)
        if len(told) == 1 and self.parts:  # the one fact in which they differ is what makes the difference
            back = tuple(Part(part.field, (part.values[1], part.values[0])) for part in self.parts)
            self.facts[0].turns = [Turn(one + 1, self.parts, True), Turn(other + 1, back, True)]
        self.together = self._together() if self.parts and not any(fact.turns for fact in self.facts) else []

    def _try(self, fact: Fact) -> None:
        for into in (0, 1):
            side = fact.between[into]
            ruling = self._ruled(into, [fact])
            if ruling is None:
                fact.cannot.append(side)
                continue
            parts = parting(self.rulings[into], ruling)
            if parts:
                fact.turns.append(Turn(side, parts, not parting(self.rulings[1 - into], ruling)))

    def _ruled(self, into: int, facts: Sequence[Fact]) -> Ruling | None:
        """What is ruled on an account with some facts as the other has them; None where that cannot be."""
        taken = [fact.difference for fact in facts]
        if into == 1:  # the second account with these as the first has them is the first with all others as the second
            taken = [fact.difference for fact in self.facts if fact not in facts]
        line = write_encounter(mixed(*self.positions, taken))
        try:
            return judge(read_encounter(line, self.known.edition, self.known), self.known)
        except (ImpossibleError, MalformedError):
            return None

    def _together(self) -> list[tuple[Fact, ...]]:
        """The fewest facts that turn a result only together: all sets of that size."""
        tried = 0
        for size in range(2, len(self.facts)):
            found: list[tuple[Fact, ...]] = []
            for facts in combinations(self.facts, size):
                tried += 2
                if tried > _MOST_TRIED:
                    return found
                ruled = [self._ruled(into, facts) for into in (0, 1)]
                if any(ruling and parting(self.rulings[into], ruling) for into, ruling in enumerate(ruled)):
                    found.append(facts)
            if found:
                return found
        return [tuple(self.facts)]


# -- the rule in question ----------------------------------------------------------------------------------------------


def _speaking(claims: Sequence[Claim], calls: list[list[Cited]], ruling: Ruling, known: Rulebase) -> list[Cited]:
    """What the proof has on the matter, where nobody names a clause: found by what is claimed, in players' words."""
    if any(calls):
        return []
    from referee.book.index import index
    from referee.book.places import cache
    from referee.book.search import answered  # only where nobody knows the clause

    asking, proof = index(known, cache()), ruling.citations()
    found: dict[str, float] = {}
    for claim in claims:
        answers = asking.ask(claim.claim[:_ASKED], _ANSWERS)
        for answer in answers if answered(answers) else ():
            id = answer.clause.full_id
            ids = (id, *sorted(known.saying(id) | known.said_by(id)))
            by = next((other for other in ids if other in proof), "")
            if by:
                found[by] = max(found.get(by, 0.0), answer.score)
    near = sorted((id for id in found if found[id] >= _NEAR * max(found.values())), key=lambda id: -found[id])
    by_step = {support.step: support for support in [in_proof(id, ruling, known) for id in near][::-1]}
    speaks = list(by_step.values())[::-1][:_SPEAK]
    points = {clause.full_id: clause.questions for clause in (shelf(known).find(support.id) for support in speaks)}
    return [Cited(s.id, s.grade, s.says, True, s.id, s.step, (), points[s.id]) for s in speaks]


def _registry(
    asked: str | None,
    calls: Sequence[Sequence[Cited]],
    speaks: Sequence[Cited],
    position: Position | None,
    ruling: Ruling,
    known: Rulebase,
) -> list[Told]:
    """The disputable points in question: asked for, named, or of a clause that is called upon and of the ruling.

    On one account of the facts (`position`) each reading is tried: what would be ruled by it.
    """
    told = [cite for cites in (*calls, speaks) for cite in cites]
    why = {find(asked)["id"]: "asked"} if asked else {}
    for cite in told:
        for question in cite.questions:
            if cite.id == question:
                why.setdefault(question, "named")
            elif question in ruling.questions() or (
                position is not None and not cite.rests and cite.id in _not_taken(question, known)
            ):
                why.setdefault(question, cite.id)
    return [_point(question, why[question], position, ruling, known) for question in list(why)[:_MOST_QUESTIONS]]


def _not_taken(question: str, known: Rulebase) -> list[str]:
    """The clauses behind the readings of a point that the referee does not take."""
    told = find(question)
    taken = known.readings.get(question, preferred(told, known))
    return [id for reading in told["readings"] if reading["name"] != taken for id in reading["cites"]]


def _point(question: str, why: str, position: Position | None, ruling: Ruling, known: Rulebase) -> Told:
    told = find(question)
    taken = known.readings.get(question, preferred(told, known))
    for reading in told["readings"]:
        reading["taken"] = reading["name"] == taken
        if position is not None and not reading["taken"]:
            reading["here"] = _by_reading(question, reading["name"], position, ruling, known)
    return {**told, "why": why, "rests": question in ruling.questions()}


def _by_reading(question: str, reading: str, position: Position, ruling: Ruling, known: Rulebase) -> Told:
    """What another reading makes of the same position: how the result differs, or why it cannot be tried."""
    try:
        books = Rulebase(known.folder, known.edition, {**known.readings, question: reading})
    except RulebaseError as error:
        return {"tried": False, "why": error.fault, "parts": []}
    return {"tried": True, "why": "", "parts": _parts(parting(ruling, judge(position, books)))}
