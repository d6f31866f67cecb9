"""Nobody else goes on with one's own ledger, and an end that was lost is brought back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli.common import ILLEGAL, NOT_UNDERSTOOD, RULED
from referee.errors import LedgerError
from referee.ledger import chain, disputes
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.files import reading, writing
from referee.ledger.sharing import merge, take, verify
from tests.ledger.filled import unguarded
from tests.ledger.forged import Forged, mine
from tests.quarrels import quarrel
from tests.typed import typed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    return mine(tmp_path)


def _gone_on(path: Path, name: str = "mine") -> Forged:
    """An export that goes on with a file's own ledger."""
    with reading(path, DISPUTES) as base:
        begun = base.execute("select begun from ledgers where name = ?", (name,)).fetchone()[0]
        entries = list(chain.entries(base))
    forged = Forged(name, begun)
    for entry in entries:
        forged.number, forged.hash = entry.number, entry.hash
        forged.entries.append(json.loads(json.dumps({**entry._asdict(), "hash": entry.hash.hex()})))
    return forged.decision([name, 1], [name, 2])


def test_nobody_else_goes_on_with_ones_own_ledger(path: Path, other: Path, tmp_path: Path) -> None:
    forged = _gone_on(path)
    with pytest.raises(LedgerError, match=r"entry 3 of mine is not in this file.*ends at entry 2.*--restore"):
        take(path, forged.lines)
    assert len(disputes.show(path, 1)["decisions"]) == 1
    merge(other, path)
    take(other, forged.lines)  # to others it is a ledger like any other
    with pytest.raises(LedgerError, match="--restore"):
        merge(path, other)
    file = tmp_path / "gone-on.jsonl"
    file.write_text("\n".join(forged.lines))
    assert typed("ledger", "import", str(file), db=path).status == NOT_UNDERSTOOD
    assert typed("ledger", "import", str(file), "--restore", "--json", db=path).told["entries"] == 1
    assert len(disputes.show(path, 1)["decisions"]) == 2
    assert verify(path) == []


def test_an_end_that_was_lost_is_brought_back(path: Path, other: Path) -> None:
    merge(other, path)
    _cut(path, 2)
    assert verify(path) == []  # the chain cannot show it
    with pytest.raises(LedgerError, match="either the end of this file was lost"):
        merge(path, other)
    merge(path, other, restore=True)
    assert disputes.show(path, 1)["decided"] == "it takes none"


def _cut(path: Path, number: int) -> None:
    """Cuts the last entry of a ledger off, which is a decision, with all that belongs to it."""
    with unguarded(path) as base:
        base.execute("delete from entries where number = ?", (number,))
        base.execute("delete from decisions where id = (select max(id) from decisions)")


def test_a_slip_witnesses_how_far_a_ledger_went(path: Path) -> None:
    ruled_now = typed("dispute", "rule", "1", "--by", "Bob", "--side", "1", db=path)
    head = typed("dispute", "show", "1", "--json", db=path).told["head"]
    assert head.startswith("mine:3:")
    assert head in ruled_now.out
    assert f"Ledger `{head}`" in typed("dispute", "export", "1", db=path).out
    assert typed("ledger", "verify", "--json", db=path).told["ledgers"][0]["head"] == head
    hash = head.rpartition(":")[2]
    for known in (head, hash, hash[:6], head.upper().replace("MINE", "mine"), f"{head}…"):
        assert typed("ledger", "verify", "--head", known, db=path).status == RULED, known
    _cut(path, 3)
    assert typed("ledger", "verify", db=path).status == RULED
    for known in (head, hash):
        found = typed("ledger", "verify", "--head", known, db=path)
        assert (found.status, "its end was cut off" in " ".join(found.out.split())) == (ILLEGAL, True)
    assert "the ledger ends at 2" in " ".join(typed("ledger", "verify", "--head", head, db=path).out.split())


@pytest.mark.parametrize("head", ["", "x", "mine", "mine:1", "mine:1:", "mine:x:abcdef", ":1:abcdef", "abcde", "1:2:3"])
def test_what_names_no_entry_is_said(path: Path, head: str) -> None:
    found = typed("ledger", "verify", "--head", head, db=path)
    assert (found.status, "names no entry" in found.err) == (NOT_UNDERSTOOD, True)


def test_a_ledger_written_anew_is_another_one(path: Path, tmp_path: Path) -> None:
    head = disputes.show(path, 1)["head"]
    anew = tmp_path / "anew.db"
    with writing(anew, DISPUTES) as base:
        chain.begin(base, "mine")
    quarrel(anew, "something else")
    disputes.decide(anew, 1, Decision("Bob", "it takes four"))
    (broken,) = verify(anew, [head])
    assert (broken.ledger, broken.number, "written anew" in broken.what) == ("mine", 2, True)
    (broken,) = verify(anew, ["yours:1:abcdef"])
    assert "no ledger of that name" in broken.what
    assert len(verify(tmp_path / "none.db", [head])) == 1
