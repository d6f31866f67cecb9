"""`referee score`: who won what at a table, or at many."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import Db, Json, Name, answer


def score(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]...", help="The tables; the one used last without any.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All tables of the file, archived ones too.")] = False,
    json: Json = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Tells who won what: games, encounters as main player and as ally, deals and colonies.

    By player, by alien and, of tables of several editions, by edition.
    """
    wanted = [*(names or ()), *([name] if name and not names else [])]
    answer(json, lambda: referee.score(wanted, db, every), lambda score: render.score.print_score(score.to_dict()))
