"""The question that no document answers: a mistake is found later. It is asked for in many words."""

from __future__ import annotations

import pytest

import referee

ASKED = (
    "what if a mistake is found later",
    "an illegal card was discovered two encounters later",
    "may I take back a move?",
    "we forgot the compensation and noticed it afterwards",
)


@pytest.mark.parametrize("asked", ASKED)
def test_it_is_named_where_no_clause_answers(asked: str) -> None:
    assert "referee question DF-82" in referee.ask(asked).next


@pytest.mark.parametrize("asked", ["who wins a tie", "when do I take compensation", "who goes back to the warp"])
def test_it_is_named_nowhere_else(asked: str) -> None:
    assert "referee question DF-82" not in referee.ask(asked).next


def test_no_reading_is_preferred_and_no_document_says_one() -> None:
    point = referee.question("DF-82").to_dict()
    assert [reading["name"] for reading in point["readings"]] == ["stands", "repair", "again", "next-encounter"]
    assert {(reading["grade"], *reading["cites"]) for reading in point["readings"]} == {("house",)}
    assert point["prefers"] == ""
    (group,) = referee.compare("DF-82").to_dict()["groups"]
    assert (group["ruling"]["status"], group["ruling"]["reading"]) == ("open", None)
