"""Rulings are kept whole or not at all: by several processes, through a kill, with a plain word if that fails."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import referee
from referee.errors import LedgerError
from referee.ledger.rulings import keep, latest, one
from tests.lines import EXAMPLE

WRITER = """
import sys
from pathlib import Path
import referee
from referee.ledger.rulings import keep
told = referee.judge_encounter(sys.argv[2]).to_dict()
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    print(keep(Path(sys.argv[1]), f"{sys.argv[2]} #{number}", told), flush=True)
"""


def _told() -> dict[str, object]:
    return referee.judge_encounter(EXAMPLE).to_dict()


def _writer(path: Path, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), EXAMPLE, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_ruling_comes_back_as_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "referee.db"
    told = _told()
    assert keep(path, EXAMPLE, told) == 1
    assert one(path, 1) == told
    assert [row["line"] for row in latest(path)] == [EXAMPLE]


def test_the_newest_come_first_and_only_as_many_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    for number in range(5):
        keep(path, f"line {number}", _told())
    assert [row["line"] for row in latest(path, 2)] == ["line 4", "line 3"]


def test_nothing_was_kept_yet(tmp_path: Path) -> None:
    assert latest(tmp_path / "none.db") == []
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    "text", ["'; drop table rulings; --", "[red]x[/]", "שלום \u202e", "\x1b[31m\x07", "x" * 1_000_000]
)
def test_text_from_players_comes_back_as_it_went_in(tmp_path: Path, text: str) -> None:
    path = tmp_path / "referee.db"
    keep(path, text, _told())
    assert latest(path)[0]["line"] == text


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    writers = [_writer(path, 40) for _ in range(4)]
    for writer in writers:
        assert writer.communicate(timeout=120)[0]
        assert writer.returncode == 0
    assert len(latest(path, 1000)) == 160


@pytest.mark.long
def test_a_kill_in_mid_write_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    for waited, pause in ((0, 0.0), (0, 0.02), (0, 0.1), (1, 0.0), (1, 0.004), (3, 0.011), (5, 0.002), (20, 0.0007)):
        writer = _writer(path, 100_000)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        ids = [int(writer.stdout.readline()) for _ in range(waited)]  # the first ones also meet a file being made
        time.sleep(pause)
        os.kill(writer.pid, signal.SIGKILL)
        ids += [int(line) for line in writer.stdout.read().split()]
        writer.wait()
        rows = latest(path, 1_000_000) if path.exists() else []
        assert {row["id"] for row in rows} >= set(ids)
        assert all(row["ruling"].endswith("}") for row in rows)
    with sqlite3.connect(path) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    assert keep(path, EXAMPLE, _told()) > 0


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in ("shopping list\n" * 100, "x"):
        path.write_text(text)
        with pytest.raises(LedgerError, match="no database"):
            keep(path, EXAMPLE, _told())
        with pytest.raises(LedgerError, match="no database"):
            latest(path)
        assert path.read_text() == text


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    with pytest.raises(LedgerError):
        keep(tmp_path, EXAMPLE, _told())


def test_a_newer_file_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    keep(path, EXAMPLE, _told())
    with sqlite3.connect(path) as database:
        database.execute("pragma user_version = 99")
    with pytest.raises(LedgerError, match="newer referee"):
        keep(path, EXAMPLE, _told())
    with pytest.raises(LedgerError, match="newer referee"):
        latest(path)


def test_a_ruling_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    keep(path, EXAMPLE, _told())
    with pytest.raises(LedgerError, match="no ruling 7"):
        one(path, 7)
