"""`referee play`: the interactive table."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.book.places import database
from referee.cli.common import Db, Edition, reported
from referee.cli.lazy_groups import completes
from referee.cli.settings import seated


def play(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="Lays a table for these players: red purple/Clone yellow; new: those of "
            "referee.toml. Without them: the current one.",
            autocompletion=completes("seats"),
        ),
    ] = None,
    edition: Edition = "consolidated",
    name: Annotated[
        str | None,
        typer.Option(
            "--table", "-t", help="Which table, or the new one's name.", autocompletion=completes("tables_kept")
        ),
    ] = None,
    db: Db = None,
) -> None:
    """Opens a table and reads commands: `help` there lists them. From a script: referee play < commands.txt"""
    from referee.cli.session import Session, run

    with reported(False):
        session = Session(database(db), edition, name or None)
        session.open(" ".join(seated(players or ())))
    raise typer.Exit(run(session))
