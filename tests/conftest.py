"""How much is tested: what a contributor waits for, what the gate adds, and what is run once (`--campaign`)."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings

from referee.book import index, places
from referee.book.files import remembering
from tests import effort

_READ_ONCE = ExitStack()
MEMORY = Path("/dev/shm")  # where there is one, files need no disk: most of what ledgers wait for is the disk
if os.access(MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="everything: all games, all seeds, all broken words")
    parser.addoption("--campaign", action="store_true", help="what is run once and told: a million lines, mutants")


def pytest_configure(config: pytest.Config) -> None:
    """Before anything is collected: modules make their lists of parameters by it."""
    effort.LONG = bool(config.getoption("--long") or config.getoption("--campaign"))
    effort.CAMPAIGN = bool(config.getoption("--campaign"))
    settings.register_profile("same", derandomize=not effort.CAMPAIGN)  # who changes nothing finds nothing new
    settings.load_profile("same")
    _READ_ONCE.enter_context(remembering())  # hundreds of tests read the whole rulebase
    config.addinivalue_line("markers", "long: only with --long, for it takes long and guards what seldom breaks")
    config.addinivalue_line("markers", "campaign: only with --campaign")


def pytest_collection_finish() -> None:
    """What was read by now stays to the end: the collector of garbage need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_unconfigure() -> None:
    _READ_ONCE.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("campaign") and not effort.CAMPAIGN:
            item.add_marker(pytest.mark.skip(reason="a campaign: run with --campaign"))
        elif item.get_closest_marker("long") and not effort.LONG:
            item.add_marker(pytest.mark.skip(reason="runs with --long"))


def _cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run, one for all processes that test in it."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "cache"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for all commands of a run: what can be made again is made once, and never in the user's own."""
    return _cache(tmp_path_factory)


@pytest.fixture(scope="session", autouse=True)
def _indexed_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An index of clauses that is kept nowhere, as the library has it, is made once for all processes of a run."""
    folder = _cache(tmp_path_factory)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "_built", lambda known, names, _: index.index(known, folder, names))
        yield


@pytest.fixture(autouse=True)
def _apart(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test has its own data folder and nothing of the user's, neither settings nor the width of a terminal."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("COLUMNS", "80")  # however wide the terminal is in which they run
    for name in ("REFEREE_DB", "REFEREE_EDITION", "REFEREE_THEME", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    before = places.cache()
    yield
    places.keep_in(before)
