"""What commands write to files that players name: whole or not at all, and never through a link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.cli.common import NOT_UNDERSTOOD, RULED
from tests.quarrels import quarrel
from tests.typed import typed


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "referee.db"
    quarrel(path)
    return path


WRITERS = (("dispute", "export", "--out"), ("ledger", "export"))


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX")
@pytest.mark.parametrize("args", WRITERS, ids=" ".join)
def test_a_link_is_not_followed(args: tuple[str, ...], db: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "profile", tmp_path / "slip.md"
    target.write_text("mine")
    link.symlink_to(target)
    shown = typed(*args, str(link), db=db)
    assert (shown.status, "it is a link" in shown.err) == (NOT_UNDERSTOOD, True)
    assert target.read_text() == "mine"
    assert link.is_symlink()


FILES = ("referee.db", "referee.db-copy", "referee.db-wal", "referee.db-shm")


@pytest.mark.parametrize("args", WRITERS, ids=" ".join)
def test_a_file_is_replaced_whole_or_stays(
    args: tuple[str, ...], db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "out"
    file.write_text("before")
    with monkeypatch.context() as failing:

        def fsync(_: int) -> None:
            raise OSError(28, "No space left on device")

        failing.setattr(os, "fsync", fsync)
        shown = typed(*args, str(file), db=db)
    assert (shown.status, "No space left" in shown.err) == (NOT_UNDERSTOOD, True)
    assert file.read_text() == "before"
    assert typed(*args, str(file), db=db).status == RULED
    assert file.read_text() == typed(*args[:2], db=db).out
    assert {path.name for path in tmp_path.iterdir()} <= {"out", *FILES}


def test_a_book_is_exported_into_other_files_only_when_told_to(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    shown = typed("book", "export", str(tmp_path))
    assert (shown.status, "--force" in shown.err) == (NOT_UNDERSTOOD, True)
    assert (tmp_path / "README.md").read_text() == "mine"
    assert typed("book", "export", str(tmp_path), "--force").status == RULED
