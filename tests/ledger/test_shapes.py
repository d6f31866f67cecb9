"""What is no ruling, or nothing that a dispute says, is not taken in."""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from referee.errors import LedgerError
from referee.ledger import disputes
from referee.ledger.shapes import check_ruling
from referee.ledger.sharing import take, take_file, verify
from tests.ledger.forged import GOOD, HOSTILE, Forged, mine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    return mine(tmp_path)


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_ruling_is_not_taken(path: Path, what: str) -> None:
    told = HOSTILE[what]
    forged = Forged()
    with pytest.raises((LedgerError, AttributeError), match=r"nothing was taken|no attribute"):
        take(path, forged.dispute(told).lines)
    assert len(disputes.listed(path)) == 1
    with pytest.raises(ValueError, match=r"no ruling|proof|deep"):
        check_ruling(told)


SAYS: dict[str, dict[str, Any]] = {
    "no sides": {"sides": []},
    "no time": {"at": "yesterday\x1b[31m"},
    "a time of nowhere": {"at": "2026-01-01T00:00:00"},
    "an edition that moves the cursor": {"edition": "\x1b[31m"},
    "a rulebook of one": {"rulebook": ["a"]},
    "relied on nothing": {"relied": [1]},
    "a status of none": {"sides": [{"party": "A", "claim": "", "line": "", "position": "", "status": "so",
                                    "outcome": None, "proof": "00" * 16}]},
}  # fmt: skip


@pytest.mark.parametrize("what", SAYS)
def test_what_no_dispute_says_is_not_taken(path: Path, what: str) -> None:
    with pytest.raises(LedgerError, match=r"is none|says what no"):
        take(path, Forged().dispute(GOOD, **SAYS[what]).lines)
    assert len(disputes.listed(path)) == 1


@pytest.mark.parametrize("at", ["yesterday\x1b[31m", "2030", "", "2026-13-01T00:00:00+00:00"])
def test_a_decision_is_of_a_time(path: Path, at: str) -> None:
    with pytest.raises(LedgerError, match="is none"):
        take(path, Forged().decision(["mine", 1], ["mine", 2], at=at).lines)


def test_the_largest_ruling_that_is_taken(path: Path) -> None:
    """A line of some 10 KB that would unpack to 9 MB, and one that is as long as a ruling may be."""
    bomb = {**GOOD, "assumes": ["x" * (9 << 20)]}
    forged = Forged()
    lines = forged.dispute(bomb).lines
    assert max(map(len, lines)) < 50_000
    tracemalloc.start()
    begun = time.process_time()
    try:
        with pytest.raises(LedgerError, match=r"larger than 8 MB; nothing was taken"):
            take(path, lines)
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()
    assert time.process_time() - begun < 2
    take(path, Forged().dispute({**GOOD, "assumes": ["x" * (7 << 20)]}).lines)
    assert verify(path) == []


def test_a_file_without_end_is_refused(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    with file.open("wb") as out:
        for _ in range(17):
            out.write(b"[" * (1 << 20))
    with pytest.raises(LedgerError, match="line 1 is longer than 16 MB"):
        take_file(path, file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(LedgerError, match="it is not UTF-8 text"):
        take_file(path, file)
    file.write_text("[" * 100_000)
    with pytest.raises(LedgerError, match="line 1 is damaged"):
        take_file(path, file)
    file.write_text(json.dumps({"kind": "x"})[:-1] + ', "a": ' + "[" * 200 + "]" * 200 + "}")
    with pytest.raises(LedgerError, match="line 1 is damaged"):
        take_file(path, file)
