"""The pages of a database file, read without SQLite: what is left of one that SQLite gives up on.

A page of rows says where its rows begin, and a row says what its columns are (sqlite.org/fileformat2.html), so whatever
page is left gives up its rows. Which table a page belongs to is known where the way to it from the schema is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.errors import LedgerError

_INNER_INDEX, _INNER_TABLE, _INDEX, _TABLE = 0x02, 0x05, 0x0A, 0x0D  # the kinds of pages
_LOG_HEADER, _FRAME = 32, 24
_SCHEMA = 100  # where the first page begins, after the header of the file
_INTEGERS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}  # by type, how many bytes


class Row(NamedTuple):
    """A row: the name of its table or index (None where no way leads to its page), the page, its number, its columns.

    The number is None in an index, and in a table that is kept as one.
    """

    table: str | None
    page: int
    number: int | None
    columns: list[Any]


def contents(path: Path) -> tuple[bytes, bytes]:
    """What stands in a file and in the write-ahead log beside it."""
    try:
        log = path.with_name(f"{path.name}-wal")
        return path.read_bytes(), log.read_bytes() if log.exists() else b""
    except OSError as error:
        raise LedgerError(f"{path} could not be read: {error.strerror}") from None


def table_rows(data: bytes, log: bytes) -> Iterator[list[Any]]:
    """The columns of every row of every table: those of the file, then those of the log, which are newer."""
    size = _page_size(data)
    pages = _pages(data, size)
    for page in (*pages, *(page for _, _, page in _frames(log, size))):
        for _, columns in _rows(page, 0, size, pages, (_TABLE,)):
            yield columns


def rows(data: bytes, log: bytes) -> Iterator[Row]:
    """Every row of the file with what was committed in the log: first those of known tables, then the others."""
    size = _page_size(data)
    pages = _pages(data, size)
    before = list(pages)
    for number, page in _committed(log, size):
        pages += [b""] * (number - len(pages))
        pages[number - 1] = page
    reached: set[int] = set()
    roots = [(1, "schema")]
    for root, table in roots:
        for number in _walk(pages, root, reached):
            for row, columns in _rows(pages[number - 1], number, size, pages):
                yield Row(table, number, row, columns)
                match columns:
                    case [str(), str(name), str(), int(at), *_] if table == "schema" and at > 1:
                        roots.append((at, name))
    older = [(number, page) for number, page in enumerate(before, 1) if pages[number - 1] is not page]
    for number, page in (*enumerate(pages, 1), *older):
        if number not in reached or pages[number - 1] is not page:
            for row, columns in _rows(page, number, size, pages):
                yield Row(None, number, row, columns)


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    return 65536 if size == 1 else size if size >= 512 and size & (size - 1) == 0 else 4096


def _pages(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def _frames(log: bytes, size: int) -> Iterator[tuple[int, bytes, bytes]]:
    """The pages in a log: the number of each, the rest of its header, the page."""
    for at in range(_LOG_HEADER, len(log), _FRAME + size):
        yield int.from_bytes(log[at : at + 4], "big"), log[at + 4 : at + _FRAME], log[at + _FRAME : at + _FRAME + size]


def _committed(log: bytes, size: int) -> list[tuple[int, bytes]]:
    """The pages of the transactions that were finished: what is left of older ones bears other salts."""
    found: list[tuple[int, bytes]] = []
    done = 0
    for number, header, page in _frames(log, size):
        if header[4:12] != log[16:24] or len(page) < size or number < 1:
            break
        found.append((number, page))
        if any(header[:4]):  # the last page of a transaction
            done = len(found)
    return found[:done]


def _walk(pages: list[bytes], root: int, reached: set[int]) -> Iterator[int]:
    """The pages of a table or index that hold rows, as far as the way to them is whole."""
    ahead = [root]
    while ahead:
        number = ahead.pop()
        if number in reached or not 1 <= number <= len(pages):
            continue
        page, start = pages[number - 1], _SCHEMA if number == 1 else 0
        if len(page) < start + 12 or page[start] not in (_INNER_INDEX, _INNER_TABLE, _INDEX, _TABLE):
            continue
        reached.add(number)
        if page[start] in (_INNER_INDEX, _INNER_TABLE):
            cells = _cells(page, start, 12)
            ahead += [int.from_bytes(page[at : at + 4], "big") for at in cells]
            ahead.append(int.from_bytes(page[start + 8 : start + 12], "big"))
        if page[start] != _INNER_TABLE:
            yield number


def _cells(page: bytes, start: int, header: int) -> list[int]:
    first, count = start + header, int.from_bytes(page[start + 3 : start + 5], "big")
    return [int.from_bytes(page[at : at + 2], "big") for at in range(first, min(first + 2 * count, len(page) - 1), 2)]


def _rows(
    page: bytes, number: int, size: int, pages: list[bytes], kinds: tuple[int, ...] = (_TABLE, _INDEX, _INNER_INDEX)
) -> Iterator[tuple[int | None, list[Any]]]:
    """The rows on one page with their numbers, without those that are spoiled."""
    start = _SCHEMA if number == 1 else 0
    if len(page) < start + 8 or page[start] not in kinds:
        return
    kind = page[start]
    most = size - 35 if kind == _TABLE else (size - 12) * 64 // 255 - 23
    for at in _cells(page, start, 12 if kind == _INNER_INDEX else 8):
        try:
            length, here = _varint(page, at + 4 if kind == _INNER_INDEX else at)
            row = None
            if kind == _TABLE:
                row, here = _varint(page, here)
            yield row, _columns(_payload(page, here, length, size, pages, most))
        except (IndexError, KeyError, UnicodeDecodeError):
            continue  # this row is spoiled


def _payload(page: bytes, at: int, length: int, size: int, pages: list[bytes], most: int) -> bytes:
    """A row of this length, or its beginning: a long one goes on in other pages, as far as they are there."""
    if length <= most:
        return page[at : at + length]
    if length > size * len(pages):
        raise IndexError  # no row is longer than the file
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    parts, found = [page[at : at + here]], here
    following = page[at + here : at + here + 4]
    while found < length:
        number = int.from_bytes(following, "big")
        if not 1 <= number <= len(pages):
            break
        parts.append(pages[number - 1][4:])
        found += size - 4
        following = pages[number - 1][:4]
    return b"".join(parts)[:length]


def _columns(row: bytes) -> list[Any]:
    """The columns of a row; None for what is not there."""
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
        elif len(value) < size or kind == 0:
            found.append(None)
        elif kind < 12:
            found.append(int.from_bytes(value, "big", signed=True))
        else:
            found.append(value.decode() if kind % 2 else value)
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
