"""What a ruling names it names once, and only what is true of the line."""

from __future__ import annotations

import pytest

import referee
from tests import cases

LINES = sorted(
    {
        (case.encounter, case.edition or file.edition)
        for _, file in cases.files()
        for case in file.case
        if case.encounter and "refused" not in case.expect
    }
)


def test_nobody_is_told_twice_to_do_the_same() -> None:
    for line, edition in LINES:
        told = [(step["who"], step["what"]) for step in referee.judge_encounter(line, edition).to_dict()["then"]]
        assert len(told) == len(set(told)), (line, edition)


def test_an_ally_sent_home_by_force_field_is_not_sent_home_again_before_the_talks() -> None:
    """Its ships are out of the encounter when the negotiates are turned up, so 5.10.1.3.a has none to send home."""
    ruling = referee.judge_encounter("red 3 + green 2 : N vs blue 4 : N ; force field green by blue").to_dict()
    assert [step["what"] for step in ruling["then"] if step["who"] == "green"] == ["where 2 ships return"]
    assert "consolidated 5.10.1.3.a" not in [cite["id"] for cite in ruling["citations"]]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("red/Empath 3 : 10 vs blue 2 : N", True),
        # 4.6.2.1: with two home colonies the power cannot be used at all, so there is nothing that could be missing.
        ("red/Empath 3 : 10 vs blue 2 : N ; home red 2", False),
        ("red 3 : 10 vs blue/Empath 2 : N", True),
        # The players say what it does: it is applied as they say.
        ("red 3 : 10 vs blue/Empath 2 : N ; value blue 4 Empath", False),
    ],
)
def test_a_power_is_named_as_not_applied_only_where_it_could_be(line: str, named: bool) -> None:
    assumes = referee.judge_encounter(line).to_dict()["assumes"]
    assert any("does not use Empath" in text for text in assumes) is named
