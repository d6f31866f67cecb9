"""The statements that answer questions: each cites clauses that exist, for words that stand in them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from referee.book.books import Books
from referee.book.files import place_of, read_toml
from referee.book.index import answer_files, claims, fact_files
from referee.book.loader import Rulebase
from referee.book.questions import find
from referee.book.statements import Statement, read
from referee.conformance.audit.files import check_citations
from referee.conformance.audit.report import Report
from referee.errors import RefereeError, RulebaseError

_SAYS = 220  # letters of an answer at most: it is one sentence


def check(report: Report, known: Rulebase, books: Books) -> None:
    """Adds the faults of the statements, and counts them."""
    paths = answer_files(known)
    for path in paths:
        try:
            statements = read([other for other in paths if other in (path, paths[-1])], books.names())
        except RulebaseError as error:
            report.fault(f"{path}:1", str(error))
            continue
        if path == paths[-1]:
            continue
        _check(report, known, books, path, statements.all)
        counts = report.counts
        counts["statements that answer"] = counts.get("statements that answer", 0) + len(statements.all)
    _check_facts(report, known, books)
    _check_claims(report, known, books)


def _check_facts(report: Report, known: Rulebase, books: Books) -> None:
    """Adds the faults of the facts, and counts the statements that have some."""
    facts = fact_files(known)
    try:
        read(answer_files(known), books.names(), facts)
    except RulebaseError as error:
        report.fault(error.place, str(error))
        return
    report.counts["statements with facts"] = sum(len(read_toml(path)) for path in facts)


def _check_claims(report: Report, known: Rulebase, books: Books) -> None:
    """Adds the faults of what is told in disputes where its words are claimed, and counts it."""
    path = known.folder / "claims.toml"
    try:
        told, matters = claims(known)
        says = {one.id: one.says for one in read(answer_files(known), books.names()).all}
    except RulebaseError as error:
        report.fault(f"{path}:1", str(error))
        return
    every = ((one, matters[one.id].of) for one in told.all)
    _check(report, known, books, path, [one._replace(says=says.get(of, "")) if of else one for one, of in every])
    for id, matter in matters.items():
        try:
            find(matter.question) if matter.question else None
        except RefereeError as error:
            report.fault(place_of(path, f"[{id}]"), str(error))
    report.counts["matters of disputes"] = len(told.all)


def _check(report: Report, known: Rulebase, books: Books, path: Path, statements: Iterable[Statement]) -> None:
    """Adds the faults of some statements: of their citations, and of their sentences."""
    for statement in statements:
        place = place_of(path, f"[{statement.id}]")
        check_citations(report, known, books, place, statement.cites)
        if len(statement.says) > _SAYS or not statement.says.endswith((".", '."')):
            report.fault(place, f"{statement.id} says no short sentence: {statement.says}")
