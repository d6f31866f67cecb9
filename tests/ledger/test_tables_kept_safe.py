"""Several terminals, kills, folders where nothing may be written and full disks: no command is lost."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.ledger import tables
from referee.ledger.changes import State
from tests import effort
from tests.ledger.children import in_a_child, nobody
from tests.ledger.laid import COMMANDS, LAYS, WRITER, commands_of, do, lay, play, state_of


def _writer(path: Path, who: str, times: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), who, str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_terminals_at_one_table_lose_no_command(path: Path) -> None:
    lay(path)
    seats = ("red", "purple", "yellow", "blue")
    writers = [_writer(path, who, 25) for who in seats]
    for writer in writers:
        writer.communicate(timeout=120)
        assert writer.returncode == 0
    commands = commands_of(path)
    assert len(commands) == 101
    assert {who: commands.count(f"draw {who} 1 for Remora") for who in seats} == dict.fromkeys(seats, 25)
    assert {who: len(cards) for who, cards in state_of(path)["hands"].items()} == dict.fromkeys(seats, 8 + 25)


def test_a_kill_loses_nothing_that_was_answered(path: Path) -> None:
    lay(path)
    answered = 0
    for waited, pause in effort.some(((1, 0.004), (0, 0.0), (1, 0.0), (3, 0.002), (10, 0.0007), (25, 0.0)), 2):
        writer = _writer(path, "red", 100_000)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        for _ in range(waited):
            writer.stdout.readline()
        time.sleep(pause)
        os.kill(writer.pid, signal.SIGKILL)
        answered += waited + len(writer.stdout.read().split())
        writer.wait()
        done = len(commands_of(path)) - 1
        assert done >= answered
        assert len(state_of(path)["hands"]["red"]) == 8 + done
        answered = done
    play(path, "destiny purple")
    base = sqlite3.connect(path)
    assert base.execute("pragma integrity_check").fetchone() == ("ok",)
    base.close()


def test_an_error_in_the_middle_keeps_nothing(path: Path) -> None:
    lay(path)

    def ruled(_: State) -> tuple[State | None, str, str, bool, list[str]]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.do(path, None, ruled)
    assert commands_of(path) == [LAYS]
    play(path, "destiny purple")


@pytest.fixture
def locked() -> Iterator[Path]:
    """A file with a table in a folder where nothing may be written."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "referee.db"
    lay(path)
    play(path, *COMMANDS)
    path.chmod(0o444)
    folder.chmod(0o555)
    yield path
    folder.chmod(0o755)
    for left in folder.iterdir():
        left.unlink()
    folder.rmdir()


def test_a_file_that_is_read_only_can_be_read_and_says_so_when_written(locked: Path) -> None:
    assert in_a_child(nobody(lambda: commands_of(locked))) == repr([LAYS, *COMMANDS])
    assert in_a_child(nobody(lambda: tables.read(locked)[0])) == "'table'"
    for task in (
        lambda: do(locked, "draw red 1 for Remora"),
        lambda: tables.step(locked, None, True),
        lambda: lay(locked),
    ):
        said = in_a_child(nobody(task))
        assert said.startswith("LedgerError: the tables in ")
        assert "could not be read or kept" in said


def test_a_full_disk_is_said_and_loses_nothing(path: Path) -> None:
    lay(path)
    play(path, *COMMANDS)
    size = path.stat().st_size

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, size + 20_000))
        for _ in range(10_000):
            do(path, "draw red 1 for Remora")

    assert in_a_child(fill).startswith("LedgerError: the tables in ")
    done = len(commands_of(path)) - 1 - len(COMMANDS)
    assert len(state_of(path)["hands"]["red"]) == 8 + done
    play(path, "draw red 1 for Remora")
