"""Which version a table is at, asked many times a second: of a file that is held open for it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from referee.ledger.files import said
from referee.ledger.labels import TABLES, row, there
from referee.ledger.rulings import open_ledger


class HeldOpen:
    """The file of tables at `path`, held open until `close`: by one thread, which alone may ask it.

    While it is held nobody else is the last to close it: SQLite would put the whole log away with each command that is
    kept, which takes as long again as to keep it. LedgerError where there is no such file, or it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open()

    def version(self, name: str) -> int:
        """The version of a table, as `tables.version` tells it; LedgerError where there is none."""
        with said(self._path, TABLES):
            if self._file != _identity(self._path):  # another file was put in its place
                self.close()
                self._open()
            found = row(self._base, name, put_away=True)
            ((version,),) = self._base.execute("select used from tables where name = ?", (found.name,)).fetchall()
        return int(version)

    def close(self) -> None:
        """Lets it go."""
        self._base.close()

    def _open(self) -> None:
        with said(self._path, TABLES):
            self._file = _identity(there(self._path))
            self._base: sqlite3.Connection = open_ledger(self._path).__enter__()


def _identity(path: Path) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino
