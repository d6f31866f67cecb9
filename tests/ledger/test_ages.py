"""An older file is brought up to date, a whole copy of it is kept, and nothing is written over."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.ledger import disputes, tables
from referee.ledger.migrations import STEPS
from referee.ledger.rulings import VERSION, latest
from referee.ledger.sharing import verify
from tests.ledger.children import in_a_child
from tests.ledger.filled import sql
from tests.quarrels import quarrel, writer

_SECOND = """
create table rulings (id integer primary key, at text not null, edition text not null, line text not null,
    position text, status text not null, outcome text, grade text, ruling text not null, proof blob);
create index idx_rulings_position on rulings (position);
create table tables (name text primary key not null, edition text not null, created text not null,
    used integer not null, position integer not null, state text not null);
create table commands (name text not null references tables(name), number integer not null, at text not null,
    command text not null, status text not null, anyway integer not null, says text not null, changes text not null,
    primary key (name, number));
insert into rulings values (7, '2025-01-01', 'consolidated', 'a line', '', 'open', null, null, '{}', null);
insert into tables values ('kitchen', 'consolidated', '2025-01-01', 1, 0, '{"edition": "x"}');
pragma user_version = 2;
"""


def _older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(_SECOND)


def test_an_older_file_is_brought_up_to_date_and_a_whole_copy_of_it_kept(path: Path) -> None:
    _older(path)
    assert disputes.listed(path) == []
    assert quarrel(path) == 1
    assert [row["line"] for row in latest(path)] == ["a line"]
    assert [row["name"] for row in tables.names(path)] == ["kitchen"]
    copy = path.with_name("referee.db.v2")
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)
        assert base.execute("pragma user_version").fetchone() == (2,)
        assert base.execute("select line from rulings").fetchall() == [("a line",)]
        assert base.execute("select name from tables").fetchall() == [("kitchen",)]
        assert "ledgers" not in {row[0] for row in base.execute("select name from sqlite_master")}
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (VERSION,)
        steps = base.execute("select name from _sqlite_migrations order by id").fetchall()
    assert [name for (name,) in steps] == [step.name for step in STEPS._migrations]
    assert [name for (name,) in steps] == ["rulings", "tables", "disputes", "labels", "house_rules"]
    assert len(steps) == VERSION
    assert sorted(file.name for file in path.parent.iterdir()) == ["referee.db", "referee.db-copy", "referee.db.v2"]


def test_an_older_copy_that_is_there_already_is_not_written_over(path: Path) -> None:
    path.with_name("referee.db.v2").write_text("precious")
    _older(path)
    quarrel(path)
    assert path.with_name("referee.db.v2").read_text() == "precious"
    with closing(sqlite3.connect(path.with_name("referee.db.v2-2"))) as base:
        assert base.execute("select line from rulings").fetchall() == [("a line",)]


def test_a_copy_that_cannot_be_made_leaves_the_older_file_as_it_is(path: Path) -> None:
    _older(path)
    for number in range(40):
        sql(path, f"insert into rulings values ({number + 10}, '', '', '{'x' * 4000}', '', '', '', '', '', null)")
    size = path.stat().st_size

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))
        quarrel(path)

    assert in_a_child(fill).startswith("LedgerError: ")
    assert [file.name for file in path.parent.iterdir() if ".v2" in file.name] == []
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (2,)
        assert base.execute("select count(*) from rulings").fetchone() == (41,)
    assert quarrel(path) == 1


@pytest.mark.long
def test_several_bring_one_older_file_up_to_date(path: Path) -> None:
    _older(path)
    writers = [writer(path, f"writer{number}", 3) for number in range(4)]
    for one in writers:
        one.communicate(timeout=120)
        assert one.returncode == 0
    assert len(disputes.listed(path, 100)) == 12
    assert [file.name for file in path.parent.iterdir() if ".v2" in file.name] == ["referee.db.v2"]
    # The table and the ruling of that file were never played or given: only their names stand there.
    assert {broken.kind for broken in verify(path)} == {"table", "kept ruling"}
