"""`referee rule`: one clause of a book."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import Edition, Json, answer
from referee.cli.lazy_groups import completes


def rule(
    id: Annotated[
        list[str],
        typer.Argument(
            help="Such as 5.10.1.1.d, ffg2018 setup.15; or reveal.ties, a rule of law",
            autocompletion=completes("clauses"),
        ),
    ],
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Shows one clause: what it says, where it stands, its grade, its counterparts and the cases that show it."""
    answer(json, lambda: referee.rule(" ".join(id), edition), lambda found: render.clause.print_rule(found.to_dict()))
