"""What can be saved of the disputes in a file that SQLite gives up on, held against the hashes of its ledgers.

Each entry is read back from what `remains` finds of its rows. An entry that gives its hash again is as it was written,
however it was found.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.book.bounds import unpacked
from referee.errors import LedgerError
from referee.ledger import chain
from referee.ledger.chain import Entry
from referee.ledger.entries import APPEAL, DISPUTE, NOTE, SPOILED, TABLE, WITHDRAWAL, is_whole, tell
from referee.ledger.remains import Remains, remains
from referee.ledger.rulings import Plain


class Saved(NamedTuple):
    """What was saved: rulings, entries as they were written, entries that are not known to be, and what is missing.

    Of the ledgers: the name, when it was begun, the number and the hash of the last entry that is known of.
    """

    ledgers: list[tuple[str, str, int, bytes]]
    rulings: dict[bytes, bytes]
    entries: list[Entry]
    damaged: list[Entry]
    missing: list[str]


def saved(path: Path) -> Saved:
    """Returns all of the disputes that can be read of a file and its copy; LedgerError where that is nothing."""
    found = saved_of(remains(path))
    if not (found.entries or found.damaged or found.rulings):
        raise LedgerError(f"no dispute can be read in {path}")
    return found


def saved_of(left: Remains) -> Saved:
    """Returns all of the disputes in what is left of a file."""
    _name_ledgers(left)
    found = Saved([], {}, [], [], [])
    for ledger in left.all.execute("select id, name, begun from ledgers order by id").fetchall():
        _Chain(left, found, *ledger).read()
    without = _without_entry(left.all)
    found.damaged.extend(without)
    if without:
        found.missing.append(f"the place in the chain of {len(without)} more that can be read")
    _add_rulings(left, found)
    return found


def _name_ledgers(left: Remains) -> None:
    """Makes up names for the ledgers whose rows are lost."""
    lost = "select distinct ledger from entries where ledger not in (select id from ledgers)"
    for (id,) in left.all.execute(lost).fetchall():
        for base in left.bases:
            base.execute("insert or ignore into ledgers (id, name, begun) values (?, ?, '')", (id, f"lost-{id}"))
    for base in left.bases:  # each tells of the entries of all
        rows = left.all.execute("select id, name, begun from ledgers").fetchall()
        base.executemany("insert or ignore into ledgers (id, name, begun) values (?, ?, ?)", rows)


class _Chain:
    """The entries of one ledger, read in order; what is saved and what is missing goes into `found`."""

    def __init__(self, left: Remains, found: Saved, id: int, name: str, begun: str) -> None:
        self.left, self.found = left, found
        self.id, self.name, self.begun = id, name, begun

    def read(self) -> None:
        """Reads the entries, and tells which are missing."""
        before = chain.beginning(self.name, self.begun)
        last, hash = 0, b""
        spoiled = []
        query = "select number, kind, row, hash from entries where ledger = ? order by number"
        for number, kind, row, hash in self.left.all.execute(query, (self.id,)).fetchall():
            if number > last + 1:
                self.found.missing.append(f"{_entries(last + 1, number - 1)} of {self.name}")
                before = None
            if not self._save(Entry(self.name, number, kind, {}, hash), row, before):
                spoiled.append(number)
            last, before = number, hash
        if spoiled:
            numbers = ", ".join(map(str, spoiled))
            entries = f"entr{'y' if len(spoiled) == 1 else 'ies'} {numbers}"
            self.found.missing.append(f"a part, or all, of {entries} of {self.name}")
        if self._may_go_on(last):
            self.found.missing.append(
                f"what came after entry {last} of {self.name}, if anything did: the copy ends there"
            )
        if last:
            self.found.ledgers.append((self.name, self.begun, last, hash))

    def _save(self, entry: Entry, row: int, before: bytes | None) -> bool:
        """Saves an entry; False if it is not known to be as it was written."""
        kind = entry.kind
        told = [says for base in self.left.bases if (says := _tell(base, kind, row)) is not None]
        others = list(_relying(self.left.all, kind, told))
        if before is None:  # nothing to hold it against: it is taken if nothing seems to be missing in it
            agree = all(says == told[0] for says in (*told, *others))
            proven = told[:1] if agree and _seems_whole(self.left.all, kind, row) else []
        else:
            proven = [says for says in (*told, *others) if chain.hashed(before, kind, says) == entry.hash]
        if proven:
            self.found.entries.append(entry._replace(says=proven[0]))
        elif told:
            says = _with_all_sides(self.left.all, kind, row, told[-1])
            self.found.damaged.append(entry._replace(says=says))
        return bool(proven)

    def _may_go_on(self, last: int) -> bool:
        """True if nothing but the copy tells where the ledger ends."""
        if self.left.copy is None or "entries" in self.left.whole:
            return False
        end = self.left.copy.execute("select max(number) from entries where ledger = ?", (self.id,)).fetchone()[0]
        return bool(end == last)


def _entries(first: int, last: int) -> str:
    return f"entry {first}" if first == last else f"entries {first} to {last}"


def _seems_whole(base: sqlite3.Connection, kind: str, row: int) -> bool:
    if kind != DISPUTE:
        return True
    sides = [side[0] for side in base.execute("select side from sides where dispute = ? order by side", (row,))]
    return len(sides) > 1 and sides == list(range(1, len(sides) + 1))


def _relying(base: sqlite3.Connection, kind: str, told: list[Plain]) -> Iterator[Plain]:
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


def _without_entry(base: sqlite3.Connection) -> list[Entry]:
    """What is there though its place in the chain is lost."""
    found = []
    for kind in TABLE:
        query = f"select id from {TABLE[kind]} where id not in (select row from entries where kind = ?)"
        for (row,) in base.execute(query, (kind,)).fetchall():
            says = _tell(base, kind, row)
            if says is not None and not any(_has_entry(base, like, row) for like in _ALIKE.get(kind, ())):
                found.append(Entry("", 0, kind, _with_all_sides(base, kind, row, says), b""))
    return found


_ALIKE = {
    kind: tuple({NOTE, APPEAL, WITHDRAWAL} - {kind}) for kind in (NOTE, APPEAL, WITHDRAWAL)
}  # whose rows look alike


def _has_entry(base: sqlite3.Connection, kind: str, row: int) -> bool:
    return base.execute("select 1 from entries where row = ? and kind = ?", (row, kind)).fetchone() is not None


def _tell(base: sqlite3.Connection, kind: str, row: int) -> Plain | None:
    try:
        return tell(base, kind, row)
    except SPOILED:
        return None


def _with_all_sides(base: sqlite3.Connection, kind: str, row: int, says: Plain) -> Plain:
    """A dispute also with the sides whose rulings are lost."""
    if kind == DISPUTE:
        cursor = base.execute("select party, claim, line from sides where dispute = ? order by side", (row,))
        sides = [dict(zip(("party", "claim", "line"), side, strict=True)) for side in cursor]
        if len(sides) > len(says["sides"]):
            return {**says, "sides": sides}
    return says


def _add_rulings(left: Remains, found: Saved) -> None:
    """Adds the rulings that are whole."""
    spoiled: set[bytes] = set()
    for base in left.bases:
        for name, packed in base.execute("select digest, ruling from proofs order by id"):
            if is_whole(name, packed):
                found.rulings.setdefault(name, packed)
            else:
                spoiled.add(name)
    if spoiled := spoiled - set(found.rulings):
        found.missing.append(f"{len(spoiled)} ruling{'s' if len(spoiled) > 1 else ''} that cannot be unpacked")
    _take_unruled_out(found)


def _take_unruled_out(found: Saved) -> None:
    """Takes the disputes out whose rulings are not whole."""
    whole = {name.hex() for name in found.rulings}
    unruled = [
        entry for entry in found.entries if any(side["proof"] not in whole for side in entry.says.get("sides", ()))
    ]
    if unruled:
        numbers = ", ".join(f"{entry.number} of {entry.ledger}" for entry in unruled)
        found.missing.append(f"a ruling of the disputes that are entries {numbers}")
        lost = {(entry.ledger, entry.number) for entry in unruled}
        found.entries[:] = [entry for entry in found.entries if (entry.ledger, entry.number) not in lost]
        found.damaged.extend(unruled)
