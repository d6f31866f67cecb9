"""What is only added to: each entry of a ledger with its place in that ledger's hash chain, and as plain data.

An entry as plain data says everything about itself and names others by ledger and number, never by an id of this file:
so it reads the same in every file it is merged into, and its hash does not change. `write` puts plain data into the
tables, `tell` reads it back from them, and `verify` holds the two against each other.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, NamedTuple

from referee.errors import LedgerError
from referee.ledger.words import index, indexed

DISPUTE, DECISION, NOTE, APPEAL, PROMOTION = "dispute", "decision", "note", "appeal", "promotion"
TABLE = {kind: f"{kind}s" for kind in (DISPUTE, DECISION, NOTE, APPEAL, PROMOTION)}
_SIZE = 16  # bytes of a hash

Plain = dict[str, Any]


class MissingError(LedgerError):
    """Something that an entry names is not in this file."""


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
        import secrets  # noqa: PLC0415  once in a file's life

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
            "insert into sides (dispute, side, party, claim, line, proof) values (?, ?, ?, ?, ?, ?)",
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
    index(base, dispute, " ".join(words))
    return dispute


_SIDE = ("party", "claim", "line")
_RULED = ("position", "status", "outcome")


def _write_decision(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    dispute, before, side = _row(base, DISPUTE, says["of"]), says["before"], says["side"]
    sides = base.execute("select count(*) from sides where dispute = ?", (dispute,)).fetchone()[0]
    if side is not None and not 1 <= side <= sides:
        raise LedgerError(f"dispute {dispute} has {sides} sides, so side {side} cannot be right")
    kept = base.execute(
        "insert into decisions (dispute, at, by, house, side, reading, says, reason, dissent, before)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (dispute, *(says[key] for key in _DECISION), None if before is None else _row(base, DECISION, before)),
    )
    index(base, dispute, " ".join((says["by"], says["says"], says["reason"], says["dissent"])))
    return int(kept.lastrowid or 0)


_DECISION = ("at", "by", "house", "side", "reading", "says", "reason", "dissent")


def _write_note(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    dispute = _row(base, DISPUTE, says["of"])
    kept = base.execute(
        "insert into notes (dispute, at, by, says) values (?, ?, ?, ?)",
        (dispute, says["at"], says["by"], says["says"]),
    )
    index(base, dispute, f"{says['by']} {says['says']}")
    return int(kept.lastrowid or 0)


def _write_appeal(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    decision = _row(base, DECISION, says["of"])
    kept = base.execute(
        "insert into appeals (decision, at, by, reason) values (?, ?, ?, ?)",
        (decision, says["at"], says["by"], says["reason"]),
    )
    dispute = base.execute("select dispute from decisions where id = ?", (decision,)).fetchone()[0]
    index(base, dispute, f"{says['by']} {says['reason']}")
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
        raise MissingError(f"entry {place[1]} of {place[0]}, a {kind}, is not in this file; take that ledger first")
    return int(found[0])


def _rulebook(base: sqlite3.Connection, digest: str, referee: str) -> int:
    base.execute("insert or ignore into rulebooks (digest, referee) values (?, ?)", (digest, referee))
    found = base.execute("select id from rulebooks where digest = ? and referee = ?", (digest, referee))
    return int(found.fetchone()[0])


def _clause(base: sqlite3.Connection, name: str, print: str) -> int:
    base.execute("insert or ignore into clauses (name, print) values (?, ?)", (name, print))
    return int(base.execute("select id from clauses where name = ? and print = ?", (name, print)).fetchone()[0])


def _proof(base: sqlite3.Connection, name: str) -> int:
    found = base.execute("select id from proofs where digest = ?", (bytes.fromhex(name),)).fetchone()
    if found is None:
        raise MissingError(f"the ruling {name} is missing")
    return int(found[0])


def keep_ruling(base: sqlite3.Connection, ruling: Plain) -> str:
    """Keeps a whole ruling once, however often it was given, and returns the name by which an entry calls it."""
    told = json.dumps(ruling, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    name = digest(told)
    if not kept(base, name):
        keep_packed(base, name, zlib.compress(told, 9), ruling)
    return name.hex()


def keep_packed(base: sqlite3.Connection, name: bytes, packed: bytes, ruling: Plain) -> None:
    """Keeps a ruling that is packed already; `ruling` is what is packed."""
    base.execute(
        "insert into proofs (digest, position, status, outcome, ruling) values (?, ?, ?, ?, ?)",
        (name, *(ruling[key] for key in _RULED), packed),
    )


def kept(base: sqlite3.Connection, name: bytes) -> bool:
    """Whether a ruling is there already."""
    return base.execute("select 1 from proofs where digest = ?", (name,)).fetchone() is not None


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
    cursor = base.execute(f"select * from {TABLE[kind]} where id = ?", (row,))
    found = cursor.fetchone()
    if found is None:
        raise LedgerError("its row is gone")
    told = dict(zip((column[0] for column in cursor.description), found, strict=True))
    return _TELL[kind](base, told)


def place(base: sqlite3.Connection, kind: str, row: int | None) -> list[Any] | None:
    """The ledger's name and the number of an entry, as others name it; no name for a row that stands in no ledger."""
    if row is None:
        return None
    found = base.execute(
        "select ledgers.name, entries.number from entries join ledgers on ledgers.id = entries.ledger"
        " where entries.kind = ? and entries.row = ?",
        (kind, row),
    ).fetchone()
    return list(found) if found is not None else ["", row]


def _tell_dispute(base: sqlite3.Connection, row: Plain) -> Plain:
    sides = base.execute(
        f"select {', '.join(_SIDE + _RULED)}, proofs.digest from sides join proofs on proofs.id = sides.proof"
        " where dispute = ? order by side",
        (row["id"],),
    ).fetchall()
    relied = base.execute(
        # every clause is looked up for this dispute: the table has no second order, which would double its size
        "select name, print from clauses cross join relied on clause = clauses.id where dispute = ? order by 1, 2",
        (row["id"],),
    ).fetchall()
    readings = base.execute("select question, reading from readings where dispute = ?", (row["id"],)).fetchall()
    book = base.execute("select digest, referee from rulebooks where id = ?", (row["rulebook"],)).fetchone()
    told: Plain = {key: row[key] for key in ("at", "edition", "game", "about", "question")}
    told["rulebook"] = list(book) if book else None
    told["sides"] = [dict(zip((*_SIDE, *_RULED, "proof"), (*side[:-1], side[-1].hex()), strict=True)) for side in sides]
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
        if not _is_whole(name, packed):
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
SPOILED = (LedgerError, sqlite3.Error, KeyError, TypeError, ValueError, AttributeError)


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


def _is_whole(name: bytes, packed: bytes) -> bool:
    try:
        return digest(zlib.decompress(packed)) == name
    except (zlib.error, TypeError):
        return False
