"""Texts as they are in a pipe: not broken into the lines of whatever runs the tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _unbroken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
