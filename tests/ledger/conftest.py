"""The files that tests of the ledger work on."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger is kept; nothing is there yet."""
    return tmp_path / "referee.db"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Where somebody else keeps one."""
    return tmp_path / "other.db"
