"""The rows of a database file that SQLite gives up on, page by page.

SQLite itself reads them: each page that holds rows is laid into a file with a schema of its own, as if it were a whole
table, while the pages on which long rows go on stay where they are. So whatever page is left gives up its rows. To
which table they belong is not known.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from referee.ledger.files import with_log

Value = int | float | str | bytes | None

_INNER_INDEX, _INDEX, _TABLE = 0x02, 0x0A, 0x0D  # the kinds of pages that hold rows, by their first byte
_HEADER = b"SQLite format 3\0"
_COLUMNS = 12  # more than any row has
_ABSENT = b"absent"  # what SQLite puts for a column that a row does not have


class Row(NamedTuple):
    """A row: its page, its number (None in an index, and in a table that is kept as one), and its columns."""

    page: int
    number: int | None
    columns: tuple[Value, ...]


_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of a file, with what was committed to the log beside it; it is there as long as it is used."""
    with with_log(path) as copy:
        with copy.open("r+b") as file:
            data = file.read(len(_HEADER) + 2)
            if not data.startswith(_HEADER) and copy.with_name(f"{copy.name}-wal").exists():
                file.seek(0)  # SQLite would not look at the log
                file.write(_frame(_page_size(data), 0)[: _page_size(data)])
        with suppress(*_UNREADABLE), closing(sqlite3.connect(copy)) as base:
            base.execute("pragma wal_checkpoint(truncate)")
        yield copy


def read(base: sqlite3.Connection, query: str, key: str) -> tuple[list[tuple[Value, ...]], bool]:
    """Returns the rows of a query from either end as far as they can be read, and True if these are all."""
    base.text_factory = lambda text: text.decode("utf-8", "surrogateescape")  # so that one spoiled text stops nothing
    both: dict[tuple[Value, ...], None] = {}
    for order in ("asc", "desc"):
        found: list[tuple[Value, ...]] = []
        ordered = f"{query} order by {key} {order}"
        try:
            for row in base.execute(ordered):
                found.append(row)
            return found, True
        except _UNREADABLE:  # Python asks for the next row before it gives one: the last before the damage is missing
            with suppress(*_UNREADABLE):
                found = base.execute(f"{ordered} limit {len(found) + 1}").fetchall()
        both |= dict.fromkeys(found)
    return list(both), False


def rows(copy: Path) -> Iterator[Row]:
    """The rows on every page of a copy, each page by itself."""
    data = copy.read_bytes()
    size = _page_size(data)
    frame = _frame(size, len(data) // size)
    file = copy.with_name("pages.db")
    file.write_bytes(frame + data[len(frame) :])
    for at in range(size, len(data), size):
        kind = data[at]
        if kind not in (_INNER_INDEX, _INDEX, _TABLE):
            continue
        place, query, key = (2, "select rowid, * from rows", "rowid") if kind == _TABLE else (3, _KEYS, "c0")
        with file.open("r+b") as out:
            out.seek((place - 1) * size)
            out.write(data[at : at + size])
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as base:
            for number, *columns in read(base, query, key)[0]:
                there = tuple(value for value in columns if value != _ABSENT)
                yield Row(at // size + 1, number if isinstance(number, int) else None, there)


_KEYS = "select null, * from keys"


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    return 65536 if size == 1 else size if size >= 512 and size & (size - 1) == 0 else 4096


def _frame(size: int, count: int) -> bytes:
    """Three pages of a file of so many: a schema, a page for a table's rows, and one for those of an index."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute(f"pragma page_size = {size}")
        columns = ", ".join(f"c{number} default x'{_ABSENT.hex()}'" for number in range(_COLUMNS))
        base.execute(f"create table rows ({columns})")
        base.execute(f"create table keys ({columns}, primary key (c0)) without rowid")
        frame = bytearray(base.serialize())
    frame[28:32] = count.to_bytes(4, "big")
    return bytes(frame)
