"""Several writers, kills, full disks and spoiled pages: no dispute is lost that was confirmed."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.errors import LedgerError
from referee.ledger import disputes, entries
from referee.ledger.disputes import Decision
from referee.ledger.files import DamagedError
from referee.ledger.sharing import verify
from tests import effort
from tests.ledger.children import in_a_child, nobody
from tests.ledger.filled import sql
from tests.quarrels import WON, quarrel, relied, writer


@pytest.mark.long
def test_eight_at_once_lose_no_dispute_though_the_file_is_new(path: Path) -> None:
    writers = [writer(path, f"writer{number}", 12) for number in range(8)]
    kept = []
    for one in writers:
        kept += one.communicate(timeout=120)[0].split()[1:]
        assert one.returncode == 0
    assert sorted(map(int, kept)) == list(range(1, 97))
    assert sorted(row["about"] for row in disputes.listed(path, 1000)) == sorted(
        f"writer{who} number {number}" for who in range(8) for number in range(12)
    )
    assert verify(path) == []
    assert not list(path.parent.glob("*.v*"))


def test_a_kill_loses_nothing_that_was_confirmed(path: Path) -> None:
    said: set[int] = set()
    for waited, pause in effort.some(((2, 0.0013), (0, 0.0), (0, 0.01), (1, 0.0), (4, 0.0007), (8, 0.002)), 2):
        one = writer(path, "killed", 100_000)
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
        said |= {int(one.stdout.readline()) for _ in range(waited)}
        time.sleep(pause)
        os.kill(one.pid, signal.SIGKILL)
        said |= {int(line) for line in one.stdout.read().split()}
        one.wait()
    assert {row["id"] for row in disputes.listed(path, 100_000)} >= said
    assert verify(path) == []
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)
    assert quarrel(path) > max(said)


def test_an_error_in_the_middle_keeps_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quarrel(path)
    whole = disputes.show(path, 1)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(entries, "index", interrupted)
    with pytest.raises(KeyboardInterrupt):
        quarrel(path, lines=("red 1 : 8 vs blue 1 : 4", WON))
    monkeypatch.undo()
    assert (len(disputes.listed(path)), disputes.show(path, 1), verify(path)) == (1, whole, [])


_CALLS: dict[str, Callable[[Path], object]] = {
    "open": quarrel,
    "decide": lambda path: disputes.decide(path, 1, Decision("Ann", "so")),
    "note": lambda path: disputes.note(path, 1, "Ann", "so"),
    "list": disputes.listed,
    "search": lambda path: disputes.search(path, "zombie"),
    "relying": lambda path: disputes.relying(path, relied(WON), []),
    "show": lambda path: disputes.show(path, 1),
    "verify": verify,
}


@pytest.mark.parametrize("call", _CALLS)
def test_a_file_that_is_no_database_or_newer_is_left_alone(path: Path, call: str) -> None:
    path.write_text("shopping list\n" * 100)
    with pytest.raises(LedgerError, match="no database"):
        _CALLS[call](path)
    assert path.read_text() == "shopping list\n" * 100
    path.unlink()
    quarrel(path)
    sql(path, "pragma user_version = 99")
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=r"newer referee \(schema 99\)"):
        _CALLS[call](path)
    assert path.read_bytes() == before
    with pytest.raises(LedgerError):
        _CALLS[call](path.parent)


def test_a_full_disk_is_said_and_loses_nothing(path: Path) -> None:
    for _ in range(3):
        quarrel(path)
    size = path.stat().st_size

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, size + 20_000))
        for _ in range(10_000):
            quarrel(path)

    said = in_a_child(fill)
    assert said.startswith("LedgerError: the disputes in ")
    assert "full" in said or "disk" in said
    assert verify(path) == []
    assert quarrel(path) > 3


def test_a_disk_too_full_for_a_new_file(path: Path) -> None:
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        quarrel(path)

    assert in_a_child(fill).startswith("LedgerError: ")
    assert quarrel(path) == 1
    assert verify(path) == []


def test_a_folder_where_nothing_may_be_written() -> None:
    folder = Path(tempfile.mkdtemp())
    path = folder / "referee.db"
    try:
        quarrel(path)
        folder.chmod(0o555)
        path.chmod(0o444)
        assert in_a_child(nobody(lambda: disputes.listed(path)[0]["id"])) == "1"
        assert in_a_child(nobody(lambda: verify(path))) == "[]"
        for task in (_CALLS["open"], _CALLS["note"]):
            said = in_a_child(nobody(lambda task=task: task(path)))  # type: ignore[misc]
            assert said.startswith("LedgerError: the disputes in ")
        assert in_a_child(nobody(lambda: quarrel(folder / "new.db"))).startswith("LedgerError: ")
    finally:
        folder.chmod(0o755)
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()


def test_a_spoiled_page_is_said_and_says_what_saves_the_rest(path: Path) -> None:
    """Whichever page it is: what is read is right, or it is said that the file is damaged."""
    for number in range(30):
        quarrel(path, f"number {number}")
    whole = path.read_bytes()
    right = [disputes.show(path, number) for number in range(1, 31)]
    said = 0
    for page in range(len(whole) // 4096):
        path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        for call in _CALLS.values():
            try:
                call(path)
            except DamagedError as error:
                said += 1
                assert "export --salvage" in str(error)
            except LedgerError:
                said += 1
        for number in (1, 15, 30):
            try:
                told = disputes.show(path, number)
            except LedgerError:
                continue
            assert {**told, "notes": [], "decisions": []}.keys() == right[number - 1].keys()
            assert told["about"] == right[number - 1]["about"]
        for left in path.parent.glob("referee.db-*"):
            left.unlink()
    assert said > 20
