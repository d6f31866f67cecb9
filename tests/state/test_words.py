"""Words that players have for those of the notation: each where it counts, and never where a name or a card stands."""

from __future__ import annotations

import pytest

from referee.book.loader import Names, rulebase
from referee.state.canonical import write
from referee.state.commands import read_command, write_command
from referee.state.notation import read
from referee.state.words import AGAINST, CARDS, NUMBERS, SIDES, UNSEEN

NAMES = Names(rulebase())


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("red three ships : twelve versus blue Four : negotiate", "red 3 : 12 vs blue 4 : N"),
        ("red 1 ship : 20 v. blue 4 ships : facedown", "red 1 : 20 vs blue 4 : ?"),
        ("red unknown ships : minus seven against blue 4 : nego", "red ? : -7 vs blue 4 : N"),
        (
            "red 3 : 9 + 4 v blue 2 : neg ; hand red: nego nine hidden",
            "red 3 : 9 +4 vs blue 2 : N ; hand red: N 9 ?",
        ),
        ("red 3 : 9 vs blue 2 : 9 ; warp blue two", "red 3 : 9 vs blue 2 : 9 ; warp blue 2"),
        ("red 3 : 9 vs blue 2 : 9 ; reinforce red plus 4 off", "red 3 : 9 vs blue 2 : 9 ; reinforce red +4 offense"),
        ("red 3 : 9 vs blue 2 : 9 ; add defence six Oracle", "red 3 : 9 vs blue 2 : 9 ; add defense 6 Oracle"),
    ],
)
def test_a_line_in_words(said: str, written: str) -> None:
    assert write(read(said, NAMES)) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("ally red def four", "ally red defense 4"),
        ("ally red with offence 4", "ally red offense 4"),
        ("play blue nego", "play blue N"),
        ("reveal red facedown, blue eight", "reveal red ?, blue 8"),
        ("claim off seventeen", "claim offense 17"),
        ("launch red three at blue.two", "launch red 3 at blue.2"),
        ("reinforce red plus two attacker", "reinforce red +2 offense"),
    ],
)
def test_a_command_in_words(said: str, written: str) -> None:
    assert write_command(read_command(said, NAMES, ("red", "blue"))) == written


@pytest.mark.parametrize(
    "line",
    [
        "V 3 : 10 vs Neg 2 : 8 ; hand V 2, Neg 3",
        "Off 3 : 10 vs Two 2 : 8 ; use Off Two ; worth Two 2 off and def",
        "against 3 + hidden 2 : N vs plus 2 + ship 1 : 8 ; planet plus 2, ship 1",
        "minus 3 : 1 vs unknown 2 : 2 ; hand unknown ? ; hand minus: 10 N ; warp unknown 2",
    ],
)
def test_a_player_may_be_called_by_any_of_these_words(line: str) -> None:
    assert write(read(line, NAMES)) == line


def test_a_player_at_a_table_may_be_called_by_any_of_these_words() -> None:
    seats = ("Off", "Neg", "Two")
    for command in ("claim Off warp 3", "invite Off: Neg Two", "use Off Two", "zap Neg by Two", "use Two Neg"):
        assert write_command(read_command(command, NAMES, seats)) == command


@pytest.mark.parametrize("word", sorted({*AGAINST, *CARDS, *NUMBERS, *SIDES, *UNSEEN} - {"negotiate", "morph", "?"}))
def test_no_power_and_no_card_is_called_by_such_a_word(word: str) -> None:
    for edition in ("consolidated+technology", "warp", "mayfair1991"):
        known = Names(rulebase(edition))
        assert known.alien(word) is None
        assert known.card(word) is None
