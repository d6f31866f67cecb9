"""A dispute about an act: one of a moment of a kept table, or one that is asked about, ruled as `may` rules it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from referee.book.law import ASSUMPTION
from referee.book.loader import Rulebase
from referee.book.questions import find, preferred
from referee.disputes import spoken_of
from referee.disputes.citations import cited, clauses_of
from referee.disputes.claims import speaking
from referee.disputes.moments import Deed
from referee.disputes.nearest_steps import nearest, strong
from referee.disputes.people import position_with
from referee.disputes.records import (
    CLAIMED,
    Answer,
    Argument,
    Cited,
    Claim,
    Late,
    Part,
    Point,
    Reading,
    Told,
    Tried,
    Way,
)
from referee.disputes.results import apart as apart_in
from referee.duel.games import acts, books_by, game, read_by
from referee.errors import LedgerError, RefereeError, RulebaseError
from referee.judge.ruling import DEPENDS, DETERMINED, ILLEGAL, Illegal, Ruling
from referee.judge.table.verdict import LEGAL, Decided

_STATUS = {LEGAL: DETERMINED, ILLEGAL: ILLEGAL, DEPENDS: DEPENDS}
_BROKEN = (AttributeError, KeyError, TypeError, ValueError)
_RESULT = ("status", "illegal")  # what has to be as it was for a dispute to be argued again
_MOST_QUESTIONS = 3  # disputable points whose readings are tried
_MOST_RIGHT = 2  # legal acts that are ruled in the place of one

Verdict = Decided[Any, Any]  # on a command, at a table of whatever game


class ActRuling(Ruling):
    """What is ruled of an act: as of an encounter, but that nothing of it is decided yet.

    `status` is `determined` for one that may be done. `act` is the verdict on it, as JSON: as it was `said`, the
    `command` that it is, what it `says`, what it `assumes`, the `state` of the table before it, and what was `played`
    there in this encounter.
    """

    def __init__(self, verdict: Verdict, table: Any, position: str, act: Told) -> None:
        super().__init__(verdict.edition, lambda: position, _STATUS[verdict.status], verdict.root)
        self.table = table
        self._undecided = acts(verdict.edition).undecided(table)
        self.illegal = [
            Illegal(refusal.finding, [*refusal.nearest], str) for refusal in (*verdict.illegal, *verdict.anyway)
        ]
        self.act = act

    def _summary(self) -> Told:
        illegal = [illegal.to_dict() for illegal in self.illegal]
        return {"status": self.status, **self._undecided, "then": [], "illegal": illegal}

    def result(self) -> Told:
        """What two rulings of acts may agree in: if it may be done, and what forbids it."""
        return {"status": self.status, "illegal": [illegal.finding.says for illegal in self.illegal]}

    def to_dict(self, proof: bool = True) -> Told:
        """As JSON, with the verdict under `act`."""
        return {**super().to_dict(proof), "act": self.act}


# -- ruling ------------------------------------------------------------------------------------------------------------


def ruled(deed: Deed, books: Rulebase) -> ActRuling:
    """What is ruled of an act. Raises MalformedError for what is not understood, LedgerError for a damaged table."""
    table, of = _table(deed, books), acts(books.edition)
    alone = deed.asked and table is not None
    verdict = of.alone(table, deed.said, books) if alone else _verdict(deed.said, table, books)
    act = {
        "said": deed.said,
        "command": verdict.command,
        "verdict": verdict.status,
        "says": [step.says for step in verdict.steps if step.rule.kind != ASSUMPTION],
        "allowed_by": verdict.allowed_by,
        "assumes": [step.says for step in verdict.steps if step.rule.kind == ASSUMPTION],
        "state": deed.state,
        "anyway": deed.anyway,
        "asked": deed.asked,
        "played": of.played(table) if table is not None else [],
    }
    return ActRuling(verdict, table or verdict.table, _position(deed, verdict, table), act)


def _table(deed: Deed, books: Rulebase) -> Any:
    """The table before an act, None where only facts are told. LedgerError where it is damaged."""
    if deed.state is None:
        return None
    try:
        return game(books.edition).from_data(deed.state)
    except _BROKEN:
        raise LedgerError("the table of this dispute is damaged: it cannot be ruled again") from None


def _verdict(said: str, table: Any, books: Rulebase, anyway: bool = False) -> Verdict:
    """The verdict on what was said at a table; without one (None), on the facts that are said with it."""
    of, played = acts(books.edition), game(books.edition)
    if table is not None:
        return of.asked(table, said, books) if of.is_asked(said) else played.tell(table, said, anyway, books)
    laid = said.split(maxsplit=1)[:1] == ["table"]
    return of.lay(said, books) if laid else played.question(said, books.edition, books)


def _position(deed: Deed, verdict: Verdict, table: Any) -> str:
    """An act with the facts under which it was ruled, as `may` asks it."""
    if table is None:
        return " ".join(deed.said.split())
    return " ; ".join((verdict.command, *acts(verdict.edition).facts(table)))


# -- arguing -----------------------------------------------------------------------------------------------------------


def argue(claims: Sequence[Claim], deed: Deed, books: Rulebase, question: str | None = None) -> Argument:
    """Argues a dispute out about an act; the line of a claim is the act as that party has it.

    `question` is a disputable point that it is about. Raises MalformedError for an act that is not understood, naming
    its party, and RulebaseError for an unknown question.
    """
    rulings = [_of(claim, deed, books, len({claim.line for claim in claims}) > 1) for claim in claims]
    calls = [_called(claim, ruling, books) for claim, ruling in zip(claims, rulings, strict=True)]
    apart = [
        (one + 1, other + 1, parts)
        for one, other in combinations(range(len(rulings)), 2)
        if (parts := apart_in(rulings[one].result(), rulings[other].result()))
    ]
    positions = {ruling.position for ruling in rulings}
    ranked = nearest(claims, rulings[0], books)
    said = spoken_of.on_ruling([*claims, Claim("", _verb(rulings[0]), "")], rulings[0], calls, books, ranked)
    late = [*_late(claims, rulings, deed, books)]
    ids = _points(question, rulings[0], [cite for cites in calls for cite in cites], said)
    points = [_point(id, why, deed, claims[0], rulings[0], books) for id, why in ids.items()]
    return Argument(
        tuple(claims),
        [*rulings],
        agree=not apart and (deed.state is None or len(positions) == 1),  # at a table only one of two acts was done
        same_facts=len(positions) == 1,
        differences=[],
        together=[],
        apart=apart,
        cited=calls,
        speaks=speaking(ranked, books) if strong(ranked) and not any(calls) else [],
        registry=[point for point in points if point.why != _RULED or point.turns],
        answers=_told_once(said, late),
        late=late,
    )


def _verb(ruling: ActRuling) -> str:
    """The word of the act that is argued about, of which nobody has to speak who claims something on it."""
    return str(ruling.act["command"]).partition(" ")[0]


def _told_once(said: Answer | None, late: Sequence[Late]) -> list[Answer]:
    """What is told on what is claimed, without that no document says something where the ways to go on tell that."""
    if said is not None and late:
        said = said._replace(steps=tuple(step for step in said.steps if step.cites))
    return [said] if said is not None and said.steps else []


def argue_again(told: Told, books: Rulebase | None = None) -> Argument | None:
    """A kept dispute about an act argued again; None where that comes to something else now."""
    act = told["sides"][0]["ruling"]["act"]
    claims = [Claim(side["party"], side["claim"], side["line"]) for side in told["sides"]]
    known = books or books_by(told["edition"], told["readings"])
    try:
        argument = argue(claims, deed_of(act, claims[0].line), known, told["question"])
    except RefereeError:
        return None
    pairs = zip(argument.rulings, told["sides"], strict=True)
    return argument if all(_stands(ruling, side["ruling"]) for ruling, side in pairs) else None


def deed_of(act: Told, said: str) -> Deed:
    """The act that was kept with its ruling."""
    return Deed(said, act["state"], act["anyway"], act["asked"])


def _stands(ruling: Ruling, kept: Told) -> bool:
    now = ruling.to_dict(proof=False)
    return all(now[name] == kept[name] for name in _RESULT)


def _of(claim: Claim, deed: Deed, books: Rulebase, several: bool) -> ActRuling:
    """What is ruled of the act as one party has it; what is wrong with it names the party, where there are several."""
    try:
        return ruled(deed._replace(said=claim.line, anyway=deed.anyway and claim.line == deed.said), books)
    except RefereeError as error:
        if several and claim.party:
            raise RefereeError(f"{error} (as {claim.party} has it)") from None
        raise


def _called(claim: Claim, ruling: ActRuling, known: Rulebase) -> list[Cited]:
    """What a side calls upon, held against the verdict."""
    position = position_with(ruling.table.seats, acts(ruling.edition).sheets(ruling.table))
    return cited((*claim.clauses, *clauses_of(claim.claim, position, known)), ruling, position, known)


# -- disputable points -------------------------------------------------------------------------------------------------


def _points(asked: str | None, ruling: Ruling, cites: Sequence[Cited], said: Answer | None) -> dict[str, str]:
    """The disputable points in question, each with why: asked for, named, claimed, or what it rests on."""
    why = {find(asked)["id"]: "asked"} if asked else {}
    for cite in cites:
        for question in cite.questions:
            if cite.id == question:
                why.setdefault(question, "named")
    for question in said.questions if said is not None else ():
        why.setdefault(question, CLAIMED)
    for question in ruling.questions:
        why.setdefault(question, _RULED)
    return {question: why[question] for question in list(why)[:_MOST_QUESTIONS]}


_RULED = "ruled"


def _point(id: str, why: str, deed: Deed, claim: Claim, ruling: ActRuling, known: Rulebase) -> Point:
    told = find(id)
    taken = known.readings.get(told["id"], preferred(told, known))

    tries = id in ruling.questions or why != CLAIMED  # on what is only spoken of no reading turns anything

    def tried(reading: str) -> Tried | None:
        if reading == taken or not tries:
            return None
        return _tried(id, reading, deed._replace(said=claim.line), ruling, known)

    readings = tuple(Reading(reading, reading["name"] == taken, tried(reading["name"])) for reading in told["readings"])
    return Point(told, readings, why, id in ruling.questions)


def _tried(question: str, reading: str, deed: Deed, ruling: ActRuling, known: Rulebase) -> Tried:
    """What another reading makes of the act, or why it cannot be tried."""
    try:
        books = read_by(known, {question: reading})
    except RulebaseError as error:
        return Tried(why=error.fault)
    now = ruled(deed, books)
    if now.status == ruling.status:
        return Tried()
    return Tried((Part("status", (ruling.status, now.status)),))


# -- noticed late ------------------------------------------------------------------------------------------------------


def _late(claims: Sequence[Claim], rulings: Sequence[ActRuling], deed: Deed, books: Rulebase) -> Iterator[Late]:
    """What can be done about an act that was done although a rule forbade it, of each account once."""
    seen: set[str] = set()
    for number, (claim, ruling) in enumerate(zip(claims, rulings, strict=True), 1):
        if ruling.act["anyway"] and ruling.status == ILLEGAL and ruling.position not in seen:
            seen.add(ruling.position)
            yield _ways(number, deed._replace(said=claim.line), ruling, books)


def _ways(side: int, deed: Deed, ruling: ActRuling, books: Rulebase) -> Late:
    """It stands as it was done, or it is put right: by another act, by one before it, or by dropping it."""
    table = ruling.table
    stands = _way(deed.said, [_verdict(deed.said, table, books, anyway=True)])
    command = ruling.act["command"]
    nearest = [near for illegal in ruling.illegal for near in illegal.nearest][:_MOST_RIGHT]
    right = [told for near in nearest if (told := _righted(near, command, table, books))]
    ways = tuple(_way(" / ".join(done.command for done in told), told) for told in right)
    return Late(side, stands, ways or (Way("", {"status": DETERMINED, "says": []}),))


def _righted(near: str, command: str, table: Any, books: Rulebase) -> list[Verdict]:
    """The verdicts on a legal act of the same kind, in the place of a command; or on one, and then on the command.

    Nothing where it is neither: what was done is not put right by something else that may be done.
    """
    first = _verdict(near, table, books)
    if not first.legal:
        return []
    kind = acts(books.edition).kind
    if kind(near, table) == kind(command, table):
        return [first]
    then = _verdict(command, first.table, books)
    return [first, then] if then.legal else []


def _way(line: str, verdicts: Sequence[Verdict]) -> Way:
    status = _STATUS[verdicts[-1].status]
    says = [step.says for verdict in verdicts for step in verdict.steps if step.rule.kind != ASSUMPTION]
    return Way(line, {"status": status, "says": says})
