"""The index is kept between calls, made again when it is damaged, and found words are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.books import Books
from referee.book.index import _built, books_for, index
from referee.book.loader import rulebase


def test_the_cached_index_answers_as_the_one_made_anew(tmp_path: Path) -> None:
    made = index(rulebase(), tmp_path)
    kept = list(tmp_path.iterdir())
    assert len(kept) == 1
    again = index(rulebase(), tmp_path)
    for question in ("who wins a tie?", "do allies get compensation", "can I show my hand"):
        assert [a.clause.full_id for a in made.ask(question)] == [a.clause.full_id for a in again.ask(question)]
    assert list(tmp_path.iterdir()) == kept


def test_the_index_of_one_edition_leaves_that_of_another(tmp_path: Path) -> None:
    for edition in ("consolidated", "warp", "consolidated+four-planets"):
        known = rulebase(edition)
        best = index(known, tmp_path, books_for(known)).ask("who wins a tie?")[0].clause
        assert best.full_id == ("warp situation-a.4" if edition == "warp" else "consolidated 5.10.1.1.d.1")
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.long
def test_a_damaged_cache_is_made_again(tmp_path: Path) -> None:
    index(rulebase(), tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_text("{")
    assert index(rulebase(), tmp_path).ask("who wins a tie?")[0].clause.id == "5.10.1.1.d.1"
    assert len(kept.read_text()) > 1000


@pytest.mark.long
def test_without_a_place_for_it_everything_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.book.index._built", _built)  # and not what the tests share
    (tmp_path / "file").write_text("x")
    assert index(rulebase(), tmp_path / "file" / "cache").ask("who wins a tie?")
    assert index(rulebase(), None).ask("who wins a tie?")


def test_search_finds_the_very_words() -> None:
    found = [clause.full_id for clause in Books(rulebase()).search("Cosmic Quake")]
    assert "consolidated 4.9.1" in found
    assert Books(rulebase()).search("xyzzy") == []
    assert Books(rulebase()).search("   ") == []
