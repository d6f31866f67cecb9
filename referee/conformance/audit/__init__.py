"""Do book, law, code and cases agree? Faults are named with file and line; what is covered is counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path

from referee.book.books import Books
from referee.book.files import instead, remembering
from referee.book.loader import Rulebase, rulebase
from referee.book.places import SCENARIOS
from referee.conformance.audit import answers, clashes, code, coverage, files, moments, roles, texts
from referee.conformance.audit.report import Report

__all__ = ["CHECKS", "Report", "audit"]

# What is checked: the files by kind, what answers questions, when each part acts, the clash matrix, what code names,
# the games of their own, what each clause is cited for, and what the cases reach.
MOMENTS, CLASHES, CODE, GAMES, ROLES, COVERAGE = "moments", "clashes", "code", "games", "roles", "coverage"
ANSWERS = "answers"
CHECKS = (*files.CHECKS, ANSWERS, MOMENTS, CLASHES, CODE, GAMES, ROLES, COVERAGE)


def audit(
    known: Rulebase | None = None,
    scenarios: Path = SCENARIOS,
    only: Collection[str] = CHECKS,
    saying: Mapping[str, str] | None = None,
) -> Report:
    """Checks a rulebase (the project's own by default) against its books, the code and the cases.

    `only` names the checks that are wanted. `saying` has texts by the path of a file in the rulebase: what would be
    found if the file said that. Raises RulebaseError where the rulebase cannot be read at all.
    """
    with remembering():
        known = known or rulebase()
        if saying:
            with instead({known.folder / path: text for path, text in saying.items()}):
                books = None if any(path.startswith("books/") for path in saying) else _books(known.folder)
                return _checked(Rulebase(known.folder), scenarios, only, books)
        return _checked(known, scenarios, only)


@lru_cache(maxsize=1)
def _books(folder: Path) -> Books:
    """The books as they are, for what is supposed of other files."""
    books = Books(Rulebase(folder))
    for book in books.names():
        books.clauses(book)
    return books


def _checked(known: Rulebase, scenarios: Path, only: Collection[str], read: Books | None = None) -> Report:
    report, books = Report(), read or Books(known)
    checks: dict[str, Callable[[], None]] = {
        ANSWERS: lambda: answers.check(report, known, books),
        MOMENTS: lambda: moments.check(report, known),
        CLASHES: lambda: clashes.check(report, known, books),
        CODE: lambda: code.check(report, known),
        GAMES: lambda: _games(report, known, books),
        ROLES: lambda: roles.check(report, known, books),
        COVERAGE: lambda: coverage.check(report, known, books, scenarios),
    }
    files.check(report, known, books, only)
    for name, check in checks.items():
        if name in only:
            check()
    return report


def _games(report: Report, known: Rulebase, books: Books) -> None:
    for game in known.games():
        own = known.beside(game, game=game)
        files.check_law(report, own, books)
        texts.check(report, own, books)
        code.check(report, own)
