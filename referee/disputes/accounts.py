"""A dispute argued out: each side's account ruled, which disputed fact decides, and what each side calls upon.

Two sides may differ on what happened, on the rule, or on both. Where their facts differ each account is judged as it
stands; then each fact alone is put into the other account and that is judged again: a fact that turns the result there
is one that decides. Where only the rule is in question, the clauses that the claims name are held against the proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from referee.book.fingerprints import prints, rulebook
from referee.book.loader import Rulebase, rulebase
from referee.book.questions import find, preferred
from referee.disputes.citations import cited, clauses_of, in_proof, shelf
from referee.disputes.records import Argument, Cited, Claim, Fact, Part, Point, Reading, Tried, Turn
from referee.errors import ImpossibleError, MalformedError, RefereeError, RulebaseError
from referee.judge.hidden.cases import judge
from referee.judge.ruling import Ruling
from referee.judge.table.lines import position_of
from referee.judge.ways.line import DEFAULT_EDITION, read_encounter, write_encounter
from referee.state.differing import differences, mixed, spelled_like
from referee.state.encounter import Position
from referee.state.table import Table

__all__ = ("argue", "argue_again", "line_at", "parting", "prints", "relied", "result", "rulebook")

Told = Mapping[str, Any]  # a kept dispute, or a ruling of it, as JSON

# What of a ruling is a result. Totals, the margin and the discards are on the way to it: where only these differ, the
# sides may leave it at that.
_RESULT = ("status", "outcome", "second_encounter")
_OF_PLAYER = ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships", "power")
_MOST_TRIED = 240  # judgements for facts that decide only together
_MOST_QUESTIONS = 3  # disputable points whose readings are tried
_ASKED, _ANSWERS, _SPEAK = 300, 8, 3  # letters of a claim that are asked for, clauses looked at, clauses shown
_NEAR = 0.9  # of the best score: what is further off is not shown


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
    positions = _accounts(claims, edition, known)
    rulings = [judge(position, known) for position in positions]
    pairs = _pairs(positions, rulings, known)
    facts = [fact for pair in pairs for fact in pair.facts]
    calls = [_called(*of_side, known) for of_side in zip(claims, rulings, positions, strict=True)]
    speaks = [] if facts or any(calls) else _speaking(claims, rulings[0], known)
    registry = _Registry(known, rulings[0], None if facts else positions[0])
    return Argument(
        tuple(claims),
        rulings,
        agree=not any(pair.parts for pair in pairs),
        same_facts=not facts,
        differences=facts,
        together=[together for pair in pairs for together in pair.together],
        apart=[(pair.one + 1, pair.other + 1, pair.parts) for pair in pairs if pair.parts],
        cited=calls,
        speaks=speaks,
        registry=registry.points(question, [cite for cites in (*calls, speaks) for cite in cites]),
    )


def _called(claim: Claim, ruling: Ruling, position: Position, known: Rulebase) -> list[Cited]:
    """What a side calls upon."""
    return cited((*claim.clauses, *clauses_of(claim.claim, position, known)), ruling, position, known)


def argue_again(told: Told, books: Rulebase | None = None) -> Argument | None:
    """A kept dispute (as `ledger.disputes.show` tells it) argued again; None where that comes to something else now."""
    claims = [Claim(side["party"], side["claim"], side["line"]) for side in told["sides"]]
    try:
        argument = argue(claims, told["edition"], told["readings"], books, told["question"])
    except RefereeError:
        return None
    kept = [side["ruling"] for side in told["sides"]]
    return argument if all(_stands(*pair) for pair in zip(argument.rulings, kept, strict=True)) else None


def relied(argument: Argument, books: Rulebase | None = None) -> dict[str, str]:
    """What the rulings of an argument rest on, each with a print of what it says now."""
    return prints((id for ruling in argument.rulings for id in ruling.citations()), books)


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


def _accounts(claims: Sequence[Claim], edition: str, known: Rulebase) -> list[Position]:
    """Each side's account as a position; what is wrong with one names its party, where there are several accounts."""
    several = len({claim.line for claim in claims}) > 1
    found: list[Position] = []
    for claim in claims:
        try:
            position = read_encounter(claim.line, edition, known)
        except (ImpossibleError, MalformedError) as error:
            raise (_of_party(error, claim) if several else error) from None
        found.append(spelled_like(found[0], position) if found else position)
    return found


def _of_party(error: ImpossibleError | MalformedError, claim: Claim) -> RefereeError:
    """What is wrong with an account, with the name of its party."""
    if isinstance(error, ImpossibleError):
        return ImpossibleError(claim.line, [f"{fault} (as {claim.party} has it)" for fault in error.faults])
    hint = f"{error.hint} This is what {claim.party} says happened.".strip()
    return MalformedError(error.line, error.column, error.expected, hint)


# -- results -----------------------------------------------------------------------------------------------------------


def result(ruling: Ruling) -> dict[str, Any]:
    """What follows for the players, by field (`outcome`, `players.blue.compensation`): what two rulings may agree in.

    A player to whom nothing happens is left out, so that a bystander whom only one account names makes no difference.
    """
    summary = ruling.summary()
    found: dict[str, Any] = {name: summary[name] for name in _RESULT}
    found["winners"] = sorted(summary["winners"] or ())
    for name, player in (summary["players"] or {}).items():
        found |= {f"players.{name}.{key}": value for key, value in _happening(player)}
    found["then"] = sorted(f"{then['who']} {then['does']} {then['what']}" for then in summary["then"])
    found["illegal"] = [entry["says"] for entry in summary["illegal"]]
    found["cases"] = [case.to_dict() for case in ruling.cases]
    return found


def _happening(player: Told) -> Iterator[tuple[str, Any]]:
    """What happens to a player, by field."""
    colonies = ((f"{kind}_colonies", change) for kind, change in player["colonies"].items())
    for key, value in (*((key, player[key]) for key in _OF_PLAYER), *colonies):
        if value not in (0, "kept"):
            yield key, value


def parting(one: Ruling, other: Ruling) -> tuple[Part, ...]:
    """The fields in which the results of two rulings differ; nothing where they come to the same.

    What is left out of a result happens to nobody.
    """
    here, there = result(one), result(other)
    parts = (
        Part(name, (here.get(name, nothing), there.get(name, nothing)))
        for name in dict.fromkeys((*here, *there))
        for nothing in ("kept" if name.endswith(".power") else 0,)
    )
    return tuple(part for part in parts if part.values[0] != part.values[1])


# -- facts -------------------------------------------------------------------------------------------------------------


def _pairs(positions: Sequence[Position], rulings: Sequence[Ruling], known: Rulebase) -> list[_Pair]:
    """Each two accounts that differ, of those that are the same only the first."""
    first = [n for n, own in enumerate(positions) if not any(differences(own, other) == [] for other in positions[:n])]
    return [_Pair(one, other, positions, rulings, known) for one, other in combinations(first, 2)]


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
            self.facts[0].turns = [Turn(one + 1, True, self.parts), Turn(other + 1, True, back)]
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
                fact.turns.append(Turn(side, not parting(self.rulings[1 - into], ruling), parts))

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


def _speaking(claims: Sequence[Claim], ruling: Ruling, known: Rulebase) -> list[Cited]:
    """What the proof has on the matter, where nobody names a clause: found by what is claimed, in players' words."""
    found = _asked_for(claims, ruling, known)
    near = sorted((id for id in found if found[id] >= _NEAR * max(found.values())), key=lambda id: -found[id])
    by_step = {support.step: support for support in [in_proof(id, ruling, known) for id in near][::-1]}
    speaks = list(by_step.values())[::-1][:_SPEAK]
    points = {clause.full_id: clause.questions for clause in (shelf(known).find(support.id) for support in speaks)}
    return [Cited(s.id, s.grade, s.says, True, s.id, s.step, (), points[s.id]) for s in speaks]


def _asked_for(claims: Sequence[Claim], ruling: Ruling, known: Rulebase) -> dict[str, float]:
    """The clauses of a proof that answer what is claimed, each with its score."""
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
    return found


class _Registry(NamedTuple):
    """The disputable points as they are in question: by a rulebase, on a ruling and, if there is one, a position.

    On one account of the facts each reading is tried: what would be ruled by it.
    """

    known: Rulebase
    ruling: Ruling
    position: Position | None

    def points(self, asked: str | None, cites: Sequence[Cited]) -> list[Point]:
        """The points that are asked for, named, or of a clause that is called upon and of the ruling."""
        why = {find(asked)["id"]: "asked"} if asked else {}
        for cite in cites:
            for question in cite.questions:
                if cite.id == question:
                    why.setdefault(question, "named")
                elif question in self.ruling.questions() or self._is_against(question, cite):
                    why.setdefault(question, cite.id)
        return [self._point(question, why[question]) for question in list(why)[:_MOST_QUESTIONS]]

    def _taken(self, point: Told) -> str:
        return self.known.readings.get(point["id"], preferred(point, self.known))

    def _is_against(self, question: str, cite: Cited) -> bool:
        """True if a clause on which the ruling does not rest stands behind a reading that the referee does not take."""
        if self.position is None or cite.rests:
            return False
        point = find(question)
        taken = self._taken(point)
        return any(cite.id in reading["cites"] for reading in point["readings"] if reading["name"] != taken)

    def _point(self, question: str, why: str) -> Point:
        told = find(question)
        taken = self._taken(told)
        readings = (
            Reading(reading, reading["name"] == taken, self._tried(question, reading["name"], taken))
            for reading in told["readings"]
        )
        return Point(told, tuple(readings), why, question in self.ruling.questions())

    def _tried(self, question: str, reading: str, taken: str) -> Tried | None:
        """What a reading that is not taken makes of the position: how the result differs, or why it cannot be tried."""
        if self.position is None or reading == taken:
            return None
        try:
            books = Rulebase(self.known.folder, self.known.edition, {**self.known.readings, question: reading})
        except RulebaseError as error:
            return Tried(why=error.fault)
        return Tried(parting(self.ruling, judge(self.position, books)))
