"""Where the rulebase and the cases are: in the working tree if there is one, else in the installed wheel.

And where what can be made again is kept between calls, once a command line has said so: nowhere by itself.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def folder(name: str) -> Path:
    """The folder called `rulebase` or `scenarios`.

    An editable install reads the tree it points into, so what is edited is what is judged.
    """
    shipped = _PACKAGE / "_shipped" / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name


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
