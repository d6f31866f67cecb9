"""Where the rulebase and the cases are: in the working tree if there is one, else in the installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder called `rulebase` or `scenarios`.

    An editable install reads the tree it points into, so what is edited is what is judged.
    """
    shipped = _PACKAGE / "_shipped" / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name


RULEBASE = folder("rulebase")
SCENARIOS = folder("scenarios")
