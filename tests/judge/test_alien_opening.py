"""Aliens of the opening at the table: nothing is lost or made, and without them nothing is ruled otherwise."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee.book.loader import Names, rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.judge.ways.line import judge_encounter
from referee.playtesting import playing
from referee.state.commands import read_command
from referee.state.phases import START
from referee.state.table import UNKNOWN, Table
from tests import effort, games

ALIENS = ("Hate", "Masochist", "Dictator", "Will", "Mite", "Machine", "Tick-Tock", "Demon", "Shadow")
COMMANDS = 250

LINES = (
    "red{} 3 : 8 vs blue 2 : 4",
    "red{} 3 : 4 vs blue 2 : 8 ; second",
    "red 3 : N vs blue{} 2 : N",
    "red 3 + green{} 1 : 8 vs blue 2 + yellow 2 : 12 ; home green 5",
    "red 3 : N vs blue{} 2 : 8 ; warp blue 4",
)
# What these change on a line: further encounters, and tokens. Of the others a line shows what they did.
ON_A_LINE = {"Machine": ("second_encounter",), "Tick-Tock": ("then", "winners", "cases", "needs", "status")}


@pytest.mark.parametrize("seed", effort.some(range(24), 2))
def test_whole_games_keep_every_ship_and_card(seed: int) -> None:
    """What is offered is accepted, and after each command all ships and cards are somewhere, and only there."""
    source = random.Random(seed)
    table = games.sat_down(source, source.sample(ALIENS, len(games.SEATS)))
    assert games.play_on(table, source, COMMANDS, tried=0.02)


@pytest.mark.parametrize("alien", ALIENS)
@pytest.mark.parametrize("line", LINES)
def test_a_line_is_ruled_as_without_the_alien(alien: str, line: str) -> None:
    """Ships, totals, cards and outcome are the same; what differs is what the sheet says of the rest."""
    plain = judge_encounter(line.format("")).to_dict()
    told = judge_encounter(line.format(f"/{alien}")).to_dict()
    for key in ("outcome", "totals", "margin", "flips", "discards", "illegal"):
        assert told[key] == plain[key], key
    for name, figures in plain["players"].items():
        assert told["players"][name] == figures
    changes = ON_A_LINE.get(alien, ())
    for key in ("status", "winners", "second_encounter", "then", "needs"):
        assert key in changes or told[key] == plain[key], key


def test_a_possessed_hand_is_played_from_and_goes_back() -> None:
    """Cards that lie on the sheet are neither in one hand nor in the other, and none is lost at the end."""
    table = played("table red/Demon purple yellow blue", "set hand red: 6; hand purple: 8 N; hand yellow: 20 Mind +3")
    for text in ("offense red", "destiny purple", "launch red 2 at purple.1", "use red yellow"):
        table = ruled(table, text)
    assert table.hands["yellow"] == ()
    assert table.hands["red"] == ("6",)
    for text in ("invite red: none", "invite purple: none", "flare red Mind blue", "play red 20"):
        table = ruled(table, text)
    for text in ("play purple 8", "reveal", "reinforce red +3 offense", "resolve"):
        table = ruled(table, text)
    assert table.last is not None
    assert table.last.told["totals"] == {"offense": 20 + 2 + 3, "defense": 8 + 4}
    table = ruled(table, "end")
    assert Counter(table.hands["yellow"]) == Counter(("Mind",))
    assert table.hands["red"] == ("6",)
    assert table.phase == START
    assert not any(table.aside.values())


def test_cards_taken_at_random_leave_a_hand_unknown() -> None:
    """Of a hand that was known, nobody knows what is left when cards go at random and are not named."""
    table = played("table red/Mite purple yellow blue", "set hand purple: 10 8 6 N M")
    for text in ("offense red", "destiny purple", "launch red 2 at purple.1", "use red 2"):
        table = ruled(table, text)
    assert table.hands["purple"] == (UNKNOWN,) * 3
    assert table.discards == (UNKNOWN,) * 2


def test_the_ways_to_say_that_the_turn_goes_on_are_the_same() -> None:
    """`use` is another word for `second` where a power lets the offense go again."""
    table = played("table red/Machine purple yellow blue", "set hand red: 4 6; hand purple: 8 8")
    for text in ("offense red", "destiny purple", "launch red 1 at purple.1", "play red 4", "play purple 8", "resolve"):
        table = ruled(table, text)
    one, other = ruled(table, "second"), ruled(table, "use red")
    assert one.encounter == other.encounter == 2
    assert one.phase == other.phase
    assert one.ships == other.ships


def played(*texts: str) -> Table:
    books = rulebase()
    table = lay_ruled(read_command(texts[0], Names(books)), books).table
    for text in texts[1:]:
        table = ruled(table, text)
    return table


def ruled(table: Table, text: str) -> Table:
    books = rulebase()
    verdict = rule(table, playing.read(text, table, books), books)
    assert verdict.legal, (text, verdict.illegal[0].finding.says)
    return verdict.table
