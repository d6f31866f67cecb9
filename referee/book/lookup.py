"""Clauses ready to be looked up one at a time: what `referee rule` tells of each, kept in a file between calls.

Reading all books to show one clause would cost more than the rest of the command.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.cache import Cache, stamp
from referee.book.places import RULEBASE, SCENARIOS

if TYPE_CHECKING:
    from referee.book.books import Books

Cases = Callable[[], dict[str, list[str]]]
_CASES = "cases"  # what these are called in the file


def look_up(ids: list[str], folder: Path | None, cases: Cases) -> dict[str, Any] | None:
    """What there is to tell of the first of these clauses that exists (`Clause.to_dict`, with the ids of `cases`).

    None if none of them exists, or if there is no `folder` to keep such things in. `cases` tells the ids of the
    cases by the clause that they settle; it is asked only when a book is read.
    """
    if folder is None:
        return None
    cache, key = Cache(folder / "clauses.json"), stamp(_files())

    def clauses(book: str) -> dict[str, Any]:
        told: dict[str, Any] = cache.get(book, key, lambda: _clauses(book, cache.get(_CASES, key, cases)))
        return told

    known = {entry.name for entry in os.scandir(RULEBASE / "books") if entry.is_dir()}
    asked = [(book, local) for book, _, local in (id.partition(" ") for id in ids) if book in known]
    found = next((clauses(book)[local] for book, local in asked if local in clauses(book)), None)
    cache.keep()
    return found


def tell(books: Books, book: str, id: str, cases: Cases) -> dict[str, object]:
    """The same, read from the books; KeyError if there is no such clause."""
    return _told(books, book, id, cases())


def _clauses(book: str, cases: dict[str, list[str]]) -> dict[str, object]:
    """What there is to tell of all clauses of a book, by their local ids."""
    from referee.book.books import Books  # only when the file is made
    from referee.book.loader import rulebase

    books = Books(rulebase())
    return {id: _told(books, book, id, cases) for id in books.clauses(book)}


def _told(books: Books, book: str, id: str, cases: dict[str, list[str]]) -> dict[str, object]:
    clause = books.clauses(book)[id]
    same = (clause.full_id, *sorted(books.rulebase.same_as(clause.full_id)))
    return {**clause.to_dict(), "cases": sorted({case for other in same for case in cases.get(other, ())})}


def _files() -> Iterator[os.DirEntry[str]]:
    """All that the clauses and their cases are read from, the code too."""
    with os.scandir(RULEBASE / "books") as folders:
        for folder in folders:
            if folder.is_dir():
                with os.scandir(folder) as entries:
                    yield from entries
    with os.scandir(SCENARIOS) as entries:
        yield from entries
    with os.scandir(Path(__file__).parent) as entries:
        yield from (entry for entry in entries if entry.name in (Path(__file__).name, "clause.py"))
