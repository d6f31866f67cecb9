"""The referee that is frozen, unpacked."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the frozen referee lies."""
    folder = tmp_path_factory.mktemp("frozen")
    with tarfile.open(HERE / "judge.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    return folder
