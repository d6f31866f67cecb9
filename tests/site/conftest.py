"""A portion of the site for all tests of it, or with `--long` the whole site, built once however many test beside."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import referee
from tests import effort
from tests.site import portion

Files = dict[str, bytes]
_LONGEST = 600  # seconds until the whole site must be there


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the site."""
    if not effort.LONG:
        return portion.put(portion.files(), tmp_path_factory.mktemp("site"))
    beside = "PYTEST_XDIST_WORKER" in os.environ  # then all of them find it beside their own folders
    whole = (tmp_path_factory.getbasetemp().parent if beside else tmp_path_factory.getbasetemp()) / "whole-site"
    try:
        whole.mkdir()
    except FileExistsError:  # another process of this run builds it
        _wait_for(whole / "built")
        return whole / "site"
    referee.build_site(whole / "site", jobs=2)
    (whole / "built").touch()
    return whole / "site"


def _wait_for(built: Path) -> None:
    for _ in range(_LONGEST):
        if built.exists():
            return
        time.sleep(1)
    pytest.fail("the whole site was not built by the process that began it")


@pytest.fixture(scope="session")
def files(folder: Path) -> Files:
    """The files of the site, by their places."""
    there = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {place: path.read_bytes() for place, path in there.items() if place != "site.json"}
