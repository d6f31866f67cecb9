"""`referee clash`: for two powers that meet, whether it matters which of them acts first."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import NOT_SETTLED, RULED, Json, answer
from referee.cli.lazy_groups import completes


def clash(
    aliens: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ALIEN [ALIEN]]",
            help="Such as Void Zombie; The-Cult has a hyphen.",
            autocompletion=completes("aliens"),
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Tells whether it matters which of two powers acts first, and what orders them.

    Two aliens: every phase in which they meet, with a line to try for each way to sit. One alien: how it stands to
    every other. None: how many pairs there are of each kind, and those whose order matters. The exit status is 3 for
    a pair that the rules leave open.
    """
    found = answer(json, lambda: referee.clash(*aliens or ()), lambda found: render.clash.print_clash(found.to_dict()))
    raise typer.Exit(NOT_SETTLED if found.kind == "open" else RULED)
