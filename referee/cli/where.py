"""`referee where`: which files are read and kept, and which versions are at work."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any

from referee.book import places
from referee.cli import settings
from referee.cli.common import Db, Json, tell
from referee.errors import RefereeError

_PACKAGES = ("typer", "rich", "pydantic", "sqlite-utils", "prompt_toolkit")


def where(json: Json = False, db: Db = None) -> None:
    """Tells which files are read and kept, and the versions of everything at work."""
    tell(json, _told(db), _show)


def _told(db: Path | None) -> dict[str, Any]:
    from referee import __version__
    from referee.book.loader import rulebase

    config = settings.place()
    return {
        "format": 1,
        "version": __version__,
        "program": str(Path(places.__file__).parents[1]),
        "config": None if config is None else str(config),
        "config_fault": _fault(),
        "ledger": _ledger(db),
        "rulebase": str(places.RULEBASE),
        "cache": None if places.cache_folder() is None else str(places.cache_folder()),
        "documentation": places.README.as_uri(),
        "editions": rulebase().editions(),
        "python": platform.python_version(),
        "python_program": sys.executable,
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def _fault() -> str | None:
    """What is wrong with the settings; None if nothing is."""
    try:
        settings.current()
    except RefereeError as error:
        return str(error)
    return None


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


def _show(told: dict[str, Any]) -> None:
    from referee.render.lists import print_named

    config = told["config"] or f"none ({settings.NAME} in this folder or above, or the player's own)"
    rows = {
        "referee": f"{told['version']}, {told['program']}",
        "config": config,
        "ledger": told["ledger"] or "none: there is no home folder",
        "rulebase": f"{told['rulebase']} ({', '.join(told['editions'])})",
        "cache": told["cache"] or "none",
        "docs": told["documentation"],
        "python": f"{told['python']}, {told['python_program']}",
        **{name: version or "not installed" for name, version in told["packages"].items()},
    }
    if told["config_fault"]:
        rows["config"] += f", which is not read: {told['config_fault']}"
    print_named(rows)
