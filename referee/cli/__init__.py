"""The command line: a thin skin over the package. The only package that imports typer."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """The `referee` command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: what is said goes nowhere, the ruling is still kept
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    from referee.cli.ending import ended  # so that importing this package costs nothing

    sys.exit(ended(sys.argv[1:]))
