"""The command that a rule forbade last at a table: a dispute there may be about it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from referee.ledger.files import reading
from referee.ledger.labels import TABLES, there
from referee.ledger.schema import BESIDE

FORBIDDEN = "illegal"  # the status of what a rule forbids, and not of what is only asked back


def keep(base: sqlite3.Connection, name: str, number: int, command: str) -> None:
    """Keeps what was forbidden behind the command of this number, in the place of what was before; no empty text."""
    if command:
        base.execute(BESIDE["refused"])
        base.execute("insert or replace into refused values (?, ?, ?)", (name, number, command))


def last(path: Path, kept_as: str) -> str:
    """The command that was forbidden since the last one was done at a table; an empty text where none was."""
    with reading(there(path), TABLES) as base:
        if base.execute("select 1 from sqlite_master where name = 'refused'").fetchone() is None:
            return ""
        query = """
        select command from refused r join tables t on t.name = r.name and t.position = r.number where r.name = ?
        """
        found = base.execute(query, (kept_as,)).fetchone()
        return str(found[0]) if found else ""
