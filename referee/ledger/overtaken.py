"""Commands that were taken back and then overtaken by another one: they wait behind it, to be done again."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from referee.ledger.schema import BESIDE


class Waiting(NamedTuple):
    """A command that was taken back, and whether it was done although a rule forbade it."""

    command: str
    anyway: bool = False


def waiting(base: sqlite3.Connection, name: str, number: int) -> list[Waiting]:
    """The commands that wait behind the one of this number, the next one first."""
    if base.execute("select 1 from sqlite_master where name = 'overtaken'").fetchone() is None:
        return []
    query = "select commands from overtaken where name = ? and number = ?"
    found = base.execute(query, (name, number)).fetchone()
    try:
        return [Waiting(str(command), bool(anyway)) for command, anyway in json.loads(found[0])] if found else []
    except (ValueError, TypeError):
        return []  # nothing that is in force hangs on it


def overtaken_by(base: sqlite3.Connection, name: str, number: int, command: str) -> list[Waiting]:
    """The commands that this one, of this number, overtakes: without one of the same verb, in whose place it stands."""
    query = "select number, command, anyway from commands where name = ? and number >= ? order by number"
    rows = base.execute(query, (name, number)).fetchall()
    found = [Waiting(part, bool(anyway)) for _, said, anyway in rows for part in said.split(" / ")]
    if rows:
        found += waiting(base, name, rows[-1][0])
    is_in_place = bool(found) and found[0].command.split()[:1] == command.split()[:1]
    return found[1:] if is_in_place else found


def keep(base: sqlite3.Connection, name: str, number: int, waits: list[Waiting]) -> None:
    """Keeps what waits behind a command."""
    if waits:
        base.execute(BESIDE["overtaken"])
        base.execute("insert or replace into overtaken values (?, ?, ?)", (name, number, json.dumps(waits)))
