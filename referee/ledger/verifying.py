"""Whether a ledger is what was written: its rows against the hashes of its chain, and nothing put in beside that."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from referee.ledger.chain import beginning, hashed
from referee.ledger.entries import APPEAL, DISPUTE, PROMOTION, SPOILED, TABLE, is_whole, tell
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

    What a chain cannot show is that its end was cut off, with all that belongs to it; a copy elsewhere shows that.
    """
    from referee.ledger.schema import APPENDED  # noqa: PLC0415  brings sqlite_utils, which only this needs

    for ledger, name, begun in base.execute("select id, name, begun from ledgers order by id").fetchall():
        yield from _verify_ledger(base, ledger, name, beginning(name, begun))
    for kind, table in TABLE.items():
        rows = base.execute(
            f"select id from {table} where not exists (select 1 from entries where row = id and kind = ?)", (kind,)
        )
        for (row,) in rows.fetchall():
            yield Broken("", 0, kind, _dispute_of(base, kind, row), "stands in no ledger: it was put in by hand")
    for dispute, ledger, number in base.execute(_MISPLACED).fetchall():
        yield Broken("", 0, DISPUTE, dispute, f"is called {number} of ledger {ledger}, which its entry is not")
    for row, name, packed in base.execute("select id, digest, ruling from proofs"):
        if not is_whole(name, packed):
            found = base.execute("select dispute from sides where proof = ? limit 1", (row,)).fetchone()
            yield Broken("", 0, "ruling", found[0] if found else None, "is not the ruling that was given")
    for kind, query in _ALONE.items():
        for dispute, named in base.execute(query).fetchall():
            yield Broken("", 0, kind, dispute, f"({named}) belongs to nothing: it was put in, or the rest removed")
    yield from _verify_index(base)
    guards = {row[0] for row in base.execute("select name from sqlite_master where type = 'trigger'")}
    for table in APPENDED:
        for change in ("update", "delete"):
            if f"{table}_no_{change}" not in guards:
                yield Broken("", 0, "guard", None, f"against {change} of {table} was taken away")


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
            changed = before is not None and hashed(before, kind, tell(base, kind, row)) != hash
        except SPOILED:
            yield Broken(name, number, kind, dispute, "is gone, or cannot be read")
        else:
            if changed:
                yield Broken(name, number, kind, dispute, "was changed")
        before, expected = hash, number + 1


def _verify_index(base: sqlite3.Connection) -> Iterator[Broken]:
    there, found = {row[0] for row in base.execute("select id from disputes")}, indexed(base)
    for dispute in sorted(found - there):
        yield Broken("", 0, DISPUTE, dispute, "is gone, though its words are in the index")
    for dispute in sorted(there - found):
        yield Broken("", 0, DISPUTE, dispute, "cannot be searched for: its words are not in the index")


def _dispute_of(base: sqlite3.Connection, kind: str, row: int) -> int | None:
    if kind == DISPUTE:
        return row
    if kind in (APPEAL, PROMOTION):
        query = f"select dispute from {TABLE[kind]} a join decisions on decisions.id = a.decision where a.id = ?"
    elif kind in TABLE:
        query = f"select dispute from {TABLE[kind]} where id = ?"
    else:
        return None
    found = base.execute(query, (row,)).fetchone()
    return found[0] if found and isinstance(found[0], int) else None
