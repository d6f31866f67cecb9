"""What the commands share: options, exit statuses, and how errors are said."""

from __future__ import annotations

import json as json_module
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.errors import ImpossibleError, MalformedError, RefereeError

# Exit statuses (CONTRACT: commands).
RULED, ILLEGAL, NOT_UNDERSTOOD, NOT_SETTLED, NOT_KEPT = 0, 1, 2, 3, 4

Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Edition = Annotated[str, typer.Option("--edition", help="The rule set to judge by.")]
Db = Annotated[Path | None, typer.Option("--db", envvar="REFEREE_DB", help="The file that keeps the rulings.")]


def database(db: Path | None) -> Path:
    """Where rulings are kept: the option, REFEREE_DB, or the user's data folder."""
    if db is not None:
        return db
    if sys.platform.startswith(("win", "darwin", "cygwin")):
        return Path(typer.get_app_dir("referee")) / "referee.db"
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "referee" / "referee.db"


def clean(text: str) -> str:
    """An argument without the half characters that a terminal can hand over and that nothing can store."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def print_json(value: Any) -> None:
    """Prints a value as JSON on standard output."""
    sys.stdout.write(json_module.dumps(value, ensure_ascii=False, indent=None if not sys.stdout.isatty() else 2))
    sys.stdout.write("\n")


@contextmanager
def reported(json: bool) -> Iterator[None]:
    """Says a RefereeError plainly, on stderr or as JSON, and stops with the status for what is not understood."""
    try:
        yield
    except RefereeError as error:
        if json:
            print_json({"format": 1, "error": error_dict(error)})
        else:
            sys.stderr.write(f"{error}\n")
        raise typer.Exit(NOT_UNDERSTOOD) from None


def error_dict(error: RefereeError) -> dict[str, Any]:
    """An error as JSON: its kind, what it says, and for a line the place and what was expected."""
    told: dict[str, Any] = {"kind": type(error).__name__.removesuffix("Error").lower(), "says": str(error)}
    if isinstance(error, MalformedError):
        told |= {"line": error.line, "column": error.column, "expected": error.expected, "hint": error.hint}
    if isinstance(error, ImpossibleError):
        told |= {"line": error.line, "faults": list(error.faults)}
    return told
