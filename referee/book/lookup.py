"""Clauses ready to be looked up one at a time: what `referee rule` tells of each, kept in a file between calls.

Reading all books to show one clause would cost more than the rest of the command. The file is keyed by the names,
sizes and times of everything it was made from; when one of these changes it is made anew. Without a place to keep it,
or where it is damaged, everything works the same, only slower.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book import whole
from referee.book.places import RULEBASE, SCENARIOS

if TYPE_CHECKING:
    from referee.book.books import Books

Cases = Callable[[], dict[str, list[str]]]


def look_up(ids: list[str], folder: Path | None, cases: Cases) -> dict[str, Any] | None:
    """What there is to tell of the first of these clauses that exists (`Clause.to_dict`, with the ids of `cases`).

    None if none of them exists, or if there is no `folder` to keep the file in. `cases` tells the ids of the
    cases by the clause that they settle; it is asked only when the file is made.
    """
    if folder is None:
        return None
    path = folder / f"clauses-{_key()}.db"
    for _ in range(2):
        try:
            if path.is_file():
                return _read(path, ids)
            _make(path, cases())
        except (sqlite3.Error, ValueError):
            with suppress(OSError):  # on a medium that cannot be written to, or while somebody has it open
                path.unlink(missing_ok=True)
        except OSError:
            return None
    return None


def tell(books: Books, book: str, id: str, cases: Cases) -> dict[str, Any]:
    """The same, read from the books; KeyError if there is no such clause."""
    return _told(books, book, id, cases())


def _read(path: Path, ids: list[str]) -> dict[str, Any] | None:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base:
        for id in ids:
            row = base.execute("select told from clause where id = ?", (id,)).fetchone()
            if row is not None:
                told: dict[str, Any] = json.loads(row[0])
                return told
    return None


def _make(path: Path, cases: dict[str, list[str]]) -> None:
    from referee.book.books import Books  # only when the file is made
    from referee.book.loader import rulebase

    books = Books(rulebase())
    rows = [
        (f"{book} {id}", json.dumps(_told(books, book, id, cases), ensure_ascii=False))
        for book in books.names()
        for id in books.clauses(book)
    ]
    whole.private_folder(path.parent)
    for old in path.parent.glob("clauses-*.db"):
        with suppress(OSError):
            old.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / path.name
        with closing(sqlite3.connect(made)) as base, base:
            base.execute("create table clause (id text primary key, told text not null) without rowid")
            base.executemany("insert into clause values (?, ?)", rows)
        whole.replace(path, made.read_bytes())


def _told(books: Books, book: str, id: str, cases: dict[str, list[str]]) -> dict[str, Any]:
    clause = books.clauses(book)[id]
    same = (clause.full_id, *sorted(books.rulebase.same_as(clause.full_id)))
    return {**clause.to_dict(), "cases": sorted({case for other in same for case in cases.get(other, ())})}


def _key() -> str:
    """A short name for the state of all files: it need not be secret, only differ when one of them does."""
    stamps = sorted(f"{entry.name} {entry.stat().st_size} {entry.stat().st_mtime_ns}" for entry in _files())
    text = ";".join(stamps).encode()
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


def _files() -> Iterator[os.DirEntry[str]]:
    """All that the file is made from."""
    with os.scandir(RULEBASE / "books") as folders:
        for folder in folders:
            if folder.is_dir():
                with os.scandir(folder) as entries:
                    yield from entries
    with os.scandir(SCENARIOS) as entries:
        yield from entries
    with os.scandir(Path(__file__).parent) as entries:
        yield from (entry for entry in entries if entry.name in (Path(__file__).name, "clause.py"))
