"""`referee help`: the help of a command, or of a command at the table."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.lazy_groups import completes


def help_(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND...]",
            help="Such as encounter, dispute open, or launch.",
            autocompletion=completes("helped"),
        ),
    ] = None,
) -> None:
    """Shows the help of a command, or how a command of the table is typed."""
    from referee.cli.app import Commands, app
    from referee.cli.forms import form

    asked = words or []
    known = None if not asked or asked[0] in Commands.places else form(" ".join(asked))
    if known is None:
        app([*asked, "--help"], prog_name="referee", standalone_mode=False)
        return
    from referee.judge.table.turn import HANDLERS
    from referee.render.play import print_form

    _, phases = HANDLERS.get(known.ruled_as, (None, ()))
    print_form(known.typed, known.says, phases, known.example)
