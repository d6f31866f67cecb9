"""Two shells at one table: whoever takes something back is told whose it was, and can say which he means."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli.common import NOT_UNDERSTOOD, RULED
from tests.typed import typed


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "referee.db"
    assert typed("table", "red", "purple", "yellow", "blue", db=path).status == RULED
    assert typed("do", "offense red", db=path).status == RULED
    return path


def _in_another_shell(db: Path, monkeypatch: pytest.MonkeyPatch, *args: str) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("referee.public.tables.shell", lambda: "session of somebody else")
        assert typed(*args, db=db).status == RULED


def test_a_command_of_another_shell_is_taken_back_with_a_word(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _in_another_shell(db, monkeypatch, "do", "destiny purple")
    taken = typed("undo", db=db).out
    assert taken.startswith("taken back: destiny purple  (command 2, done in another shell, ")
    assert " s ago)" in taken
    again = typed("redo", "--json", db=db).told
    assert (again["redone"], again["number"], again["elsewhere"]) == ("destiny purple", 2, True)
    assert 0 <= again["seconds"] < 600


def test_of_ones_own_command_nothing_more_is_said(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _in_another_shell(db, monkeypatch, "do", "destiny purple")
    assert typed("undo", db=db).status == RULED
    assert typed("do", "destiny yellow", db=db).status == RULED  # in the place of the other's
    assert typed("undo", db=db).out.splitlines()[0] == "taken back: destiny yellow"
    told = typed("undo", "--json", db=db).told
    assert (told["undone"], told["elsewhere"], "table" in told) == ("offense red", False, True)


def test_only_the_command_that_is_meant_is_taken_back(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _in_another_shell(db, monkeypatch, "do", "destiny purple")
    refused = typed("undo", "--expect", "1", db=db)
    assert (refused.status, "the last command is 2, not 1" in refused.err) == (NOT_UNDERSTOOD, True)
    assert typed("redo", "--expect", "2", db=db).status == NOT_UNDERSTOOD
    assert typed("undo", "--expect", "2", db=db).status == RULED
    assert typed("redo", "--expect", "1", db=db).status == NOT_UNDERSTOOD
    assert typed("redo", "--expect", "2", db=db).status == RULED
    assert [entry["command"] for entry in typed("history", "--json", db=db).told["history"]][-1] == "destiny purple"


def test_a_table_of_an_earlier_referee_is_played_on(db: Path) -> None:
    """Which shell a command came from was not kept then."""
    with closing(sqlite3.connect(db)) as base:
        base.execute("drop table shells")
        base.commit()
    assert typed("undo", db=db).out.splitlines()[0] == "taken back: offense red"
    assert typed("redo", "--json", db=db).told["elsewhere"] is False
    assert typed("do", "destiny purple", db=db).status == RULED
    assert typed("undo", "--json", db=db).told["number"] == 2
    assert typed("ledger", "verify", db=db).status == RULED
