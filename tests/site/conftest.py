"""A portion of the site for all tests of it, or with `--long` the whole site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import effort
from tests.site import portion

Files = dict[str, bytes]


@pytest.fixture(scope="session")
def files() -> Files:
    """The files of the site, by their places."""
    if not effort.LONG:
        return portion.files()
    from referee.site.making import made

    return made(jobs=2)


@pytest.fixture(scope="session")
def folder(files: Files, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which they stand."""
    return portion.put(files, tmp_path_factory.mktemp("site"))
