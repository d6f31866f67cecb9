"""A history of disputes in another place: written out as lines of JSON, taken in again, and merged.

The first line says what follows: each ledger with its name, when it was begun, how many entries it has and the hash of
the last, and how many lines of each kind there are. Then come the rulings, once each, as they are kept (compressed with
zlib, in base64), then the entries of each ledger in order, as `chain` tells them. What is taken is taken whole or not
at all. What `salvage` writes has the same lines; its first also says what is missing, and an entry that is not known to
be as it was written, or a ruling that none rests on, is marked `damaged`: it is there to be read, and is left out when
the rest is taken.
"""

from __future__ import annotations

import json
import sqlite3
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TextIO

from referee.errors import LedgerError
from referee.ledger import chain, verifying
from referee.ledger.backup import keep_copy
from referee.ledger.chain import Entry
from referee.ledger.disputes import DISPUTES, NONE
from referee.ledger.entries import DISPUTE
from referee.ledger.files import DamagedError, reading, said, writing
from referee.ledger.rulings import Plain
from referee.ledger.taking import FORMAT, KIND, SPOILED, Counted, Taking, lines_of, read

if TYPE_CHECKING:
    from referee.ledger.salvage import Saved


def export(path: Path, out: TextIO) -> Plain:
    """Writes all the ledgers of a file out, as lines of JSON; how many ledgers, disputes, entries and rulings.

    LedgerError where there is none, and DamagedError where it is not whole: then the end of what was written is missing
    too, and it cannot be taken for a whole one.
    """
    with reading(path, DISPUTES) as base:
        if not path.exists():
            raise LedgerError(NONE)
        base.execute("begin")  # all that is read is of one moment
        counts = Counted()
        for line in _told(base):
            out.write(_written(line))
            counts = _counted(counts, line)
        return counts._asdict()


def take(path: Path, lines: Iterable[str], restore: bool = False, dry_run: bool = False) -> Plain:
    """Adds what was written out to a file: every ledger's chain whole, nothing twice, and all of it or nothing.

    How many disputes, entries and rulings are new, how many entries were `known`, how many of a salvaged file are
    `left` out, and what `taking.Taking.all` tells. The file's own ledger is only gone on with where `restore` says so;
    with `dry_run` nothing is kept. LedgerError names the line that is damaged or does not fit.
    """
    return _taken(path, read(lines), restore, dry_run)


def take_file(path: Path, file: Path, restore: bool = False, dry_run: bool = False) -> Plain:
    """As `take`, of a file that was written out."""
    return take(path, lines_of(file), restore, dry_run)


def merge(path: Path, other: Path, restore: bool = False, dry_run: bool = False) -> Plain:
    """Adds the ledgers of another file to a file as `take` does; the other file is only read."""
    try:
        if not other.exists():
            raise LedgerError(f"there is no file {other}")
        if path.exists() and path.samefile(other):
            raise LedgerError(f"{other} is this ledger itself; name the other one's file")
    except OSError as error:
        raise LedgerError(f"{other} could not be read: {error.strerror}") from None
    with reading(other, DISPUTES) as others:
        others.execute("begin")
        return _taken(path, _told_of(others, other), restore, dry_run)


def _taken(path: Path, lines: Iterator[tuple[str, Plain]], restore: bool, dry_run: bool) -> Plain:
    found: Plain = {}
    with suppress(_OnlyTried), TemporaryDirectory() as nowhere:
        new = dry_run and not path.exists()  # nothing is left behind in place of a file that is not there yet
        with writing(Path(nowhere) / path.name if new else path, DISPUTES) as base:
            found = {**Taking(base, restore).all(lines), "dry_run": dry_run}
            if dry_run:
                raise _OnlyTried
        keep_copy(path, 0)
    return found


def _told_of(others: sqlite3.Connection, other: Path) -> Iterator[tuple[str, Plain]]:
    """The lines of another file, each with where it stands; what is wrong with that file is said of it."""
    with said(other, DISPUTES):
        for line in _told(others):
            yield f"in {other}", line


class _OnlyTried(Exception):  # noqa: N818  no error: it takes back what was only tried
    """What was taken is not to be kept."""


def salvage(path: Path, out: TextIO) -> Plain:
    """Writes what can be read of a damaged file out, as an export; counts, and under `missing` what is lost, in words.

    LedgerError where nothing can be read.
    """
    from referee.ledger.salvage import saved  # hardly ever needed

    found = saved(path)
    counts = Counted()
    for line in salvaged_lines(found):
        out.write(_written(line))
        counts = _counted(counts, line)
    return {**counts._asdict(), "missing": found.missing}


def salvaged_lines(found: Saved) -> Iterator[Plain]:
    """What was saved of a damaged file, as the lines of an export."""
    yield {
        "kind": KIND,
        "format": FORMAT,
        "salvaged": True,
        "missing": found.missing,
        "ledgers": [_ledger_line(*ledger) for ledger in found.ledgers],
        "rulings": len(found.rulings),
        "entries": len(found.entries) + len(found.damaged),
    }
    named = {side["proof"] for entry in found.entries for side in entry.says.get("sides", ())}
    for name, packed in found.rulings.items():
        yield {**ruling_line(name, packed), **({} if name.hex() in named else {"damaged": True})}
    yield from (entry_line(entry) for entry in _in_order(found.entries))
    yield from ({**entry_line(entry), "damaged": True} for entry in found.damaged)


def verify(path: Path, heads: Iterable[str] = ()) -> list[verifying.Broken]:
    """Everything in a file that is not as it was written, and which of some entries that are known of are not in it."""
    try:
        return _verified(path, heads)
    except DamagedError as error:  # so that nothing at all can be read
        return [verifying.Broken("", 0, verifying.FILE, None, str(error))]


def _verified(path: Path, heads: Iterable[str]) -> list[verifying.Broken]:
    with reading(path, DISPUTES) as base:
        found = list(verifying.verify(base)) if path.exists() else []
        try:
            return found + [broken for head in heads for broken in verifying.verify_head(base, head)]
        except sqlite3.DatabaseError:
            if not found:
                raise
            return found  # that the file cannot be read is said there


# -- writing out -------------------------------------------------------------------------------------------------------


def _told(base: sqlite3.Connection) -> Iterator[Plain]:
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
    except (*SPOILED, LedgerError):
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


def _ledger_line(name: str, begun: str, last: int, hash: bytes) -> Plain:
    return {"name": name, "begun": begun, "entries": last, "hash": hash.hex()}


def _written(line: Plain) -> str:
    return json.dumps(line, separators=(",", ":")) + "\n"


def ruling_line(name: bytes, packed: bytes) -> Plain:
    """A ruling as a line."""
    return {"ruling": name.hex(), "packed": b64encode(packed).decode()}


def entry_line(entry: Entry) -> Plain:
    """An entry as a line."""
    return {**entry._asdict(), "hash": entry.hash.hex()}


def _counted(counts: Counted, line: Plain) -> Counted:
    if "ruling" in line:
        return counts._replace(rulings=counts.rulings + 1)
    if "says" in line:
        return counts._replace(entries=counts.entries + 1, disputes=counts.disputes + int(line["kind"] == DISPUTE))
    return counts._replace(ledgers=len(line["ledgers"]))
