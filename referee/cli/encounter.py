"""`referee encounter`: rules one encounter."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee.cli.common import Anyway, Db, Edition, Json, NoLog, Reading, Why, chosen_readings, reported, show_ruling


def encounter(
    line: Annotated[str, typer.Argument(help='Such as "red 3 + green 2 : 10 vs blue 2 : N ; hand red 4".')],
    json: Json = False,
    why: Why = False,
    edition: Edition = "consolidated",
    reading: Reading = None,
    anyway: Anyway = False,
    db: Db = None,
    no_log: NoLog = False,
    house: Annotated[
        str | None, typer.Option("--house", help="Rule by the house rules of this table: referee dispute promote.")
    ] = None,
) -> None:
    """Rules one encounter: who wins, what happens to whom, and the clause for each step."""
    with reported(json):
        readings = chosen_readings(reading)
        ruling = referee.Rulings(db).encounter(line, edition, anyway, readings, house, keep=not no_log)
    show_ruling(ruling, json, why)
