"""`referee serve`: the referee on the phones of the table."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee.book.places import database
from referee.cli.common import NOT_UNDERSTOOD, Db, reported
from referee.cli.lazy_groups import completes
from referee.errors import needs_extra
from referee.render.words import shown

if TYPE_CHECKING:
    from referee.serve.rooms import Room

PORT = 8642
_MISSING = needs_extra("`referee serve` needs the packages of its extra", "serve")


def serve(
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            "-t",
            help="A table that phones join; may be given again. Without it: the one used last.",
            autocompletion=completes("tables_kept"),
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="The port.", min=0, max=65535)] = PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Serve on the local network, without being asked.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Phones look and do nothing.")] = False,
    new_key: Annotated[bool, typer.Option("--new-key", help="New join keys: every phone scans again.")] = False,
    open_: Annotated[bool, typer.Option("--open", help="Open the first address in this machine's browser.")] = False,
    db: Db = None,
) -> None:
    """Serves the table to the phones around it: scan the code, and the referee is in your hand."""
    try:
        from referee.serve import serving
        from referee.serve.app import application
        from referee.serve.rooms import Rooms
        from referee.serve.site import Site
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("referee"):
            raise
        sys.stderr.write(f"{_MISSING}\n")
        raise typer.Exit(NOT_UNDERSTOOD) from None
    with reported(False):
        path = database(db)
        rooms = Rooms(path, _tables(path, table or []), new_key)
        listening = serving.opened(_host(lan), port)
    host, bound = listening.getsockname()
    addresses = [(room, f"http://{host}:{bound}/join/{room.key}") for room in rooms]
    _tell(addresses, host == serving.LOOPBACK)
    if open_:
        typer.launch(addresses[0][1])
    site = Site(rooms, path, read_only)
    with suppress(KeyboardInterrupt):
        serving.serve(application(site, serving.hosts_of(listening)), site, listening)
    typer.echo("Stopped. The same command brings every phone back.")


def _tables(path: Path, named: list[str]) -> list[str]:
    """The names of the tables that are served: those that were named, or the one used last; one without a name if none
    is laid. LedgerError for a table that there is not."""
    if named:
        return list(dict.fromkeys(referee.TableSession(path, name).show().name for name in named))
    return [row.name for row in referee.tables(path)[:1]] or [""]


def _host(lan: bool) -> str:
    """The address at which is served: this machine's own, or that on the local network, about which is asked once."""
    from referee.serve.serving import LOOPBACK, lan_address

    address = lan_address()
    if address is None:
        if lan:
            sys.stderr.write("warning: this machine has no address on a local network; only it is served\n")
        return LOOPBACK
    at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if lan or (at_terminal and typer.confirm(f"Let the phones of the local network in, at {address}?")):
        return address
    return LOOPBACK


def _tell(addresses: list[tuple[Room, str]], only_here: bool) -> None:
    """Prints each address, as a code too where a phone can reach it."""
    from referee.serve.serving import code

    for room, address in addresses:
        typer.echo(f"{shown(room.table)}: {address}" if room.table else address)
        if not only_here:
            typer.echo(code(address))
    if only_here:
        typer.echo("Only this machine can open it; with --lan phones can.")
    typer.echo("Ctrl-C stops.")
    sys.stdout.flush()
