"""Rulings kept and read again. Appending uses the standard library alone, because every ruling pays for it."""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from referee.book.bounds import check_depth, unpacked
from referee.errors import LedgerError

_HEADER = b"SQLite format 3\0"
_SMALLEST = 512  # bytes of a database
_DATABASES: set[tuple[int, int]] = set()  # device and number of the files that were found to be databases
_AT_ONCE = 500  # rulings read at once
Plain = dict[str, Any]  # an object of JSON
COMMITTED: list[Path] = []  # the files in which this process kept something, once for each time
VERSION = 5  # of the schema this module writes; see `schema`
PATIENCE = 20  # seconds for which a writer waits until the others are done
_WITH_DISPUTES, _WITH_HOUSE_RULES = 3, 5  # the first schema that has them
_INSERT = (
    "insert into rulings (at, edition, line, position, status, outcome, grade, ruling, proof)"
    " values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def keep(path: Path, line: str, ruling: Plain) -> int:
    """Appends a ruling (as `Ruling.to_dict()` gives it) and returns its id.

    Several processes may append at once. Raises LedgerError, in plain words, where it cannot be kept.
    """
    try:
        with open_ledger(path) as database:
            told = {key: value for key, value in ruling.items() if key != "proof"}
            proof = zlib.compress(json.dumps(ruling.get("proof")).encode(), 6)
            row = (
                datetime.now(UTC).isoformat(timespec="seconds"),
                ruling["edition"],
                line,
                ruling["position"],
                ruling["status"],
                ruling["outcome"],
                ruling["grade"],
                json.dumps(told, ensure_ascii=False),
                proof,
            )
            cursor = database.execute(_INSERT, row)
            database.commit()
            COMMITTED.append(path)
            return int(cursor.lastrowid or 0)
    except UnicodeDecodeError:  # SQLite's own message quotes what is spoiled
        raise LedgerError(f"the ruling could not be kept: {path} is damaged") from None
    except (sqlite3.Error, OSError, UnicodeError) as error:
        raise LedgerError(f"the ruling could not be kept in {path}: {error}") from None


def latest(path: Path, count: int = 10) -> list[Plain]:
    """The newest rulings, newest first, as rows without their proofs; an empty list if nothing was kept yet."""
    return _rows(
        path,
        "select id, at, edition, line, position, status, outcome, grade, ruling from rulings order by id desc limit ?",
        (count,),
    )


def one(path: Path, id: int) -> Plain:
    """One kept ruling with its proof, as it was given. Raises LedgerError if there is none of that id."""
    rows = _rows(path, "select * from rulings where id = ?", (id,))
    if not rows:
        raise LedgerError(f"there is no ruling {id} in {path}")
    row = rows[0]
    try:
        told: Plain = whole(row)
    except ValueError:
        raise LedgerError(f"ruling {id} in {path} is damaged; its line was: {row['line']}") from None
    return told


def whole(row: Plain) -> Plain:
    """A kept ruling with its proof, from its row. ValueError where it is damaged, or is not what its row says."""
    try:
        told: Plain = json.loads(row["ruling"])
        told["proof"] = json.loads(unpacked(row["proof"]))
        check_depth(told)
        if any(told[key] != row[key] for key in ("edition", "position", "status", "outcome", "grade")):
            raise ValueError
        if not (isinstance(told["proof"], dict) and isinstance(told["players"], dict)):
            raise ValueError
    except (zlib.error, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    return told


def is_whole(row: Plain) -> bool:
    """True if a kept ruling is what its row says."""
    try:
        whole(row)
    except ValueError:
        return False
    return True


def every(path: Path) -> Iterator[tuple[int, Plain | None]]:
    """All kept rulings without their proofs, oldest first, each with its id; None for one that is damaged."""
    last = 0
    while rows := _rows(path, "select id, ruling from rulings where id > ? order by id limit ?", (last, _AT_ONCE)):
        for row in rows:
            try:
                told = json.loads(row["ruling"])
            except (ValueError, TypeError):
                told = None
            yield row["id"], told if isinstance(told, dict) else None
        last = rows[-1]["id"]


def decided(path: Path) -> bool:
    """Whether a dispute was ever decided in this file; of a damaged one True, so that whoever looks is told of it."""
    return _has_any(path, "decisions", _WITH_DISPUTES)


def has_house_rules(path: Path) -> bool:
    """True if a table ever had house rules in this file, or if it is damaged, so that whoever looks is told of it."""
    return _has_any(path, "house_rules", _WITH_HOUSE_RULES)


def _has_any(path: Path, table: str, since: int) -> bool:
    """True if there is a row in a table of this file, which a schema has `since` that version."""
    try:
        if not path.exists():
            return False
        database = sqlite3.connect(path, timeout=PATIENCE)
        try:
            return (
                database.execute("pragma user_version").fetchone()[0] >= since
                and database.execute(f"select 1 from {table} limit 1").fetchone() is not None
            )
        finally:
            database.close()
    except (sqlite3.Error, UnicodeError):
        return True
    except OSError:
        return False


def _rows(path: Path, query: str, values: tuple[object, ...]) -> list[Plain]:
    from referee.ledger.files import Kept, reading  # whoever keeps a ruling needs none of it

    with reading(path, Kept("rulings", "`referee ledger rescue NEW.db` saves what can be read of it")) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(query, values)]


class open_ledger:  # noqa: N801  used as a function
    """An open ledger that is closed again whatever happens; a missing or older file is prepared first."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> sqlite3.Connection:
        self._check_header()
        self.database = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            self.database.execute("pragma synchronous = normal")
            found = self.database.execute("pragma user_version").fetchone()[0]
            if found > VERSION:
                raise LedgerError(
                    f"{self.path} was written by a newer referee (schema {found}); this one knows {VERSION}"
                )
            if found < VERSION:
                self._prepare()
        except BaseException:
            self.database.close()
            raise
        return self.database

    def _check_header(self) -> None:
        """SQLite would write over a short file of any kind: one that is not empty must be a database.

        A file is looked into once, before this process has it open as a database: to close it afterwards would let go
        of every lock that the process has on it (POSIX locks are of the file), and another program could take its log.
        """
        try:
            about = os.stat(self.path)
            file = (about.st_dev, about.st_ino)
            if file in _DATABASES and about.st_size >= _SMALLEST:
                return
            with self.path.open("rb") as opened:
                header = opened.read(len(_HEADER))
        except FileNotFoundError:
            self._prepare()
            return
        if header and header != _HEADER:
            raise LedgerError(f"{self.path} is no database of rulings; it could not be kept or read there")
        if header:
            _DATABASES.add(file)

    def _prepare(self) -> None:
        from referee.ledger.migrations import prepare  # sqlite_utils is needed only once per file

        prepare(self.path)

    def __exit__(self, *_: object) -> None:
        self.database.close()
