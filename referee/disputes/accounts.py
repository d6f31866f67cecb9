"""A dispute argued out: each side's account ruled, which disputed fact decides, and what each side calls upon.

Two sides may differ on what happened, on the rule, or on both. Where their facts differ each account is judged as it
stands; then each fact alone is put into the other account and that is judged again: a fact that turns the result there
is one that decides. Where only the rule is in question, the clauses that the claims name are held against the proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

from referee.book.fingerprints import prints, rulebook
from referee.book.loader import Rulebase
from referee.disputes import lines as of_game
from referee.disputes import spoken_of
from referee.disputes.besides import Line, split, text_of
from referee.disputes.citations import cited, clauses_of
from referee.disputes.claims import speaking
from referee.disputes.due import LATER
from referee.disputes.in_time import ruled_out
from referee.disputes.late import noticed_late
from referee.disputes.matters import answers
from referee.disputes.nearest_steps import Near, nearest, strong
from referee.disputes.records import (
    ASKED,
    BOOK,
    CLAIMED,
    MATTER,
    NAMED,
    SHEETS,
    TURNS,
    Answer,
    Argument,
    Cited,
    Claim,
    Fact,
    Late,
    Part,
    Point,
    Turn,
)
from referee.disputes.registry import Account, Registry
from referee.disputes.results import parting, same_as_kept
from referee.disputes.subjects import Subject
from referee.duel.games import books_by, edition_of, game
from referee.errors import ImpossibleError, MalformedError, RefereeError
from referee.judge.ruling import Ruling
from referee.judge.ways.line import DEFAULT_EDITION
from referee.state.encounter import Position

__all__ = ("argue", "argue_again", "line_at", "parting", "prints", "relied", "rulebook")

Told = Mapping[str, Any]  # a kept dispute, or a ruling of it, as JSON

_MOST_TRIED = 240  # judgements for facts that decide only together


def argue(
    claims: Sequence[Claim],
    edition: str = DEFAULT_EDITION,
    readings: Mapping[str, str] | None = None,
    books: Rulebase | None = None,
    question: str | None = None,
) -> Argument:
    """Argues a dispute out between one claim or more; `question` is a disputable point that it is about.

    Raises MalformedError and ImpossibleError for an account that is not understood or cannot be, naming its party, and
    RulebaseError for an unknown edition, reading or question.
    """
    known = books or books_by(edition_of(claims[0].line, edition) if claims else edition, readings)
    told = _told(claims, known)
    pairs = _pairs(told.positions, told.rulings, known)
    facts = [*chain.from_iterable(pair.facts for pair in pairs)]
    for fact in facts:
        _tell_when(fact, told.lines, told.late)
    calls = [_called(*of_side, known) for of_side in zip(claims, told.rulings, told.positions, strict=True)]
    late = noticed_late(claims, told.positions, told.rulings, known)
    found = _in_question(claims, told, known, bool(facts), calls, question, late)
    return Argument(
        tuple(claims),
        told.rulings,
        agree=not any(pair.parts for pair in pairs),
        same_facts=not facts,
        differences=facts,
        together=[*chain.from_iterable(pair.together for pair in pairs)],
        apart=[(pair.one + 1, pair.other + 1, pair.parts) for pair in pairs if pair.parts],
        cited=calls,
        speaks=found.speaks,
        registry=found.points,
        answers=found.answers,
        besides=[line.besides for line in told.lines],
        late=late,
    )


class _Told(NamedTuple):
    """The accounts of the sides: as written, as they are ruled, what was played too late in each, and the rulings."""

    lines: list[Line]
    positions: list[Position]
    late: list[Subject | None]
    rulings: list[Ruling]


def _told(claims: Sequence[Claim], known: Rulebase) -> _Told:
    """Each side's account, read and ruled; of a game of its own nothing is told besides."""
    big = game(known.edition).is_big
    lines = [split(claim.line) if big else Line(claim.line) for claim in claims]
    positions = _accounts(
        [claim._replace(line=line.encounter) for claim, line in zip(claims, lines, strict=True)], known
    )
    late = [ruled_out(line.besides, position, known) for line, position in zip(lines, positions, strict=True)]
    positions = [_played(position, subject) for position, subject in zip(positions, late, strict=True)]
    return _Told(lines, positions, late, [of_game.judge(position, known) for position in positions])


class _Found(NamedTuple):
    """What is ruled on the matters that are claimed, the clauses that speak of them, and the disputable points."""

    answers: list[Answer]
    speaks: list[Cited]
    points: list[Point]


def _in_question(
    claims: Sequence[Claim],
    told: _Told,
    known: Rulebase,
    apart: bool,
    calls: list[list[Cited]],
    asked: str | None,
    late: Sequence[Late],
) -> _Found:
    """What is in question besides the facts; `apart` if these differ, `calls` what each side calls upon."""
    accounts = _told_apart(told.positions, told.rulings, apart)
    texts = [(claim.party, text_of(claim.claim, line)) for claim, line in zip(claims, told.lines, strict=True)]
    found = answers(texts, accounts, known) if game(known.edition).is_big else []
    own = {answer.topic for answer in found} & _VERY_MATTER
    ranked = [] if apart or own else nearest(claims, told.rulings[0], known)
    said = None if own else spoken_of.on_ruling(claims, told.rulings[0], calls, known, ranked, not (apart or found))
    if apart and said is not None:
        said = spoken_of.resting_on(said, told.rulings)
    speaks: list[Cited] = []
    if not apart and not found:
        speaks = speaking(_of_called(ranked, calls) if any(calls) else ranked, known)
    if said is not None and not strong(ranked):
        speaks = spoken_of.of_these(speaks, said, told.rulings[0])
    cites = [cite for of_side in (*calls, speaks) for cite in of_side]
    answered = _with(said, found, late)
    points = Registry(known, accounts).points(asked, cites, answered, " . ".join(text for _, text in texts))
    points = _quarrelled_about(points, speaks, said)
    if speaks or any(calls) or said is not None:  # of that they quarrel, and of another point only if it turns more
        points = [point for point in points if point.why != TURNS or _turns_who_wins(point)]
    if any(point.why == CLAIMED for point in points):  # of that the claims speak
        answered = [answer for answer in answered if answer.topic != BOOK or answer is said]
    return _Found(answered, speaks, points)


def _of_called(ranked: Sequence[Near], calls: Sequence[Sequence[Cited]]) -> list[Near]:
    """The steps in which a sheet or card acts that is called upon, but for those that are shown with it.

    To name a sheet or card says nothing of what is claimed of it; nothing where a clause is named.
    """
    called = [cite for cites in calls for cite in cites]
    if not all(cite.id.startswith(SHEETS) for cite in called):
        return []
    shown, named = {cite.step for cite in called}, tuple(f"{cite.id} " for cite in called)
    return [near for near in ranked if near.step.rule.id.startswith(named) and near.step.says not in shown]


_VERY_MATTER = {"time", "order", "discards"}  # an answer on one of these is on the very matter that is claimed


def _with(said: Answer | None, found: Sequence[Answer], late: Sequence[Late]) -> list[Answer]:
    """The answers with what the rules have on what is claimed, which stands in the place of what is only near it.

    That no document says something is told once, by the answer on that very matter, or by the ways that are shown of
    what is noticed late.
    """
    if said is None:
        return [*found]
    others = [answer for answer in found if answer.topic != BOOK]
    if late or any(LATER in answer.questions for answer in others):
        said = said._replace(steps=tuple(step for step in said.steps if step.cites))
    return [*others, said] if said.steps else others


def _quarrelled_about(points: Sequence[Point], speaks: Sequence[Cited], said: Answer | None) -> list[Point]:
    """The disputable points about which they quarrel, where the rules have something on what is claimed.

    One that only stands behind a clause, and turns nothing, is none; where no statement is `said` it may stand behind
    the clause that speaks of it most. Where what is said has points of its own, the others are claimed by their words.
    """
    led_to = {cite.id for cite in (speaks[1:] if said is None else speaks)}
    claimed = said.questions if said is not None else ()
    left = [point for point in points if point.id in claimed or point.why not in led_to or point.turns]
    left = [point for point in left if point.id in claimed or not _turns_nothing_claimed(point)]
    left = [point for point in left if len(point.readings) > 1 or point.why in (ASKED, NAMED)]
    if not claimed:
        return left
    return [point._replace(why=TURNS) if point.why == CLAIMED else point for point in left]


def _turns_who_wins(point: Point) -> bool:
    """True of a point of which another reading turns who wins, or how it ends."""
    parts = [part for reading in point.readings if reading.here is not None for part in reading.here.parts]
    return any(part.field in ("outcome", "winners") for part in parts)


def _turns_nothing_claimed(point: Point) -> bool:
    """True of a point to which a clause leads, and of which other readings only leave other things to do."""
    parts = [part for reading in point.readings if reading.here is not None for part in reading.here.parts]
    return point.why not in (ASKED, NAMED, MATTER, CLAIMED, TURNS) and {part.field for part in parts} == {"then"}


def _played(position: Position, late: Subject | None) -> Position:
    """An account as it is ruled: what was played when it could not be does not count."""
    without = late.without(position) if late is not None else None
    return without if without is not None else position


def _tell_when(fact: Fact, lines: Sequence[Line], late: Sequence[Subject | None]) -> None:
    """Tells of a fact in which two accounts differ only because it was played too late, when that was."""
    subject = next((late[side - 1] for side in fact.between if late[side - 1] is not None), None)
    if subject is None or not subject.is_told_by(fact.difference.clauses):
        return
    one, other = ("; ".join(lines[side - 1].besides) or "in time" for side in fact.between)
    fact.difference = fact.difference._replace(what=f"when {subject.words} came", says=(one, other))


def _told_apart(positions: Sequence[Position], rulings: Sequence[Ruling], apart: bool) -> list[Account]:
    """The accounts that are not the same, each with the number of the first side that tells it."""
    if not apart:
        return [Account(0, positions[0], rulings[0])]
    every = enumerate(zip(positions, rulings, strict=True))
    return [Account(n + 1, position, ruling) for n, (position, ruling) in every if n in _first(positions)]


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
    return argument if all(same_as_kept(*pair) for pair in zip(argument.rulings, kept, strict=True)) else None


def relied(argument: Argument, books: Rulebase | None = None) -> dict[str, str]:
    """What the rulings of an argument rest on, each with a print of what it says now."""
    return prints((id for ruling in argument.rulings for id in ruling.citations), books)


def line_at(table: Any, books: Rulebase | None = None) -> str:
    """What is fought for on a table as a line: as its cards decided it, else as it stands; empty if there is none."""
    return game(table.edition).line_at(table, books)


def _accounts(claims: Sequence[Claim], known: Rulebase) -> list[Position]:
    """Each side's account as a position; what is wrong with one names its party, where there are several accounts."""
    several = len({claim.line for claim in claims}) > 1
    found: list[Position] = []
    for claim in claims:
        try:
            position = of_game.read(claim.line, known)
        except (ImpossibleError, MalformedError) as error:
            raise (_of_party(error, claim) if several else error) from None
        found.append(of_game.spelled_like(found[0], position) if found else position)
    return found


def _of_party(error: ImpossibleError | MalformedError, claim: Claim) -> RefereeError:
    """What is wrong with an account, with the name of its party."""
    if isinstance(error, ImpossibleError):
        return ImpossibleError(claim.line, [f"{fault} (as {claim.party} has it)" for fault in error.faults])
    hint = f"{error.hint} This is what {claim.party} says happened.".strip()
    return MalformedError(error.line, error.column, error.expected, hint)


# -- facts -------------------------------------------------------------------------------------------------------------


def _pairs(positions: Sequence[Position], rulings: Sequence[Ruling], known: Rulebase) -> list[_Pair]:
    """Each two accounts that differ, of those that are the same only the first."""
    return [_Pair(one, other, positions, rulings, known) for one, other in combinations(_first(positions), 2)]


def _first(positions: Sequence[Position]) -> list[int]:
    """The accounts, by number from 0, of those that are the same only the first."""
    before = [[of_game.differences(own, other) for other in positions[:n]] for n, own in enumerate(positions)]
    return [n for n, apart in enumerate(before) if [] not in apart]


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
        told = of_game.differences(*self.positions)
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
            if parts and self._is_disputed(parts):
                fact.turns.append(Turn(side, not parting(self.rulings[1 - into], ruling), parts))

    def _is_disputed(self, parts: Sequence[Part]) -> bool:
        """True if one of these is a field in which the two results differ, or they differ in none."""
        disputed = {part.field for part in self.parts}
        return not disputed or any(part.field in disputed for part in parts)

    def _ruled(self, into: int, facts: Sequence[Fact]) -> Ruling | None:
        """What is ruled on an account with some facts as the other has them; None where that cannot be."""
        taken = [fact.difference for fact in facts]
        if into == 1:  # the second account with these as the first has them is the first with all others as the second
            taken = [fact.difference for fact in self.facts if fact not in facts]
        line = of_game.write(of_game.mixed(*self.positions, taken))
        try:
            ruling: Ruling = of_game.judge(of_game.read(line, self.known), self.known)
        except (ImpossibleError, MalformedError):
            return None
        return ruling

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
