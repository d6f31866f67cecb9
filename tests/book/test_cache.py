"""The parsed law kept between calls: the same law, read anew where a file changed, and never needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.book import places
from referee.book.cache import VERSION, Cache, kept, stamp
from referee.book.files import read_toml
from referee.book.loader import Rulebase


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder in which parsed files are kept while a test runs."""
    places.keep_in(tmp_path / "kept")
    yield tmp_path / "kept"
    places.keep_in(None)


def _told(rulebase: Rulebase) -> dict[str, tuple[object, ...]]:
    return {
        id: (rule.kind, rule.text, rule.value, [(cite.id, cite.grade) for cite in rule.cites], rule.question)
        for id, rule in rulebase.law.items()
    }


def test_the_law_is_the_same_from_what_was_kept(place: Path) -> None:
    first, again = Rulebase(), Rulebase()
    assert len(list(place.iterdir())) == 1
    places.keep_in(None)
    assert _told(first) == _told(again) == _told(Rulebase())
    assert [card.name for card in again.cards().values()] == [card.name for card in Rulebase().cards().values()]


def _unmade() -> object:
    raise AssertionError


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    file, where = tmp_path / "a.toml", tmp_path / "kept.json"
    file.write_text("value = 1")
    cache = Cache(where)
    assert cache.get("a", stamp([file]), lambda: read_toml(file)) == {"value": 1}
    assert cache.get("b", "", lambda: [2]) == [2]
    cache.keep()
    file.write_text("value = 22")
    again = Cache(where)
    assert again.get("a", stamp([file]), lambda: read_toml(file)) == {"value": 22}
    again.keep()
    third = Cache(where)
    assert third.get("a", stamp([file]), _unmade) == {"value": 22}
    assert third.get("b", "", _unmade) == [2]  # what stands beside it is left as it was
    assert third.find("c", "") is None


DAMAGES = ("", "{", "[]", '{"version": 0, "parts": {}}', '{"version": 1}', "\x00\xff", "null",
           f'{{"version": {VERSION}, "parts": {{"a": ["", 0, 9]}}}}', f'{{"version": {VERSION}, "parts": {{"a": 1}}}}',
           f'{{"version": {VERSION}, "parts": []}}')  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_made_again(tmp_path: Path, damage: str) -> None:
    where = tmp_path / "kept.json"
    where.write_text(damage, encoding="utf-8")
    assert kept(where, "a", "", lambda: {"value": 1}) == {"value": 1}
    assert kept(where, "a", "", _unmade) == {"value": 1}


@pytest.mark.parametrize("lost", [1, 10, 60])
def test_a_file_that_was_cut_off_is_made_again(tmp_path: Path, lost: int) -> None:
    where = tmp_path / "kept.json"
    kept(where, "a", "", lambda: {"value": 1})
    where.write_bytes(where.read_bytes()[:-lost])
    assert kept(where, "a", "", lambda: {"value": 2}) == {"value": 2}
    assert kept(where, "a", "", _unmade) == {"value": 2}


def test_what_cannot_be_kept_is_made_each_time(tmp_path: Path) -> None:
    assert kept(tmp_path / "kept.json", "a", "", lambda: {3}) == {3}
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_to_keep_it_the_law_is_read_all_the_same(place: Path) -> None:
    place.write_text("a file where a folder should be")
    assert _told(Rulebase()) == _told(Rulebase())
    assert place.is_file()


def test_an_alien_is_kept_in_a_file_of_its_own(place: Path) -> None:
    first = Rulebase()
    told = [(name, first.alien(name)) for name in ("Macron", "the cult")]
    names = sorted(path.name.split("-", 2)[2] for path in place.iterdir() if path.name.count("-") > 1)
    assert len(names) == 2
    again = Rulebase()
    for name, alien in told:
        other = again.alien(name)
        assert alien is not None and other is not None
        assert (alien.name, alien.summary, alien.lifts) == (other.name, other.summary, other.lifts)
        assert [(use.id, use.effects, use.rule.text) for use in alien.uses] == [
            (use.id, use.effects, use.rule.text) for use in other.uses
        ]
