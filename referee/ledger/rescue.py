"""A new file with all that can be read of a damaged one and its copy: disputes, tables and kept rulings."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.book.whole import private_folder, replace
from referee.errors import LedgerError
from referee.ledger.changes import State
from referee.ledger.disputes import DISPUTES
from referee.ledger.files import said, writing
from referee.ledger.remains import Remains, remains
from referee.ledger.rulings import is_whole
from referee.ledger.salvage import saved_of
from referee.ledger.schema import BESIDE, make
from referee.ledger.sharing import salvaged_lines
from referee.ledger.tables import made_up_to, state_of
from referee.ledger.taking import Counted, Taking


class Rescued(NamedTuple):
    """What came into the new file: of the disputes as `Counted` has it, tables, kept rulings; and what is lost."""

    disputes: Counted
    tables: int
    kept: int
    missing: list[str]


def rescue(path: Path, new: Path) -> Rescued:
    """Puts what can be read of a file and its copy into a new file. LedgerError where there is nothing, or no new file.

    The new file goes on with the same ledger where nothing of the disputes is missing. Where something is, others may
    know more of that ledger: it is taken in like another's, and the new file begins one of its own.
    """
    if os.path.lexists(new):
        raise LedgerError(f"{new} is there already, and nothing is written over; name a file that is not")
    left = remains(path)
    with said(new, DISPUTES), TemporaryDirectory() as folder:
        file = Path(folder) / new.name
        with writing(file, DISPUTES) as base:
            disputes, missing = _disputes(left, base, path)
            tables = list(_tables(left))
            for table in tables:
                table.keep(base)
            _keep_beside(left, base)
            _keep_labels(left, base)
            kept, lost = _rulings(left, base)
        if not (disputes.entries or any(table.commands for table in tables) or kept):
            raise LedgerError(f"nothing can be read in {path}, and no copy of it is there")
        private_folder(new.parent)
        with closing(sqlite3.connect(file)) as base:
            replace(new, base.serialize())
    missing += [*(table.lost for table in tables if table.lost), *lost]
    return Rescued(disputes, sum(bool(table.commands) for table in tables), kept, missing)


def _disputes(left: Remains, base: sqlite3.Connection, path: Path) -> tuple[Counted, list[str]]:
    """Takes the disputes into the new file; how many, and what is missing."""
    found = saved_of(left)
    own = left.all.execute("select name, begun from ledgers order by id limit 1").fetchone()
    if own is not None and own[1] and not found.missing:
        base.execute("insert into ledgers (name, begun) values (?, ?)", own)
    taking = Taking(base, restore=True)
    if found.entries or found.damaged:
        taking.all((f"in {path}", line) for line in salvaged_lines(found))
    return taking.counts, found.missing


# -- tables ------------------------------------------------------------------------------------------------------------

Command = tuple[str, int, str, str, str, int, str, str]  # a row of `commands`


class _Table(NamedTuple):
    """A table as it comes into the new file, with the commands that are kept of it; `lost` says what is not."""

    name: str
    created: str
    used: int
    position: int
    state: State
    commands: list[Command]
    ended: int  # the number of the last command that was in force
    lost: str = ""

    def keep(self, base: sqlite3.Connection) -> None:
        """Puts the table into the new file, if there is anything of it."""
        if not self.commands:
            return
        edition = str(self.state.get("edition", ""))
        row = (self.name, edition, self.created, self.used, self.position, json.dumps(self.state))
        base.execute("insert into tables values (?, ?, ?, ?, ?, ?)", row)
        base.executemany("insert into commands values (?, ?, ?, ?, ?, ?, ?, ?)", self.commands)


def _tables(left: Remains) -> Iterator[_Table]:
    query = "select name from tables union select name from commands order by name"
    bases = (left.all,) if left.copy is None else (left.all, left.copy)
    for name in sorted({name for base in bases for (name,) in base.execute(query)}):
        found = [table for base in bases if (table := _table(base, name)) is not None]
        best = max(found, key=lambda table: (not table.lost, table.position))
        if not best.lost and best.position < max(table.ended for table in found):
            best = best._replace(lost=f"of the table {name!r} what was done after command {best.position}")
        yield best


def _table(base: sqlite3.Connection, name: str) -> _Table | None:
    """A table as one base has it: as its commands made it, as it was kept, or as far as its commands go."""
    commands: list[Command] = base.execute("select * from commands where name = ? order by number", (name,)).fetchall()
    row = base.execute("select created, used, position, state from tables where name = ?", (name,)).fetchone()
    if row is None and not commands:
        return None
    created, used, position, kept = row or (commands[0][2], 0, commands[-1][1], "")
    last, made = made_up_to(base, name, position)
    table = _Table(name, created, used, position, made, commands, position)
    of = f"of the table {name!r}"
    if last == position:
        return table if row else table._replace(lost=f"{of} what was taken back, and what came last if anything did")
    state = state_of(kept)
    if state is not None and commands:
        lost = f"{of} what command {last + 1} did, if no more: it goes on, but cannot be taken back so far"
        return table._replace(state=state, lost=lost)
    lost = f"{of} what was done after command {last}" if last >= 0 else f"the table {name!r}"
    return table._replace(position=last, commands=commands[: last + 1], lost=lost)


def _keep_beside(left: Remains, base: sqlite3.Connection) -> None:
    """Puts in what is kept beside the commands, such as from which shell they were given, as far as they are there."""
    kept = set(base.execute("select name, number, at from commands"))
    for table, schema in BESIDE.items():
        query = f"select b.*, at from {table} b join commands c on c.name = b.name and c.number = b.number"
        make(base, schema)
        for *row, at in left.all.execute(query):
            if (row[0], row[1], at) in kept:
                base.execute(f"insert into {table} values ({', '.join('?' * len(row))})", row)


def _keep_labels(left: Remains, base: sqlite3.Connection) -> None:
    """Puts in what tables are called, and which are put away, as far as that and the table are kept."""
    kept = {name for (name,) in base.execute("select name from tables")}
    labels = [row for row in left.all.execute("select name, label, archived, deleted from labels") if row[0] in kept]
    base.executemany("insert or ignore into labels values (?, ?, ?, ?)", labels)


# -- kept rulings ------------------------------------------------------------------------------------------------------


def _rulings(left: Remains, base: sqlite3.Connection) -> tuple[int, list[str]]:
    """Puts the kept rulings into the new file; how many there are, and what is lost of them."""
    query = "select * from rulings order by id"
    found = {}
    last = 0
    for source in left.bases:
        cursor = source.execute(query)
        columns = [column[0] for column in cursor.description]
        for row in cursor:
            last = max(last, row[0])
            if row[0] not in found and is_whole(dict(zip(columns, row, strict=True))):
                found[row[0]] = row
    base.executemany(f"insert into rulings values ({','.join('?' * 10)})", [found[id] for id in sorted(found)])
    spoiled = last - len(found)
    lost = [f"{spoiled} kept ruling{'' if spoiled == 1 else 's'}"] if spoiled else []
    if "rulings" not in left.whole:
        lost.append(f"the kept rulings after number {last}, if there were more")
    return len(found), lost
