"""The steps by which a file gets its tables, applied and recorded by sqlite-utils.

An older file is copied beside itself before it is changed. `PRAGMA user_version` holds the number of steps as well:
whoever opens a file learns from it, without this module, whether there is anything to do, and refuses a newer file.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database, Migrations

from referee.book.whole import private_file, private_folder, replace
from referee.ledger.rulings import PATIENCE, VERSION
from referee.ledger.schema import (
    DISPUTES,
    HOUSE_RULES,
    LABELS,
    OF_DISPUTES,
    OF_HOUSE_RULES,
    RULINGS,
    TABLES,
    guards,
    make,
)

STEPS = Migrations("referee")


@STEPS()
def rulings(database: Database) -> None:
    """Version 1."""
    make(database.conn, RULINGS)


@STEPS()
def tables(database: Database) -> None:
    """Version 2."""
    make(database.conn, TABLES)


@STEPS()
def disputes(database: Database) -> None:
    """Version 3."""
    make(database.conn, DISPUTES)
    for guard in guards(OF_DISPUTES).values():
        database.conn.execute(guard)


@STEPS()
def labels(database: Database) -> None:
    """Version 4."""
    make(database.conn, LABELS)


@STEPS()
def house_rules(database: Database) -> None:
    """Version 5."""
    make(database.conn, HOUSE_RULES)
    for guard in guards(OF_HOUSE_RULES).values():
        database.conn.execute(guard)


def prepare(path: Path) -> None:
    """Makes the file and its tables, or brings an older file up to date. sqlite3 errors are the caller's to catch."""
    private_folder(path.parent)
    private_file(path)
    with closing(Database(path)) as database:
        database.conn.execute(f"pragma busy_timeout = {PATIENCE * 1000}")
        _write_ahead(database)
        with database.conn:
            database.conn.execute("begin immediate")
            found: int = database.conn.execute("pragma user_version").fetchone()[0]
            if 0 < found < VERSION:
                _keep_older(path, found)
                _record(database, found)
            if found < VERSION:
                STEPS.apply(database)
                database.conn.execute(f"pragma user_version = {VERSION}")


def _write_ahead(database: Database) -> None:
    """Readers need not wait for a writer. SQLite waits for no one where it changes this, so that is done here."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            database.enable_wal()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _record(database: Database, found: int) -> None:
    """Records the steps of a file from before they were recorded."""
    STEPS.ensure_migrations_table(database)
    done = len(STEPS.applied(database))
    steps = [step.name for step in STEPS.pending(database)[: found - done]]
    rows = [{"migration_set": STEPS.name, "name": name, "applied_at": ""} for name in steps]
    database.table(STEPS.migrations_table).insert_all(rows)


def _keep_older(path: Path, found: int) -> None:
    """Copies a file of an older schema to `NAME.vN` before it is changed; a copy is there whole or not at all.

    The caller keeps others from writing, so it is read by a connection of its own.
    """
    copy, number = path.with_name(f"{path.name}.v{found}"), 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.v{found}-{number}")
    with closing(sqlite3.connect(path)) as whole:
        replace(copy, whole.serialize())
