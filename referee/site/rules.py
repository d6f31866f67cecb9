"""The pages of the books: every clause under its id, with its counterparts, its grade and the cases that show it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from referee.book.clause import Clause
from referee.book.files import read_toml
from referee.site.addresses import Addresses, Link, section_page
from referee.site.case_pages import Shown
from referee.site.pages import NAV, Page

_DRAWN = 2  # cases of a clause whose positions are drawn on its page
# What is said of a clause that binds nobody, by its kind.
_KINDS = {
    "example": "an example",
    "informational": "for information",
    "note": "a note",
    "placeholder": "a heading",
}


def pages(known: Addresses, cases: dict[str, Shown]) -> Iterator[Page]:
    """The contents of all books, of each book, and each section."""
    yield _all_books(known)
    for book in known.books.names():
        yield from _book(known, book, cases)


def title_of(known: Addresses, book: str) -> str:
    """The title of a book."""
    return str(read_toml(known.rulebase.folder / "books" / book / "book.toml")["title"])


def printed_order(path: Path) -> list[int]:
    """Where the file of a section stands among those of its book."""
    return [int(number) for number in re.findall(r"\d+", path.name.split("-")[0])]


def book_page(book: str) -> str:
    """The page with the contents of a book."""
    return f"rules/{book}/index.html"


def _all_books(known: Addresses) -> Page:
    rows = [
        (Link(title_of(known, book), book_page(book)), book, len(known.books.clauses(book)))
        for book in known.books.names()
    ]
    return Page("rules/index.html", "The rules, book by book", "books.html", {"books": rows})


def _book(known: Addresses, book: str, cases: dict[str, Shown]) -> Iterator[Page]:
    title, sections = title_of(known, book), _sections(known, book)
    above = [NAV[0]]
    yield Page(book_page(book), title, "book.html", {"sections": sections}, above)
    above = [*above, Link(title, book_page(book))]
    for place, (section, here) in enumerate(sections):
        shown = [_clause(known, clause, cases) for clause in here]
        beside = {
            "before": sections[place - 1][0] if place else None,
            "after": sections[place + 1][0] if place + 1 < len(sections) else None,
        }
        gone = _gone(known, book, here[0].section)
        yield Page(
            section.place,
            f"{section.says}: {title}",
            "section.html",
            {"section": section.says, "book": title, "clauses": shown, "gone": gone, **beside},
            above,
        )


def _sections(known: Addresses, book: str) -> list[tuple[Link, list[Clause]]]:
    """The sections of a book in their order, each with its clauses; the number of one tells it from its namesakes."""
    clauses = known.books.clauses(book)
    files = [read_toml(path) for path in sorted(known.books.files(book), key=printed_order)]
    often = Counter(told["title"] for told in files)
    found = []
    for told in files:
        id, name = told["section"], told["title"]
        says = f"{id} {name}" if id[0].isdigit() else f"{name} ({id})" if often[name] > 1 else name
        found.append((Link(says, f"rules/{book}/{id}.html"), [clauses[entry["id"]] for entry in told["clause"]]))
    return found


def _clause(known: Addresses, clause: Clause, cases: dict[str, Shown]) -> dict[str, object]:
    """What is shown of a clause."""
    same = (clause.full_id, *clause.same_as)
    own = [cases[id] for id in dict.fromkeys(id for key in same for id in known.cases.get(key, ())) if id in cases]
    plainest = sorted((case for case in own if case.is_drawn), key=lambda case: case.plain)[:_DRAWN]
    lists = (
        ("Says the same", clause.same_as),
        ("Says this and more", clause.within),
        ("Says a part of this", clause.covers),
        ("Refers to", [f"{clause.book} {ref}" for ref in clause.refs]),
    )
    return {
        "clause": clause,
        "kind": _KINDS.get(clause.kind, ""),
        "lists": [(says, known.clauses(ids)) for says, ids in lists if ids],
        "near": known.clauses(clause.near),
        "points": [known.point(id) for id in clause.questions],
        "drawn": plainest,
        "cases": [case for case in own if case not in plainest],
    }


def _gone(known: Addresses, book: str, section: str) -> list[tuple[str, Link]]:
    """The ids that stood in a section once and are retired, each with the clause that took its place."""
    ids = [(old.removeprefix(f"{book} "), new) for old, new in known.retired.items() if old.startswith(f"{book} ")]
    return [(old, known.clause(new)) for old, new in ids if old.startswith(f"{section}.")]


def retired_place(known: Addresses, id: str) -> str:
    """The place of a retired id: on the page of the section in which it stood; KeyError where that is no more."""
    book, _, local = id.partition(" ")
    for clause in known.books.clauses(book).values():
        if local.startswith(f"{clause.section}."):
            return f"{section_page(clause)}#{local}"
    raise KeyError(id)
