"""Where things are: the rulebase and the cases, and the folders of a player's own.

The rulebase is in the working tree if there is one, else in the installed wheel. What can be made again is kept between
calls once a command line has said where: nowhere by itself.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from referee.errors import LedgerError

_PACKAGE = Path(__file__).resolve().parents[1]


def folder(name: str) -> Path:
    """The folder called `rulebase` or `scenarios`, or the file of that name.

    An editable install reads the tree it points into, so what is edited is what is judged.
    """
    shipped = _PACKAGE / "_shipped" / name
    return shipped if shipped.exists() else _PACKAGE.parent / name


_cache: list[Path] = []


def keep_in(folder: Path | None) -> None:
    """Keeps what can be made again in this folder from now on; with None, nowhere."""
    _cache[:] = [] if folder is None else [folder]


def cache() -> Path | None:
    """The folder in which what can be made again is kept, or None."""
    return _cache[0] if _cache else None


RULEBASE = folder("rulebase")
INSTALLED = RULEBASE.parent.name == "_shipped"  # whether this is a copy that was installed, and no project to work on
SCENARIOS = folder("scenarios")
README = folder("README.md")


# -- a player's own ----------------------------------------------------------------------------------------------------


def _of_programs() -> Path | None:
    """The one folder in which Windows and macOS keep what belongs to this program; None for other systems."""
    if sys.platform.startswith("win"):
        return Path(os.environ.get("APPDATA") or "~").expanduser() / "referee"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/referee").expanduser()
    if sys.platform == "cygwin":
        return Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser() / "referee"
    return None


def data_folder() -> Path:
    """The player's data folder for this program; LedgerError if there is no home folder."""
    try:
        return _of_programs() or Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "referee"
    except RuntimeError:
        raise LedgerError("there is no home folder to keep rulings in; name a file with --db") from None


def config_folder() -> Path | None:
    """The player's folder for settings; None if there is no home folder."""
    try:
        return _of_programs() or Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser() / "referee"
    except RuntimeError:
        return None


def database(db: Path | None = None) -> Path:
    """The file that keeps rulings, tables and disputes: `db`, or else the one in the player's data folder.

    LedgerError if there is none.
    """
    return db if db is not None else data_folder() / "referee.db"


def copies_folder() -> Path:
    """Where a player's own copies of the books are kept."""
    return data_folder() / "copies"


def cache_folder() -> Path | None:
    """Where a command line keeps what can be made again; None if there is no such place."""
    try:
        of_programs = _of_programs()
        if of_programs is not None:
            return of_programs / "cache"
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "referee"
    except RuntimeError:
        return None
