"""A history goes to another machine and back, and is merged."""

from __future__ import annotations

import json
import sqlite3
from base64 import b64decode
from contextlib import closing
from pathlib import Path

import pytest

from referee.errors import LedgerError
from referee.ledger import chain, disputes
from referee.ledger.disputes import Decision
from referee.ledger.sharing import merge, take, verify
from referee.ledger.stats import stats
from tests.ledger.filled import entries_of, evening, exported, named, whole
from tests.quarrels import LOST, WON, earlier_promotion, quarrel


def test_a_history_goes_to_another_machine_and_nothing_twice(path: Path, other: Path) -> None:
    evening(path)
    lines = exported(path)
    counts = {"ledgers": 1, "disputes": 2, "entries": 9, "rulings": 2, "known": 0, "left": 0}
    assert take(other, lines).items() >= counts.items()
    assert entries_of(other) == entries_of(path)
    assert [whole(one) for one in disputes.every(other)] == [whole(one) for one in disputes.every(path)]
    assert [row["id"] for row in disputes.search(other, "grumbles zombie")] == [1]
    counts = {"ledgers": 1, "disputes": 0, "entries": 0, "rulings": 0, "known": 9, "left": 0}
    assert take(other, lines).items() >= counts.items()
    assert verify(other) == []
    quarrel(path, "later")
    assert take(other, exported(path))["disputes"] == 1
    assert exported(path) == exported(other)


def test_what_is_taken_does_not_become_this_files_own_ledger(path: Path, other: Path) -> None:
    """Else both machines would go on with one ledger, in two ways."""
    quarrel(path)
    take(other, exported(path))
    quarrel(path, "mine")
    quarrel(other, "theirs")
    names = {name for name, _ in entries_of(other)}
    assert len(names) == 2
    merge(path, other)
    merge(other, path)
    assert entries_of(path) == entries_of(other)
    assert len(entries_of(path)) == 3
    assert verify(path) == verify(other) == []


def test_every_ruling_is_written_out_once_and_as_small_as_it_is_kept(path: Path) -> None:
    for _ in range(20):
        quarrel(path)
    lines = [json.loads(line) for line in exported(path)]
    assert [sorted(line) for line in lines] == [
        ["entries", "format", "kind", "ledgers", "rulings"],
        *[["packed", "ruling"]] * 2,
        *[["hash", "kind", "ledger", "number", "says"]] * 20,
    ]
    assert [line["number"] for line in lines[3:]] == list(range(1, 21))
    with closing(sqlite3.connect(path)) as base:
        kept = base.execute("select ruling from proofs order by id").fetchall()
    assert [b64decode(line["packed"]) for line in lines[1:3]] == [row[0] for row in kept]


def test_ledgers_that_speak_of_each_other(tmp_path: Path) -> None:
    """Ann opens, Bob decides, Ann appeals, Bob decides again; each in the own file, sent to and fro."""
    ann, bob = named(tmp_path / "ann.db", "ann"), named(tmp_path / "bob.db", "bob")
    quarrel(ann)
    merge(bob, ann)
    disputes.decide(bob, 1, Decision("Bob", "first"))
    merge(ann, bob)
    disputes.appeal(ann, 1, "Ann", "no")
    take(bob, exported(ann))
    disputes.decide(bob, 1, Decision("Bob", "second"))
    quarrel(bob, "Bob's own")
    merge(ann, bob)
    disputes.note(ann, 2, "Ann", "on Bob's own")
    merge(bob, ann)
    assert entries_of(ann) == entries_of(bob)
    new = tmp_path / "new.db"
    for source in (ann, bob):
        new.unlink(missing_ok=True)
        take(new, exported(source))
        assert entries_of(new) == entries_of(ann)
        assert verify(new) == []
        assert disputes.search(new, "compensation Bob")[0]["decided"] == "second"


def test_merged_files_agree_on_the_decision_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both decided before they met: the later decision holds in both files, not the one that came in last."""
    ann, bob = tmp_path / "ann.db", tmp_path / "bob.db"
    quarrel(ann)
    merge(bob, ann)
    monkeypatch.setattr(chain, "now", lambda: "2026-01-02T00:00:00+00:00")
    disputes.decide(ann, 1, Decision("Ann", "the later"))
    monkeypatch.setattr(chain, "now", lambda: "2026-01-01T00:00:00+00:00")
    disputes.decide(bob, 1, Decision("Bob", "the earlier"))
    merge(ann, bob)
    merge(bob, ann)
    assert [disputes.show(path, 1)["decided"] for path in (ann, bob)] == ["the later", "the later"]
    disputes.decide(bob, 1, Decision("Bob", "in its place, though the clock is slow"))
    merge(ann, bob)
    for path in (ann, bob):
        assert disputes.show(path, 1)["decided"] == "in its place, though the clock is slow"


def test_nothing_to_write_out(path: Path, other: Path) -> None:
    with pytest.raises(LedgerError, match="referee dispute open"):
        exported(path)
    assert not path.exists()
    with pytest.raises(LedgerError, match="no file"):
        merge(path, other)
    quarrel(path)
    with pytest.raises(LedgerError, match="this ledger itself"):
        merge(path, path.parent / ".." / path.parent.name / path.name)
    other.write_text("shopping list\n" * 50)
    with pytest.raises(LedgerError, match="no database"):
        merge(path, other)
    assert len(entries_of(path)) == 1


def test_what_is_disputed_most(path: Path) -> None:
    assert stats(path)["disputes"] == 0
    assert stats(path)["first"] == {"decided": 0, "stood": 0, "share": None}
    assert not path.exists()
    quarrel(path, question="DF-05", game="kitchen")  # Zombie or not: the facts decide
    quarrel(
        path,
        lines=(WON, WON.replace("hand red 6", "hand red 5")),
    )
    quarrel(path, question="DF-05", lines=(LOST, LOST))
    quarrel(path, question="DF-06", lines=(LOST, LOST))
    disputes.decide(path, 1, Decision("the referee", "so", side=1))
    disputes.decide(path, 2, Decision("the table", "so", house=True))
    disputes.decide(path, 3, Decision("the referee", "so"))
    disputes.appeal(path, 3, "Bob", "no")
    disputes.decide(path, 3, Decision("the table", "otherwise", house=True))
    disputes.appeal(path, 3, "Ann", "no")
    earlier_promotion(path, 3, "kitchen", "DF-05", None, "otherwise")
    told = stats(path)
    keys = ("disputes", "open", "decided", "appealed", "house", "referee", "promoted")
    assert {key: told[key] for key in keys} == {
        "disputes": 4, "open": 1, "decided": 2, "appealed": 1, "house": 2, "referee": 1, "promoted": 1,
    }  # fmt: skip
    assert told["first"] == {"decided": 3, "stood": 2, "share": 2 / 3}
    assert told["questions"] == [{"name": "DF-05", "disputes": 2}, {"name": "DF-06", "disputes": 1}]
    assert told["tables"] == [{"name": "kitchen", "disputes": 1}]
    assert told["aliens"] == [{"name": "Zombie", "disputes": 2}]
    assert told["parties"] == [{"name": "Ann", "disputes": 4}, {"name": "Bob", "disputes": 4}]
    assert told["clauses"][0]["disputes"] == 4
    assert not [clause for clause in told["clauses"] if clause["name"].startswith("alien ")]
    assert {"name": "alien Zombie", "disputes": 1} in told["contested"]
    assert told["facts"]["differed"] == 2
    assert [len(stats(path, 1)[key]) for key in ("clauses", "aliens", "questions", "contested")] == [1, 1, 1, 1]
