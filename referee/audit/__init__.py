"""Do book, law, code and cases agree? Faults are named with file and line; what is covered is counted."""

from __future__ import annotations

from pathlib import Path

from referee.audit import clashes, code, coverage, files, moments, roles, texts
from referee.audit.report import Report
from referee.law.books import Books
from referee.law.loader import Rulebase, rulebase
from referee.places import SCENARIOS

__all__ = ["Report", "audit"]


def audit(known: Rulebase | None = None, scenarios: Path = SCENARIOS) -> Report:
    """Checks a rulebase (the project's own by default) against its books, the code and the cases."""
    known = known or rulebase()
    report = Report()
    books = Books(known)
    files.check(report, known, books)
    moments.check(report, known)
    clashes.check(report, known, books)
    code.check(report, known)
    for game in known.games():
        own = Rulebase(known.folder, game, game=game)
        files.check_law(report, own, books)
        texts.check(report, own, books)
        code.check(report, own)
    roles.check(report, known, books)
    coverage.check(report, known, books, scenarios)
    return report
