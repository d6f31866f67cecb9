"""`referee question`: one disputable point."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import Json, clean, print_json, printing, reported


def question(id: Annotated[str, typer.Argument(help="Such as DF-05.")], json: Json = False) -> None:
    """Shows a disputable point: what is asked, the readings, who says which, and our preference with its reason."""
    from referee.book.questions import find

    with reported(json):
        told = find(clean(id))
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.clause import print_question

        print_question(told)
