"""Several shells at one table: nobody waits for the ruling of another, and no command is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.errors import LedgerError, MalformedError
from referee.ledger import tables as kept
from referee.ledger.files import Kept, said
from tests import effort

WRITERS = effort.times(24, 6)
# Waits until all are there, then says one command, so that they write as nearly at once as can be.
WRITER = """
import sys, time
from pathlib import Path
import referee
table = referee.TableSession(db=sys.argv[1])
Path(sys.argv[2]).touch()
while len([*Path(sys.argv[2]).parent.glob("ready-*")]) < int(sys.argv[3]):
    time.sleep(0.01)
table.do(f"set hand red {sys.argv[4]}")
"""


def _ruled(command: str) -> Any:
    def rule(state: dict[str, Any]) -> kept.Ruled:
        return kept.Ruled({**state, "said": [*state.get("said", []), command]}, command, "legal", False, [])

    return rule


def _commands(db: Path) -> list[str]:
    """The commands that are kept, without the one that laid the table."""
    return [entry["command"] for entry in kept.history(db)[1] if not entry["command"].startswith("table ")]


def test_others_may_write_while_a_command_is_ruled(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    referee.TableSession.lay("red blue", db=db)

    def rule(state: dict[str, Any]) -> kept.Ruled:
        with closing(sqlite3.connect(db, timeout=0)) as other:
            other.execute("begin immediate")  # "database is locked" if it cannot
            other.rollback()
        return kept.Ruled(state, "claim", "legal", False, [])

    kept.do(db, None, rule)
    assert _commands(db) == ["claim"]


def test_what_was_done_meanwhile_is_looked_at_before_a_command_is_kept(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    referee.TableSession.lay("red blue", db=db)
    seen: list[list[str]] = []

    def rule(state: dict[str, Any]) -> kept.Ruled:
        seen.append(list(state.get("said", [])))
        if len(seen) == 1:
            kept.do(db, None, _ruled("first"))
        return kept.Ruled(*_ruled("second")(state))

    kept.do(db, None, rule)
    assert seen == [[], ["first"]]
    assert kept.read(db)[1]["said"] == ["first", "second"]
    assert _commands(db) == ["first", "second"]


def test_what_is_not_understood_keeps_nothing(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    table = referee.TableSession.lay("red blue", db=db)
    with pytest.raises(MalformedError):
        table.do("gibberish and more")
    assert _commands(db) == []


def test_who_has_to_wait_too_long_is_told_so_in_plain_words(tmp_path: Path) -> None:
    things = Kept("tables", "")
    with pytest.raises(LedgerError, match="others have been writing") as told, said(tmp_path / "games.db", things):
        raise sqlite3.OperationalError("database is locked")
    assert "locked" not in str(told.value)


def test_as_many_shells_as_sit_at_a_table_write_at_once(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    referee.TableSession.lay("red blue", db=db)
    command = [sys.executable, "-c", WRITER, str(db)]
    writers = [
        subprocess.Popen(
            [*command, str(tmp_path / f"ready-{number}"), str(WRITERS), str(number)], stderr=subprocess.PIPE, text=True
        )
        for number in range(WRITERS)
    ]
    errors = [writer.communicate(timeout=300)[1] for writer in writers]
    assert [error for error in errors if error] == []
    done = sorted(_commands(db))
    assert done == sorted(f"set hand red {number}" for number in range(WRITERS))
