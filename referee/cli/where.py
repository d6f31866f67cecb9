"""`referee where`: which files are read and kept, and which versions are at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import referee
from referee.cli import settings
from referee.cli.common import Db, Json, tell
from referee.errors import RefereeError


def where(json: Json = False, db: Db = None) -> None:
    """Tells which files are read and kept, and the versions of everything at work."""
    tell(json, _told(db), _show)


def _told(db: Path | None) -> dict[str, object]:
    """What the public call tells, with the settings of the command line after the program."""
    found = referee.where(db).to_dict()
    config = settings.place()
    ours = {"config": None if config is None else str(config), "config_fault": _fault()}
    return {key: found[key] for key in ("format", "version", "program")} | ours | found


def _fault() -> str | None:
    """What is wrong with the settings; None if nothing is."""
    try:
        settings.current()
    except RefereeError as error:
        return str(error)
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
