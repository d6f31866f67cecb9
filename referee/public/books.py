"""The books, and a player's own copies of them."""

from __future__ import annotations

from pathlib import Path

from referee.book import copies
from referee.book.books import Books
from referee.book.loader import rulebase
from referee.book.places import copies_folder
from referee.book.told import Listed, Told, Whole


class BookRow(Told):
    """A book: how many clauses it has, and whether the player keeps a copy."""

    book: str
    clauses: int
    copy: bool


class AddedCopy(Whole):
    """A copy that is kept: how many places of the document were `found` in it, `of` how many."""

    book: str
    found: int
    of: int


class RemovedCopy(Whole):
    """True in `removed` if there was a copy of the book."""

    book: str
    removed: bool


class Site(Whole):
    """The rulebook as a site that is written: how many `files`, and how many `links` within it were followed.

    `pages` counts the pages by the part of the site in which they stand, `bytes` is the size of all files.
    """

    folder: str
    pages: dict[str, int]
    files: int
    links: int
    bytes: int


def books() -> Listed[BookRow]:
    """The books.

    >>> import referee
    >>> [row.book for row in referee.books()]
    ['consolidated', 'duel', 'ffg2018', 'mayfair1991', 'warp']
    """
    known, folder = Books(rulebase()), copies_folder()
    rows = (
        BookRow({"book": name, "clauses": len(known.clauses(name)), "copy": (folder / f"{name}.txt").is_file()})
        for name in known.names()
    )
    return Listed("books", rows)


def add_copy(book: str, file: Path) -> AddedCopy:
    """Keeps a player's own copy of a book, as plain text, so that `rule` tells the printed words beside ours.

    RulebaseError for an unknown book, and a text that is not that document.

    >>> import referee
    >>> referee.add_copy("nonesuch", "nonesuch.txt")
    Traceback (most recent call last):
    ...
    referee.errors.RulebaseError: nonesuch: no such book; ...
    """
    found, of = copies.add(Books(rulebase()), book, file, copies_folder())
    return AddedCopy({"book": book, "found": found, "of": of})


def remove_copy(book: str) -> RemovedCopy:
    """Deletes the copy of a book from this machine.

    >>> import referee
    >>> referee.remove_copy("warp").removed
    False
    """
    path = copies_folder() / f"{Path(book).name}.txt"
    there = path.is_file()
    if there:
        path.unlink()
    return RemovedCopy({"book": book, "removed": there})


def export_books(folder: Path, force: bool = False) -> Listed[Path]:
    """Writes the whole rulebase as cross-linked Markdown, with the cases under their clauses; the files it wrote.

    With `force` into a folder that holds other files too.

    >>> import referee
    >>> sorted(path.name for path in referee.export_books("books"))[0]
    'README.md'
    """
    from referee.conformance.export import export

    return Listed("written", export(rulebase(), Path(folder), force))
