"""`referee play`: the interactive table."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import Db, Edition


def play(
    players: Annotated[
        list[str] | None,
        typer.Argument(help="Lays a table for these players: red purple/Clone yellow. Without them: the current one."),
    ] = None,
    edition: Edition = "consolidated",
    name: Annotated[str | None, typer.Option("--table", "-t", help="Which table, or the new one's name.")] = None,
    db: Db = None,
) -> None:
    """Opens a table and reads commands: `help` there lists them. From a script: referee play < commands.txt"""
    from referee.cli.common import clean, database, reported
    from referee.cli.session import Session, run

    with reported(False):
        session = Session(database(db), edition, clean(name) if name else None)
        session.open(" ".join(clean(player) for player in players or ()))
    raise typer.Exit(run(session))
