"""How far each section of each book is held, against what it claims.

*stated*: each clause is restated and linked. *applied*: besides, each normative clause is applied by the law, itself or
through one that says the same, or is marked `inert` with the reason. *cased*: besides, each normative clause that is
not inert is reached by a case. A section claims a level in its file (`held`); `books/held.toml` keeps the highest
level that it ever claimed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.files import place_of, read_toml
from referee.conformance.audit.report import Report

LEVELS = ("stated", "applied", "cased")
NORMATIVE = ("normative", "procedure", "definition")


class Reach(NamedTuple):
    """What is held of the books: ids of clauses, and of rules of law.

    `cited` are the clauses that rules of law cite; `applied` are these, and those that the books mark as saying the
    same; `cased` are those that cases reach and `broken` those that refuse something in a case, with the same ones too;
    `rules` the rules of law that cases reach.
    """

    cited: frozenset[str]
    applied: frozenset[str]
    cased: frozenset[str]
    broken: frozenset[str]
    rules: frozenset[str]


class Section(NamedTuple):
    """One section: what it claims, what is true, and the clauses that keep it from the next level."""

    book: str
    name: str
    place: str
    claims: str
    holds: str
    lacking: tuple[str, ...]


def level(clauses: Iterable[Clause], reach: Reach) -> tuple[str, tuple[str, ...]]:
    """The level that these clauses hold, and the ids of those that lack for the next one."""
    due = [clause for clause in clauses if clause.kind in NORMATIVE and not clause.inert]
    unapplied = tuple(clause.full_id for clause in due if clause.full_id not in reach.applied)
    if unapplied:
        return "stated", unapplied
    uncased = tuple(clause.full_id for clause in due if clause.full_id not in reach.cased)
    return ("applied", uncased) if uncased else ("cased", ())


def sections(books: Books, reach: Reach) -> list[Section]:
    """All sections of all books, in printed order."""
    found = []
    for book in books.names():
        by_section: dict[str, list[Clause]] = {}
        for clause in books.clauses(book).values():
            by_section.setdefault(clause.section, []).append(clause)
        for path in books.files(book):
            data = read_toml(path)
            name = str(data.get("section", ""))
            holds, lacking = level(by_section.get(name, ()), reach)
            found.append(Section(book, name, place_of(path, "held"), data.get("held", ""), holds, lacking))
    return found


def highest(books: Books) -> dict[str, dict[str, str]]:
    """The highest level that each section has claimed, by book and section."""
    path = books.rulebase.folder / "books" / "held.toml"
    return read_toml(path) if path.is_file() else {}


def check(report: Report, books: Books, reach: Reach) -> None:
    """Adds a fault where a section holds less or more than it claims, or claims less than it once did."""
    before = highest(books)
    for section in sections(books, reach):
        counts = report.sections.setdefault(section.book, dict.fromkeys(LEVELS, 0))
        counts[section.holds] += 1
        once = before.get(section.book, {}).get(section.name, LEVELS[0])
        if section.claims not in LEVELS:
            report.fault(section.place, f"{section.book} {section.name} does not say how far it is held")
        elif LEVELS.index(section.holds) < LEVELS.index(section.claims):
            lacking = ", ".join(section.lacking[:3])
            report.fault(section.place, f"claims to be {section.claims} and is only {section.holds}: {lacking}")
        elif section.holds != section.claims:
            report.fault(section.place, f"is {section.holds} and claims no more than {section.claims}")
        if section.claims in LEVELS and LEVELS.index(section.claims) < LEVELS.index(once):
            report.fault(section.place, f"claims to be {section.claims} and was {once} already")
