"""Every use that a sheet shows as an example is one whose words it takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from referee.book.loader import rulebase
from referee.book.places import RULEBASE
from referee.judge.powers.words import words_not_taken
from referee.state.encounter import Act

_EXAMPLE = re.compile(r"`use (\w+)((?: [^`:]+)?)`")
_PLAYERS = ("red", "blue", "green", "yellow", "purple")


def _examples() -> Iterator[tuple[str, str, str]]:
    books = rulebase()
    for file in sorted((RULEBASE / "aliens").glob("*.toml")):
        alien = books.alien(file.stem)
        for use in alien.uses if alien is not None else ():
            yield from ((use.alien, who, words) for who, words in _EXAMPLE.findall(use.typed))


@pytest.mark.parametrize(("alien", "who", "words"), [*_examples()])
def test_a_use_that_a_sheet_shows_is_taken(alien: str, who: str, words: str) -> None:
    books = rulebase()
    said = words.replace("clockwise", "left").replace(",", "").split()
    sheet = books.alien(alien)
    assert sheet is not None
    assert words_not_taken(books, _PLAYERS, Act("use", who, args=tuple(said)), [sheet])[0] is None


def test_what_no_text_asks_for_is_not_taken() -> None:
    books = rulebase()
    sheet = books.alien("Judge")
    assert sheet is not None
    refusal, kept = words_not_taken(books, _PLAYERS, Act("use", "red", args=("wins", "2", "loses")), [sheet])
    assert refusal is not None
    assert refusal.words[:3] == ("red", "loses", "Judge")
    assert kept.args == ("wins", "2")
