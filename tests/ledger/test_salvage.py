"""What is left of a damaged history is saved, and taken only as far as it is whole."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.errors import LedgerError
from referee.ledger import disputes
from referee.ledger.backup import copy_of
from referee.ledger.disputes import DISPUTES
from referee.ledger.files import reading
from referee.ledger.sharing import merge, salvage, take, verify
from tests import effort
from tests.ledger.filled import by_hand, entries_of, evening, exported, sql
from tests.quarrels import LOST, WON, many, quarrel


def _salvaged(path: Path) -> tuple[dict[str, Any], list[str]]:
    """What is saved of a file alone: its copy, which has most of it, is tried in `test_rescue`."""
    if copy_of(path).is_file():
        copy_of(path).unlink()
    out = io.StringIO()
    return salvage(path, out), out.getvalue().splitlines()


def test_all_is_saved_from_a_file_that_is_whole(path: Path, other: Path, tmp_path: Path) -> None:
    many(path)
    evening(other)
    merge(path, other)
    told, lines = _salvaged(path)
    assert (told["disputes"], told["missing"]) == (62, [])
    new = tmp_path / "new.db"
    take(new, lines)
    assert entries_of(new) == entries_of(path)
    assert verify(new) == []


def test_what_is_still_in_the_log_is_saved(path: Path) -> None:
    quarrel(path)
    with reading(path, DISPUTES) as base:  # an open reader keeps the log from being cleared
        base.execute("begin").execute("select count(*) from disputes").fetchone()
        evening(path)
        told, _ = _salvaged(path)
    assert (told["disputes"], told["entries"], told["missing"]) == (3, 10, [])


def test_a_cut_file_gives_up_what_is_left(path: Path, tmp_path: Path) -> None:
    many(path)
    whole, right = path.read_bytes(), entries_of(path)
    saved_of = []
    for share in (0.97, 0.9, 0.8, 0.6, 0.5):
        path.write_bytes(whole[: int(len(whole) * share)])
        told, lines = _salvaged(path)
        saved_of.append(_taken(lines, right, tmp_path))
        assert told["missing"]
    assert saved_of[0] > 0.7 * len(right)
    assert saved_of[2] > 0
    path.write_bytes(whole[:100])
    with pytest.raises(LedgerError, match="no dispute can be read"):
        _salvaged(path)


def _taken(lines: list[str], right: dict[tuple[str, int], Any], folder: Path) -> int:
    """How many entries of a salvaged file are taken, all of which are as they were written."""
    new = folder / "new.db"
    for left in folder.glob("new.db*"):
        left.unlink()
    counts = take(new, lines)
    saved = entries_of(new)
    assert all(right[place] == entry for place, entry in saved.items())
    assert counts["entries"] == len(saved)
    assert all("missing" in one.what for one in verify(new)), verify(new)
    quarrel(new, "and it goes on")
    return len(saved)


def test_whichever_page_is_spoiled_all_that_stands_on_others_is_saved(path: Path, tmp_path: Path) -> None:
    many(path, 25)
    whole, right = path.read_bytes(), entries_of(path)
    source = random.Random(3)
    shares = []
    for page in effort.some(range(len(whole) // 4096), 25):
        junk = source.randbytes(4096) if page % 2 else b"\0" * 4096
        path.write_bytes(whole[: page * 4096] + junk + whole[(page + 1) * 4096 :])
        try:
            told, lines = _salvaged(path)
        except LedgerError:
            shares.append(0.0)
            continue
        taken = _taken(lines, right, tmp_path)
        assert taken == len(right) or told["missing"]
        shares.append(taken / len(right))
    assert sum(share == 1 for share in shares) > 0.5 * len(shares)  # indexes, tables of games, words
    assert sum(share < 0.5 for share in shares) <= 6, shares  # the few pages on which everything hangs


def test_what_was_changed_by_hand_is_saved_to_be_read_and_not_taken(path: Path, other: Path) -> None:
    evening(path)
    by_hand(path, "update decisions set says = 'something else' where id = 1")
    told, lines = _salvaged(path)
    assert told["missing"] == [f"a part, or all, of entry 3 of {json.loads(lines[0])['ledgers'][0]['name']}"]
    assert json.loads(lines[0])["missing"] == told["missing"]
    damaged = [json.loads(line) for line in lines if "damaged" in line]
    assert [(line["number"], line["says"]["says"]) for line in damaged] == [(3, "something else")]
    counts = take(other, lines)
    # the appeal is against that decision, and the second decision takes its place: these are about nothing now
    assert (counts["entries"], counts["left"]) == (3, 6)
    assert disputes.show(other, 1)["state"] == "open"


def test_a_ruling_that_is_lost_takes_its_disputes_with_it_but_not_their_words(path: Path, other: Path) -> None:
    quarrel(path, lines=(WON, WON))
    quarrel(path, "the other", lines=(LOST, LOST))
    by_hand(path, "update proofs set ruling = x'00' where id = 1")
    told, lines = _salvaged(path)
    name = json.loads(lines[0])["ledgers"][0]["name"]
    assert told["missing"] == [
        "1 ruling that cannot be unpacked",
        f"a ruling of the disputes that are entries 1 of {name}",
    ]
    assert "does Zombie pay compensation?" in "".join(lines)
    assert take(other, lines)["left"] == 1
    assert [row["about"] for row in disputes.listed(other)] == ["the other"]


def test_gaps_are_filled_by_a_whole_copy(path: Path, other: Path) -> None:
    many(path, 10)
    lines = exported(path)
    by_hand(path, "update disputes set about = 'x' where id in (3, 5)")
    take(other, _salvaged(path)[1])
    assert len(entries_of(other)) < len(lines) - 3
    assert verify(other)
    take(other, lines)
    assert verify(other) == []
    assert exported(other)[1:] == lines[1:]


def test_nothing_to_save(path: Path) -> None:
    for text in ("shopping list\n" * 500, "", "x"):
        path.write_text(text)
        with pytest.raises(LedgerError):
            _salvaged(path)
    path.unlink()
    for where in (path, path.parent):
        with pytest.raises(LedgerError):
            _salvaged(where)
    sql(path, "create table t (x)")
    with pytest.raises(LedgerError, match="no dispute can be read"):
        _salvaged(path)
