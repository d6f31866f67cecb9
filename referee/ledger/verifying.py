"""Whether a file is what was written.

First SQLite is asked whether the file is whole. Then come the ledgers, their rows against the hashes of their chains,
and nothing put in beside that; each table, whose commands are done again and held against its state; and each ruling
that was kept. For the last two there are no hashes: what was changed alike in all its places is not found there.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from referee.book.bounds import unpacked
from referee.errors import LedgerError
from referee.ledger import tables
from referee.ledger.chain import beginning, hashed
from referee.ledger.entries import APPEAL, DISPUTE, HOUSE_RULE, PROMOTION, SPOILED, TABLE, WITHDRAWAL, is_whole, tell
from referee.ledger.rulings import Plain
from referee.ledger.rulings import is_whole as is_whole_ruling
from referee.ledger.schema import GUARDS
from referee.ledger.shapes import check_entry, check_ruling
from referee.ledger.words import indexed


class Broken(NamedTuple):
    """An entry that is not what it was: where it stands, which dispute of this file it belongs to, what is wrong."""

    ledger: str
    number: int
    kind: str
    dispute: int | None
    what: str


def verify(base: sqlite3.Connection) -> Iterator[Broken]:
    """Everything that is not as it was written: changed, missing, put in beside the chain, or with a spoiled ruling.

    What a chain cannot show is that its end was cut off, with all that belongs to it: `verify_head` shows that to
    whoever knows how far it went.
    """
    for says in integrity(base):
        yield Broken("", 0, FILE, None, says)
    for part in (_verify_disputes, _verify_tables, _verify_rulings):
        try:
            yield from part(base)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            what = "a name in it is no text" if isinstance(error, UnicodeDecodeError) else str(error)
            yield Broken("", 0, FILE, None, f"cannot be read to the end: {what}")


FILE, TABLE_OF_A_GAME, RULING = "file", "table", "kept ruling"
_MOST_SAID = 20  # faults that SQLite names


def integrity(base: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the file itself, in its own words."""
    try:
        found = [str(row[0]) for row in base.execute(f"pragma integrity_check({_MOST_SAID})")]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        what = "a name in it is no text" if isinstance(error, UnicodeDecodeError) else str(error)
        return [f"cannot be checked: {what}"]
    return [f"is not whole: {says}" for says in found if says != "ok"]


def verify_head(base: sqlite3.Connection, head: str) -> Iterator[Broken]:
    """Whether a ledger still has an entry that somebody knows of: `NAME:NUMBER:HASH`, or the beginning of its hash.

    LedgerError for what is neither.
    """
    name, number, hash = _named_entry(head)
    if not name:
        if not _has_hash(base, hash):
            yield Broken("", 0, "entry", None, f"with the hash {hash} is in no ledger here: {_CUT_OFF}")
        return
    ledger = base.execute("select id, begun from ledgers where name = ?", (name,)).fetchone()
    if ledger is None:
        yield Broken(name, number, "entry", None, "is not here: there is no ledger of that name")
        return
    found = base.execute("select hash from entries where ledger = ? and number = ?", (ledger[0], number)).fetchone()
    there = found[0] if found is not None else beginning(name, ledger[1]) if number == 0 else None
    if there is None:
        last = base.execute("select coalesce(max(number), 0) from entries where ledger = ?", ledger[:1]).fetchone()[0]
        yield Broken(name, number, "entry", None, f"is not here, and the ledger ends at {last}: {_CUT_OFF}")
    elif not (isinstance(there, bytes) and there.hex().startswith(hash)):
        yield Broken(name, number, "entry", None, f"is another one than {hash}: the ledger was written anew")


def _named_entry(head: str) -> tuple[str, int, str]:
    """The name of a ledger, the number of an entry and the beginning of its hash; no name where only that is given."""
    rest, colon, hash = head.strip().rpartition(":")
    name, _, number = rest.rpartition(":")
    hash = hash.removesuffix("…").lower()
    if not re.fullmatch(r"[0-9a-f]{6,32}", hash) or (colon and not (name and re.fullmatch(r"\d{1,9}", number))):
        raise LedgerError(
            f"{head!r} names no entry: say NAME:NUMBER:HASH, as a slip has it, or six digits of the hash or more"
        )
    return name, int(number or 0), hash


_CUT_OFF = "its end was cut off, or that entry was made in a copy"


def _has_hash(base: sqlite3.Connection, hash: str) -> bool:
    if base.execute("select 1 from entries where lower(hex(hash)) like ? limit 1", (f"{hash}%",)).fetchone():
        return True
    ledgers = base.execute("select name, begun from ledgers").fetchall()
    return any((first := beginning(*row)) is not None and first.hex().startswith(hash) for row in ledgers)


def _verify_tables(base: sqlite3.Connection) -> Iterator[Broken]:
    for name, what in tables.verify(base):
        yield Broken("", 0, TABLE_OF_A_GAME, None, f"{name!r}: {what}")


def _verify_rulings(base: sqlite3.Connection) -> Iterator[Broken]:
    cursor = base.execute("select * from rulings order by id")
    columns = [column[0] for column in cursor.description]
    for row in cursor:
        told = dict(zip(columns, row, strict=True))
        if not is_whole_ruling(told):
            yield Broken("", told["id"], RULING, None, "is not the ruling that was given")


def _verify_disputes(base: sqlite3.Connection) -> Iterator[Broken]:
    for ledger, name, begun in base.execute("select id, name, begun from ledgers order by id").fetchall():
        yield from _verify_ledger(base, ledger, name, beginning(name, begun))
    yield from _verify_places(base)
    for row, name, packed in base.execute("select id, digest, ruling from proofs"):
        what = _wrong_with(name, packed)
        if what:
            found = base.execute("select dispute from sides where proof = ? limit 1", (row,)).fetchone()
            yield Broken("", 0, "ruling", found[0] if found else None, what)
    for kind, query in _ALONE.items():
        for dispute, named in base.execute(query).fetchall():
            yield Broken("", 0, kind, dispute, f"({named}) belongs to nothing: it was put in, or the rest removed")
    yield from _verify_index(base)
    guards = {row[0] for row in base.execute("select name from sqlite_master where type = 'trigger'")}
    for guard in GUARDS:
        if guard not in guards:
            table, _, change = guard.partition("_no_")
            yield Broken("", 0, "guard", None, f"against {change} of {table} was taken away")


def _verify_places(base: sqlite3.Connection) -> Iterator[Broken]:
    """What stands in no ledger, or in another place than its entry."""
    for kind, table in TABLE.items():
        rows = base.execute(
            f"select id from {table} where not exists (select 1 from entries where row = id and kind = ?)", (kind,)
        )
        for (row,) in rows.fetchall():
            yield Broken("", 0, kind, _dispute_of(base, kind, row), "stands in no ledger: it was put in by hand")
    for dispute, ledger, number in base.execute(_MISPLACED).fetchall():
        yield Broken("", 0, DISPUTE, dispute, f"is called {number} of ledger {ledger}, which its entry is not")


_MISPLACED = """
select disputes.id, disputes.ledger, disputes.number from entries join disputes on disputes.id = entries.row
where entries.kind = 'dispute' and (entries.ledger, entries.number) is not (disputes.ledger, disputes.number)
"""
# What nothing refers to any more: which dispute it was of, and how it is called.
_ALONE = {
    "ledger": "select null, name from ledgers where id > (select min(id) from ledgers)"
    " and not exists (select 1 from entries where ledger = ledgers.id)",
    "entry": "select distinct null, ledger from entries where ledger not in (select id from ledgers)",
    "side": "select dispute, side from sides where dispute not in (select id from disputes)",
    "clause relied on": "select dispute, clause from relied where dispute not in (select id from disputes)",
    "reading": "select dispute, question from readings where dispute not in (select id from disputes)",
    "ruling": "select null, hex(digest) from proofs where id not in (select proof from sides)",
    "clause": "select null, name from clauses where not exists (select 1 from relied where clause = id)",
    "rulebook": "select null, digest from rulebooks where id not in (select rulebook from disputes)",
}


def _wrong_with(name: bytes, packed: bytes) -> str:
    """What is wrong with a packed ruling; nothing (an empty text) of most."""
    if not is_whole(name, packed):
        return "is not the ruling that was given"
    try:
        check_ruling(json.loads(unpacked(packed)))
    except (ValueError, RecursionError) as error:
        return f"cannot be shown: {error}"
    return ""


def _verify_ledger(base: sqlite3.Connection, ledger: int, name: str, before: bytes | None) -> Iterator[Broken]:
    expected = 1
    if before is None:
        yield Broken(name, 0, "ledger", None, "when it was begun is missing, so its first entry cannot be checked")
    rows = base.execute("select number, kind, row, hash from entries where ledger = ? order by number", (ledger,))
    for number, kind, row, hash in rows.fetchall():
        if not isinstance(number, int):
            yield Broken(name, 0, kind, _dispute_of(base, kind, row), "has no number")
            continue
        if number != expected:
            missing = f"entry {expected} is" if number == expected + 1 else f"entries {expected} to {number - 1} are"
            yield Broken(name, expected, "entry", None, f"{missing} missing, so entry {number} cannot be checked")
            before = None
        dispute = _dispute_of(base, kind, row)
        try:
            says = tell(base, kind, row)
            changed = before is not None and hashed(before, kind, says) != hash
        except SPOILED:
            yield Broken(name, number, kind, dispute, "is gone, or cannot be read")
        else:
            if changed:
                yield Broken(name, number, kind, dispute, "was changed")
            else:
                yield from _misshapen(Broken(name, number, kind, dispute, ""), says)
        before, expected = hash, number + 1


def _misshapen(entry: Broken, says: Plain) -> Iterator[Broken]:
    """An entry that says what none can say, although its hash is right: it was written by no referee."""
    try:
        check_entry(entry.kind, says)
    except ValueError as error:
        yield entry._replace(what=f"is none: {error}")


def _verify_index(base: sqlite3.Connection) -> Iterator[Broken]:
    there, found = {row[0] for row in base.execute("select id from disputes")}, indexed(base)
    for dispute in sorted(found - there):
        yield Broken("", 0, DISPUTE, dispute, "is gone, though its words are in the index")
    for dispute in sorted(there - found):
        yield Broken("", 0, DISPUTE, dispute, "cannot be searched for: its words are not in the index")


def _dispute_of(base: sqlite3.Connection, kind: str, row: int) -> int | None:
    if kind == DISPUTE:
        return row
    if kind in (APPEAL, PROMOTION, HOUSE_RULE):
        query = f"select dispute from {TABLE[kind]} a join decisions on decisions.id = a.decision where a.id = ?"
    elif kind == WITHDRAWAL:
        query = (
            "select dispute from withdrawals w join house_rules h on h.id = w.house_rule"
            " join decisions d on d.id = h.decision where w.id = ?"
        )
    elif kind in TABLE:
        query = f"select dispute from {TABLE[kind]} where id = ?"
    else:
        return None
    found = base.execute(query, (row,)).fetchone()
    return found[0] if found and isinstance(found[0], int) else None
