"""What all calls of one server share: the file that keeps everything, and which table is meant without a name."""

from __future__ import annotations

from pathlib import Path

import referee
from referee.errors import LedgerError


class Desk:
    """The file `db` (None: the player's own), and the table that was laid last for the only caller there is.

    With `shared` there are several callers, none of whom can mean a table without naming it.
    """

    def __init__(self, db: Path | None = None, shared: bool = False) -> None:
        self.db = db
        self._shared = shared
        self._laid = ""

    def laid(self, name: str) -> None:
        """Notes the table that was laid."""
        self._laid = name

    def table(self, name: str) -> referee.TableSession:
        """The table of this name, or the one that was laid last here; LedgerError where there is none."""
        wanted = name.strip() or ("" if self._shared else self._laid)
        if not wanted:
            raise LedgerError("say which table, with `table`: table_list shows them, and table_lay lays a new one")
        return referee.TableSession(self.db, wanted)

    def rulings(self) -> referee.Rulings:
        """The rulings that are kept."""
        return referee.Rulings(self.db)

    def disputes(self) -> referee.Disputes:
        """The disputes that are kept."""
        return referee.Disputes(self.db)
