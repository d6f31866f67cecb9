"""What was changed or lost in a file is found, page by page and row by row."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import ILLEGAL, NOT_KEPT, NOT_UNDERSTOOD, RULED
from referee.errors import LedgerError
from referee.ledger import tables
from referee.ledger.files import DamagedError
from referee.ledger.sharing import verify
from tests import effort
from tests.ledger.filled import a_game
from tests.ledger.forged import LINE, mine
from tests.typed import typed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    return mine(tmp_path)


def test_a_schema_that_is_no_text_is_damage(path: Path) -> None:
    """SQLite's own message has the spoiled name in it, which is no UTF-8."""
    a_game(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma writable_schema = on")
        base.execute("update sqlite_master set name = cast(x'aa62' as text), sql = 'create tabel' where name = 'notes'")
        base.commit()
    for args in (("table", "show"), ("do", "launch red 2 at purple.2"), ("legal",), ("dispute", "list"), ("log",),
                 ("ledger", "export"), ("undo",), ("history",), ("dispute", "show", "1"), ("log", "1")):  # fmt: skip
        shown = typed(*args, db=path)
        assert (shown.status, "is damaged" in shown.err) == (NOT_UNDERSTOOD, True), (args, shown)
        assert "half a character" not in shown.err
    saved = typed("table", "export", db=path)
    assert saved.status == NOT_KEPT
    assert saved.out.splitlines() == ["table red purple yellow blue", "offense red", "destiny purple"]
    kept = typed("encounter", LINE, db=path)
    assert (kept.status, "is damaged" in kept.err) == (NOT_KEPT, True)
    assert typed("ledger", "verify", db=path).status == ILLEGAL
    with pytest.raises(DamagedError):
        tables.read(path)


def test_each_page_that_is_gone_is_found(path: Path) -> None:
    """One page after the other is zeroed: the disputes, rulings and tables in it are not said to be whole."""
    a_game(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
        size = base.execute("pragma page_size").fetchone()[0]
        free = {row[0] for row in base.execute("select rootpage from sqlite_master where name = 'none'")}
        count = base.execute("pragma page_count").fetchone()[0]
    data = path.read_bytes()
    silent = []
    for page in range(1, count + 1):
        if page in free:
            continue
        spoiled = path.with_name("spoiled.db")
        spoiled.write_bytes(data[: (page - 1) * size] + bytes(size) + data[page * size :])
        try:
            found = [one.what for one in verify(spoiled)]
        except LedgerError as error:
            found = [str(error)]
        if not found:
            silent.append(page)
    assert silent == []


EDITS = {
    "a state": 'update tables set state = replace(state, \'"turn": "red"\', \'"turn": "blue"\')',
    "a state that is none": "update tables set state = 'x'",
    "what a command did": "update commands set changes = '[]' where number = 2",
    "what a command did is no JSON": "update commands set changes = 'x' where number = 1",
    "a command that is gone": "delete from commands where number = 1",
    "a table that is gone": "delete from tables",
    "a ruling's outcome": "update rulings set outcome = 'defense-wins'",
    "a ruling": "update rulings set ruling = replace(ruling, 'offense-wins', 'defense-wins')",
    "a ruling's proof": "update rulings set proof = x'00'",
    "a ruling's position": "update rulings set position = 'red 1 : 1 vs blue 1 : 1'",
}


@pytest.mark.parametrize("what", EDITS)
def test_edited_tables_and_rulings_are_found(path: Path, what: str) -> None:
    a_game(path)
    assert typed("ledger", "verify", db=path).status == RULED
    with closing(sqlite3.connect(path)) as base:
        assert base.execute(EDITS[what]).rowcount > 0
        base.commit()
    assert {one.kind for one in verify(path)} <= {"table", "kept ruling"}
    shown = typed("ledger", "verify", db=path)
    assert (shown.status, "Everything is as it was written" in shown.out) == (ILLEGAL, False)
    assert any(row in shown.out for row in ("'table'", "kept ruling 1"))


STATES: tuple[tuple[str, Any], ...] = (
    ("phase", "tea"), ("phase", 5), ("turn", 5), ("turn", "nobody"), ("turn", ""), ("seats", [1, 2]), ("seats", []),
    ("seats", ["red", "red"]), ("seats", ["r\x1b"]), ("hands", {}), ("hands", {"red": "x"}), ("deck", "x"),
    ("deck", -1), ("ships", {}), ("ships", {"warp": {"red": -3}}), ("powers", {"red": "x"}), ("allies", {"red": "x"}),
    ("due", [1]), ("due", [["nobody", "take", 1, "", "", 0]]), ("edition", 5), ("last", 5), ("acts", "x"),
    ("target", "mars.1"), ("aliens", {"red": 5}), ("encounter", None), ("winners", [3]), ("tokens", {"red": True}),
    ("rewind", {"seats": 1}), ("chances", [[1]]), ("cards", {"red": 5}), ("discards", "10"), ("invited", [1]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value"), effort.some(STATES, 8), ids=lambda word: word if isinstance(word, str) else ""
)
def test_a_state_that_no_game_comes_to_is_damaged(path: Path, key: str, value: Any) -> None:
    """Also where the change was made in the commands too, so that both agree."""
    a_game(path)
    with closing(sqlite3.connect(path)) as base:
        state = json.loads(base.execute("select state from tables").fetchone()[0])
        old = state[key]
        state[key] = {**old, **value} if isinstance(value, dict) and isinstance(old, dict) and value else value
        base.execute("update tables set state = ?", (json.dumps(state),))
        changes = json.loads(base.execute("select changes from commands where number = 2").fetchone()[0])
        changes.append([key, old, state[key]])
        base.execute("update commands set changes = ? where number = 2", (json.dumps(changes),))
        base.commit()
    for args in (("table", "show"), ("legal",), ("do", "launch red 2 at purple.2"), ("ledger", "verify")):
        shown = typed(*args, db=path)
        assert shown.status in ((ILLEGAL,) if args[0] == "ledger" else (NOT_UNDERSTOOD,)), (args, shown)
        assert "damaged" in shown.err + shown.out
    assert typed("table", "export", db=path).out.splitlines()[1] == "offense red"


def test_a_whole_file_is_said_to_be_whole(path: Path) -> None:
    a_game(path)
    assert typed("undo", db=path).status == RULED
    assert typed("table", "duel", "blue", "orange", db=path).status == RULED
    assert typed("duel", "blue 2 : 10 vs orange 2 : 31", db=path).status in (RULED, 3)
    found = typed("ledger", "verify", "--json", db=path)
    assert (found.status, found.told["broken"]) == (RULED, [])
