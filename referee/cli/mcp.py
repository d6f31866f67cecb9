"""`referee mcp`: the referee for assistants, over the Model Context Protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from referee.cli.common import Db, reported
from referee.errors import RefereeError, needs_extra

_PORT = 8712
_LIBRARIES = ("mcp", "mcp_types", "uvicorn", "anyio")  # what the extra brings


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Over HTTP on this machine, for several at once.")] = False,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help=f"With --http: the port, else {_PORT}; 0: any.")
    ] = None,
    db: Db = None,
) -> None:
    """Serves assistants, over the Model Context Protocol: all that the commands rule, as tools.

    Without --http it is started by the assistant's own program, which is told the command `referee` and the argument
    `mcp`, and speaks with it over the standard streams. With --http it serves on the loopback address alone.
    """
    with reported(False):
        if port is not None and not http:
            raise RefereeError("--port goes with --http")
        try:
            from referee.mcp.serving import serve_http, serve_stdio
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in _LIBRARIES:
                raise
            raise RefereeError(needs_extra("`referee mcp` needs the packages of its extra", "mcp")) from None
        if http:
            serve_http(db, _PORT if port is None else port, _tell)
            return
        if sys.stdin is not None and sys.stdin.isatty():
            typer.echo("An assistant's program starts this and speaks to it; Ctrl-C ends it.", err=True)
        serve_stdio(db)


def _tell(address: str) -> None:
    typer.echo(f"Serving {address}  (Ctrl-C ends it)")
    sys.stdout.flush()
