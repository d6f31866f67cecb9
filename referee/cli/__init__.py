"""The command line: a thin skin over the package. The only package that imports typer."""

from __future__ import annotations

import sys


def main() -> None:
    """The `referee` command."""
    from referee.cli.app import app  # noqa: PLC0415  so that importing this package costs nothing

    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        app()
    except BrokenPipeError:  # the reader went away: `referee log | head`
        sys.stderr.close()
        raise SystemExit(0) from None
