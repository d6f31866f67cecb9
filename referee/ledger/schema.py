"""The ledger's tables, made and migrated with sqlite-utils.

    rulings   id, at (UTC), edition, line (as typed), position (canonical), status, outcome, grade,
              ruling (JSON without its proof), proof (JSON, compressed with zlib)

    tables    name, edition, created (UTC), used (which was used last), position (number of the last command in
              force), state (JSON)
    commands  name (of the table), number, at (UTC), command, status, anyway, says (JSON),
              changes (JSON: what it did to the state, so that it can be taken back)

`PRAGMA user_version` holds the version of the schema.
"""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database

VERSION = 2


def prepare(path: Path) -> None:
    """Makes the file and its tables, or brings an older file up to date. sqlite3 errors are the caller's to catch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = Database(path)
    try:
        database.conn.execute("pragma busy_timeout = 5000")
        database.enable_wal()
        with database.conn:
            database.conn.execute("begin immediate")
            for number, make in enumerate(_STEPS, 1):
                if version(database) < number:
                    make(database)
            database.conn.execute(f"pragma user_version = {VERSION}")
    finally:
        database.close()


def version(database: Database) -> int:
    """The schema version of an open file; 0 for a new one."""
    found: int = database.conn.execute("pragma user_version").fetchone()[0]
    return found


def _first(database: Database) -> None:
    columns = {
        "id": int,
        "at": str,
        "edition": str,
        "line": str,
        "position": str,
        "status": str,
        "outcome": str,
        "grade": str,
        "ruling": str,
        "proof": bytes,
    }
    rulings = database["rulings"]
    rulings.create(columns, pk="id", not_null={"at", "edition", "line", "status", "ruling"}, if_not_exists=True)  # type: ignore[union-attr]
    rulings.create_index(["position"], if_not_exists=True)  # type: ignore[union-attr]


def _second(database: Database) -> None:
    tables = {"name": str, "edition": str, "created": str, "used": int, "position": int, "state": str}
    database["tables"].create(tables, pk="name", not_null=set(tables), if_not_exists=True)  # type: ignore[union-attr]
    commands = {
        "name": str,
        "number": int,
        "at": str,
        "command": str,
        "status": str,
        "anyway": int,
        "says": str,
        "changes": str,
    }
    database["commands"].create(  # type: ignore[union-attr]
        commands,
        pk=("name", "number"),
        foreign_keys=[("name", "tables", "name")],
        not_null=set(commands),
        if_not_exists=True,
    )


_STEPS = (_first, _second)
