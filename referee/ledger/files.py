"""Opening the file that keeps rulings, tables and disputes: whole transactions, and plain words where it fails."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.rulings import COMMITTED, VERSION, open_ledger

# What SQLite says where the file itself is no longer whole.
_BROKEN = ("malformed", "not a database", "no such table", "disk image", "decode to UTF-8")


class DamagedError(LedgerError):
    """The file, or a part of what it holds, is damaged; the sentence says how what is left can be saved."""


class Kept(NamedTuple):
    """What is looked for in the file, for what has to be said where it fails, and what saves what is left of it."""

    things: str
    saved_by: str


@contextmanager
def writing(path: Path, what: Kept) -> Iterator[sqlite3.Connection]:
    """One transaction: all of it is kept, through a power failure too, or nothing if anything is raised."""
    with said(path, what), open_ledger(path) as base:
        base.execute("pragma synchronous = full")
        base.execute("begin immediate")
        try:
            yield base
        except BaseException:
            base.rollback()
            raise
        base.commit()
        COMMITTED.append(path)


@contextmanager
def reading(path: Path, what: Kept) -> Iterator[sqlite3.Connection | None]:
    """An open file; None if there is none yet. One that cannot be written to can still be read."""
    with said(path, what):
        if not path.exists():
            yield None
        elif _only_readable(path):
            with _immutable(path) as base:
                yield base
        else:
            with open_ledger(path) as base:
                yield base


def _only_readable(path: Path) -> bool:
    return not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


@contextmanager
def _immutable(path: Path) -> Iterator[sqlite3.Connection]:
    """Reads where SQLite may not lay its own files beside: only as long as nobody else can write there either.

    What a crash left in the log beside the file is read too, in a copy of both.
    """
    with _with_log(path) as (whole, how), closing(sqlite3.connect(f"{whole.as_uri()}?{how}", uri=True)) as base:
        found = base.execute("pragma user_version").fetchone()[0]
        if found != VERSION:
            age = "a newer" if found > VERSION else "an older"
            raise LedgerError(f"{path} was written by {age} referee (schema {found}), and it cannot be written to")
        yield base


@contextmanager
def _with_log(path: Path) -> Iterator[tuple[Path, str]]:
    """A file that holds all that was kept, and how it is opened."""
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    if not log.exists() or not log.stat().st_size:
        yield file, "mode=ro&immutable=1"
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        shutil.copyfile(file, copy)
        shutil.copyfile(log, copy.with_name(log.name))
        yield copy, "mode=rw"


@contextmanager
def said(path: Path, what: Kept) -> Iterator[None]:
    """Says what SQLite or the system has to complain about in plain words, and what can be saved."""
    try:
        yield
    except UnicodeDecodeError:  # SQLite's own message quotes what is spoiled, and Python cannot read it
        raise DamagedError(f"{path} is damaged (a name in it is no text); {what.saved_by}") from None
    except sqlite3.Error as error:
        if any(word in str(error) for word in _BROKEN):
            raise DamagedError(f"{path} is damaged ({error}); {what.saved_by}") from None
        raise LedgerError(f"the {what.things} in {path} could not be read or kept: {error}") from None
    except UnicodeError:
        raise LedgerError(
            f"the {what.things} could not be kept: a text has half a character in it (a lone surrogate); "
            "type it again without that"
        ) from None
    except OSError as error:
        raise LedgerError(f"the {what.things} in {path} could not be read or kept: {error}") from None
