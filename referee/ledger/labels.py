"""How tables are called, put away and deleted: what a table is kept under never changes, what it is called may.

House rules and disputes name a table by the name it was laid under. A deleted table is only not shown any more, until
it is purged.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.files import Kept, reading, writing

NO_TABLE = "there is no table yet; lay one with: referee table red purple yellow blue"
TABLES = Kept("tables", "`referee table export` saves what can be read of a table")
_LONGEST = 200  # letters of a name


class Row(NamedTuple):
    """A table as it is kept: the name it was laid under, its place in the history, and its state as JSON.

    `label` is what it is called; `archived` and `deleted` are the times when it was put away or deleted, else empty.
    """

    name: str
    position: int
    state: str
    label: str
    archived: str
    deleted: str


_ROW = """
select t.name, t.position, t.state, coalesce(l.label, t.name), coalesce(l.archived, ''), coalesce(l.deleted, '')
from tables t left join labels l on l.name = t.name
"""


def there(path: Path) -> Path:
    """The path of a file that is there: a table is not looked for in a new file."""
    try:
        if path.exists():
            return path
    except OSError as error:
        raise LedgerError(f"the tables in {path} could not be read: {error.strerror}") from None
    raise LedgerError(NO_TABLE)


def row(base: sqlite3.Connection, name: str | None, put_away: bool = False) -> Row:
    """The table of this name, or the one used last; LedgerError where there is none.

    One that is archived or deleted is found only where `put_away` says so.
    """
    if name:
        found = base.execute(f"{_ROW} where t.name = ? or l.label = ?", (name, name)).fetchone()
    else:
        listed = f"{_ROW} where coalesce(l.archived || l.deleted, '') = '' order by used desc limit 1"
        found = base.execute(listed).fetchone()
    if found is None:
        raise LedgerError(f"there is no table {name!r}; `referee table list` shows them" if name else NO_TABLE)
    known = Row(*found)
    if known.deleted and not put_away:
        raise LedgerError(f"the table {known.label!r} is deleted; `referee table restore {known.label}` brings it back")
    if known.archived and not put_away:
        says = f"`referee table unarchive {known.label}` takes it out"
        raise LedgerError(f"the table {known.label!r} is archived: it can be shown, and not changed; {says}")
    return known


def is_taken(base: sqlite3.Connection, name: str) -> bool:
    """True if a table is kept under this name, or called so."""
    query = "select 1 from tables where name = ? union all select 1 from labels where label = ?"
    return base.execute(query, (name, name)).fetchone() is not None


def is_laid(path: Path, name: str) -> bool:
    """True if there is a table that is kept under this name or called so, put away or not."""
    with reading(path, TABLES) as base:
        return is_taken(base, name)


def kept_under(path: Path, name: str) -> str:
    """The name under which a table was laid that is called so now; the name itself where no table is."""
    with reading(path, TABLES) as base:
        found = base.execute("select name from labels where label = ?", (name,)).fetchone()
    return name if found is None else str(found[0])


def rename(path: Path, name: str, new: str) -> None:
    """Calls a table otherwise; its old name still finds it. LedgerError for a name that another table has."""
    if not new.strip() or len(new) > _LONGEST:
        raise LedgerError("say the new name, such as: referee table rename table friday")
    with writing(there(path), TABLES) as base:
        old = row(base, name, put_away=True)
        if new not in (old.name, old.label) and is_taken(base, new):
            raise LedgerError(f"there is a table called {new!r} already; `referee table list` shows them")
        _set(base, old.name, "label", None if new == old.name else new)


def archive(path: Path, name: str | None, back: bool = False) -> str:
    """Puts a table away, so that it is not listed and not changed, or takes it out again; what it is called."""
    with writing(there(path), TABLES) as base:
        found = row(base, name, put_away=True)
        if found.deleted or bool(found.archived) != back:
            raise LedgerError(f"the table {found.label!r} is {_how(found)}")
        _set(base, found.name, "archived", "" if back else _now())
        return found.label


def delete(path: Path, name: str, back: bool = False) -> str:
    """Deletes a table, which can be brought back (`back`) until it is purged; what it is called."""
    with writing(there(path), TABLES) as base:
        found = row(base, name, put_away=True)
        if bool(found.deleted) != back:
            raise LedgerError(f"the table {found.label!r} is {_how(found)}")
        _set(base, found.name, "deleted", "" if back else _now())
        return found.label


def purge(path: Path, name: str) -> str:
    """Removes a table with all its commands for good, deleted before or not; what it was called."""
    with writing(there(path), TABLES) as base:
        found = row(base, name, put_away=True)
        beside = base.execute("select 1 from sqlite_master where name = 'shells'").fetchone()
        for kept_in in (*(("shells",) if beside else ()), "labels", "commands", "tables"):
            base.execute(f"delete from {kept_in} where name = ?", (found.name,))
        return found.label


def _how(found: Row) -> str:
    return "deleted" if found.deleted else "archived already" if found.archived else "neither archived nor deleted"


def _set(base: sqlite3.Connection, name: str, column: str, value: str | None) -> None:
    base.execute("insert or ignore into labels (name) values (?)", (name,))
    base.execute(f"update labels set {column} = ? where name = ?", (value, name))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
