"""The parsed law kept between calls: the same law, read anew where a file changed, and never needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.book import places
from referee.book.files import read_toml
from referee.book.loader import Rulebase
from referee.book.parsed import Parsed


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """A folder in which parsed files are kept while a test runs."""
    places.keep_in(tmp_path / "kept")
    yield tmp_path / "kept"
    places.keep_in(None)


def _told(rulebase: Rulebase) -> dict[str, tuple[object, ...]]:
    return {
        id: (rule.kind, rule.text, rule.value, [(cite.id, cite.grade) for cite in rule.cites], rule.question)
        for id, rule in rulebase.law.items()
    }


def test_the_law_is_the_same_from_what_was_kept(kept: Path) -> None:
    first, again = Rulebase(), Rulebase()
    assert len(list(kept.iterdir())) == 1
    places.keep_in(None)
    assert _told(first) == _told(again) == _told(Rulebase())
    assert [card.name for card in again.cards().values()] == [card.name for card in Rulebase().cards().values()]


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    file, where = tmp_path / "a.toml", tmp_path / "kept.json"
    file.write_text("value = 1")
    parsed = Parsed(where, read_toml)
    assert parsed.read(file) == {"value": 1}
    parsed.keep()
    file.write_text("value = 22")
    again = Parsed(where, read_toml)
    assert again.read(file) == {"value": 22}
    again.keep()

    def unread(path: Path) -> dict[str, object]:
        raise AssertionError(path)

    assert Parsed(where, unread).read(file) == {"value": 22}


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"version": 0, "files": {}}', '{"version": 1}', "\x00\xff"])
def test_what_is_damaged_is_made_again(tmp_path: Path, damage: str) -> None:
    file, where = tmp_path / "a.toml", tmp_path / "kept.json"
    file.write_text("value = 1")
    where.write_text(damage, encoding="utf-8")
    parsed = Parsed(where, read_toml)
    assert parsed.read(file) == {"value": 1}
    parsed.keep()
    assert json.loads(where.read_text())["files"][str(file)][2] == {"value": 1}


def test_without_a_place_to_keep_it_the_law_is_read_all_the_same(kept: Path) -> None:
    kept.write_text("a file where a folder should be")
    assert _told(Rulebase()) == _told(Rulebase())
    assert kept.is_file()


def test_an_alien_is_kept_in_a_file_of_its_own(kept: Path) -> None:
    first = Rulebase()
    told = [(name, first.alien(name)) for name in ("Macron", "the cult")]
    names = sorted(path.name.split("-", 2)[2] for path in kept.iterdir() if path.name.count("-") > 1)
    assert len(names) == 2
    again = Rulebase()
    for name, alien in told:
        other = again.alien(name)
        assert alien is not None and other is not None
        assert (alien.name, alien.summary, alien.lifts) == (other.name, other.summary, other.lifts)
        assert [(use.id, use.effects, use.rule.text) for use in alien.uses] == [
            (use.id, use.effects, use.rule.text) for use in other.uses
        ]


def test_an_alien_whose_file_changed_is_read_again(tmp_path: Path) -> None:
    file, parsed = tmp_path / "a.toml", Parsed(tmp_path / "kept.json", read_toml)
    file.write_text("value = 1")
    assert parsed.apart(file, read_toml) == {"value": 1}
    file.write_text("value = 22")
    assert parsed.apart(file, read_toml) == {"value": 22}
    assert parsed.apart(file, lambda path: {"read": path}) == {"value": 22}
    for damage in ("", "{", "[1, 2]", "[0, 0, 0, {}]", "null"):
        (tmp_path / "kept-a.json").write_text(damage)
        assert parsed.apart(file, read_toml) == {"value": 22}
