"""A file that cannot be written to is read where it stands, and is for its owner only."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli.common import RULED
from referee.ledger import disputes, rulings
from tests.ledger.filled import a_game
from tests.ledger.forged import LINE, mine
from tests.typed import typed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    return mine(tmp_path)


def test_what_a_crash_left_in_the_log_is_read_on_a_medium_that_cannot_be_written_to(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_game(path)
    held = sqlite3.connect(path)  # so that nobody tidies the log away, as after `kill -9`
    held.execute("select count(*) from tables").fetchone()
    assert typed("do", "launch red 2 at purple.2", db=path).status == RULED
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        (crashed / f"mine.db{suffix}").write_bytes(path.with_name(f"{path.name}{suffix}").read_bytes())
    held.close()
    assert (crashed / "mine.db-wal").stat().st_size > 0
    monkeypatch.setattr("referee.ledger.files._only_readable", lambda _: True)
    shown = typed("history", "--json", db=crashed / "mine.db")
    assert [entry["command"] for entry in shown.told["history"]][-1].startswith("launch red 2")
    assert typed("log", db=crashed / "mine.db").status == RULED
    assert {file.name for file in crashed.iterdir()} == {"mine.db", "mine.db-wal"}


def test_a_file_without_a_log_is_read_where_it_stands(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.ledger.files._only_readable", lambda _: True)
    monkeypatch.setattr("shutil.copyfile", None)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
    assert disputes.show(path, 1)["decided"] == "it takes none"
    assert rulings.latest(path) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_file_and_its_folder_are_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        file = tmp_path / "data" / "referee.db"
        assert typed("encounter", LINE, db=file).status == RULED
        held = sqlite3.connect(file)
        held.execute("select count(*) from rulings").fetchone()
        assert typed("encounter", LINE, db=file).status == RULED
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in file.parent.iterdir()}
        held.close()
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert set(modes.values()) == {0o600}, modes
        mine = tmp_path / "mine.db"
        mine.touch(mode=0o644)
        os.chmod(mine, 0o644)
        assert typed("encounter", LINE, db=mine).status == RULED
        assert stat.S_IMODE(mine.stat().st_mode) == 0o644  # a file that was there keeps what its owner chose
    finally:
        os.umask(before)
