"""The books: every clause complete, and its locator found in the documents where a reader has them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from referee.book.books import Books
from referee.book.loader import rulebase
from referee.errors import RulebaseError

SOURCES = os.environ.get("REFEREE_SOURCES", "")
FILES = {
    "consolidated": "003_*.txt",
    "duel": "001_*.txt",
    "ffg2018": "000_*.txt",
    "mayfair1991": "004_*.txt",
    "warp": "002_*.txt",
}
BOOKS = Books(rulebase())


def _plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("book", BOOKS.names())
def test_every_locator_is_found_in_the_document(book: str) -> None:
    if not SOURCES:
        pytest.skip("REFEREE_SOURCES names no folder with the documents")
    document = _plain(next(Path(SOURCES).glob(FILES[book])).read_text(encoding="utf-8", errors="replace"))
    missing = [clause.full_id for clause in BOOKS.clauses(book).values() if _plain(clause.locator) not in document]
    assert missing == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("5.10.1.1.c.1", "consolidated 5.10.1.1.c.1"),
        ("5.10.1.1.c.(1)", "consolidated 5.10.1.1.c.1"),
        ("CR 5.10.1.1c1", "consolidated 5.10.1.1.c.1"),
        ("consolidated:5.10.1.1.c.1", "consolidated 5.10.1.1.c.1"),
        ('"consolidated 5.10.1.1.c.1"', "consolidated 5.10.1.1.c.1"),
        ("ffg2018 moving-ships.2", "ffg2018 moving-ships.2"),
        ("ffg2018:setup.15", "ffg2018 setup.15"),
        ("players tie, **THEN**", "consolidated 5.10.1.1.d.1"),
    ],
)
def test_an_id_is_understood_in_any_usual_spelling(asked: str, found: str) -> None:
    assert BOOKS.find(asked).full_id == found


def test_an_unknown_id_offers_the_nearest() -> None:
    with pytest.raises(RulebaseError, match=r"nearest: consolidated 5\.10\.1\.1"):
        BOOKS.find("5.10.1.1.x")


def test_a_heading_says_what_stands_under_it() -> None:
    with pytest.raises(RulebaseError, match=r"heading; under it stand 5\.10\.8\.1, "):
        Books(rulebase()).find("5.10.8")


def test_every_sentence_is_a_sentence() -> None:
    for book in BOOKS.names():
        for clause in BOOKS.clauses(book).values():
            assert re.search(r"[.!?:)\"']$", clause.says), clause.full_id
            assert re.match(r"[\"'(]?[A-Z0-9]", clause.says), clause.full_id
