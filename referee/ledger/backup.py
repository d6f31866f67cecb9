"""The copy beside a file, `NAME-copy`: `rescue` takes from it what the file itself has lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from referee.book.whole import replace

_AT_EACH_ENTRY = 1 << 20  # bytes: a file as small as that is copied whenever something is entered
_SELDOM = 100  # entries after which the largest file is copied


def copy_of(path: Path) -> Path:
    """Returns where the copy of a file is kept."""
    return path.with_name(f"{path.name}-copy")


def keep_copy(path: Path, number: int) -> None:
    """Copies a file after so many entries, so often that an entry costs on average what copying 1 MB does.

    A file in which SQLite finds damage does not take the place of an earlier copy. Nothing is raised where there can be
    no copy: what was entered is kept without it.
    """
    with suppress(OSError, sqlite3.Error, UnicodeDecodeError):
        step = min(1 + path.stat().st_size // _AT_EACH_ENTRY, _SELDOM)
        if number % step and copy_of(path).exists():
            return
        with closing(sqlite3.connect(path, timeout=5)) as base:
            base.execute("begin")  # what is checked and copied is of one moment
            if base.execute("pragma quick_check(1)").fetchone() == ("ok",):
                replace(copy_of(path), base.serialize())
