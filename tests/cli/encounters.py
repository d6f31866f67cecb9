"""An encounter told at a table, which tests of what is put right or taken back begin with."""

from __future__ import annotations

from pathlib import Path

from referee.cli.common import RULED
from tests.typed import typed

SAID = ("destiny blue", "launch red 2 at blue.1", "ally green defense 2", "reveal red 4, blue 8", "resolve")


def lost_by_red(folder: Path) -> Path:
    """A file with a table at which red has lost its encounter with blue, beside whom green has earned two rewards."""
    path = folder / "referee.db"
    assert typed("table", "red", "blue", "green", "yellow", db=path).status == RULED
    for command in SAID:
        assert typed("do", command, db=path).status == RULED
    return path
