"""A table may choose another reading of a disputable point, which then changes the ruling."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.errors import RulebaseError


def told(line: str, **readings: str) -> dict[str, Any]:
    chosen = {question.replace("_", "-"): reading for question, reading in readings.items()}
    return referee.judge_encounter(line, readings=chosen).to_dict()


def test_the_win_counts_at_once_by_the_2018_rulebook() -> None:
    line = "red 2 : 12 vs blue 3 : 4 ; foreign red 4"
    assert "consolidated 4.12.1" in {c["id"] for c in told(line)["citations"]}
    other = told(line, DF_05="ffg2018")
    assert other["winners"] == ["red"]
    assert "ffg2018 the-colony-track.3" in {c["id"] for c in other["citations"]}
    assert "consolidated 4.12.1" not in {c["id"] for c in other["citations"]}
    assert (other["questions"], other["readings"]) == (["DF-05"], {"DF-05": "ffg2018"})


def test_a_second_encounter_without_a_card() -> None:
    line = "red 2 : 12 vs blue 3 : 4 ; hand red 0"
    assert told(line)["second_encounter"] is False
    assert told(line, DF_07="success-suffices")["second_encounter"] is True


def test_two_morphs_cost_only_the_allies() -> None:
    line = "red 3 + green 2 : M vs blue 4 : M"
    assert [told(line)["players"][name]["warp"] for name in ("red", "green", "blue")] == [3, 2, 4]
    players = told(line, DF_26="allies-only")["players"]
    assert [players[name]["warp"] for name in ("red", "green", "blue")] == [0, 2, 0]
    assert (players["red"]["returns"], players["blue"]["stays"], players["blue"]["colonies"]["home"]) == (3, 4, 0)


def test_a_swap_of_colonies_is_one_too_many_in_all() -> None:
    swap = "red gives colony red.2 for 1 from colonies, blue gives colony blue.3 for 2 from gate"
    line = f"red 3 : N vs blue 2 : N ; deal {swap}"
    assert told(line)["status"] == "determined"
    assert told(line, DF_32="one-in-all")["status"] == "illegal"


def test_read_to_the_letter_defensive_allies_are_lost_too() -> None:
    line = "red 3 : 4 vs blue 2 + green 2 : 8"
    assert told(line)["players"]["green"]["returns"] == 2
    literal = told(line, DF_21="literal")["players"]["green"]
    assert (literal["returns"], literal["warp"]) == (0, 2)


def test_the_preferred_reading_changes_nothing() -> None:
    line = "red 2 : 12 vs blue 3 : 4 ; foreign red 4"
    assert told(line, DF_05="consolidated")["citations"] == told(line)["citations"]


@pytest.mark.parametrize(
    ("question", "reading", "said"),
    [
        ("DF-99", "x", "no such question"),
        ("DF-05", "x", "has the readings"),
        ("DF-44", "on-the-gate", "not applied yet"),
    ],
)
def test_a_reading_that_cannot_be_chosen_is_said(question: str, reading: str, said: str) -> None:
    with pytest.raises(RulebaseError, match=said):
        referee.judge_encounter("red 2 : 12 vs blue 3 : 4", readings={question: reading})
