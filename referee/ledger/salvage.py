"""What can be read of the tables in a file that SQLite gives up on: truncated, or with pages that are spoiled.

The pages of the file, and of the write-ahead log beside it, are looked at one by one, without the trees that lead to
them. A page of rows says where its rows begin, and a row says what its columns are (sqlite.org/fileformat2.html), so
whatever page is left gives up its commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.errors import LedgerError

_ROWS = 0x0D  # the kind of a page that holds rows of a table
_TABLE, _COMMAND = 6, 8  # how many columns the two tables have
_LOG_HEADER, _FRAME = 32, 24
_INTEGERS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}  # by type, how many bytes


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
    try:
        data = path.read_bytes()
        log = path.with_name(f"{path.name}-wal")
        logged = log.read_bytes() if log.exists() else b""
    except OSError as error:
        raise LedgerError(f"{path} could not be read: {error.strerror}") from None
    tables: dict[str, tuple[int, int]] = {}  # by name, when it was used last and its position
    commands: dict[str, dict[int, tuple[str, str]]] = {}  # by table and number, when it was given and the command
    for row in _all_rows(data, logged):
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


def _all_rows(data: bytes, log: bytes) -> Iterator[list[Any]]:
    """The rows of the file, then those of the log, which are newer."""
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size if size >= 512 and size & (size - 1) == 0 else 4096
    pages = [data[at : at + size] for at in range(0, len(data), size)]
    newer = [log[at + _FRAME : at + _FRAME + size] for at in range(_LOG_HEADER, len(log), _FRAME + size)]
    for page in (*pages, *newer):
        if len(page) >= 8 and page[0] == _ROWS:
            for number in range(int.from_bytes(page[3:5], "big")):
                at = int.from_bytes(page[8 + 2 * number : 10 + 2 * number], "big")
                try:
                    length, at = _varint(page, at)
                    _, at = _varint(page, at)  # the number of the row
                    yield _columns(_payload(page, at, length, size, pages))
                except (IndexError, KeyError, UnicodeDecodeError):
                    continue  # this row is spoiled


def _payload(page: bytes, at: int, length: int, size: int, pages: list[bytes]) -> bytes:
    """A row of this length, or its beginning: a long one goes on in other pages, as far as they are there."""
    if length <= size - 35:
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= size - 35 else least
    found = page[at : at + here]
    following = page[at + here : at + here + 4]
    while len(found) < length:
        number = int.from_bytes(following, "big")
        if not 1 <= number <= len(pages):
            break
        found += pages[number - 1][4:]
        following = pages[number - 1][:4]
    return found[:length]


def _columns(row: bytes) -> list[Any]:
    """The columns of a row; None for what is not there, and for a value that is no number and no text."""
    end, at = _varint(row, 0)
    kinds = []
    while at < end:
        kind, at = _varint(row, at)
        kinds.append(kind)
    found: list[Any] = []
    for kind in kinds:
        size = _INTEGERS[kind] if kind < 12 else (kind - 12) // 2
        value = row[at : at + size]
        at += size
        if kind in (8, 9):
            found.append(kind - 8)
        elif len(value) < size or kind == 0 or (kind >= 12 and kind % 2 == 0):
            found.append(None)
        else:
            found.append(int.from_bytes(value, "big", signed=True) if kind < 12 else value.decode())
    return found


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(9):
        byte = page[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise IndexError
