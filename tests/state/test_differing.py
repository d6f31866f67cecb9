"""Two accounts of one encounter: each fact in which they differ is found, and can be told the other way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from referee.book.loader import Names, rulebase
from referee.state.apart import Difference
from referee.state.canonical import write
from referee.state.differing import differences, mixed, spelled_like
from referee.state.encounter import Position
from referee.state.notation import read
from tests import effort
from tests.lines import positions


def _read(line: str) -> Position:
    return read(line, Names(rulebase()))


@given(positions(), positions())
@settings(max_examples=effort.times(100, 20), deadline=None)
def test_an_account_with_all_facts_of_the_other_tells_what_the_other_tells(one: Position, other: Position) -> None:
    found = differences(one, other)
    assert differences(one, one) == []
    assert differences(mixed(one, other, ()), one) == []
    assert differences(mixed(one, other, found), other) == []
    for difference in [difference for difference in found if difference.keys[0][0] != "act"]:
        left = differences(mixed(one, other, [difference]), other)
        assert _told(left) == _told(found) - {*difference.keys}


def _told(found: list[Difference]) -> set[tuple[str, ...]]:
    """The facts in which accounts differ, but for what was done: one act less changes which of the others match."""
    return {key for difference in found for key in difference.keys if key[0] != "act"}


@pytest.mark.parametrize(
    ("other", "clauses"),
    [
        ("red 2 : 8 vs blue 4 : N", ("red 3", "red 2")),
        ("red 3 : 9 vs blue 4 : N", ("red : 8", "red : 9")),
        ("red 3 : 8 vs blue 4 : Retreat", ("blue : N", "blue : Retreat")),
        ("red 3 + green 1 : 8 vs blue 4 : N", ("", "green 1")),
        ("red/Macron 3 : 8 vs blue 4 : N", ("", "red/Macron")),
        ("red 3 : 8 +2 +3 vs blue 4 : N", ("", "+2 +3")),
        ("red 3 : 8 vs blue 4 : N ; at blue.2", ("", "at blue.2")),
        ("red 3 : 8 vs blue 4 : N ; planet green 3", ("", "planet green 3")),
        ("red 3 : 8 vs blue 4 : N ; hand red: 10 ?", ("", "hand red: 10 ?")),
        ("red 3 : 8 vs blue 4 : N ; hand red ?", ("", "hand red ?")),
        ("red 3 : 8 vs blue 4 : N ; foreign red 4", ("", "foreign red 4")),
        ("red 3 : 8 vs blue 4 : N ; seats red blue", ("", "seats red blue")),
        ("red 3 : 8 vs blue 4 : N ; second", ("", "second")),
        ("red 3 : 8 vs blue 4 : N ; reverse cone", ("", "reverse cone")),
        ("red 3 : 8 vs blue 4 : N ; ionic gas by blue", ("", "ionic gas by blue")),
    ],
)
def test_each_fact_is_told_as_a_clause_of_the_line(other: str, clauses: tuple[str, str]) -> None:
    (found,) = differences(_read("red 3 : 8 vs blue 4 : N"), _read(other))
    assert found.clauses == clauses
    assert found.says[0] != found.says[1]
    assert found.what


def test_acts_in_another_order_and_acts_told_otherwise() -> None:
    one = _read("red/Clone 3 : 8 vs blue/Zombie 4 : N ; zap red by blue ; zap blue by red ; add defense 6 Oracle")
    other = _read(
        "red/Clone 3 : 8 vs blue/Zombie 4 : N ; zap blue by red ; zap red by blue ; add defense 5 Oracle ; quash"
    )
    found = differences(one, other)
    assert [difference.clauses for difference in found][1:] == [
        ("add defense 6 Oracle", "add defense 5 Oracle"),
        ("", "quash"),
    ]
    assert found[0].what.startswith("when it was played: zap")
    assert [act.verb for act in mixed(one, other, found[2:]).acts] == ["zap", "zap", "add", "quash"]
    assert write(mixed(one, other, found)) == write(other)


def test_names_take_the_letters_of_the_first_account() -> None:
    one = _read("Ann 3 + bob 1 : 8 vs CY/Zombie 4 : N")
    other = _read("ann 2 : 8 vs cy/Zombie 4 + Dee 1 : N ; hand ANN 3 ; zap Cy by ann ; at cy.2 ; deal ann gives 1 card")
    same = spelled_like(one, other)
    assert write(same) == (
        "Ann 2 : 8 vs CY/Zombie 4 + Dee 1 : N ; at CY.2 ; hand Ann 3 ; zap CY by Ann ; deal Ann gives 1 card"
    )
