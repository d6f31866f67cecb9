"""What is left of a damaged file, in bases in memory: its rows by table, those of lost pages by their shape, its copy.

As long as SQLite finds a table to its end, the rows are known to be that table's. Where it does not, every page of the
file is read by itself (`pages`), and a row goes where rows of that shape belong; whether it was right is for a hash to
say.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger.backup import copy_of
from referee.ledger.entries import TABLE
from referee.ledger.pages import Row, Value, copied, read, rows
from referee.ledger.schema import APPENDED, BESIDE, UPDATED, empty

Columns = Sequence[Value]

# What two rows with one key can differ in, by table: the newer has the larger one.
_AGES = {"tables": 3, "commands": 2}
_INDEXES = ("decisions", "notes", "appeals")  # whose indexes look like the table `relied`


class Remains(NamedTuple):
    """What is left of a file.

    `named` has the rows of the tables that SQLite finds, `all` also those of the pages to which no way leads, and of
    disputes those of the copy; `copy` is None where there is no copy of this file. `whole` are the tables that can be
    read to their end.
    """

    named: sqlite3.Connection
    all: sqlite3.Connection
    copy: sqlite3.Connection | None
    whole: frozenset[str]

    @property
    def bases(self) -> tuple[sqlite3.Connection, ...]:
        """The bases in which something can be looked for, the most reliable first."""
        return (self.named, self.all) if self.copy is None else (self.copy, self.named, self.all)


def remains(path: Path) -> Remains:
    """Reads what is left of a file, and its copy. LedgerError where there is neither."""
    try:
        with copied(path) as file:
            named, whole = _named(file)
            lost = {*APPENDED, *UPDATED} - whole
            loose = list(rows(file)) if lost else []
    except OSError as error:
        if not copy_of(path).is_file():
            raise LedgerError(f"{path} could not be read: {error.strerror}") from None
        named, whole, lost, loose = empty(), frozenset[str](), set[str](), list[Row]()
    everything = empty()
    named.backup(everything)
    copy = _copy(path, named)
    if copy is not None:
        for table in APPENDED:
            _insert(everything, table, copy.execute(f"select * from {table}"))
    _place(everything, loose, lost)
    return Remains(named, everything, copy, whole)


def _named(file: Path) -> tuple[sqlite3.Connection, frozenset[str]]:
    """The rows of the tables that SQLite finds in a file, and the tables that it reads to their end."""
    found, whole = empty(), set[str]()
    with closing(sqlite3.connect(file)) as base:
        for table in (*APPENDED, *UPDATED, *BESIDE, "labels"):
            in_table, is_all = read(base, f"select * from {table}", "1")
            _insert(found, table, in_table)
            if is_all:
                whole.add(table)
        if "ledgers" not in whole:  # the names stand in an index too
            names, _ = read(base, "select id, name, '' from ledgers indexed by sqlite_autoindex_ledgers_1", "2")
            _insert(found, "ledgers", names)
    return found, frozenset(whole)


def _copy(path: Path, named: sqlite3.Connection) -> sqlite3.Connection | None:
    """The rows of the copy beside a file; None where there is none, or it is a copy of another file."""
    if not copy_of(path).is_file():
        return None
    try:
        with copied(copy_of(path)) as file:
            found, _ = _named(file)
    except OSError:
        return None
    own = "select name from ledgers order by id limit 1"
    there, here = found.execute(own).fetchone(), named.execute(own).fetchone()
    return found if there is not None and here in (None, there) else None


def _insert(base: sqlite3.Connection, table: str, found: Iterable[Columns]) -> None:
    """Puts rows into a table, without those that do not fit and those whose place is taken."""
    for columns in found:
        marks = ",".join("?" * len(columns))
        try:
            base.execute(f"insert or ignore into {table} values ({marks})", columns)
        except (sqlite3.Error, OverflowError, UnicodeError):
            continue  # a row that is spoiled
    base.commit()


# -- rows of which only the shape is known -----------------------------------------------------------------------------


def _place(base: sqlite3.Connection, loose: list[Row], tables: set[str]) -> None:
    """Puts rows into those tables to which they can belong by their shape."""
    placed: dict[str, list[Columns]] = defaultdict(list)
    for row in loose:
        for table, columns in _by_shape(row):
            placed[table].append(columns)
    for table, column in _AGES.items():
        placed[table].sort(key=lambda columns: _age(columns[column]), reverse=True)
    for table in tables - {"relied"}:
        _insert(base, table, placed[table])
    if "relied" in tables:
        _insert(base, "relied", _relied(base, loose))


def _age(value: Value) -> str:
    return f"{value:020}" if isinstance(value, int) else str(value)


def _by_shape(row: Row) -> Iterator[tuple[str, Columns]]:
    """The tables to which a row may belong, by what its columns hold, each with the row's columns there."""
    if row.number is None:
        table = _kept_as_index(row.columns)
        if table is not None:
            yield table
    else:
        columns = (row.number, *row.columns[1:]) if row.columns[:1] == (None,) else row.columns
        yield from ((table, columns) for table in (*_with_id(columns), *_of_tables(columns)))


def _with_id(columns: Columns) -> Iterator[str]:
    match columns:
        case [int(), str(), str() as at] if _is_time(at):
            yield "ledgers"
        case [int(), str(name), str()] if _CLAUSE_OR_DIGEST.fullmatch(name):
            yield "clauses" if " " in name else "rulebooks"
        case [int(), bytes(), str(), str(), _, bytes()]:
            yield "proofs"
        case [int(), int(), int(), str(at), str(), _, str(), _, int()] if _is_time(at):
            yield "disputes"
        case [int(), int(), str(at), str(), int(), _, _, str(), str(), str(), _] if _is_time(at):
            yield "decisions"
        case [int(), int(), str(at), str(), str()] if _is_time(at):
            yield "notes"  # these three look alike; which one it was, the hashes tell
            yield "appeals"
            yield "withdrawals"
        case [int(), int(), str(at), str(), _, _, str()] if _is_time(at):
            yield "promotions"
        case [int(), _, str(at), str(), _, _, str(), str(), str()] if _is_time(at):
            yield "house_rules"
        case [int(), str(at), str(), str(), _, str(), _, _, str(), bytes()] if _is_time(at):
            yield "rulings"


def _of_tables(columns: Columns) -> Iterator[str]:
    """As `_with_id`, of what is kept of the tables of games."""
    match columns:
        case [str(), str(), str(), int(), int(), str()]:
            yield "tables"
        case [str(), int(), str(at), str(), str(), int(), str(), str()] if _is_time(at):
            yield "commands"


def _kept_as_index(columns: Columns) -> tuple[str, Columns] | None:
    """As `_by_shape`, for a row of an index, which may have what stands in a table too, in another order."""
    match columns:
        case [int(), int(), str(kind), int(), bytes()] if kind in TABLE:
            return "entries", columns
        case [int(row), str(kind), bytes(hash), int(ledger), int(number)] if kind in TABLE:
            return "entries", (ledger, number, kind, row, hash)
        case [str(name), str(print), int(id)] if _CLAUSE_OR_DIGEST.fullmatch(name):
            return ("clauses" if " " in name else "rulebooks"), (id, name, print)
        case [int(), int(), str(), str(), str(), int()]:
            return "sides", columns
        case [int(), str(), str()]:
            return "readings", columns
        case [int(), str(clause)] if " " in clause:
            return "points", columns
    return None


_CLAUSE_OR_DIGEST = re.compile(r".* .*|[0-9a-f]{16,}")


def _is_time(text: str) -> bool:
    return len(text) >= 19 and text[4] == text[7] == "-" and text[10] == "T"


def _relied(base: sqlite3.Connection, loose: list[Row]) -> Iterator[Columns]:
    """The pairs that can be rows of `relied`: those on pages that are not of another table's index."""
    pages: dict[int, list[Columns]] = defaultdict(list)
    for row in loose:
        match row.columns:
            case [int(), int()] if row.number is None:
                pages[row.page].append(row.columns)
    for pairs in pages.values():
        if not _is_index(base, pairs):
            yield from pairs


def _is_index(base: sqlite3.Connection, pairs: list[Columns]) -> bool:
    """True if pairs are those of an index, which has the number of a row after what it belongs to."""
    for table in _INDEXES:
        of = "decision" if table == "appeals" else "dispute"
        known = dict(base.execute(f"select id, {of} from {table}").fetchall())
        if all(known.get(row) == what for what, row in pairs):
            return True
    return False
