"""A history of disputes in another place: written out as lines of JSON, taken in again, and merged.

The first line says what follows: each ledger with its name, when it was begun, how many entries it has and the hash of
the last, and how many lines of each kind there are. Then come the rulings, once each, as they are kept (compressed with
zlib, in base64), then the entries of each ledger in order, as `chain` tells them. What is taken is taken whole or not
at all. What `salvage` writes has the same lines; its first also says what is missing, and an entry that is not known to
be as it was written, or a ruling that none rests on, is marked `damaged`: it is there to be read, and is left out when
the rest is taken.
"""

from __future__ import annotations

import binascii
import json
import sqlite3
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from referee.errors import LedgerError
from referee.ledger import chain, verifying
from referee.ledger.chain import Entry
from referee.ledger.disputes import DISPUTES
from referee.ledger.entries import APPEAL, DECISION, DISPUTE, NOTE, PROMOTION, MissingError, digest, keep_packed, kept
from referee.ledger.files import DamagedError, reading, writing

FORMAT = 1
KIND = "ledger of disputes"
_LARGEST = 1 << 28  # bytes of a ruling, unpacked
_KINDS = (DISPUTE, DECISION, NOTE, APPEAL, PROMOTION)

Line = dict[str, Any]
# What goes wrong with a line that somebody has changed: nothing of it is trusted.
_SPOILED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, binascii.Error, zlib.error)
_MISFITS = (*_SPOILED, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError)


Counts = dict[str, Any]


class _Counts(NamedTuple):
    """How much was written out, taken or merged.

    `known`: entries that were there already; `left`: entries of a salvaged file that could not be taken.
    """

    ledgers: int = 0
    disputes: int = 0
    entries: int = 0
    rulings: int = 0
    known: int = 0
    left: int = 0


def export(path: Path, out: TextIO) -> Counts:
    """Writes all the ledgers of a file out, as lines of JSON; how many ledgers, disputes, entries and rulings.

    LedgerError where there is none, and DamagedError where it is not whole: then the end of what was written is missing
    too, and it cannot be taken for a whole one.
    """
    with reading(path, DISPUTES) as base:
        if base is None:
            raise LedgerError("there are no disputes yet; open one with: referee dispute open")
        base.execute("begin")  # all that is read is of one moment
        counts = _Counts()
        for line in _told(base):
            out.write(_written(line))
            counts = _counted(counts, line)
        return counts._asdict()


def take(path: Path, lines: Iterable[str]) -> Counts:
    """Adds what was written out to a file: every ledger's chain whole, nothing twice, and all of it or nothing.

    How many disputes, entries and rulings are new, how many entries were `known`, and how many of a salvaged file are
    `left` out. LedgerError names the line that is damaged or does not fit.
    """
    with writing(path, DISPUTES) as base:
        return _take(base, _read(lines))._asdict()


def merge(path: Path, other: Path) -> Counts:
    """Adds the ledgers of another file to a file, in one transaction; the other file is only read."""
    try:
        if not other.exists():
            raise LedgerError(f"there is no file {other}")
        if path.exists() and path.samefile(other):
            raise LedgerError(f"{other} is this ledger itself; name the other one's file")
    except OSError as error:
        raise LedgerError(f"{other} could not be read: {error.strerror}") from None
    with writing(path, DISPUTES) as base, reading(other, DISPUTES) as others:
        assert others is not None  # it is there
        others.execute("begin")
        return _take(base, ((f"in {other}", line) for line in _told(others)))._asdict()


def salvage(path: Path, out: TextIO) -> Counts:
    """Writes what can be read of a damaged file out, as an export; counts, and under `missing` what is lost, in words.

    LedgerError where nothing can be read.
    """
    from referee.ledger.rescue import saved  # noqa: PLC0415  hardly ever needed

    found = saved(path)
    head = {
        "kind": KIND,
        "format": FORMAT,
        "salvaged": True,
        "missing": found.missing,
        "ledgers": [_ledger_line(*ledger) for ledger in found.ledgers],
        "rulings": len(found.rulings),
        "entries": len(found.entries) + len(found.damaged),
    }
    named = {side["proof"] for entry in found.entries for side in entry.says.get("sides", ())}
    lines: list[Line] = [head]
    lines += [
        {**ruling_line(name, packed), **({} if name.hex() in named else {"damaged": True})}
        for name, packed in found.rulings
    ]
    lines += [entry_line(entry) for entry in _in_order(found.entries)]
    lines += [{**entry_line(entry), "damaged": True} for entry in found.damaged]
    counts = _Counts()
    for line in lines:
        out.write(_written(line))
        counts = _counted(counts, line)
    return {**counts._asdict(), "missing": found.missing}


def verify(path: Path) -> list[verifying.Broken]:
    """Everything in a file that is not as it was written."""
    with reading(path, DISPUTES) as base:
        return [] if base is None else list(verifying.verify(base))


# -- writing out -------------------------------------------------------------------------------------------------------


def _told(base: sqlite3.Connection) -> Iterator[Line]:
    ledgers = base.execute(
        "select name, begun, id from ledgers where exists (select 1 from entries where ledger = ledgers.id) order by id"
    ).fetchall()
    heads = [(name, begun, *chain.head(base, id)) for name, begun, id in ledgers]
    yield {
        "kind": KIND,
        "format": FORMAT,
        "ledgers": [_ledger_line(*head) for head in heads],
        "rulings": base.execute("select count(*) from proofs").fetchone()[0],
        "entries": base.execute("select count(*) from entries").fetchone()[0],
    }
    for name, packed in base.execute("select digest, ruling from proofs order by id"):
        yield ruling_line(name, packed)
    chains = [_whole(base, id, name, chain.beginning(name, begun)) for name, begun, id in ledgers]
    for entry in _woven(chains):
        yield entry_line(entry)


def _whole(base: sqlite3.Connection, id: int, name: str, before: bytes | None) -> Iterator[Entry]:
    """The entries of a ledger; DamagedError at one that is not as it was written."""
    number = 0
    try:
        for number, entry in enumerate(chain.entries(base, id), 1):
            if entry.number != number or (before and chain.hashed(before, entry.kind, entry.says) != entry.hash):
                raise ValueError
            before = entry.hash
            yield entry
    except (*_SPOILED, LedgerError):
        raise DamagedError(
            f"entry {number} of {name} is not as it was written: `referee ledger verify` says what else is, and "
            f"{DISPUTES.saved_by}"
        ) from None


def _woven(chains: list[Iterator[Entry]]) -> Iterator[Entry]:
    """The entries of all ledgers, each ledger's in order, and none before one that it names."""
    done: dict[str, int] = {}
    waiting = {number: next(one, None) for number, one in enumerate(chains)}
    moved = True
    while moved:
        moved = False
        for number, one in enumerate(chains):
            while (entry := waiting[number]) is not None and _may_follow(done, entry):
                yield entry
                done[entry.ledger] = entry.number
                waiting[number] = next(one, None)
                moved = True
    for number, one in enumerate(chains):
        if (entry := waiting[number]) is not None:  # names what is not there, as only a damaged file can have it
            yield entry
            yield from one


def _may_follow(done: dict[str, int], entry: Entry) -> bool:
    named = [place for key in ("of", "before") if (place := entry.says.get(key)) is not None]
    return all(done.get(ledger, 0) >= number for ledger, number in named)


def _in_order(entries: list[Entry]) -> Iterator[Entry]:
    """Saved entries so that none comes before one that it names."""
    names = dict.fromkeys(entry.ledger for entry in entries)
    return _woven([iter([entry for entry in entries if entry.ledger == name]) for name in names])


def _ledger_line(name: str, begun: str, last: int, hash: bytes) -> Line:
    return {"name": name, "begun": begun, "entries": last, "hash": hash.hex()}


def _written(line: Line) -> str:
    return json.dumps(line, separators=(",", ":")) + "\n"


def ruling_line(name: bytes, packed: bytes) -> Line:
    """A ruling as a line."""
    return {"ruling": name.hex(), "packed": b64encode(packed).decode()}


def entry_line(entry: Entry) -> Line:
    """An entry as a line."""
    return {**entry._asdict(), "hash": entry.hash.hex()}


def _counted(counts: _Counts, line: Line) -> _Counts:
    if "ruling" in line:
        return counts._replace(rulings=counts.rulings + 1)
    if "says" in line:
        return counts._replace(entries=counts.entries + 1, disputes=counts.disputes + int(line["kind"] == DISPUTE))
    return counts._replace(ledgers=len(line["ledgers"]))


# -- taking ------------------------------------------------------------------------------------------------------------


def _read(lines: Iterable[str]) -> Iterator[tuple[str, Line]]:
    """The lines with their places; LedgerError at one that is no JSON."""
    number = 0
    try:
        for number, text in enumerate(lines, 1):
            if text.strip():
                line = json.loads(text.lstrip("\ufeff"))
                if not isinstance(line, dict):
                    raise ValueError
                yield f"line {number}", line
    except UnicodeError:
        raise LedgerError(f"line {number + 1} is damaged: it is no UTF-8; {_NOTHING}") from None
    except (ValueError, RecursionError):
        raise LedgerError(f"line {number} is damaged: it is no JSON of an export; {_NOTHING}") from None


_NOTHING = "nothing was taken"


class _Head(NamedTuple):
    """What the first line says of one ledger."""

    begun: str
    entries: int
    hash: bytes


def _take(base: sqlite3.Connection, lines: Iterator[tuple[str, Line]]) -> _Counts:
    chain.own(base)  # else the first ledger that comes in would be taken for this file's own, and be written on
    where, first = next(lines, ("line 1", {}))
    if first.get("kind") != KIND:
        raise LedgerError(f"{where} does not begin an export of `referee ledger export`; {_NOTHING}")
    if first.get("format") != FORMAT:
        raise LedgerError(f"{where} is of format {first.get('format')!r}, this referee knows {FORMAT}; {_NOTHING}")
    try:
        salvaged = bool(first.get("salvaged"))
        heads = {told["name"]: _head(told) for told in first["ledgers"]}
        announced = int(first["rulings"]), int(first["entries"])
        for name, head in heads.items():
            if not salvaged:
                chain.known(base, name, head.begun)
    except LedgerError as error:
        raise LedgerError(f"{where}: {error}; {_NOTHING}") from None
    except _MISFITS:
        raise LedgerError(f"{where} is damaged: it does not say which ledgers follow; {_NOTHING}") from None
    counts, met = _Counts(ledgers=len(heads)), [0, 0]
    before = {name: (0, chain.beginning(name, head.begun)) for name, head in heads.items()}
    for where, line in lines:
        try:
            if "ruling" in line:
                met[0] += 1
                if not (salvaged and line.get("damaged")):
                    counts = _take_ruling(base, line, counts)
            else:
                met[1] += 1
                counts = _take_entry(base, heads, before, line, salvaged, counts)
        except LedgerError as error:
            raise LedgerError(f"{where}: {str(error).removesuffix(f'; {_NOTHING}')}; {_NOTHING}") from None
        except _MISFITS:
            raise LedgerError(f"{where} is damaged: it says what no entry can say; {_NOTHING}") from None
    ends = {name: (head.entries, head.hash) for name, head in heads.items()}
    if tuple(met) != announced or (not salvaged and before != ends):
        raise LedgerError(
            f"the end is missing: {announced[0]} rulings and {announced[1]} entries were announced, "
            f"{met[0]} and {met[1]} came; {_NOTHING}"
        )
    return counts


def _head(told: Line) -> _Head:
    name, begun = told["name"], told["begun"]
    if not (isinstance(name, str) and isinstance(begun, str) and name):
        raise ValueError
    return _Head(begun, int(told["entries"]), bytes.fromhex(told["hash"]))


def _take_ruling(base: sqlite3.Connection, line: Line, counts: _Counts) -> _Counts:
    name, packed = bytes.fromhex(line["ruling"]), b64decode(line["packed"], validate=True)
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(packed, _LARGEST)
    if not unpacking.eof or unpacking.unused_data or digest(plain) != name:
        raise LedgerError("this ruling is not what it was when it was written")
    if kept(base, name):
        return counts
    keep_packed(base, name, packed, json.loads(plain))
    return counts._replace(rulings=counts.rulings + 1)


def _take_entry(
    base: sqlite3.Connection,
    heads: dict[str, _Head],
    before: dict[str, tuple[int, bytes | None]],
    line: Line,
    salvaged: bool,
    counts: _Counts,
) -> _Counts:
    if salvaged and line.get("damaged"):
        return counts._replace(left=counts.left + 1)
    entry = Entry(line["ledger"], line["number"], line["kind"], line["says"], bytes.fromhex(line["hash"]))
    if entry.ledger not in heads:
        raise LedgerError(f"the first line does not name the ledger {entry.ledger!r}")
    head = heads[entry.ledger]
    if type(entry.number) is not int or entry.number < 1 or entry.kind not in _KINDS:
        raise ValueError
    last, hash = before[entry.ledger]
    if entry.number == last + 1:
        if hash is not None and chain.hashed(hash, entry.kind, entry.says) != entry.hash:
            raise LedgerError(f"entry {entry.number} of {entry.ledger} is not what it was when it was written")
    elif not salvaged:
        raise LedgerError(f"entry {entry.number} of {entry.ledger} does not follow the one before it")
    before[entry.ledger] = entry.number, entry.hash
    base.execute("savepoint entry")
    try:
        new = chain.accept(base, chain.known(base, entry.ledger, head.begun), entry, gaps=salvaged)
    except MissingError:
        if not salvaged:
            raise
        base.execute("rollback to entry")  # what it is about is lost
        return counts._replace(left=counts.left + 1)
    finally:
        base.execute("release entry")
    if not new:
        return counts._replace(known=counts.known + 1)
    disputes = counts.disputes + int(entry.kind == DISPUTE)
    return counts._replace(entries=counts.entries + 1, disputes=disputes)
