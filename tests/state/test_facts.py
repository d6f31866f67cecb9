"""What `set` and `may` tell: each fact once."""

from __future__ import annotations

import pytest

from referee.errors import ImpossibleError, MalformedError
from referee.judge.ways.table import lay_table, rule_question, tell_command


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tokens red 3", "tokens red 4"),
        ("deck 5", "deck 6"),
        ("phase launch", "phase planning"),
        ("turn red", "turn blue"),
        ("defense blue", "defense green"),
        ("power red lost", "power red has"),
        ("alien red Zombie", "alien red Macron"),
        ("encounter 1", "encounter 2"),
        ("discards: 8", "discards: N"),
    ],
)
def test_a_fact_with_one_value_is_told_once(one: str, other: str) -> None:
    table = lay_table("table red blue green")
    with pytest.raises(ImpossibleError, match=f"`{one}` is told again as `{other}`"):
        tell_command(table, f"set {one}; {other}")
    assert table == lay_table("table red blue green")


@pytest.mark.parametrize("word", ["unknown", "hidden"])
def test_what_nobody_counts_is_told_by_a_word_for_it_too(word: str) -> None:
    table = lay_table("table red blue green")
    said = tell_command(table, f"set hand blue {word}; deck {word}; blue.2 blue {word}")
    assert said.table == tell_command(table, "set hand blue ?; deck ?; blue.2 blue ?").table
    assert said.table != table


def test_a_pile_without_a_card_is_told_as_none() -> None:
    table = tell_command(lay_table("table red blue green"), "set discards: 8 N").table
    assert tell_command(table, "set discards: none").table.discards == ()


def test_what_stands_against_a_fact_is_told_and_no_sentence_for_it() -> None:
    with pytest.raises(MalformedError, match="a card: a number, N, M") as caught:
        tell_command(lay_table("table red blue green"), "set blue.2 blue 2; hand red: +2 Quatsch")
    assert caught.value.column == 32
    assert "If it is" not in str(caught.value)


def test_a_question_tells_it_once_too() -> None:
    with pytest.raises(ImpossibleError, match="`turn red` is told again as `turn blue`"):
        rule_question("launch red 2 at blue.1 ; offense red ; offense blue", "consolidated")


def test_the_same_fact_of_several_players_is_no_second_one() -> None:
    table = lay_table("table red blue green")
    verdict = tell_command(table, "set tokens red 3, blue 4; hand red 3; hand blue 5; power red lost; power blue has")
    assert verdict.legal
    assert (verdict.table.tokens["red"], verdict.table.tokens["blue"]) == (3, 4)
