"""Disputes are kept whole, come back as they were opened, and what cannot be done with them is said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.errors import LedgerError
from referee.ledger import disputes, house
from referee.ledger.disputes import Decision
from referee.ledger.sharing import verify
from tests.ledger.filled import evening
from tests.quarrels import BOOK, LOST, WON, quarrel, relied, ruled


def test_a_dispute_comes_back_as_it_was_opened(path: Path) -> None:
    evening(path)
    told = disputes.show(path, 1)
    assert [side["ruling"] for side in told["sides"]] == [ruled(WON), ruled(LOST)]
    assert [(side["party"], side["claim"], side["line"]) for side in told["sides"]] == [
        ("Ann", "it takes no cards", WON),
        ("Bob", "it takes four cards", LOST),
    ]
    assert [side["position"] for side in told["sides"]] == [ruled(WON)["position"], ruled(LOST)["position"]]
    assert told["relied"] == relied(WON, LOST)
    assert told["readings"] == {"DF-05": "ffg2018"}
    assert (told["rulebook"]["digest"], told["rulebook"]["referee"]) == BOOK
    assert [decision["says"] for decision in told["decisions"]] == ["it takes none", "it takes none here"]
    assert (told["decided"], told["house"], told["state"]) == ("it takes none here", 1, "decided")
    assert [note["says"] for note in told["notes"]] == ["we looked it up"]
    assert [appeal["reason"] for appeal in told["appeals"]] == ["the FAQ says otherwise"]
    assert [says for _, _, says, _, _ in house.promoted(path, "kitchen")] == ["Zombies take nothing"]
    assert verify(path) == []
    assert [one["id"] for one in disputes.every(path)] == [1, 2]


def test_how_a_dispute_stands(path: Path) -> None:
    for _ in range(3):
        quarrel(path)
    disputes.decide(path, 2, Decision("Ann", "so"))
    disputes.decide(path, 3, Decision("Ann", "so"))
    disputes.appeal(path, 3, "Bob", "no")
    assert {state: [row["id"] for row in disputes.listed(path, state=state)] for state in ("", *_STATES)} == {
        "": [3, 2, 1],
        "open": [1],
        "decided": [2],
        "appealed": [3],
    }
    disputes.decide(path, 3, Decision("Ann", "so it is"))
    assert disputes.listed(path, state="appealed") == []
    assert [row["state"] for row in disputes.listed(path)] == ["decided", "decided", "open"]
    quarrel(path, game="attic")
    assert [row["id"] for row in disputes.listed(path, game="attic")] == [4]
    assert [row["id"] for row in disputes.listed(path, 2)] == [4, 3]


_STATES = ("open", "decided", "appealed")


def test_what_cannot_be_done_is_said(path: Path) -> None:
    with pytest.raises(LedgerError, match="referee dispute open"):
        disputes.show(path, 1)
    assert (disputes.listed(path), disputes.search(path, "x"), disputes.relying(path, ["x"], [])) == ([], [], [])
    assert not path.exists()
    quarrel(path)
    for call in (
        lambda: disputes.show(path, 7),
        lambda: disputes.decide(path, 7, Decision("Ann", "so")),
        lambda: disputes.note(path, 7, "Ann", "so"),
        lambda: disputes.appeal(path, 7, "Ann", "so"),
    ):
        with pytest.raises(LedgerError, match="no dispute 7"):
            call()
    with pytest.raises(LedgerError, match="not decided yet"):
        disputes.appeal(path, 1, "Ann", "so")
    with pytest.raises(LedgerError, match="no such house rule"):
        house.withdraw(path, "kitchen", 1, "Ann", "so")
    with pytest.raises(LedgerError, match="has 2 sides"):
        disputes.decide(path, 1, Decision("Ann", "so", side=3))
    assert verify(path) == []


def test_a_ruling_is_kept_once(path: Path) -> None:
    for _ in range(5):
        quarrel(path)
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("select count(*) from proofs").fetchone() == (2,)


def test_the_same_rulebase_under_two_versions_of_the_program(path: Path) -> None:
    sides = [disputes.Side("Ann", "so", WON, ruled(WON))]
    disputes.open_dispute(path, sides, relied(WON), ("digest", "0.1.0"))
    disputes.open_dispute(path, sides, relied(WON), ("digest", "0.2.0"))
    assert [disputes.show(path, number)["rulebook"]["referee"] for number in (1, 2)] == ["0.1.0", "0.2.0"]
    assert verify(path) == []
