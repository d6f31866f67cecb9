"""Opening the file that keeps rulings, tables and disputes: whole transactions, and plain words where it fails."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.rulings import COMMITTED, PATIENCE, VERSION, open_ledger
from referee.ledger.schema import empty

# What SQLite says where the file itself is no longer whole.
_BROKEN = ("malformed", "not a database", "no such table", "disk image", "decode to UTF-8")

_BUSY = ("locked", "busy")  # where others were not done in time


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
def reading(path: Path, what: Kept) -> Iterator[sqlite3.Connection]:
    """An open file; an empty one in memory if there is none yet. One that cannot be written to can still be read."""
    with said(path, what):
        if not path.exists():
            with closing(empty()) as base:
                yield base
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
    file = path.resolve()
    log = _log_of(file)
    in_log = log.exists() and log.stat().st_size > 0
    how = "mode=rw" if in_log else "mode=ro&immutable=1"
    with (
        with_log(file) if in_log else nullcontext(file) as whole,
        closing(sqlite3.connect(f"{whole.as_uri()}?{how}", uri=True)) as base,
    ):
        found = base.execute("pragma user_version").fetchone()[0]
        if found != VERSION:
            age = "a newer" if found > VERSION else "an older"
            raise LedgerError(f"{path} was written by {age} referee (schema {found}), and it cannot be written to")
        yield base


@contextmanager
def with_log(path: Path) -> Iterator[Path]:
    """A copy of a file and of the log beside it, in a folder of its own that goes when it is not used any more."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        if _log_of(path).exists():
            shutil.copyfile(_log_of(path), _log_of(copy))
        yield copy


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


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
        if any(word in str(error) for word in _BUSY):
            raise LedgerError(
                f"others have been writing to {path} for {PATIENCE} seconds, and nothing was kept: do it again"
            ) from None
        raise LedgerError(f"the {what.things} in {path} could not be read or kept: {error}") from None
    except UnicodeError:
        raise LedgerError(
            f"the {what.things} could not be kept: a text has half a character in it (a lone surrogate); "
            "type it again without that"
        ) from None
    except OSError as error:
        raise LedgerError(f"the {what.things} in {path} could not be read or kept: {error}") from None
