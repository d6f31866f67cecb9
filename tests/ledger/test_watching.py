"""The version of a table in a file that is held open."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import referee
from referee.errors import LedgerError
from referee.ledger.watching import HeldOpen


@pytest.fixture
def table(tmp_path: Path) -> referee.TableSession:
    return referee.TableSession.lay("red blue green", db=tmp_path / "games.db")


@pytest.fixture
def held(table: referee.TableSession) -> Iterator[HeldOpen]:
    with closing(HeldOpen(table.path)) as opened:
        yield opened


def test_it_tells_what_another_connection_kept(table: referee.TableSession, held: HeldOpen) -> None:
    before = held.version("table")
    assert before == table.version()
    assert table.do("destiny blue").legal
    assert held.version("table") == table.version() > before
    table.rename("friday")
    assert held.version("friday") == table.version()


def test_a_file_put_in_its_place_is_the_one_that_is_asked(
    table: referee.TableSession, held: HeldOpen, tmp_path: Path
) -> None:
    other = referee.TableSession.lay("red blue green", db=tmp_path / "other.db")
    for command in ("destiny blue", "launch red 3 at blue.2"):
        assert other.do(command).legal
    assert held.version("table") == table.version() != other.version()
    shutil.move(tmp_path / "other.db", table.path)
    assert held.version("table") == 3  # laid, and two commands


def test_no_table_and_no_file_are_told_in_words(held: HeldOpen, tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="no table 'friday'"):
        held.version("friday")
    with pytest.raises(LedgerError, match="no table yet"):
        HeldOpen(tmp_path / "none.db")


def test_while_it_is_held_the_log_stays_and_nothing_is_lost_without_it(
    table: referee.TableSession, held: HeldOpen
) -> None:
    log = table.path.with_name(f"{table.path.name}-wal")
    assert table.do("destiny blue").legal
    assert log.stat().st_size > 0
    held.close()
    assert table.version() == 2
    assert not log.exists()
    assert [entry.command for entry in table.history()][-1] == "destiny blue"


def test_it_tells_the_truth_while_another_program_opens_and_closes_the_file(
    table: referee.TableSession, held: HeldOpen
) -> None:
    """The terminal beside the phones: who closes the file last puts its log away, and that must not be the terminal."""
    look = "import sys, referee; print(referee.TableSession(sys.argv[1]).version())"
    for command in ("destiny blue", "launch red 1 at blue.1", "reveal red 10, blue 8"):
        assert table.do(command).legal
        seen = subprocess.run([sys.executable, "-c", look, str(table.path)], capture_output=True, text=True, check=True)
        assert int(seen.stdout) == table.version() == held.version(str(table.name))
