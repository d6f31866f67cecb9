"""A player's own copy: kept whole or not at all, refused if it is another document, and found by the locators."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.books import Books
from referee.book.copies import add, printed
from referee.book.loader import rulebase
from referee.errors import RulebaseError

BOOKS = Books(rulebase())


def _copy(book: str, share: float = 1.0) -> str:
    """A text that has the locators of a book, line breaks and all, and nothing else of it."""
    clauses = list(BOOKS.clauses(book).values())
    kept = clauses[: int(len(clauses) * share)]
    return "\n".join(
        f"Before it.\nHere is {clause.locator.replace(' ', chr(10), 1)} and more. After it." for clause in kept
    )


def test_a_copy_is_kept_and_its_words_are_found(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(_copy("consolidated"))
    found, of = add(BOOKS, "consolidated", file, tmp_path / "copies")
    assert found == of == len(BOOKS.clauses("consolidated"))
    clause = BOOKS.find("5.10.1.1.d.1")
    words = str(printed(clause.book, clause.locator, tmp_path / "copies"))
    assert clause.locator in words
    assert "Before it" not in words


def test_another_document_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(_copy("consolidated", 0.5))
    with pytest.raises(RulebaseError, match=r"it lacks 15\d of 307 places"):
        add(BOOKS, "consolidated", file, tmp_path / "copies")
    assert not (tmp_path / "copies").exists()


def test_a_refused_copy_leaves_the_one_that_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(_copy("consolidated"))
    add(BOOKS, "consolidated", file, tmp_path / "copies")
    file.write_text("something else")
    with pytest.raises(RulebaseError):
        add(BOOKS, "consolidated", file, tmp_path / "copies")
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["consolidated.txt"]
    assert printed("consolidated", BOOKS.find("5.10.1.1.d.1").locator, tmp_path / "copies")


@pytest.mark.parametrize(
    ("book", "file"), [("cosmic", "mine.txt"), ("consolidated", "none.txt"), ("consolidated", ".")]
)
def test_what_cannot_be_added_is_said(tmp_path: Path, book: str, file: str) -> None:
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(RulebaseError):
        add(BOOKS, book, tmp_path / file, tmp_path / "copies")


def test_without_a_copy_there_are_no_printed_words(tmp_path: Path) -> None:
    assert printed("consolidated", BOOKS.find("5.10.1.1.d.1").locator, tmp_path) is None
