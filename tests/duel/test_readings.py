"""Other readings of disputable points of Duel: each is ruled as it says, each figure worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from referee.duel import tabletop
from referee.duel.api import books_of, judge_duel
from referee.errors import RulebaseError


def _at(told: Any, path: str) -> Any:
    for key in path.split("."):
        told = told[key]
    return told


@pytest.mark.parametrize(
    ("question", "reading", "line", "path", "ours", "theirs"),
    [
        ("DU-10", "own-pile", "blue 2 : 13 vs orange 2 : 10 ; reinforce blue -10 on orange", "discards",
         {"blue": ["13"], "orange": ["10", "-10"]}, {"blue": ["13", "-10"], "orange": ["10"]}),
        ("DU-11", "back-to-hand", "blue 2 blast 4 : 5 vs orange 3 recover 1 : 42 ; spent orange 1", "discards",
         {"blue": ["5"], "orange": ["42"]}, {"blue": [], "orange": []}),
        ("DU-15", "back-to-hand", "blue 2 : 13 vs orange 2 : 7 ; envoy blue Chosen ; use blue Chosen 20 31",
         "discards.blue", ["13", "20"], ["20"]),
        ("DU-23", "nobody", "blue 2 : 13 vs orange 2 : 7 ; supply blue 0, orange 0", "grade", "rulebook", "house"),
        ("DU-19", "sign-dropped", "blue 2 : -2 vs orange 2 : 13 ; envoy blue Mirror", "totals.leader", -20, 20),
        ("DU-29", "alike", "blue 2 : 20 vs orange/Iron-Matron 2 : 20 ; use orange Iron-Matron blue -42 orange 42",
         "status", "determined", "illegal"),
        # 1 + 3 against 2: all count, 10 + 3 beats 12; of those just sent 1 against 2, and 12 + 3 beats 10
        ("DU-26", "just-sent", "blue 1 : 10 vs orange 2 : 12 ; advantage 3 ; there blue 3", "totals",
         {"leader": 13, "straggler": 12}, {"leader": 10, "straggler": 15}),
        ("DU-05", "literal", "blue none : 13 vs orange 2 : 19 ; card Regular-Revenge ; supply blue 0 ; there blue 3",
         "winners", [], ["orange"]),
        ("DU-04", "literal", "blue 2 : 13 vs orange 2 : 19 ; card Regular-Revenge ; there blue 3", "status",
         "illegal", "determined"),
    ],
)  # fmt: skip
def test_a_line_is_ruled_by_another_reading(
    question: str, reading: str, line: str, path: str, ours: Any, theirs: Any
) -> None:
    preferred = judge_duel(line).to_dict(proof=False)
    other = judge_duel(line, readings={question: reading}).to_dict(proof=False)
    assert _at(preferred, path) == ours
    assert _at(other, path) == theirs
    assert other["readings"] == {question: reading}


START = ("table duel blue orange", "top blue 13, orange 7")


def _played(reading: dict[str, str], *commands: str) -> Any:
    books = books_of(reading)
    table = tabletop.rule_table(START[0], books).table
    for text in (START[1], *commands):
        verdict = tabletop.rule_command(table, text, False, books)
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        table = verdict.table
    return table


FIVE = "set supply blue 11; planet 1 blue 1; planet 2 blue 1; planet 3 blue 1; planet 4 blue 1"


def test_the_fifth_planet_can_win_at_once() -> None:
    more = ("destiny Forsaken-Planet", "set supply blue 10; planet 6 blue 1")
    assert _played({}, FIVE, *more).winners == []
    assert _played({"DU-24": "first-to-five"}, FIVE, *more).winners == ["blue"]


def test_the_roles_can_wait_for_the_cleanup() -> None:
    facts = ("set supply orange 14; planet 1 orange 1", "destiny Forsaken-Planet")
    assert _played({}, *facts).leader == "orange"
    assert _played({"DU-12": "in-cleanup"}, *facts).leader == "blue"


def test_a_player_wiped_out_late_can_lose_by_it() -> None:
    duel = ("destiny Forsaken-Planet", "dial blue 2, orange 2", "choose blue", "choose orange",
            "tactics blue shield 1, orange shield 1", "plans blue 31, orange 7", "loses blue 2 some ability",
            "pass blue", "pass orange", "done")  # fmt: skip
    assert _played({}, *duel).planets == {"1": {}}
    assert _played({"DU-18": "at-any-time"}, *duel).planets == {"1": {"orange": 2}}


def test_an_envoy_that_was_read_can_be_turned_up() -> None:
    friends = ("set next refresh", "destiny refresh Peace", "befriend blue 1", "read blue 1 Deuce", "befriend orange 1")
    assert not _played({}, *friends).envoys["1"].faceup
    assert _played({"DU-25": "turned-up"}, *friends).envoys["1"].faceup


@pytest.mark.parametrize(
    ("question", "reading"),
    [("DU-01", "literal"), ("DU-09", "together"), ("DU-21", "wording-only"), ("DU-27", "literal")],
)
def test_a_reading_that_changes_no_ruling_is_refused_with_the_reason(question: str, reading: str) -> None:
    with pytest.raises(RulebaseError, match=r"changes no ruling|ruled otherwise"):
        books_of({question: reading})
