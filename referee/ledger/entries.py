"""What the entries of a ledger say, as plain data and as rows of the tables.

An entry as plain data says everything about itself and names others by ledger and number, never by an id of this file:
so it reads the same in every file it is merged into. `put` writes plain data into the tables, `tell` reads it back.
The rulings that entries name are kept here too, each once.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from hashlib import blake2b
from typing import NamedTuple

from referee.book.bounds import unpacked
from referee.errors import LedgerError
from referee.ledger.rulings import Plain
from referee.ledger.words import index

DISPUTE, DECISION, NOTE, APPEAL, PROMOTION = "dispute", "decision", "note", "appeal", "promotion"
HOUSE_RULE, WITHDRAWAL = "house_rule", "withdrawal"
TABLE = {kind: f"{kind}s" for kind in (DISPUTE, DECISION, NOTE, APPEAL, PROMOTION, HOUSE_RULE, WITHDRAWAL)}
SPOILED = (LedgerError, sqlite3.Error, KeyError, TypeError, ValueError, AttributeError)
_SIZE = 16  # bytes of a hash

Place = list[str | int]  # the name of a ledger, and the number of an entry in it


class MissingError(LedgerError):
    """Something that an entry names is not in this file."""


def digest(data: bytes) -> bytes:
    """The hash of some bytes, 16 bytes long."""
    return blake2b(data, digest_size=_SIZE).digest()


# -- writing -----------------------------------------------------------------------------------------------------------


class _Added(NamedTuple):
    """What is added to a dispute: the kind of entry that it names, what it says, and in which of that words are."""

    of: str
    columns: tuple[str, ...]
    words: tuple[str, ...] = ()


_ADDED = {
    DECISION: _Added(
        DISPUTE,
        ("at", "by", "house", "side", "reading", "says", "reason", "dissent"),
        ("by", "says", "reason", "dissent"),
    ),
    NOTE: _Added(DISPUTE, ("at", "by", "says"), ("by", "says")),
    APPEAL: _Added(DECISION, ("at", "by", "reason"), ("by", "reason")),
    PROMOTION: _Added(DECISION, ("at", "game", "question", "reading", "says")),
    HOUSE_RULE: _Added(DECISION, ("at", "game", "question", "reading", "clauses", "decided", "says")),
    WITHDRAWAL: _Added(HOUSE_RULE, ("at", "by", "reason")),
}
_DISPUTE = ("at", "edition", "game", "about", "question")
_SIDE = ("party", "claim", "line")
_RULED = ("position", "status", "outcome")


def put(base: sqlite3.Connection, kind: str, ledger: int, number: int, says: Plain) -> int:
    """Writes what an entry says into the tables; the id of its row there."""
    if kind == DISPUTE:
        return _put_dispute(base, ledger, number, says)
    added = _ADDED[kind]
    by_hand = kind == HOUSE_RULE and says["of"] is None
    of = None if by_hand else _row(base, added.of, says["of"])
    row = {added.of: of, **{key: says[key] for key in added.columns}}
    if kind == HOUSE_RULE:
        row["clauses"] = json.dumps(says["clauses"])
    if kind == DECISION and of is not None:
        _check_side(base, of, says["side"])
        row["before"] = None if says["before"] is None else _row(base, DECISION, says["before"])
    id = _insert(base, TABLE[kind], row)
    if added.words and of is not None:
        _index(base, added, of, says)
    return id


def _index(base: sqlite3.Connection, added: _Added, of: int, says: Plain) -> None:
    """Adds the words of what was added to a dispute to those by which that is found."""
    dispute = _dispute(base, added.of, of)
    if dispute is not None:
        index(base, dispute, " ".join(says[key] for key in added.words))


def _insert(base: sqlite3.Connection, table: str, row: Plain) -> int:
    query = f"insert into {table} ({', '.join(row)}) values ({', '.join('?' * len(row))})"
    return int(base.execute(query, tuple(row.values())).lastrowid or 0)


def _put_dispute(base: sqlite3.Connection, ledger: int, number: int, says: Plain) -> int:
    row = {"ledger": ledger, "number": number, **{key: says[key] for key in _DISPUTE}}
    dispute = _insert(base, "disputes", {**row, "rulebook": _rulebook(base, *says["rulebook"])})
    for at, side in enumerate(says["sides"], 1):
        told = {key: side[key] for key in _SIDE}
        _insert(base, "sides", {"dispute": dispute, "side": at, **told, "proof": _proof(base, side["proof"])})
    base.executemany(
        "insert into relied (clause, dispute) values (?, ?)",
        [(_clause(base, name, print), dispute) for name, print in says["relied"]],
    )
    base.executemany(
        "insert into readings (dispute, question, reading) values (?, ?, ?)",
        [(dispute, question, reading) for question, reading in sorted(says["readings"].items())],
    )
    points = [(dispute, clause) for clause in says.get("point", ())]
    base.executemany("insert into points (dispute, clause) values (?, ?)", points)
    words = [says["about"], *(f"{side['party']} {side['claim']} {side['line']}" for side in says["sides"])]
    index(base, dispute, " ".join(words))
    return dispute


def _check_side(base: sqlite3.Connection, dispute: int, side: int | None) -> None:
    sides = base.execute("select count(*) from sides where dispute = ?", (dispute,)).fetchone()[0]
    if side is not None and not 1 <= side <= sides:
        raise LedgerError(f"dispute {dispute} has {sides} sides, so side {side} cannot be right")


def _row(base: sqlite3.Connection, kind: str, place: Place) -> int:
    """The row of another entry that is named by ledger and number."""
    found = base.execute(
        "select entries.row from entries join ledgers on ledgers.id = entries.ledger"
        " where ledgers.name = ? and entries.number = ? and entries.kind = ?",
        (*place, kind),
    ).fetchone()
    if found is None:
        raise MissingError(f"entry {place[1]} of {place[0]}, a {kind}, is not in this file; take that ledger first")
    return int(found[0])


def dispute_of(base: sqlite3.Connection, kind: str, says: Plain) -> int | None:
    """The dispute that plain data of an entry is about; None where that is not in this file."""
    of = _ADDED[kind].of
    try:
        return None if says["of"] is None else _dispute(base, of, _row(base, of, says["of"]))
    except MissingError:
        return None


def _dispute(base: sqlite3.Connection, of: str, row: int) -> int | None:
    """The dispute itself, or that of a decision or of a house rule; None for a rule that was written by hand."""
    if of == DISPUTE:
        return row
    decision = row if of == DECISION else _column(base, "decision", TABLE[HOUSE_RULE], row)
    return None if decision is None else _column(base, "dispute", TABLE[DECISION], decision)


def _column(base: sqlite3.Connection, column: str, table: str, row: int) -> int | None:
    found: int | None = base.execute(f"select {column} from {table} where id = ?", (row,)).fetchone()[0]
    return found


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


# -- rulings -----------------------------------------------------------------------------------------------------------


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


def is_whole(name: bytes, packed: bytes) -> bool:
    """Whether what is packed is the ruling of that name."""
    try:
        return digest(unpacked(packed)) == name
    except (zlib.error, TypeError):
        return False


# -- reading back ------------------------------------------------------------------------------------------------------


def tell(base: sqlite3.Connection, kind: str, row: int) -> Plain:
    """What an entry says, read back from its row. LedgerError where the row is gone."""
    cursor = base.execute(f"select * from {TABLE[kind]} where id = ?", (row,))
    found = cursor.fetchone()
    if found is None:
        raise LedgerError("its row is gone")
    told = dict(zip((column[0] for column in cursor.description), found, strict=True))
    if kind == DISPUTE:
        return _tell_dispute(base, told)
    added = _ADDED[kind]
    says = {"of": place(base, added.of, told[added.of]), **{key: told[key] for key in added.columns}}
    if kind == HOUSE_RULE:
        says["clauses"] = json.loads(told["clauses"])
    return {**says, "before": place(base, DECISION, told["before"])} if kind == DECISION else says


def place(base: sqlite3.Connection, kind: str, row: int | None) -> Place | None:
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
    told: Plain = {key: row[key] for key in _DISPUTE}
    told["rulebook"] = list(book) if book else None
    told["sides"] = [dict(zip((*_SIDE, *_RULED, "proof"), (*side[:-1], side[-1].hex()), strict=True)) for side in sides]
    told["relied"] = [list(pair) for pair in relied]
    told["readings"] = dict(readings)
    points = base.execute("select clause from points where dispute = ? order by clause", (row["id"],)).fetchall()
    if points:  # earlier referees did not know them, and what they wrote is to read the same
        told["point"] = [clause for (clause,) in points]
    return told
