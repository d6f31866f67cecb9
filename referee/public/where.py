"""Which files are read and kept, and which versions are at work."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from referee.book import places
from referee.book.told import Told
from referee.errors import RefereeError

_PACKAGES = ("typer", "rich", "pydantic", "sqlite-utils", "prompt_toolkit")


class Where(Told):
    """The files (`ledger` and `cache` are None where there is no folder for them), the editions, and the versions."""

    version: str
    program: str
    ledger: str | None
    rulebase: str
    cache: str | None
    documentation: str
    editions: list[str]
    python: str
    python_program: str
    packages: dict[str, str | None]


def where(db: Path | str | None = None) -> Where:
    """Tells which files are read and kept, and the versions of everything at work.

    `ledger` is the file `db`, or without it the player's own. The command tells besides of the settings
    (`referee.toml`), which the library does not read.

    >>> import referee
    >>> referee.where("games.db").ledger, "ffg2018" in referee.where().editions
    ('games.db', True)
    """
    from referee import __version__
    from referee.book.loader import rulebase

    return Where(
        {
            "format": 1,
            "version": __version__,
            "program": str(Path(places.__file__).parents[1]),
            "ledger": _ledger(None if db is None else Path(db)),
            "rulebase": str(places.RULEBASE),
            "cache": None if places.cache_folder() is None else str(places.cache_folder()),
            "documentation": places.README.as_uri(),
            "editions": rulebase().editions(),
            "python": platform.python_version(),
            "python_program": sys.executable,
            "packages": {name: _version(name) for name in _PACKAGES},
        }
    )


def _ledger(db: Path | None) -> str | None:
    try:
        return str(places.database(db))
    except RefereeError:
        return None


def _version(package: str) -> str | None:
    """The version of an installed package; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None
