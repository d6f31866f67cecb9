"""What can be read of the disputes in a file that SQLite gives up on, held against the hashes of its ledgers.

The rows that `pages` finds are put into an empty base in memory, first those of pages that are known to belong to a
table, then, if that is not enough, the others by their shape; and each entry is read back from there. An entry that
gives its hash again is as it was written, however it was found.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.bounds import unpacked
from referee.errors import LedgerError
from referee.ledger import chain
from referee.ledger.chain import Entry
from referee.ledger.entries import APPEAL, DISPUTE, NOTE, SPOILED, TABLE, is_whole, tell
from referee.ledger.pages import Row, contents, rows
from referee.ledger.schema import APPENDED, unguarded

# Indexes that hold what stands in a table once more, on pages of their own, and in which column each of its columns is.
_COPIES = {
    "sqlite_autoindex_rulebooks_1": ("rulebooks", (2, 0, 1)),
    "sqlite_autoindex_clauses_1": ("clauses", (2, 0, 1)),
    "entries_of": ("entries", (3, 4, 1, 0, 2)),
}
_NAMES = "sqlite_autoindex_ledgers_1"  # the names of the ledgers
_INDEXES = ("decisions", "notes", "appeals")  # whose indexes look like the table `relied` where no way leads to a page


class Saved(NamedTuple):
    """What was saved: rulings, entries as they were written, entries that are not known to be, and what is missing.

    Of the ledgers: the name, when it was begun, the number and the hash of the last entry that is known of.
    """

    ledgers: list[tuple[str, str, int, bytes]]
    rulings: list[tuple[bytes, bytes]]
    entries: list[Entry]
    damaged: list[Entry]
    missing: list[str]


def saved(path: Path) -> Saved:
    """All of the disputes that can be read of a file; LedgerError where that is nothing."""
    found = list(rows(*contents(path)))
    base = _filled(found, False)
    again = _filled(found, True)
    names = _names(again, found)
    for one in (base, again):
        one.executemany("insert or ignore into ledgers (id, name, begun) values (?, ?, '')", names.items())
    entries: list[Entry] = []
    damaged: list[Entry] = []
    missing: list[str] = []
    ledgers = []
    for id, name, begun in again.execute("select id, name, begun from ledgers order by id").fetchall():
        last, hash = _entries(id, name, begun, base, again, entries, damaged, missing)
        if last:
            ledgers.append((name, begun, last, hash))
    damaged += (without := _without_entry(again))
    if without:
        missing.append(f"the place in the chain of {len(without)} more that can be read")
    rulings, spoiled = _rulings(again)
    if spoiled:
        missing.append(f"{spoiled} ruling{'s' if spoiled > 1 else ''} that cannot be unpacked")
    whole = {name.hex() for name, _ in rulings}
    unruled = [entry for entry in entries if any(side["proof"] not in whole for side in entry.says.get("sides", ()))]
    if unruled:
        numbers = ", ".join(f"{entry.number} of {entry.ledger}" for entry in unruled)
        missing.append(f"a ruling of the disputes that are entries {numbers}")
        lost = {(entry.ledger, entry.number) for entry in unruled}
        entries = [entry for entry in entries if (entry.ledger, entry.number) not in lost]
        damaged += unruled
    if not entries and not damaged and not rulings:
        raise LedgerError(f"no dispute can be read in {path}")
    return Saved(ledgers, rulings, entries, damaged, missing)


def _entries(
    id: int,
    name: str,
    begun: str,
    base: sqlite3.Connection,
    again: sqlite3.Connection,
    entries: list[Entry],
    damaged: list[Entry],
    missing: list[str],
) -> tuple[int, bytes]:
    """Reads the entries of a ledger; the number and the hash of the last."""
    known = again.execute("select number, kind, row, hash from entries where ledger = ? order by number", (id,))
    before = chain.beginning(name, begun)
    last, hash = 0, b""
    spoiled = []
    for number, kind, row, hash in known.fetchall():
        if number > last + 1:
            missing.append(_lost(name, last + 1, number - 1))
            before = None
        told = [says for one in (base, again) if (says := _tell(one, kind, row)) is not None]
        if before is None:  # nothing to hold it against: it is taken if nothing seems to be missing in it
            others = [*told, *_relying(again, kind, told)]
            proven = told[:1] if all(says == told[0] for says in others) and _seems_whole(again, kind, row) else []
        else:
            proven = [says for says in told if chain.hashed(before, kind, says) == hash]
            if not proven:
                proven = [says for says in _relying(again, kind, told) if chain.hashed(before, kind, says) == hash]
        if proven:
            entries.append(Entry(name, number, kind, proven[0], hash))
        else:
            spoiled.append(number)
            if told:
                damaged.append(Entry(name, number, kind, _with_all_sides(again, kind, row, told[-1]), hash))
        last, before = number, hash
    if spoiled:
        numbers = ", ".join(map(str, spoiled))
        missing.append(f"a part, or all, of entr{'y' if len(spoiled) == 1 else 'ies'} {numbers} of {name}")
    return last, hash


def _seems_whole(base: sqlite3.Connection, kind: str, row: int) -> bool:
    if kind != DISPUTE:
        return True
    sides = [side[0] for side in base.execute("select side from sides where dispute = ? order by side", (row,))]
    return len(sides) > 1 and sides == list(range(1, len(sides) + 1))


def _relying(base: sqlite3.Connection, kind: str, told: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A dispute with the clauses that its rulings cite, where those that it relied on are not all there.

    Of a clause with several prints the first or the last is taken; whether that is right, the hash says.
    """
    if kind != DISPUTE or not told:
        return
    says = told[-1]
    cited: set[str] = set()
    for side in says["sides"]:
        found = base.execute("select ruling from proofs where digest = ?", (bytes.fromhex(side["proof"]),)).fetchone()
        try:
            cited |= {cite["id"] for cite in json.loads(unpacked(found[0]))["citations"]}
        except (zlib.error, *SPOILED):
            return
    for which in ("min", "max"):
        prints = dict(base.execute(f"select name, print from clauses group by name having id = {which}(id)"))
        relied = {**{name: prints[name] for name in cited if name in prints}, **dict(says["relied"])}
        yield {**says, "relied": sorted([name, print] for name, print in relied.items())}


def _lost(name: str, first: int, last: int) -> str:
    return f"entry {first} of {name}" if first == last else f"entries {first} to {last} of {name}"


def _without_entry(base: sqlite3.Connection) -> list[Entry]:
    """What is there though its place in the chain is lost."""
    found = []
    for kind in TABLE:
        query = f"select id from {TABLE[kind]} where id not in (select row from entries where kind = ?)"
        for (row,) in base.execute(query, (kind,)).fetchall():
            says = _tell(base, kind, row)
            if says is not None and not (kind in _ALIKE and _has_entry(base, _ALIKE[kind], row)):
                found.append(Entry("", 0, kind, _with_all_sides(base, kind, row, says), b""))
    return found


_ALIKE = {NOTE: APPEAL, APPEAL: NOTE}


def _has_entry(base: sqlite3.Connection, kind: str, row: int) -> bool:
    return base.execute("select 1 from entries where row = ? and kind = ?", (row, kind)).fetchone() is not None


def _tell(base: sqlite3.Connection, kind: str, row: int) -> dict[str, Any] | None:
    try:
        return tell(base, kind, row)
    except SPOILED:
        return None


def _with_all_sides(base: sqlite3.Connection, kind: str, row: int, says: dict[str, Any]) -> dict[str, Any]:
    """A dispute also with the sides whose rulings are lost."""
    if kind == DISPUTE and isinstance(says, dict):
        cursor = base.execute("select party, claim, line from sides where dispute = ? order by side", (row,))
        sides = [dict(zip(("party", "claim", "line"), side, strict=True)) for side in cursor]
        if len(sides) > len(says["sides"]):
            return {**says, "sides": sides}
    return says


def _rulings(base: sqlite3.Connection) -> tuple[list[tuple[bytes, bytes]], int]:
    """The rulings that are whole, and how many are not."""
    whole, spoiled = [], 0
    for name, packed in base.execute("select digest, ruling from proofs order by id"):
        if is_whole(name, packed):
            whole.append((name, packed))
        else:
            spoiled += 1
    return whole, spoiled


# -- putting rows where they belong ------------------------------------------------------------------------------------


def _filled(found: list[Row], loose: bool) -> sqlite3.Connection:
    """An unguarded base with the rows of known tables, and with the others too where `loose`."""
    base = sqlite3.connect(":memory:")
    unguarded(base)
    for row in found:
        if row.table in APPENDED:
            _insert(base, row.table, row)
    for row in found:
        if row.table in _COPIES:
            table, places = _COPIES[row.table]
            if len(row.columns) > max(places):
                columns = [row.columns[place] for place in places]
                _insert(base, table, row._replace(columns=columns))
    if loose:
        pages: dict[int, list[Row]] = defaultdict(list)
        for row in found:
            if row.table is None:
                pages[row.page].append(row)
        for rows in pages.values():
            for row in rows:
                for table in _by_shape(row):
                    if table != "relied":
                        _insert(base, table, row)
        for rows in pages.values():
            if not _is_index(base, rows):
                for row in rows:
                    if "relied" in _by_shape(row):
                        _insert(base, "relied", row)
    return base


def _insert(base: sqlite3.Connection, table: str, row: Row) -> None:
    columns = list(row.columns)
    if row.number is not None and columns and columns[0] is None:
        columns[0] = row.number  # the column `id` is the number of the row
    marks = ",".join("?" * len(columns))
    try:
        base.execute(f"insert or ignore into {table} values ({marks})", columns)
    except (sqlite3.Error, OverflowError, UnicodeError):
        return  # a row that is spoiled does not fit


def _by_shape(row: Row) -> Iterator[str]:
    """The tables to which a row may belong, by what its columns hold."""
    match row.columns:
        case [None, str(), str() as at] if _is_time(at):
            yield "ledgers"
        case [None, str(name), str()]:
            yield "clauses" if " " in name else "rulebooks"
        case [None, bytes(), str(), str(), _, bytes()]:
            yield "proofs"
        case [None, int(), int(), str(at), str(), _, str(), _, int()] if _is_time(at):
            yield "disputes"
        case [None, int(), str(at), str(), int(), _, _, str(), str(), str(), _] if _is_time(at):
            yield "decisions"
        case [None, int(), str(at), str(), str()] if _is_time(at):
            yield "notes"  # these two look alike; which one it was, the hashes tell
            yield "appeals"
        case [None, int(), str(at), str(), _, _, str()] if _is_time(at):
            yield "promotions"
        case [int(), int(), str(kind), int(), bytes()] if kind in TABLE:
            yield "entries"
        case [int(), int(), str(), str(), str(), int()]:
            yield "sides"
        case [int(), str(), str()]:
            yield "readings"
        case [int(), int()]:
            yield "relied"


def _is_time(text: str) -> bool:
    return len(text) >= 19 and text[4] == text[7] == "-" and text[10] == "T"


def _is_index(base: sqlite3.Connection, rows: list[Row]) -> bool:
    """Whether a page of pairs is one of an index, which has the number of a row after what it belongs to."""
    pairs = [tuple(row.columns) for row in rows if len(row.columns) == 2]
    for table in _INDEXES:
        of = "decision" if table == "appeals" else "dispute"
        known: dict[int, int] = dict(base.execute(f"select id, {of} from {table}").fetchall())
        if pairs and all(known.get(row) == what for what, row in pairs):
            return True
    return False


def _names(base: sqlite3.Connection, found: list[Row]) -> dict[int, str]:
    """The names of ledgers whose rows are lost: from the index of them, else made up."""
    lost = {row[0] for row in base.execute("select distinct ledger from entries")}
    lost -= {row[0] for row in base.execute("select id from ledgers")}
    names = {row.columns[1]: row.columns[0] for row in found if row.table == _NAMES and len(row.columns) == 2}
    return {id: names.get(id) or f"lost-{id}" for id in sorted(lost)}
