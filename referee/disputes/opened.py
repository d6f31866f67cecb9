"""How a dispute is opened: what it starts from, what it is about, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.fingerprints import prints
from referee.book.wording import words_shared
from referee.disputes import accounts, answers_before, house_rules, lines, of_act, of_question
from referee.disputes.accounts import line_at, relied, rulebook
from referee.disputes.arguing import kind_of
from referee.disputes.claims import under
from referee.disputes.moments import Deed, Moment
from referee.disputes.people import remarks
from referee.disputes.precedents import precedents_of
from referee.disputes.records import BOOK, SHEETS, Answer, Argument, Claim, Dispute, Precedent, Step, Told
from referee.duel.games import acts, edition_of
from referee.errors import LedgerError, RefereeError
from referee.judge.ruling import Ruling
from referee.ledger.disputes import Side, open_dispute
from referee.ledger.rulings import one

if TYPE_CHECKING:
    from referee.book.loader import Rulebase


WHAT_HAPPENED = (
    "What happened, on one line? Say it with LINE (or --from-ruling, --table, --may), or ask with --about alone"
)

_CORRECTION = "set"  # the command that tells how a table stands


class Start(NamedTuple):
    """What a dispute starts from: the line (empty: none yet), the edition, the readings, and the table.

    In place of the line a `deed`: an act at a table, or on facts that are told. `moment` is the one of a kept table
    that it is about. `by_default` is True of the act that a table did last, where nobody says which one is meant.
    """

    line: str
    edition: str = "consolidated"
    readings: Mapping[str, str] = {}
    game: str | None = None
    deed: Deed | None = None
    moment: Moment | None = None
    by_default: bool = False

    @property
    def is_open(self) -> bool:
        """True if nothing is told yet of what happened."""
        return not self.line and self.deed is None

    def books(self, path: Path) -> Rulebase:
        """The rulebase that the dispute is ruled by: at a table with its house rules."""
        house = house_rules.read(path, self.game) if self.game else None
        return house_rules.books(house, edition_of(self.line, self.edition), self.readings)


def from_ruling(path: Path, id: int, edition: str | None, readings: Mapping[str, str]) -> Start:
    """A start from a kept ruling: its position, edition and readings."""
    kept = one(path, id)
    return Start(kept["position"], edition or kept["edition"], {**kept.get("readings", {}), **readings})


def from_table(name: str, table: Any, line: str | None, edition: str | None, readings: Mapping[str, str]) -> Start:
    """A start from what is fought for on a table, or from a line told at it; from no line before there is any."""
    if line is None and not acts(table.edition).before_plans(table):
        line = line_at(table)
    return Start(line or "", edition or table.edition, readings, name)


class Asked(NamedTuple):
    """What a dispute is asked to start from, each None where it was not said.

    A `line`; the id of a kept `ruling`; a `table` (an empty name: the one in use), at a `step` of its history or in an
    `encounter` of its game; or an act as `may` asks about it.
    """

    line: str | None = None
    ruling: int | None = None
    table: str | None = None
    step: int | None = None
    encounter: int | None = None
    may: str | None = None

    @property
    def moment(self) -> bool:
        """True if a moment of a table is meant."""
        return self.step is not None or self.encounter is not None


def only_one_start(asked: Asked) -> None:
    """RefereeError for more than one thing to start from; a line and an act may be told at a table."""
    things = (asked.line, asked.ruling, asked.may)
    if sum(thing is not None for thing in things) > 1 or (asked.ruling is not None and asked.table is not None):
        raise RefereeError("a dispute starts from one thing: a line, --from-ruling, --may or --table")
    if asked.moment and (asked.line is not None or asked.ruling is not None):
        raise RefereeError("--step and --encounter are of a table: say no line and no --from-ruling with them")
    if asked.step is not None and asked.encounter is not None:
        raise RefereeError("--step or --encounter, not both: a step is one command of the history")
    if asked.may is not None and asked.encounter is not None:
        raise RefereeError("--may is asked at one --step of a table, not in a whole --encounter")


class NewDispute(NamedTuple):
    """A dispute that is argued and not kept yet, with the argument and the rulebase that it was ruled by."""

    dispute: Dispute
    argument: Argument
    books: Rulebase

    def kept(self, path: Path) -> Dispute:
        """Keeps it and returns it with its number; LedgerError where it cannot be kept."""
        told = self.dispute.kept
        clauses = _clauses(self.argument, self.books)
        sides = [Side(side["party"], side["claim"], side["line"], side["ruling"]) for side in told["sides"]]
        id = open_dispute(
            path,
            sides,
            relied(self.argument, self.books) | prints(clauses, self.books),
            rulebook(self.books),
            told["about"],
            told["question"],
            told["game"],
            self.books.readings,
            clauses,
        )
        return self.dispute._replace(kept={**told, "id": id})


def opened(path: Path, start: Start, claims: Sequence[Claim], question: str | None, about: str) -> NewDispute:
    """Argues a dispute out: rules each side's account, and finds what it is about where nobody says.

    Without an account, and with nothing that it starts from, it is about the question that `about` asks. Raises
    RefereeError where there is no question either.
    """
    books = start.books(path)
    argument = _argued(start, list(claims) or [Claim("", "", start.line)], books, question, about)
    point = _point(argument)
    before = _precedents(path, argument, books, start.game)
    told: Told = {
        "format": 1,
        "id": None,
        "state": "open",
        "edition": books.edition,
        "game": start.game,
        "about": about or _about(argument, point),
        "question": point,
        "readings": dict(books.readings),
        "sides": _sides(argument, start.moment),
        "argument": argument.to_dict(),
        "promotions": [],
        "precedents": [precedent.to_dict() for precedent in before],
    }
    told["kind"] = kind_of(told["sides"][0]["ruling"])
    told["remarks"] = remarks(told["sides"])
    return NewDispute(Dispute(told, argument, before), argument, books)


def _with_act(claims: Sequence[Claim], act: str) -> list[Claim]:
    """The claims, each with the act as its party has it; those that tell none with what was done."""
    return [claim if claim.line else claim._replace(line=act) for claim in claims]


def _argued(start: Start, claims: Sequence[Claim], books: Rulebase, question: str | None, about: str) -> Argument:
    """What comes of the claims: on an act, on what happened, or on a question alone.

    What is asked at a table without a word of an act is a question, if the rules have something on it: a sentence, what
    is told on the claims, or clauses that answer it, where it has no word of what was done last. A correction only
    tells how the table stands.
    """
    if start.by_default and about.strip():
        found = of_question.argue(claims, about, books, question)
        is_of_deed = start.deed is not None and not _is_correction(start.deed) and words_shared(about, start.deed.said)
        if found.answers or of_question.is_settled(found) or (of_question.is_answered(found) and not is_of_deed):
            return found
    if start.deed is not None:
        return of_act.argue(_with_act(claims, start.deed.said), start.deed, books, question)
    if any(claim.line for claim in claims):
        return accounts.argue(claims, books.edition, books=books, question=question)
    if not about.strip():
        raise RefereeError(WHAT_HAPPENED)
    return of_question.argue(claims, about, books, question)


def _is_correction(deed: Deed) -> bool:
    return deed.said.split(maxsplit=1)[:1] == [_CORRECTION]


def _point(argument: Argument) -> str | None:
    """The disputable point that a dispute is about, by its id."""
    return argument.point.id if argument.point is not None else None


def _clauses(argument: Argument, books: Rulebase) -> list[str]:
    """The clauses of the rulings that the claims are about: those that they name, else those that answer them.

    Those of sheets and cards that are told on what is claimed come before those of steps. None is among them on which
    every ruling rests, if no word of it was claimed: it answers by chance.
    """
    if isinstance(argument.rulings[0], of_question.AnswerRuling):
        return of_question.point_of(argument)
    named = [cite.by for cites in argument.cited for cite in cites if cite.rests and cite.by]
    claims, plain = " ".join(claim.claim for claim in argument.claims), lines.plain_clauses(books)
    speaks = [
        cite.by for cite in argument.speaks if cite.by not in plain or words_shared(claims, f"{cite.step} {cite.says}")
    ]
    told = [*_told_of(argument, argument.rulings[0])] if isinstance(argument.rulings[0], Ruling) else []
    if named or told or speaks or argument.differences or not isinstance(argument.rulings[0], Ruling):
        return named or told or speaks
    said = [claim.claim for claim in argument.claims]
    return [id for id in under(said, argument.rulings[0], books) if id not in plain]


def _of_sheets_or_game(answer: Answer) -> Sequence[Step]:
    """The steps of an answer that tell of sheets and cards, or why somebody has not won."""
    if answer.topic == "game":
        return answer.steps[1:]
    return answer.steps if answer.topic == BOOK else ()


def _told_of(argument: Argument, ruling: Ruling) -> Iterator[str]:
    """The clauses of a ruling that are told on what is claimed: of sheets and cards, and why somebody has not won."""
    rests = {cite.id for step in ruling.findings for cite in step.rule.cites}
    for answer in argument.answers:
        steps = _of_sheets_or_game(answer)
        for id in dict.fromkeys(cite for step in steps for cite in step.cites):
            if id in rests and (answer.topic == "game" or id.startswith(SHEETS)):
                yield id


def _about(argument: Argument, point: str | None) -> str:
    """What a dispute is about, where nobody says."""
    if isinstance(argument.rulings[0], of_act.ActRuling):
        return str(argument.rulings[0].act["command"])
    if point:
        return next(str(known.told["title"]) for known in argument.registry if known.id == point)
    deciding = [line for line in argument.lines if line.decides]
    facts = [line.what for line in deciding or argument.lines]
    matters = [answer.about for answer in argument.answers if answer.about]
    return ", ".join((facts or matters)[:2])


def _sides(argument: Argument, moment: Moment | None) -> list[Told]:
    is_question = isinstance(argument.rulings[0], of_question.AnswerRuling)
    at = {} if moment is None or is_question else {"moment": moment.to_dict()}
    return [
        {
            "side": number,
            "party": claim.party,
            "claim": claim.claim,
            "line": claim.line,
            "position": ruling.position,
            "status": ruling.status,
            "outcome": lines.outcome_of(ruling),
            "ruling": {**ruling.to_dict(), **at},
        }
        for number, (claim, ruling) in enumerate(zip(argument.claims, argument.rulings, strict=True), 1)
    ]


def _to_compare(argument: Argument, ruling: Ruling, books: Rulebase) -> Told:
    """A ruling as it is held against earlier ones: an answer in words with what it is about, and what is claimed."""
    told = ruling.to_dict()
    if not isinstance(ruling, of_question.AnswerRuling):
        return told
    claims = [claim.claim for claim in argument.claims]
    near = of_question.near(ruling, claims, books)
    return {
        **told,
        "point": of_question.point_of(argument),
        "near": near,
        "argued": answers_before.argued(told, claims),
    }


def _precedents(path: Path, argument: Argument, books: Rulebase, game: str | None) -> tuple[Precedent, ...]:
    """What was decided before on what the rulings rest on; nothing where the ledger cannot be read."""
    found: dict[tuple[int, str], Precedent] = {}
    try:
        for ruling in {ruling.position: ruling for ruling in argument.rulings}.values():
            for precedent in precedents_of(path, _to_compare(argument, ruling, books), books, game):
                found.setdefault((precedent.dispute, precedent.says), precedent)
    except LedgerError:  # said where the dispute itself cannot be kept
        return ()
    return tuple(found.values())
