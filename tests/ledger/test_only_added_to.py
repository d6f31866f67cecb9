"""What is written can be neither changed nor removed without being named."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.ledger import disputes
from referee.ledger.schema import APPENDED
from referee.ledger.sharing import verify
from referee.ledger.verifying import Broken
from tests import effort
from tests.ledger.filled import by_hand, evening, sql
from tests.quarrels import quarrel


@pytest.mark.parametrize("table", APPENDED)
def test_what_is_written_can_be_neither_changed_nor_deleted(path: Path, table: str) -> None:
    evening(path)
    columns = {"entries": "number", "sides": "party", "relied": "clause", "readings": "reading", "points": "clause"}
    column = columns.get(table, "id")
    for statement in (f"update {table} set {column} = {column}", f"delete from {table}"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            sql(path, statement)
    assert verify(path) == []


def _columns() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        evening(path)
        with closing(sqlite3.connect(path)) as base:
            for table in APPENDED:
                for column in base.execute(f"select name from pragma_table_info('{table}')").fetchall():
                    yield table, column[0]


@pytest.mark.parametrize(("table", "column"), effort.some(_columns(), 17))
def test_any_cell_that_is_changed_by_hand_is_found(path: Path, table: str, column: str) -> None:
    evening(path)
    with closing(sqlite3.connect(path)) as base:
        old = base.execute(f"select {column} from {table} order by 1 limit 1").fetchone()[0]
    for new in ("x'00112233445566778899aabbccddeeff'", "'2020'", "7"):
        copy = path.with_name("copy.db")
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as base:
            base.execute(f"vacuum into '{copy}'")
        where = f"{column} is (select {column} from {table} order by 1 limit 1)"
        try:
            broken = by_hand(copy, f"update {table} set {column} = {new} where {where}")
        except sqlite3.Error:
            continue  # such a value cannot stand there
        assert broken, (table, column, old, new)


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ("ledgers values (9, 'another', '2020')", "ledger"),
        ("entries values (1, 99, 'note', 77, x'00')", "entry"),
        ("rulebooks values (9, 'x', 'y')", "rulebook"),
        ("proofs select 9, x'00', position, status, outcome, ruling from proofs where id = 1", "ruling"),
        ("clauses values (9999, 'consolidated 1', 'x')", "clause"),
        (
            "disputes select 9, 1, 99, at, edition, game, about, question, rulebook from disputes where id = 1",
            "dispute",
        ),
        ("sides select 1, 3, party, claim, line, proof from sides where dispute = 1 and side = 1", "dispute"),
        ("sides select 9, 3, party, claim, line, proof from sides where dispute = 1 and side = 1", "side"),
        ("relied values (1, 9)", "clause relied on"),
        (
            "relied select min(id), 2 from clauses where id not in (select clause from relied where dispute = 2)",
            "dispute",
        ),
        ("readings values (1, 'DF-06', 'x')", "dispute"),
        ("readings values (9, 'DF-06', 'x')", "reading"),
        ("decisions select 9, 1, at, by, 1, 2, null, 'no', '', '', id from decisions where id = 2", "decision"),
        ("notes values (9, 1, '2020', 'x', 'y')", "note"),
        ("appeals values (9, 1, '2020', 'x', 'y')", "appeal"),
        ("promotions select 9, 1, at, game, question, reading, says from promotions", "promotion"),
    ],
)
def test_a_row_that_is_put_in_by_hand_is_found(path: Path, row: str, named: str) -> None:
    evening(path)
    sql(path, f"insert into {row}")
    assert named in {broken.kind for broken in verify(path)}


@pytest.mark.parametrize("table", APPENDED)
def test_a_row_that_is_removed_by_hand_is_found(path: Path, table: str) -> None:
    evening(path)
    where = f"rowid = (select min(rowid) from {table})"
    keys = {"entries": "number", "sides": "side", "relied": "clause", "readings": "question", "points": "clause"}
    if table in keys:
        key = keys[table]
        where = f"{key} = (select max({key}) from {table})"
    assert by_hand(path, f"delete from {table} where {where}")


def test_entries_that_are_removed_with_all_their_rows_are_named(path: Path) -> None:
    for number in range(6):
        quarrel(path, f"number {number}")
    broken = by_hand(
        path,
        "delete from entries where number in (3, 4)",
        "delete from sides where dispute in (3, 4)",
        "delete from relied where dispute in (3, 4)",
        "delete from disputes where id in (3, 4)",
    )
    name = broken[0].ledger
    assert broken[0] == Broken(name, 3, "entry", None, "entries 3 to 4 are missing, so entry 5 cannot be checked")
    assert {(one.dispute, one.what) for one in broken[1:]} == {
        (3, "is gone, though its words are in the index"),
        (4, "is gone, though its words are in the index"),
    }


def test_what_was_changed_is_named_by_its_dispute(path: Path) -> None:
    for number in range(4):
        quarrel(path, f"number {number}")
    disputes.note(path, 2, "Ann", "hm")
    assert [(one.number, one.kind, one.dispute, one.what) for one in by_hand(path, "update notes set says = 'ha'")] == [
        (5, "note", 2, "was changed")
    ]


def test_guards_that_are_taken_away_are_named(path: Path) -> None:
    evening(path)
    sql(path, "drop trigger notes_no_update")
    assert [one.what for one in verify(path)] == ["against update of notes was taken away"]
