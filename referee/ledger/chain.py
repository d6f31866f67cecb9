"""What is only added to: each entry of a ledger with its place in that ledger's hash chain, and as plain data.

An entry as plain data says everything about itself and names others by ledger and number, never by an id of this file:
so it reads the same in every file it is merged into, and its hash does not change. `write` puts plain data into the
tables, `tell` reads it back from them, and `verify` holds the two against each other.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, NamedTuple

from referee.errors import LedgerError

DISPUTE, DECISION, NOTE, APPEAL, PROMOTION = "dispute", "decision", "note", "appeal", "promotion"
_TABLE = {kind: f"{kind}s" for kind in (DISPUTE, DECISION, NOTE, APPEAL, PROMOTION)}
_SIZE = 16  # bytes of a hash
_PIECES = 20  # bits for the pieces of one dispute in the index of words

Plain = dict[str, Any]


class Entry(NamedTuple):
    """One entry of a ledger: its name, the number in it, the kind, what it says, and its hash."""

    ledger: str
    number: int
    kind: str
    says: Plain
    hash: bytes


class Broken(NamedTuple):
    """An entry that is not what it was: where it stands, which dispute of this file it belongs to, what is wrong."""

    ledger: str
    number: int
    kind: str
    dispute: int | None
    what: str


def digest(data: bytes) -> bytes:
    """The hash of some bytes, 16 bytes long."""
    return blake2b(data, digest_size=_SIZE).digest()


def now() -> str:
    """The time, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


# -- ledgers -----------------------------------------------------------------------------------------------------------


def own(base: sqlite3.Connection) -> int:
    """The id of this file's own ledger; it is begun, under a name that nobody else has, when it is first needed."""
    found = base.execute("select min(id) from ledgers").fetchone()[0]
    if found is None:
        return _ledger(base, f"ledger-{secrets.token_hex(4)}")
    return int(found)


def begin(base: sqlite3.Connection, name: str) -> None:
    """Gives this file's own ledger its name, before anything is written in it. LedgerError after that."""
    if base.execute("select 1 from ledgers").fetchone():
        raise LedgerError("this ledger has a name already: it is part of every entry, and does not change")
    _ledger(base, name)


def _ledger(base: sqlite3.Connection, name: str) -> int:
    base.execute("insert or ignore into ledgers (name, begun) values (?, ?)", (name, now()))
    return int(base.execute("select id from ledgers where name = ?", (name,)).fetchone()[0])


def head(base: sqlite3.Connection, ledger: int) -> tuple[int, bytes]:
    """The number and the hash of a ledger's last entry; (0, nothing) of one without any."""
    found = base.execute(
        "select number, hash from entries where ledger = ? order by number desc limit 1", (ledger,)
    ).fetchone()
    return (found[0], found[1]) if found else (0, b"")


# -- adding ------------------------------------------------------------------------------------------------------------


def append(base: sqlite3.Connection, kind: str, says: Plain) -> int:
    """Adds an entry to this file's own ledger, and returns its row's id."""
    ledger = own(base)
    number, before = head(base, ledger)
    return write(base, ledger, number + 1, kind, says, hashed(before, kind, says))


def accept(base: sqlite3.Connection, entry: Entry) -> bool:
    """Adds an entry of another ledger where it comes next; False if it is there already.

    LedgerError where entries before it are missing, where it is not what its hash says, or where the ledger goes on in
    another way here.
    """
    ledger = _ledger(base, entry.ledger)
    where = f"entry {entry.number} of {entry.ledger}"
    there = base.execute("select hash from entries where ledger = ? and number = ?", (ledger, entry.number)).fetchone()
    if there is not None:
        if there[0] != entry.hash:
            raise LedgerError(f"{where} is another one here: the two files tell two histories, and nothing was taken")
        return False
    number, before = head(base, ledger)
    if entry.number != number + 1:
        raise LedgerError(f"{where} cannot be taken: the one before it is missing")
    if hashed(before, entry.kind, entry.says) != entry.hash:
        raise LedgerError(f"{where} is not what it was when it was written, and nothing was taken")
    write(base, ledger, entry.number, entry.kind, entry.says, entry.hash)
    return True


def hashed(before: bytes, kind: str, says: Plain) -> bytes:
    """The hash of an entry: over the hash before it, its kind, and all that it says."""
    told = json.dumps([kind, says], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return digest(before + told.encode())


def write(base: sqlite3.Connection, ledger: int, number: int, kind: str, says: Plain, hash: bytes) -> int:
    """Puts an entry into the tables; the row's id."""
    row = _WRITE[kind](base, ledger, number, says)
    base.execute(
        "insert into entries (ledger, number, kind, row, hash) values (?, ?, ?, ?, ?)",
        (ledger, number, kind, row, hash),
    )
    return row


def _write_dispute(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    columns = (ledger, number, says["at"], says["edition"], says["game"], says["about"], says["question"])
    dispute = int(
        base.execute(
            "insert into disputes (ledger, number, at, edition, game, about, question, rulebook)"
            " values (?, ?, ?, ?, ?, ?, ?, ?)",
            (*columns, _rulebook(base, *says["rulebook"])),
        ).lastrowid
        or 0
    )
    for at, side in enumerate(says["sides"], 1):
        base.execute(
            "insert into sides (dispute, side, party, claim, line, position, status, outcome, proof)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (dispute, at, *(side[key] for key in _SIDE), _proof(base, side["proof"])),
        )
    base.executemany(
        "insert into relied (clause, dispute) values (?, ?)",
        [(_clause(base, name, print), dispute) for name, print in says["relied"]],
    )
    base.executemany(
        "insert into readings (dispute, question, reading) values (?, ?, ?)",
        [(dispute, question, reading) for question, reading in sorted(says["readings"].items())],
    )
    words = [says["about"], *(f"{side['party']} {side['claim']} {side['line']}" for side in says["sides"])]
    _index(base, dispute, " ".join(words))
    return dispute


_SIDE = ("party", "claim", "line", "position", "status", "outcome")


def _write_decision(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    dispute, before = _row(base, DISPUTE, says["of"]), says["before"]
    kept = base.execute(
        "insert into decisions (dispute, at, by, house, side, reading, says, reason, dissent, before)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (dispute, *(says[key] for key in _DECISION), None if before is None else _row(base, DECISION, before)),
    )
    _index(base, dispute, " ".join((says["by"], says["says"], says["reason"], says["dissent"])))
    return int(kept.lastrowid or 0)


_DECISION = ("at", "by", "house", "side", "reading", "says", "reason", "dissent")


def _write_note(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    dispute = _row(base, DISPUTE, says["of"])
    kept = base.execute(
        "insert into notes (dispute, at, by, says) values (?, ?, ?, ?)",
        (dispute, says["at"], says["by"], says["says"]),
    )
    _index(base, dispute, f"{says['by']} {says['says']}")
    return int(kept.lastrowid or 0)


def _write_appeal(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    decision = _row(base, DECISION, says["of"])
    kept = base.execute(
        "insert into appeals (decision, at, by, reason) values (?, ?, ?, ?)",
        (decision, says["at"], says["by"], says["reason"]),
    )
    dispute = base.execute("select dispute from decisions where id = ?", (decision,)).fetchone()[0]
    _index(base, dispute, f"{says['by']} {says['reason']}")
    return int(kept.lastrowid or 0)


def _write_promotion(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    kept = base.execute(
        "insert into promotions (decision, at, game, question, reading, says) values (?, ?, ?, ?, ?, ?)",
        (_row(base, DECISION, says["of"]), *(says[key] for key in _PROMOTION)),
    )
    return int(kept.lastrowid or 0)


_PROMOTION = ("at", "game", "question", "reading", "says")

_WRITE: dict[str, Callable[[sqlite3.Connection, int, int, Plain], int]] = {
    DISPUTE: _write_dispute,
    DECISION: _write_decision,
    NOTE: _write_note,
    APPEAL: _write_appeal,
    PROMOTION: _write_promotion,
}


def _row(base: sqlite3.Connection, kind: str, place: list[Any]) -> int:
    """The row of another entry that is named by ledger and number."""
    found = base.execute(
        "select entries.row from entries join ledgers on ledgers.id = entries.ledger"
        " where ledgers.name = ? and entries.number = ? and entries.kind = ?",
        (*place, kind),
    ).fetchone()
    if found is None:
        raise LedgerError(f"entry {place[1]} of {place[0]}, a {kind}, is not in this ledger; take that one first")
    return int(found[0])


def _rulebook(base: sqlite3.Connection, digest: str, referee: str) -> int:
    base.execute("insert or ignore into rulebooks (digest, referee) values (?, ?)", (digest, referee))
    return int(base.execute("select id from rulebooks where digest = ?", (digest,)).fetchone()[0])


def _clause(base: sqlite3.Connection, name: str, print: str) -> int:
    base.execute("insert or ignore into clauses (name, print) values (?, ?)", (name, print))
    return int(base.execute("select id from clauses where name = ? and print = ?", (name, print)).fetchone()[0])


def _proof(base: sqlite3.Connection, name: str) -> int:
    found = base.execute("select id from proofs where digest = ?", (bytes.fromhex(name),)).fetchone()
    if found is None:
        raise LedgerError(f"the ruling {name} is missing")
    return int(found[0])


def keep_ruling(base: sqlite3.Connection, ruling: Plain) -> str:
    """Keeps a whole ruling once, however often it was given, and returns the name by which an entry calls it."""
    told = json.dumps(ruling, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return keep_packed(base, digest(told), zlib.compress(told, 9))


def keep_packed(base: sqlite3.Connection, name: bytes, packed: bytes) -> str:
    """Keeps a ruling that is packed already."""
    base.execute("insert or ignore into proofs (digest, ruling) values (?, ?)", (name, packed))
    return name.hex()


def _index(base: sqlite3.Connection, dispute: int, words: str) -> None:
    """Adds words to what can be searched for in a dispute."""
    first = dispute << _PIECES
    last = base.execute(
        "select max(rowid) from searched where rowid >= ? and rowid < ?", (first, first + (1 << _PIECES))
    ).fetchone()[0]
    base.execute("insert into searched (rowid, words) values (?, ?)", (first if last is None else last + 1, words))


def dispute_of_words(row: int) -> int:
    """The dispute to which a row of the index of words belongs."""
    return row >> _PIECES


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


def tell(base: sqlite3.Connection, kind: str, row: int) -> Plain:
    """What an entry says, read back from its row. LedgerError where the row is gone."""
    cursor = base.execute(f"select * from {_TABLE[kind]} where id = ?", (row,))
    found = cursor.fetchone()
    if found is None:
        raise LedgerError("its row is gone")
    told = dict(zip((column[0] for column in cursor.description), found, strict=True))
    return _TELL[kind](base, told)


def place(base: sqlite3.Connection, kind: str, row: int | None) -> list[Any] | None:
    """The ledger's name and the number of an entry, as others name it."""
    if row is None:
        return None
    found = base.execute(
        "select ledgers.name, entries.number from entries join ledgers on ledgers.id = entries.ledger"
        " where entries.kind = ? and entries.row = ?",
        (kind, row),
    ).fetchone()
    return list(found) if found is not None else None


def _tell_dispute(base: sqlite3.Connection, row: Plain) -> Plain:
    sides = base.execute(
        f"select {', '.join(_SIDE)}, proofs.digest from sides join proofs on proofs.id = sides.proof"
        " where dispute = ? order by side",
        (row["id"],),
    ).fetchall()
    relied = base.execute(
        "select name, print from relied join clauses on clauses.id = relied.clause where dispute = ? order by 1, 2",
        (row["id"],),
    ).fetchall()
    readings = base.execute("select question, reading from readings where dispute = ?", (row["id"],)).fetchall()
    book = base.execute("select digest, referee from rulebooks where id = ?", (row["rulebook"],)).fetchone()
    told: Plain = {key: row[key] for key in ("at", "edition", "game", "about", "question")}
    told["rulebook"] = list(book) if book else None
    told["sides"] = [dict(zip((*_SIDE, "proof"), (*side[:-1], side[-1].hex()), strict=True)) for side in sides]
    told["relied"] = [list(pair) for pair in relied]
    told["readings"] = dict(readings)
    return told


def _tell_decision(base: sqlite3.Connection, row: Plain) -> Plain:
    return {
        "of": place(base, DISPUTE, row["dispute"]),
        **{key: row[key] for key in _DECISION},
        "before": place(base, DECISION, row["before"]),
    }


def _tell_note(base: sqlite3.Connection, row: Plain) -> Plain:
    return {"of": place(base, DISPUTE, row["dispute"]), **{key: row[key] for key in ("at", "by", "says")}}


def _tell_appeal(base: sqlite3.Connection, row: Plain) -> Plain:
    return {"of": place(base, DECISION, row["decision"]), **{key: row[key] for key in ("at", "by", "reason")}}


def _tell_promotion(base: sqlite3.Connection, row: Plain) -> Plain:
    return {"of": place(base, DECISION, row["decision"]), **{key: row[key] for key in _PROMOTION}}


_TELL: dict[str, Callable[[sqlite3.Connection, Plain], Plain]] = {
    DISPUTE: _tell_dispute,
    DECISION: _tell_decision,
    NOTE: _tell_note,
    APPEAL: _tell_appeal,
    PROMOTION: _tell_promotion,
}


# -- checking ----------------------------------------------------------------------------------------------------------


def verify(base: sqlite3.Connection) -> Iterator[Broken]:
    """Everything that is not as it was written: changed, missing, put in beside the chain, or with a spoiled ruling."""
    for ledger, name in base.execute("select id, name from ledgers order by id").fetchall():
        yield from _verify_ledger(base, ledger, name)
    for kind, table in _TABLE.items():
        rows = base.execute(
            f"select id from {table} where not exists (select 1 from entries where kind = ? and row = id)",
            (kind,),
        )
        for (row,) in rows.fetchall():
            yield Broken("", 0, kind, _dispute_of(base, kind, row), "stands in no ledger: it was put in by hand")
    for row, name, packed in base.execute("select id, digest, ruling from proofs"):
        if not _is_whole(name, packed):
            found = base.execute("select dispute from sides where proof = ? limit 1", (row,)).fetchone()
            yield Broken("", 0, "ruling", found[0] if found else None, "is not the ruling that was given")


def _verify_ledger(base: sqlite3.Connection, ledger: int, name: str) -> Iterator[Broken]:
    before, expected = b"", 1
    rows = base.execute("select number, kind, row, hash from entries where ledger = ? order by number", (ledger,))
    for number, kind, row, hash in rows.fetchall():
        if number != expected:
            yield Broken(name, expected, "entry", None, f"entries {expected} to {number - 1} are missing")
        dispute = _dispute_of(base, kind, row)
        try:
            says = tell(base, kind, row)
        except (LedgerError, sqlite3.Error, KeyError):
            yield Broken(name, number, kind, dispute, "is gone")
        else:
            if hashed(before, kind, says) != hash:
                yield Broken(name, number, kind, dispute, "was changed")
        before, expected = hash, number + 1


def _dispute_of(base: sqlite3.Connection, kind: str, row: int) -> int | None:
    if kind == DISPUTE:
        return row
    if kind in (APPEAL, PROMOTION):
        query = f"select dispute from {_TABLE[kind]} a join decisions on decisions.id = a.decision where a.id = ?"
    elif kind in _TABLE:
        query = f"select dispute from {_TABLE[kind]} where id = ?"
    else:
        return None
    found = base.execute(query, (row,)).fetchone()
    return int(found[0]) if found else None


def _is_whole(name: bytes, packed: bytes) -> bool:
    try:
        return digest(zlib.decompress(packed)) == name
    except zlib.error:
        return False
