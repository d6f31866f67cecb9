"""A player's own copy of a rule book, kept on that player's machine only: the printed words beside ours.

The text never enters the project. A clause is found in it by its locator, a few consecutive words of the document.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from referee.book import bounds, whole
from referee.errors import RulebaseError

if TYPE_CHECKING:
    from referee.book.books import Books

ENOUGH = 0.9  # of the locators must be in a text for it to be that document
MOST_WORDS = 90  # of a printed passage


def plain(text: str) -> str:
    """A text with every run of white space as one blank: line breaks differ between copies."""
    return " ".join(text.split())


def check_known(book: str, books: Books) -> None:
    """RulebaseError if there is no such book."""
    if book not in books.names():
        raise RulebaseError(book, f"no such book; known: {', '.join(books.names())}")


def add(books: Books, book: str, file: Path, folder: Path) -> tuple[int, int]:
    """Keeps a copy of a document; returns how many of its locators were found, of how many.

    Raises RulebaseError if the book is unknown, the file cannot be read, or the text is not that document. Nothing
    half-written is left behind.
    """
    check_known(book, books)
    try:
        text = plain(bounds.read_bytes(file, bounds.COPY).decode(errors="replace"))
    except OSError as error:
        raise RulebaseError(str(file), f"it cannot be read: {error.strerror}") from None
    locators = [plain(clause.locator) for clause in books.clauses(book).values()]
    found = sum(locator in text for locator in locators)
    if found < ENOUGH * len(locators):
        lacks = len(locators) - found
        raise RulebaseError(str(file), f"this is not the {book} document: it lacks {lacks} of {len(locators)} places")
    try:
        whole.private_folder(folder)
        whole.replace(folder / f"{book}.txt", text.encode())
    except OSError as error:
        raise RulebaseError(str(folder), f"the copy could not be kept: {error.strerror}") from None
    return found, len(locators)


def printed(book: str, locator: str, folder: Path) -> str | None:
    """The printed passage at a locator, as far as its sentence goes; None without a copy, or if it is not found."""
    path = folder / f"{book}.txt"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        return None
    start = text.find(plain(locator))
    if start < 0:
        return None
    before = max((match.end() for match in re.finditer(r"[.!?:;]\s|\s-\s", text[:start])), default=0)
    after = re.search(r"[.!?](?=\s|$)", text[start + len(plain(locator)) :])
    end = start + len(plain(locator)) + (after.end() if after else 0)
    words = text[before:end].split()
    return " ".join(words[:MOST_WORDS]) + (" …" if len(words) > MOST_WORDS else "")
