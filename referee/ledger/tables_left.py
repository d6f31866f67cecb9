"""What can be read of the commands of a table in a file that SQLite gives up on: truncated, or with spoiled pages."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.remains import Remains, remains

Commands = dict[int, tuple[str, str]]  # by number, when a command was given and what it is


class Saved(NamedTuple):
    """The commands in force of a table, by number, and what is known of the table itself."""

    name: str
    commands: dict[int, str]
    position: int | None  # how many commands are in force; None where that is lost: then all are taken to be
    others: tuple[str, ...]  # other tables of which something can be read

    @property
    def missing(self) -> list[int]:
        """The numbers of commands that are lost, as far as one can tell; 0 is the laying of the table."""
        last = max(self.commands) if self.position is None else self.position
        return [number for number in range(last + 1) if number not in self.commands]


def salvage(path: Path, name: str | None = None) -> Saved:
    """The commands of a table, of the one used last without a name. LedgerError where nothing of it can be read.

    What the file itself has lost comes from its copy, as far as the two do not tell different things of the table.
    """
    left = remains(path)
    commands, tables = _commands(left), _tables(left.all)
    name = _kept_under(left, name)
    if name is None and commands:
        name = max(commands, key=lambda table: (tables.get(table, (0, 0)), max(commands[table].values())))
    if name is None or name not in commands:
        seen = f"; of these something is left: {', '.join(sorted(commands))}" if commands else ""
        raise LedgerError(f"nothing can be read of {f'the table {name!r}' if name else 'any table'} in {path}{seen}")
    position = tables[name][1] if name in tables else None
    last = max(commands[name]) if position is None else position
    kept = {number: command for number, (_, command) in sorted(commands[name].items()) if number <= last}
    if not kept:
        raise LedgerError(f"no command can be read of the table {name!r} in {path}")
    return Saved(name, kept, position, tuple(sorted(set(commands) - {name})))


def _kept_under(left: Remains, name: str | None) -> str | None:
    """The name under which a table was laid that was called so."""
    found = left.all.execute("select name from labels where label = ?", (name,)).fetchone()
    return name if found is None else str(found[0])


def _tables(base: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """By the name of each table, when it was used last and its position."""
    return {name: (used, at) for name, used, at in base.execute("select name, used, position from tables")}


def _commands(left: Remains) -> dict[str, Commands]:
    """By the name of each table its commands; what the copy has too, where the two do not tell different things."""
    found = _commands_in(left.all)
    if left.copy is not None:
        for name, copied in _commands_in(left.copy).items():
            kept = found.get(name, {})
            if all(copied.get(number, row) == row for number, row in kept.items()):
                found[name] = {**copied, **kept}
    return found


def _commands_in(base: sqlite3.Connection) -> dict[str, Commands]:
    found: dict[str, Commands] = {}
    for name, number, at, command in base.execute("select name, number, at, command from commands"):
        found.setdefault(name, {})[number] = at, command
    return found
