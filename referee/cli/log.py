"""`referee log`: the latest rulings, or one of them again."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import MOST, Db, Json, answer
from referee.cli.lazy_groups import completes


def log(
    id: Annotated[
        int | None,
        typer.Argument(
            min=1, max=MOST, help="Show this ruling again, as it was given.", autocompletion=completes("rulings")
        ),
    ] = None,
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=MOST, help="How many of the latest.")] = 10,
    json: Json = False,
    why: Annotated[bool, typer.Option("--why", help="With an id: print the whole proof.")] = False,
    db: Db = None,
) -> None:
    """Shows the latest rulings, newest first."""
    kept = referee.Rulings(db)
    if id is not None:
        answer(json, lambda: kept.one(id), lambda ruling: render.page.print_ruling(ruling.to_dict(), why))
    else:
        answer(json, lambda: kept.latest(count), lambda rows: render.ledger.print_log([r.row for r in rows], kept.path))
