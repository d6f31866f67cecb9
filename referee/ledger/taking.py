"""Taking what another ledger wrote out: checked line by line, all of it or nothing, and told what it changes here.

Anybody can write entries with right hashes. So nothing is taken that does not look like an entry; this file's own
ledger, in which only this file writes, is gone on with only where that is asked for; and what others decided on the
disputes of this file's own is named.
"""

from __future__ import annotations

import binascii
import json
import sqlite3
import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.book import bounds
from referee.errors import LedgerError
from referee.ledger import chain
from referee.ledger.chain import Entry
from referee.ledger.disputes import in_force
from referee.ledger.entries import (
    APPEAL,
    DECISION,
    DISPUTE,
    HOUSE_RULE,
    NOTE,
    PROMOTION,
    WITHDRAWAL,
    MissingError,
    digest,
    dispute_of,
    keep_packed,
    kept,
)
from referee.ledger.rulings import Plain
from referee.ledger.shapes import check_entry, check_ruling

FORMAT = 1
KIND = "ledger of disputes"
NOTHING = "nothing was taken"
_ON_DISPUTES = {
    DECISION: "decisions",
    NOTE: "notes",
    APPEAL: "appeals",
    PROMOTION: "promotions",
    HOUSE_RULE: "promotions",
    WITHDRAWAL: "promotions",
}
_KINDS = (DISPUTE, *_ON_DISPUTES)

# What goes wrong with a line that somebody has changed: nothing of it is trusted.
SPOILED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, binascii.Error, zlib.error)
_MISFITS = (*SPOILED, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError)


class Counted(NamedTuple):
    """How much was written out, taken or merged.

    `known`: entries that were there already; `left`: entries of a salvaged file that could not be taken.
    """

    ledgers: int = 0
    disputes: int = 0
    entries: int = 0
    rulings: int = 0
    known: int = 0
    left: int = 0


# -- reading -----------------------------------------------------------------------------------------------------------


def lines_of(file: Path) -> Iterator[str]:
    """The lines of a file, none longer than a ruling can be. LedgerError where it cannot be read."""
    try:
        with file.open(encoding="utf-8") as lines:
            letters = 0
            while line := lines.readline(bounds.LEDGER_LINE + 1):
                letters += len(line)
                if letters > bounds.LEDGER:
                    raise LedgerError(f"{file} is larger than {bounds.LEDGER >> 30} GB; {NOTHING}")
                yield line
    except (OSError, UnicodeError) as error:
        says = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise LedgerError(f"{file} could not be read: {says}") from None


def read(lines: Iterable[str]) -> Iterator[tuple[str, Plain]]:
    """The lines with their places; LedgerError at one that is no JSON, or longer than any that is written."""
    number = 0
    try:
        for number, text in enumerate(lines, 1):
            if len(text) > bounds.LEDGER_LINE:
                raise LedgerError(f"line {number} is longer than {bounds.LEDGER_LINE >> 20} MB; {NOTHING}")
            if text.strip():
                line = json.loads(text.lstrip("\ufeff"))
                if not isinstance(line, dict):
                    raise ValueError
                bounds.check_depth(line)
                yield f"line {number}", line
    except UnicodeError:
        raise LedgerError(f"line {number + 1} is damaged: it is no UTF-8; {NOTHING}") from None
    except (ValueError, RecursionError):
        raise LedgerError(f"line {number} is damaged: it is no JSON of an export; {NOTHING}") from None


# -- taking ------------------------------------------------------------------------------------------------------------


class _Head(NamedTuple):
    """What the first line says of one ledger."""

    begun: str
    entries: int
    hash: bytes


class Taking:
    """One export that is taken into an open file; `restore` lets it go on with the file's own ledger."""

    def __init__(self, base: sqlite3.Connection, restore: bool = False) -> None:
        self.base = base
        self.restore = restore
        own = chain.own(base)  # else the first ledger that comes in would be taken for this one, and be written on
        self.own: str = base.execute("select name from ledgers where id = ?", (own,)).fetchone()[0]
        self.last: int = base.execute("select coalesce(max(id), 0) from disputes").fetchone()[0]
        self.here = {row[0] for row in base.execute("select name from ledgers")}
        self.counts = Counted()
        self.salvaged = False
        self.heads: dict[str, _Head] = {}
        self.before: dict[str, tuple[int, bytes | None]] = {}
        self.on_own: dict[str, dict[int, None]] = {told: {} for told in _ON_DISPUTES.values()}
        self.house: dict[str, None] = {}  # the tables whose house rules are other ones now
        self.in_force: dict[int, int | None] = {}  # of disputes that were here, by which decision they were decided

    def all(self, lines: Iterator[tuple[str, Plain]]) -> Plain:
        """Takes every line; counts, and what it changes.

        Besides the counts: `new_ledgers` by name; `on_own`, the disputes of this file's own ledger on which others
        added `decisions`, `notes`, `appeals` or `promotions`; `house_rules_of`, the tables of which house rules came in
        or were withdrawn; `decided_anew`, the disputes that were here before and of
        which another decision holds now. LedgerError where a line is damaged or does not fit.
        """
        met = self._lines(lines, *self._first(*next(lines, ("line 1", {}))))
        ends = {name: (head.entries, head.hash) for name, head in self.heads.items()}
        if met[:2] != met[2:] or (not self.salvaged and self.before != ends):
            raise LedgerError(
                f"the end is missing: {met[2]} rulings and {met[3]} entries were announced, "
                f"{met[0]} and {met[1]} came; {NOTHING}"
            )
        return {
            **self.counts._asdict(),
            "new_ledgers": [name for name in self.heads if name not in self.here],
            "on_own": {told: sorted(found) for told, found in self.on_own.items()},
            "house_rules_of": sorted(self.house),
            "decided_anew": [id for id, before in self.in_force.items() if in_force(self.base, id) != before],
        }

    def _first(self, where: str, first: Plain) -> tuple[int, int]:
        """Reads the first line; how many rulings and entries it announces."""
        if first.get("kind") != KIND:
            raise LedgerError(f"{where} does not begin an export of `referee ledger export`; {NOTHING}")
        if first.get("format") != FORMAT:
            raise LedgerError(f"{where} is of format {first.get('format')!r}, this referee knows {FORMAT}; {NOTHING}")
        try:
            self.salvaged = bool(first.get("salvaged"))
            self.heads = {told["name"]: _head(told) for told in first["ledgers"]}
            announced = int(first["rulings"]), int(first["entries"])
            for name, head in self.heads.items():
                if not self.salvaged:
                    chain.known(self.base, name, head.begun)
        except LedgerError as error:
            raise LedgerError(f"{where}: {error}; {NOTHING}") from None
        except _MISFITS:
            raise LedgerError(f"{where} is damaged: it does not say which ledgers follow; {NOTHING}") from None
        self.counts = self.counts._replace(ledgers=len(self.heads))
        self.before = {name: (0, chain.beginning(name, head.begun)) for name, head in self.heads.items()}
        return announced

    def _lines(self, lines: Iterator[tuple[str, Plain]], rulings: int, entries: int) -> tuple[int, int, int, int]:
        """Takes the lines after the first; how many rulings and entries came, and how many were announced."""
        came = [0, 0]
        for where, line in lines:
            try:
                is_entry = "ruling" not in line
                came[is_entry] += 1
                if self.salvaged and line.get("damaged"):
                    self._count(left=int(is_entry))
                elif is_entry:
                    self._entry(line)
                else:
                    self._ruling(line)
            except LedgerError as error:
                raise LedgerError(f"{where}: {str(error).removesuffix(f'; {NOTHING}')}; {NOTHING}") from None
            except _MISFITS:
                raise LedgerError(f"{where} is damaged: it says what no entry can say; {NOTHING}") from None
        return came[0], came[1], rulings, entries

    def _count(self, **more: int) -> None:
        counted = self.counts._asdict()
        self.counts = self.counts._replace(**{key: counted[key] + count for key, count in more.items()})

    def _ruling(self, line: Plain) -> None:
        name, packed = bytes.fromhex(line["ruling"]), b64decode(line["packed"], validate=True)
        try:
            plain = bounds.unpacked(packed)
        except zlib.error as error:
            raise LedgerError(f"this ruling cannot be unpacked: {error}") from None
        if digest(plain) != name:
            raise LedgerError("this ruling is not what it was when it was written")
        if kept(self.base, name):
            return
        ruling = json.loads(plain)
        try:
            check_ruling(ruling)
        except ValueError as error:
            raise LedgerError(f"this is no ruling: {error}") from None
        keep_packed(self.base, name, packed, ruling)
        self._count(rulings=1)

    def _entry(self, line: Plain) -> None:
        entry = Entry(line["ledger"], line["number"], line["kind"], line["says"], bytes.fromhex(line["hash"]))
        if entry.ledger not in self.heads:
            raise LedgerError(f"the first line does not name the ledger {entry.ledger!r}")
        if type(entry.number) is not int or entry.number < 1 or entry.kind not in _KINDS:
            raise ValueError
        where = f"entry {entry.number} of {entry.ledger}"
        last, hash = self.before[entry.ledger]
        if entry.number == last + 1:
            if hash is not None and chain.hashed(hash, entry.kind, entry.says) != entry.hash:
                raise LedgerError(f"{where} is not what it was when it was written")
        elif not self.salvaged:
            raise LedgerError(f"{where} does not follow the one before it")
        self.before[entry.ledger] = entry.number, entry.hash
        self._accept(entry, where)

    def _accept(self, entry: Entry, where: str) -> None:
        """Adds an entry, if it is new and may be."""
        try:
            check_entry(entry.kind, entry.says)
        except ValueError as error:
            raise LedgerError(f"{where} is none: {error}") from None
        self.base.execute("savepoint entry")
        try:
            ledger = chain.known(self.base, entry.ledger, self.heads[entry.ledger].begun)
            self._check_own(entry, where, ledger)
            about = self._about(entry)
            new = chain.accept(self.base, ledger, entry, gaps=self.salvaged)
        except MissingError:
            if not self.salvaged:
                raise
            self.base.execute("rollback to entry")  # what it is about is lost
            self._count(left=1)
            return
        finally:
            self.base.execute("release entry")
        if not new:
            self._count(known=1)
            return
        self._count(entries=1, disputes=int(entry.kind == DISPUTE))
        if entry.kind in (HOUSE_RULE, WITHDRAWAL):
            self._note_house(entry)
        if about is not None and entry.ledger != self.own:
            self.on_own[_ON_DISPUTES[entry.kind]].setdefault(about)

    def _note_house(self, entry: Entry) -> None:
        """Notes the table of which a house rule came in or was withdrawn."""
        if entry.kind == HOUSE_RULE:
            self.house.setdefault(str(entry.says["game"]))
            return
        query = (
            "select game from house_rules join withdrawals on house_rule = house_rules.id order by withdrawals.id desc"
        )
        self.house.setdefault(str(self.base.execute(f"{query} limit 1").fetchone()[0]))

    def _check_own(self, entry: Entry, where: str, ledger: int) -> None:
        """LedgerError for an entry of this file's own ledger that is not here, unless that is to be restored."""
        if entry.ledger == self.own and not self.restore and not chain.has(self.base, ledger, entry.number):
            end = chain.head(self.base, ledger)[0]
            raise LedgerError(
                f"{where} is not in this file, in which that ledger is written, and which ends at entry {end}: either "
                "the end of this file was lost, or somebody else wrote it. If it is yours, --restore takes it"
            )

    def _about(self, entry: Entry) -> int | None:
        """The dispute that an entry is about, if it is one of this file's own ledger and no new one.

        Notes how each dispute that was here was decided before anything is added to it.
        """
        if entry.kind == DISPUTE:
            return None
        dispute = dispute_of(self.base, entry.kind, entry.says)
        if dispute is None or dispute > self.last:
            return None
        if entry.kind == DECISION and dispute not in self.in_force:
            self.in_force[dispute] = in_force(self.base, dispute)
        ledger = "select name from ledgers where id = (select ledger from disputes where id = ?)"
        return dispute if self.base.execute(ledger, (dispute,)).fetchone()[0] == self.own else None


def _head(told: Plain) -> _Head:
    name, begun = told["name"], told["begun"]
    if not (isinstance(name, str) and isinstance(begun, str) and name):
        raise ValueError
    return _Head(begun, int(told["entries"]), bytes.fromhex(told["hash"]))
