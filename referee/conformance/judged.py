"""A case judged: what is answered to it, and in what that differs from what it expects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from referee.book.law import FACT, PARAMETER, Rule
from referee.book.loader import rulebase
from referee.book.parameters import NOT_STATED
from referee.conformance.answering import IMPOSSIBLE, MALFORMED, Answer, OwnAnswer, answer
from referee.conformance.expected import (
    QUESTIONS,
    Difference,
    differences_from,
    to_be_asserted,
    unasserted,
    unlisted,
    unnamed,
)
from referee.conformance.items import Item, items_of
from referee.conformance.scenario import LINES, Case, CaseFile, full_id, read_cases
from referee.duel.games import books_by
from referee.judge.ways.table import lines_of, otherwise_than_marked

_TEXTS = ("alien", "card", "players")  # what a rule cites that rests on the text of a sheet or card
PASSED, FAILED, DEVIATES = "passed", "failed", "deviates"
_REFUSED, _CITES = "refused", "cites"


@dataclass(slots=True)
class Result:
    """How a case came out: the differences, the clauses its proofs reached, and those that refused (`broken`)."""

    file: Path
    case: Case
    edition: str
    differences: list[Difference]
    cites: set[str]
    broken: set[str]
    proofs: set[Rule]  # the rules of its proofs

    @property
    def status(self) -> str:
        """`passed`, `failed` or `deviates`; one that is marked as deviating, and passes, has failed."""
        if self.case.deviates:
            return FAILED if self.differences[0].where == "deviates" else DEVIATES
        return FAILED if self.differences else PASSED

    @property
    def rules(self) -> set[str]:
        """The rules of its proofs, by id."""
        return {rule.id for rule in self.proofs}

    @property
    def uncited(self) -> set[str]:
        """The rules that cite nothing although they have to."""
        return {rule.id for rule in self.proofs if not rule.cites and not _needs_no_clause(rule)}

    @property
    def twice(self) -> set[str]:
        """The rules that cite a clause twice."""
        return {rule.id for rule in self.proofs if len({cite.id for cite in rule.cites}) < len(rule.cites)}

    @property
    def textless(self) -> set[str]:
        """The rules that rest on a sheet or card and cite none."""
        return {rule.id for rule in self.proofs if rule.sheet and not _names_a_text(rule)}

    def to_dict(self) -> dict[str, object]:
        """As JSON (CONTRACT: `referee check --json`)."""
        return {"id": self.case.id, "status": self.status, "differences": [d.to_dict() for d in self.differences]}


def _needs_no_clause(rule: Rule) -> bool:
    """True for what was told, and for what a book says nothing of: there is no clause to cite."""
    return rule.kind == FACT or (rule.kind == PARAMETER and rule.value == NOT_STATED)


def _names_a_text(rule: Rule) -> bool:
    """True if a rule cites a sheet or card, what the players say of one, or what is followed in its place."""
    return rule.id == "assumptions.silent" or any(cite.id.partition(" ")[0] in _TEXTS for cite in rule.cites)


def check(path: Path, strict: bool = False) -> Iterator[Result]:
    """Judges every case of a file, in each edition it speaks of."""
    cases = read_cases(path)
    for case in cases.case:
        yield check_case(path, cases, case, strict)


def check_case(
    path: Path, file: CaseFile, case: Case, strict: bool = False, readings: Mapping[str, str] | None = None
) -> Result:
    """Judges one case by this program and compares; with `strict`, a headline field left unasserted is a difference
    too, and so is a question that the ruling names and the case does not list.

    By other `readings` what follows is compared, and neither clauses nor words.
    """
    items = items_of(file, case, readings)
    answers = [answer(item) for item in items]
    found: list[Difference] = []
    for item, told in zip(items, answers, strict=True):
        differences = [*differences_of(item, told), *(_loose(item, told) if strict and item.reasons else ())]
        where = f"in {item.edition}: " if item.is_elsewhere else ""
        found += [replace(one, where=f"{where}{one.where}") for one in differences] if where else differences
    if case.deviates and not found:
        found = [Difference("deviates", case.deviates, "the case passes; take the mark away")]
    return _result(path, items[0], found, answers)


def _result(path: Path, own: Item, differences: list[Difference], answers: list[OwnAnswer]) -> Result:
    rulings = [ruling for told in answers for ruling in told.rulings]
    cites = {id for ruling in rulings for id in ruling.citations}
    broken = {id for ruling in rulings for id in ruling.refused_by}
    proofs = {rule for told in answers for rule in told.rules}
    return Result(path, own.case, own.edition, differences, cites, broken, proofs)


# -- an answer held against what is expected ---------------------------------------------------------------------------


def differences_of(item: Item, told: Answer) -> list[Difference]:
    """In what an answer, of whatever program, differs from what its item expects."""
    if told.fault is not None:
        return [told.fault]
    if told.refused in (MALFORMED, IMPOSSIBLE):
        return _unread(item, told)
    if item.kind == "play":
        return _differences_of_play(item, told)
    if _REFUSED in item.expected:
        return _differences_of_refusal(item, told)
    ruling = dict(told.told or {"status": told.refused or None})
    if told.cites is not None:
        ruling[_CITES] = list(told.cites)
    return [*differences_from("", item.expected, ruling), *_unreached(item, told)]


def _unread(item: Item, told: Answer) -> list[Difference]:
    """Of what was not understood, or cannot be, only that can be expected."""
    expected = item.expected
    if expected.get(_REFUSED) != told.refused:
        wanted = expected.get(_REFUSED) or f"{expected.get('status', 'a ruling')}: {expected.get('outcome')}"
        return [Difference(_REFUSED, wanted, f"{told.refused}: {told.says}")]
    found = [Difference(key, expected[key], "the line is refused") for key in expected if key != _REFUSED]
    return [*found, *(Difference("settles", id, "the line is refused") for id in item.case.settles)]


def _differences_of_refusal(item: Item, told: Answer) -> list[Difference]:
    """Of what must be refused: that it is, and what else is expected of it."""
    expected, ruling = item.expected, told.told or {"status": told.refused or None}
    found: list[Difference] = []
    if not told.refused or told.refused != expected[_REFUSED]:
        came = told.refused or f"{ruling.get('status')}: {ruling.get('outcome')}"
        found.append(Difference(_REFUSED, expected[_REFUSED], came))
    rest = {key: value for key, value in expected.items() if key not in (_REFUSED, _CITES, QUESTIONS)}
    found += differences_from("", rest, ruling)
    if told.refused_by is not None:
        by, wanted = told.refused_by, expected.get(_CITES, [])
        found += [Difference(_CITES, id, sorted(by)) for id in wanted if not _reached(id, by, item.edition)]
    return [*found, *unnamed(expected, told.questions or []), *_unreached(item, told)]


def _differences_of_play(item: Item, told: Answer) -> list[Difference]:
    """Each command is accepted, or refused by its clause; then the table is compared (CONTRACT: a case file)."""
    lines = list(lines_of(item.case.play))
    if len(told.steps) != len(lines):
        return [Difference("steps", f"{len(lines)}, one for each command", len(told.steps))]
    books = books_by(item.edition)
    faults = [
        otherwise_than_marked(line, step.refused, step.by, step.says, books)
        for line, step in zip(lines, told.steps, strict=True)
    ]
    faults = [fault for fault in faults if fault]
    if faults or told.told is None:
        return [Difference("play", "as marked", fault) for fault in faults or ["no table was laid"]]
    return [*differences_from("", item.expected, told.told), *_unreached(item, told)]


def _unreached(item: Item, told: Answer) -> list[Difference]:
    """The clauses that the case settles, and none of the proofs reaches."""
    if told.cites is None:
        return []
    missing = [id for id in item.case.settles if not _reached(id, told.cites, item.edition)]
    return [Difference("settles", id, "no proof reaches it") for id in missing]


def _reached(id: str, cites: Collection[str], edition: str) -> bool:
    """True if a clause is among the citations, or one that the books mark as saying the same, or that and more."""
    id = full_id(id, edition)
    return id in cites or not rulebase().saying(id).isdisjoint(cites)


def _loose(item: Item, told: OwnAnswer) -> list[Difference]:
    """What a case leaves unasserted (`--strict`): a headline of its own edition, and questions that are named."""
    found: list[Difference] = []
    if not item.case.play and item.lists_questions:
        found += unlisted(item.expected, told.questions or [])
    if item.is_elsewhere or told.told is None or _REFUSED in item.expected:
        return found
    if item.kind in LINES:
        found += unasserted(item.expected, told.told)
    elif item.kind == "timing" and not told.refused:
        unsaid = [key for key in ("status", "order") if key not in item.expected]
        found += to_be_asserted([key for key in unsaid if told.told[key] is not None])
    return found
