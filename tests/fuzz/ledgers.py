"""Exports of ledgers in which somebody changed what can be changed, with right hashes and with wrong ones."""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from rich.console import Console

from referee.disputes.records import Dispute
from referee.errors import LedgerError
from referee.ledger import chain, disputes, stats
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.entries import digest
from referee.ledger.files import writing
from referee.ledger.sharing import export, salvage, take, verify
from referee.render import dispute as page
from referee.render import slip
from tests.conftest import MEMORY
from tests.fuzz.mutated import ODD
from tests.fuzz.seeds import EDITIONS, Input
from tests.quarrels import earlier_promotion, quarrel

HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 10**18, 2**63, 10**100, 1.5, float("inf"), float("nan"), "", " ", "x", [], {}),
    *([None], [[]], ["mine", 1], ["mine", 99], ["yours", 1], [1, "mine"], {"a": 1}, "0" * 64, "00" * 16, "zz"),
    *("\x1b[31m", "\u202e", "\u2028", "\ud800", "\x00", "=1+1", "<b>", "[bold]", "a" * 20_001, "{}", "[]", "1" * 5_000),
    *("2030-01-01T00:00:00+00:00", "yesterday", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "depends"),
    *("dispute", "decision", "note", "appeal", "promotion", "offense-wins", "illegal", "consolidated", "duel", "warp"),
)
Lines = list[dict[str, Any]]
_RULINGS: dict[Any, tuple[str, Any]] = {}  # by name, as they are kept and as they are read


def _folder() -> str | None:
    return str(MEMORY) if os.access(MEMORY, os.W_OK) else None


def _begun(path: Path, name: str) -> Path:
    with writing(path, DISPUTES) as base:
        chain.begin(base, name)
    return path


def _exported(path: Path) -> Lines:
    """The lines of an export, with the rulings unpacked."""
    out = io.StringIO()
    export(path, out)
    return _unpacked(out.getvalue())


def _unpacked(text: str) -> Lines:
    lines: Lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        if "ruling" in line:
            packed = line["packed"]
            line["packed"] = json.loads(zlib.decompress(b64decode(packed)))
            _RULINGS[line["ruling"]] = packed, deepcopy(line["packed"])
    return lines


@cache
def _made() -> tuple[bytes, tuple[Lines, ...]]:
    """A file whose own ledger is called mine, and exports that others could send to it: the same in every run."""
    ticks = (f"2026-01-{1 + n // 1440:02}T{n // 60 % 24:02}:{n % 60:02}:00+00:00" for n in count())
    with tempfile.TemporaryDirectory(dir=_folder()) as folder, patch.object(chain, "now", lambda: next(ticks)):
        mine, yours = _begun(Path(folder) / "mine.db", "mine"), _begun(Path(folder) / "yours.db", "yours")
        quarrel(mine)
        disputes.decide(mine, 1, Decision("Ann", "it takes none"))
        quarrel(mine, about="again")
        quarrel(yours, game="kitchen", question="DF-05")
        disputes.note(yours, 1, "Cleo", "think again")
        alone = _exported(yours)
        out = io.StringIO()
        export(mine, out)
        take(yours, out.getvalue().splitlines())
        disputes.decide(yours, 2, Decision("Bob", "it takes four", reason="so it is printed", dissent="no"))
        disputes.appeal(yours, 2, "Ann", "not at all")
        disputes.decide(yours, 1, Decision("Dan", "none", reading="ffg2018"))
        earlier_promotion(yours, 1, "kitchen", "DF-05", "ffg2018", "The fifth colony wins at once.")
        both = _exported(yours)
        out = io.StringIO()
        salvage(yours, out)
        saved = _unpacked(out.getvalue())
        file = mine.read_bytes()
        disputes.note(mine, 2, "Ann", "a note that the file has lost")
        return file, (alone, both, both, saved, _exported(mine))


def _places(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for key, value in items:
        yield (*path, key)
        if len(path) < 8:
            yield from _places(value, (*path, key))


def _changed(source: Random, told: Any) -> None:
    """Changes one place in a value of JSON."""
    places = list(_places(told))
    if not places:
        return
    *path, key = source.choice(places)
    for part in path:
        told = told[part]
    how = source.random()
    if how < 0.15:
        del told[key]
    elif how < 0.25 and isinstance(told, list):
        told.insert(source.randrange(len(told) + 1), deepcopy(told[key]))
    elif how < 0.3 and isinstance(told, dict):
        told[str(source.choice(HOSTILE))] = deepcopy(told[key])
    elif how < 0.4 and isinstance(told[key], str):
        at = source.randrange(len(told[key]) + 1)
        told[key] = f"{told[key][:at]}{source.choice(ODD)}{told[key][at + source.randrange(2) :]}"
    else:
        alike = [value for value in HOSTILE if type(value) is type(told[key])]
        told[key] = deepcopy(source.choice(alike if alike and source.random() < 0.6 else HOSTILE))


def _line_changed(source: Random, lines: Lines) -> None:
    at, how = source.randrange(len(lines)), source.random()
    inside = lines[at].get("packed") or lines[at].get("says") or lines[at]
    if how < 0.75:
        _changed(source, inside if source.random() < 0.8 else lines[at])
    elif how < 0.85:
        del lines[at]
    elif how < 0.95:
        lines.insert(source.randrange(len(lines) + 1), deepcopy(lines[at]))
    else:
        lines[at] = deepcopy(source.choice(source.choice(_made()[1])))


def _packed(lines: Lines) -> None:
    """Packs the rulings again under their right names, wherever they are named."""
    names: dict[str, str] = {}
    for line in lines:
        if "packed" in line and line["packed"] == _RULINGS.get(line.get("ruling"), ("", None))[1]:
            line["packed"] = _RULINGS[line["ruling"]][0]
        elif "packed" in line and not isinstance(line["packed"], str):
            plain = json.dumps(line["packed"]).encode()
            names[str(line.get("ruling"))] = line["ruling"] = digest(plain).hex()
            line["packed"] = b64encode(zlib.compress(plain)).decode()
    for line in lines:
        says = line.get("says")
        sides = says.get("sides") if isinstance(says, dict) else None
        for side in sides if isinstance(sides, list) else ():
            if isinstance(side, dict) and str(side.get("proof")) in names:
                side["proof"] = names[str(side["proof"])]


def _chained(lines: Lines) -> None:
    """Makes numbers, hashes and counts right again, as somebody can who knows how they are made."""
    head, *rest = lines
    heads = {str(told["name"]): told for told in head["ledgers"]}
    ends = {name: (0, chain.beginning(told["name"], told["begun"]) or b"") for name, told in heads.items()}
    for line in rest:
        if "kind" in line and str(line.get("ledger")) in ends:
            number, before = ends[str(line["ledger"])]
            hash = chain.hashed(before, line["kind"], line["says"])
            line.update(number=number + 1, hash=hash.hex())
            ends[str(line["ledger"])] = number + 1, hash
    for name, told in heads.items():
        told.update(entries=ends[name][0], hash=ends[name][1].hex())
    head.update(rulings=sum("ruling" in line for line in rest), entries=sum("ruling" not in line for line in rest))


def inputs(source: Random, number: int) -> Iterator[Input]:
    """An export with one to five things changed, mostly with right hashes."""
    lines = deepcopy(source.choice(_made()[1]))
    for _ in range(source.choice((0, 1, 1, 1, 2, 3, 5))):
        if lines:
            _line_changed(source, lines)
    _packed(lines)
    if source.random() < 0.7:
        with suppress(ValueError, KeyError, TypeError, AttributeError, IndexError):  # nobody could make that right
            _chained(lines)
    text = "\n".join(json.dumps(line) for line in lines)
    if source.random() < 0.1:
        at = source.randrange(len(text) + 1)
        text = f"{text[:at]}{source.choice(ODD)}{text[at + source.randrange(3) :]}"
    yield Input(EDITIONS[0], text)


def edges() -> list[Input]:
    """Exports that are cut short, empty, or of lines that nobody writes."""
    lines = deepcopy(_made()[1][0])
    _packed(lines)
    text = "\n".join(json.dumps(line) for line in lines)
    found = ["", "\n", "{}", "[]", "null", "1" * 5_000, "[" * 200_000, '{"a":' * 200_000, '"' * 1_000_000, text * 2]
    found += [text[: len(text) * part // 16] for part in range(16)]
    head = '{"kind": "ledger of disputes", "format": 1, "ledgers": LEDGERS, "rulings": COUNT, "entries": COUNT}'
    counts = ("0", "1", "-1", "1e400", "NaN", "Infinity", "1" + "0" * 4_000, '"9"', "null", "[]", "true")
    found += [head.replace("LEDGERS", told).replace("COUNT", n) for told in ("[]", "[{}]", "{}", "0") for n in counts]
    return [Input(EDITIONS[0], text) for text in found]


def taken(what: Input, whole: bool) -> None:
    """Whatever is taken is shown, written out and verified; where it is refused, nothing has changed."""
    with tempfile.TemporaryDirectory(dir=_folder()) as folder:
        path = Path(folder) / "mine.db"
        path.write_bytes(_made()[0])
        try:
            take(path, what.text.splitlines(True), restore=len(what.text) % 2 == 0)
        except LedgerError:
            if whole:
                assert [row["id"] for row in disputes.listed(path)] == [2, 1], "refused, and something was taken"
            raise
        first = json.loads(what.text.splitlines()[0].lstrip("\ufeff"))
        # What was lost before stays lost when it is handed on, and verify says so.
        lost = first.get("salvaged") or any(ledger["begun"] == "" for ledger in first["ledgers"])
        broken = [found for found in verify(path) if not (lost and "missing" in found.what)]
        assert not broken, f"taken, and not whole: {re.sub('[0-9]+', 'N', broken[0].what)}"
        out = io.StringIO()
        export(path, out)
        rows = disputes.listed(path, 100)
        json.dumps(rows)
        stats.stats(path)
        for row in rows:
            told = disputes.show(path, row["id"])
            json.dumps(told)
            for write in (slip.markdown, slip.as_json, slip.as_csv):
                write(Dispute(told))
            if whole:
                with patch.object(page, "make_console", lambda: Console(file=io.StringIO(), width=80)):
                    page.print_dispute(Dispute(told), True)
                    page.print_list(rows, "")
