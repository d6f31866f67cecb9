"""`referee question`: one disputable point."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import Json, answer
from referee.cli.lazy_groups import completes


def question(
    id: Annotated[str, typer.Argument(help="Such as DF-05.", autocompletion=completes("questions"))], json: Json = False
) -> None:
    """Shows a disputable point: what is asked, the readings, who says which, and our preference with its reason."""
    answer(json, lambda: referee.question(id), lambda point: render.clause.print_question(point.to_dict()))
