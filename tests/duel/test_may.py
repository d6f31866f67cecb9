"""`may` in Duel: a command and facts, a table led to its moment, and what is assumed on the way."""

from __future__ import annotations

import pytest

import referee
from referee.duel.api import books_of
from referee.duel.may import read_question, rule_question
from referee.errors import MalformedError

BOOKS = books_of()


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        ("can blue dial 5?", "dial blue 5, orange 1"),
        ("may orange reveal Cudgel? ; envoy 1 Cudgel orange", "reveal orange Cudgel"),
        ("orange destroy blue 3", "destroy blue 3"),
        ("orange destroy 3", "destroy orange 3"),
        ("dial blue 2, orange 3", "dial blue 2, orange 3"),
        ("snare blue ?", "snare blue ?"),
    ],
)
def test_a_question_is_read_as_its_command(asked: str, typed: str) -> None:
    assert str(read_question(asked, BOOKS).command) == typed


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("table duel blue orange", "something that a player does"),
        ("set supply blue 3", "something that a player does"),
        ("dial blue 3 ; colour blue", "a fact: "),
        ("dial red 3 ; hand green 3 ; supply yellow 4", "one of the 2 players"),
        ("frobnicate blue", "a command: "),
    ],
)
def test_what_is_not_understood_says_what_could_stand_there(asked: str, expected: str) -> None:
    with pytest.raises(MalformedError) as caught:
        rule_question(asked)
    assert expected in caught.value.expected


def test_what_is_assumed_is_listed_and_what_is_told_is_not() -> None:
    assert referee.may("dial blue 3, orange 2", "duel").to_dict()["assumes"] == [
        "before that: blue leads; destiny discovery symbol ring"
    ]
    told = referee.may("dial blue 3, orange 2 ; leader blue ; destiny Vacant-Shipyard", "duel").to_dict()
    assert told["assumes"] == []


def test_who_leads_and_who_wins_is_assumed_so_that_the_command_fits() -> None:
    assert "orange leads" in referee.may("reinforce orange +8", "duel").to_dict()["assumes"][0]
    for who, other in (("blue", "orange"), ("orange", "blue")):
        assert referee.may(f"{who} destroy {other} 3 ; card It's-Full-of-Stars", "duel").legal
    assert not referee.may("destroy orange 3 ; card It's-Full-of-Stars ; winner blue", "duel").legal


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        # all five tactics are spent
        ("choose blue 13 blast 3 ; spent blue: blast 1, blast 2, blast 3, blast 4, shield 1", "duel tactics.11"),
        # Flex needs two equal tactics: with others nothing waits for it, and it is used when its text says
        ("use blue Flex ; alien blue Bouncer ; tactics blue blast 2, orange shield 2", "duel alien-abilities.2"),
        ("draw blue 4 ; card Regular-Revenge", "duel card-regular-revenge.4"),
        ("befriend blue 1 ; card Vacant-Shipyard", "duel card-vacant-shipyard.2"),
    ],
)
def test_what_may_not_be_done_is_refused_by_its_clause(asked: str, clause: str) -> None:
    verdict = referee.may(asked, "duel")
    assert verdict.status == "illegal"
    assert clause in verdict.refused_by


def test_a_command_that_only_duel_has_needs_no_edition() -> None:
    assert "duel set-dials.1" in referee.may("dial blue 5").refused_by
    assert referee.may("can orange dial 3?").legal
    with pytest.raises(MalformedError):  # a word of both games is the big one's
        referee.may("use blue Flex ; alien blue Bouncer ; tactics blue blast 2, orange blast 2")


def test_at_a_table_of_duel_facts_make_it_a_question(tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = referee.TableSession.lay("duel blue orange", db=tmp_path / "games.db")
    assert not table.may("dial blue 3, orange 2").legal  # nobody leads yet
    assert table.may("dial blue 3, orange 2 ; leader blue").legal
    assert table.show().phase == "setup"
