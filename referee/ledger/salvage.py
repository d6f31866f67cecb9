"""What can be read of the tables in a file that SQLite gives up on: truncated, or with pages that are spoiled.

The pages of the file, and of the write-ahead log beside it, are looked at one by one, without the trees that lead to
them: whatever page is left gives up its commands.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.pages import contents, table_rows

_TABLE, _COMMAND = 6, 8  # how many columns the two tables have


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
    """The commands of a table, of the one used last without a name. LedgerError where nothing of it can be read."""
    tables: dict[str, tuple[int, int]] = {}  # by name, when it was used last and its position
    commands: dict[str, dict[int, tuple[str, str]]] = {}  # by table and number, when it was given and the command
    for row in table_rows(*contents(path)):
        match row:
            case [str(table), str(), str(), int(used), int(last), _] if len(row) == _TABLE:
                tables[table] = max(tables.get(table, (0, 0)), (used, last))
            case [str(table), int(number), str(at), str(command), *_] if len(row) == _COMMAND:
                here = commands.setdefault(table, {})
                here[number] = max(here.get(number, ("", "")), (at, command))
    if name is None and commands:
        name = max(commands, key=lambda table: (tables.get(table, (0, 0)), max(commands[table].values())))
    if name is None or name not in commands:
        seen = f"; of these something is left: {', '.join(sorted(commands))}" if commands else ""
        raise LedgerError(f"nothing can be read of {f'the table {name!r}' if name else 'any table'} in {path}{seen}")
    position: int | None = tables[name][1] if name in tables else None
    kept = {
        number: command
        for number, (_, command) in sorted(commands[name].items())
        if position is None or number <= position
    }
    if not kept:
        raise LedgerError(f"no command can be read of the table {name!r} in {path}")
    return Saved(name, kept, position, tuple(sorted(set(commands) - {name})))
