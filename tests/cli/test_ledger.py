"""The ledger as a whole, as it is typed: verified, named, exported, imported, merged, counted."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run

LINE = "red 3 : 8 vs blue 4 : N ; hand red 6"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "referee.db"
    told("name", "tuesday", db=path)
    _dispute(path)
    return path


def told(*args: str, db: Path, status: int = 0) -> Any:
    """What a command of the ledger answers as JSON."""
    shown = run("ledger", *args, "--json", db=db)
    assert (shown.returncode, shown.stderr) == (status, ""), shown
    return json.loads(shown.stdout)


def _dispute(db: Path, claim: str = "four, by 5.10.8.2.a") -> None:
    opened = run("dispute", "open", LINE, "--party", "blue", "--claim", claim, "--party", "red", "--claim", "no", db=db)
    assert opened.returncode == 0, opened
    assert run("dispute", "rule", "1", db=db).returncode == 0


def test_a_ledger_is_named_before_it_is_written_in(db: Path, tmp_path: Path) -> None:
    assert told("verify", db=db)["ledgers"][0].items() >= {"name": "tuesday", "entries": 2, "own": True}.items()
    again = run("ledger", "name", "friday", db=db)
    assert (again.returncode, "has a name already" in again.stderr) == (2, True)
    assert run("ledger", "name", " ", db=tmp_path / "new.db").returncode == 2


def test_what_was_changed_by_hand_is_named(db: Path) -> None:
    assert told("verify", db=db)["broken"] == []
    base = sqlite3.connect(db)
    base.execute("drop trigger decisions_no_update")
    base.execute("update decisions set says = 'blue was right all along'")
    base.commit()
    base.close()
    broken = told("verify", db=db, status=1)["broken"]
    assert {"ledger": "tuesday", "number": 2, "kind": "decision", "dispute": 1, "what": "was changed"} in broken
    shown = run("ledger", "verify", db=db)
    assert "entry 2 of tuesday, decision (dispute 1): was changed" in shown.stdout
    assert shown.returncode == 1


def test_without_a_file_there_is_nothing_to_verify(tmp_path: Path) -> None:
    shown = run("ledger", "verify", db=tmp_path / "none.db")
    assert (shown.returncode, shown.stdout) == (0, "No dispute is kept yet.\n")


def test_a_history_is_brought_to_another_machine_and_taken_once(db: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "history.jsonl", tmp_path / "other.db"
    counts = told("export", str(file), db=db)
    assert (counts["ledgers"], counts["disputes"], counts["entries"]) == (1, 1, 2)
    taken = told("import", str(file), db=other)
    assert (taken["disputes"], taken["known"]) == (1, 0)
    again = told("import", str(file), db=other)
    assert (again["disputes"], again["known"]) == (0, 2)
    shown = [run("dispute", "show", "1", "--json", db=path) for path in (db, other)]
    assert json.loads(shown[0].stdout)["sides"] == json.loads(shown[1].stdout)["sides"]
    assert run("ledger", "export", db=db).stdout == file.read_text(encoding="utf-8")
    assert "1 dispute" in run("ledger", "export", str(file), db=db).stdout


def test_two_players_ledgers_are_merged_whole(db: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    told("name", "friday", db=other)
    _dispute(other, "mine")
    assert told("merge", str(other), db=db)["entries"] == 2
    assert [ledger["name"] for ledger in told("verify", db=db)["ledgers"]] == ["tuesday", "friday"]
    assert told("verify", db=db)["broken"] == []
    listed = json.loads(run("dispute", "list", "--json", db=db).stdout)["disputes"]
    assert [row["ledger"] for row in listed] == ["friday", "tuesday"]
    assert "2 entries were here before" in run("ledger", "merge", str(other), db=db).stdout


def test_what_cannot_be_read_or_written_is_said(db: Path, tmp_path: Path) -> None:
    (tmp_path / "no.jsonl").write_text("nonsense\n")
    for args in (
        ("import", str(tmp_path / "no.jsonl")),
        ("import", str(tmp_path / "none.jsonl")),
        ("import", str(tmp_path)),
        ("merge", str(tmp_path / "none.db")),
        ("merge", str(db)),
        ("merge", str(tmp_path / "no.jsonl")),
        ("export", str(tmp_path / "no" / "where.jsonl")),
    ):
        shown = run("ledger", *args, db=db)
        assert (shown.returncode, shown.stdout) == (2, ""), args
        assert "Traceback" not in shown.stderr
        assert str(args[1]) in shown.stderr or "line 1" in shown.stderr
    assert told("verify", db=db)["broken"] == []


def test_what_is_left_of_a_damaged_file_is_saved(db: Path, tmp_path: Path) -> None:
    data = bytearray(db.read_bytes())
    data[4096 : 2 * 4096] = bytes(4096)  # the second page: the root of the first table
    damaged, saved = tmp_path / "damaged.db", tmp_path / "saved.jsonl"
    damaged.write_bytes(data)
    shown = run("ledger", "export", str(saved), "--salvage", db=damaged)
    assert shown.returncode in (0, 4), shown
    assert told("import", str(saved), db=tmp_path / "new.db")["disputes"] == 1


def test_what_is_disputed_most_is_shown_in_bars(db: Path) -> None:
    _dispute(db)
    counted = told("stats", db=db)
    assert counted["disputes"] == 2
    assert ("consolidated 5.10.1.2.a", 2) in [(one["name"], one["disputes"]) for one in counted["clauses"]]
    shown = run("ledger", "stats", db=db, COLUMNS="80", NO_COLOR="1").stdout
    assert "2 disputes" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "█" in shown
    assert "the first ruling stood" in shown
