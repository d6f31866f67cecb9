"""The ledger's tables, made and migrated with sqlite-utils.

    rulings   id, at (UTC), edition, line (as typed), position (canonical), status, outcome, grade,
              ruling (JSON without its proof), proof (JSON, compressed with zlib)

`PRAGMA user_version` holds the version of the schema.
"""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database

VERSION = 1


def prepare(path: Path) -> None:
    """Makes the file and its tables, or brings an older file up to date. sqlite3 errors are the caller's to catch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = Database(path)
    try:
        database.conn.execute("pragma busy_timeout = 5000")
        database.enable_wal()
        with database.conn:
            database.conn.execute("begin immediate")
            if version(database) < VERSION:
                _first(database)
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
