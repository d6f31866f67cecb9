"""The ledgers of a file, each with its own hash chain, to which entries are only added.

Every hash is over the one before and all that the entry says, the first over the ledger's name and when it was begun:
so an entry has the same hash in every file it is merged into.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.entries import digest, put, tell
from referee.ledger.rulings import Plain


class Entry(NamedTuple):
    """One entry of a ledger: its name, the number in it, the kind, what it says, and its hash."""

    ledger: str
    number: int
    kind: str
    says: Plain
    hash: bytes


def now() -> str:
    """The time, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


# -- ledgers -----------------------------------------------------------------------------------------------------------


def own(base: sqlite3.Connection) -> int:
    """The id of this file's own ledger; it is begun, under a name that nobody else has, when it is first needed."""
    found = base.execute("select min(id) from ledgers").fetchone()[0]
    if found is None:
        import secrets  # once in a file's life

        return _ledger(base, f"ledger-{secrets.token_hex(4)}", now())
    return int(found)


def begin(base: sqlite3.Connection, name: str) -> None:
    """Gives this file's own ledger its name, before anything is written in it. LedgerError after that."""
    if base.execute("select 1 from ledgers").fetchone():
        raise LedgerError("this ledger has a name already: it is part of every entry, and does not change")
    _ledger(base, name, now())


def known(base: sqlite3.Connection, name: str, begun: str) -> int:
    """The id of a ledger of another file, which is entered here if it is new."""
    found = base.execute("select id, begun from ledgers where name = ?", (name,)).fetchone()
    if found is None:
        return _ledger(base, name, begun)
    if found[1] != begun and found[1] and begun:
        raise LedgerError(f"another ledger is called {name} here: this one was begun {found[1]}, that one {begun}")
    return int(found[0])


def _ledger(base: sqlite3.Connection, name: str, begun: str) -> int:
    return int(base.execute("insert into ledgers (name, begun) values (?, ?)", (name, begun)).lastrowid or 0)


def beginning(name: str, begun: str) -> bytes | None:
    """What the first entry of a ledger is chained to: its name and when it was begun; None where that was lost."""
    return None if begun == "" else digest(json.dumps([str(name), str(begun)]).encode())


def head(base: sqlite3.Connection, ledger: int) -> tuple[int, bytes]:
    """The number and the hash of a ledger's last entry; 0 and its beginning, of one without any."""
    found: tuple[int, bytes] | None = base.execute(
        "select number, hash from entries where ledger = ? order by number desc limit 1", (ledger,)
    ).fetchone()
    if found is None:
        name, begun = base.execute("select name, begun from ledgers where id = ?", (ledger,)).fetchone()
        found = 0, beginning(name, begun) or b""
    return found


def has(base: sqlite3.Connection, ledger: int, number: int) -> bool:
    """Whether an entry of that number is there."""
    found = base.execute("select 1 from entries where ledger = ? and number = ?", (ledger, number)).fetchone()
    return found is not None


_SHOWN = 16  # digits of a hash by which an entry is known


def named(base: sqlite3.Connection) -> str:
    """How far this file's own ledger goes, as `NAME:NUMBER:HASH`: whoever keeps that can see if its end is cut off."""
    ledger = base.execute("select min(id) from ledgers").fetchone()[0]
    if ledger is None:
        return ""
    name = base.execute("select name from ledgers where id = ?", (ledger,)).fetchone()[0]
    return named_so(name, *head(base, ledger))


def named_so(name: str, number: int, hash: bytes) -> str:
    """An entry as `NAME:NUMBER:HASH`."""
    return f"{name}:{number}:{hash.hex()[:_SHOWN]}"


# -- adding ------------------------------------------------------------------------------------------------------------


def append(base: sqlite3.Connection, kind: str, says: Plain) -> int:
    """Adds an entry to this file's own ledger, and returns its row's id."""
    ledger = own(base)
    number, before = head(base, ledger)
    return write(base, ledger, number + 1, kind, says, hashed(before, kind, says))


def accept(base: sqlite3.Connection, ledger: int, entry: Entry, gaps: bool = False) -> bool:
    """Adds an entry of another ledger, which has its id here; False if it is there already.

    It comes next in its ledger, or with `gaps` also where others are missing. LedgerError where it does not, or where
    the ledger goes on in another way here. That it is what its hash says is for the caller to know.
    """
    where = f"entry {entry.number} of {entry.ledger}"
    around = dict(
        base.execute(
            "select number, hash from entries where ledger = ? and number between ? and ?",
            (ledger, entry.number, entry.number + 1),
        ).fetchall()
    )
    there = around.get(entry.number)
    if there is not None:
        if there != entry.hash:
            raise LedgerError(f"{where} is another one here: {_TWO_HISTORIES}")
        return False
    last = base.execute("select coalesce(max(number), 0) from entries where ledger = ?", (ledger,)).fetchone()[0]
    if entry.number > last + 1 and not gaps:
        raise LedgerError(f"{where} cannot be taken: the one before it is missing")
    row = write(base, ledger, entry.number, entry.kind, entry.says, entry.hash)
    if digest_of(tell(base, entry.kind, row)) != digest_of(entry.says):
        raise LedgerError(f"{where} says what no {entry.kind} can say")
    following = around.get(entry.number + 1)
    if following is not None:
        kind, row = base.execute(
            "select kind, row from entries where ledger = ? and number = ?", (ledger, entry.number + 1)
        ).fetchone()
        if hashed(entry.hash, kind, tell(base, kind, row)) != following:
            raise LedgerError(f"{where} does not lead to the next one here: {_TWO_HISTORIES}")
    return True


_TWO_HISTORIES = (
    "the two files tell two histories of this ledger, as when a copied file was written to on both sides;"
    " nothing was taken"
)


def digest_of(says: Plain) -> bytes:
    """The hash of what an entry says, by itself."""
    return hashed(b"", "", says)


def hashed(before: bytes, kind: str, says: Plain) -> bytes:
    """The hash of an entry: over the hash before it, its kind, and all that it says."""
    told = json.dumps([kind, says], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return digest(before + told.encode())


def write(base: sqlite3.Connection, ledger: int, number: int, kind: str, says: Plain, hash: bytes) -> int:
    """Puts an entry into the tables; the row's id."""
    row = put(base, kind, ledger, number, says)
    base.execute(
        "insert into entries (ledger, number, kind, row, hash) values (?, ?, ?, ?, ?)",
        (ledger, number, kind, row, hash),
    )
    return row


# -- reading back ------------------------------------------------------------------------------------------------------


def entries(base: sqlite3.Connection, ledger: int | None = None, after: int = 0) -> Iterator[Entry]:
    """The entries of a ledger after one of them, or of all ledgers, each ledger's in order."""
    found = base.execute(
        "select ledgers.name, number, kind, row, hash from entries join ledgers on ledgers.id = entries.ledger"
        " where (? is null or ledgers.id = ?) and number > ? order by ledgers.id, number",
        (ledger, ledger, after),
    )
    for name, number, kind, row, hash in found:
        yield Entry(name, number, kind, tell(base, kind, row), hash)
