"""The statements that answer questions: each cites clauses that exist, for words that stand in them."""

from __future__ import annotations

from referee.book.books import Books
from referee.book.files import place_of
from referee.book.index import answer_files
from referee.book.loader import Rulebase
from referee.book.statements import read
from referee.conformance.audit.files import check_citation
from referee.conformance.audit.report import Report
from referee.errors import RulebaseError

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
        for statement in statements.all:
            place = place_of(path, f"[{statement.id}]")
            for id, anchor in statement.cites.items():
                check_citation(report, known, books, place, id, anchor)
            if len(statement.says) > _SAYS or not statement.says.endswith((".", '."')):
                report.fault(place, f"{statement.id} says no short sentence: {statement.says}")
        counts = report.counts
        counts["statements that answer"] = counts.get("statements that answer", 0) + len(statements.all)
