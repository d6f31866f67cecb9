"""`referee clash`: for two powers that meet, whether it matters which of them acts first."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, NOT_SETTLED, RULED, Jobs, Json, On, answer
from referee.cli.lazy_groups import completes

if TYPE_CHECKING:
    from referee.conformance.clash import Clash


def clash(
    aliens: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ALIEN [ALIEN]]",
            help="Such as Void Zombie; The-Cult has a hyphen.",
            autocompletion=completes("aliens"),
        ),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Try every pair anew, and tell what is no longer so.")] = False,
    json: Json = False,
    jobs: Jobs = None,
    on: On = "",
) -> None:
    """Tells whether it matters which of two powers acts first, and what orders them.

    Two aliens: every phase in which they meet, with a line to try for each way to sit. One alien: how it stands to
    every other. None: how many pairs there are of each kind, and those whose order matters; with --all these are
    tried anew, which takes a minute or two on one core. The exit status is 3 for a pair that the rules leave open, and
    1 where a pair that was tried anew is no longer as it is kept.
    """

    def asked() -> Clash:
        with render.progress.bar("trying pairs") if all_ else nullcontext() as progress:
            return referee.clash(*aliens or (), anew=all_, jobs=jobs, on=on, progress=progress)

    found = answer(json, asked, lambda found: render.clash.print_clash(found.to_dict()))
    if found.kind == "open":
        raise typer.Exit(NOT_SETTLED)
    raise typer.Exit(ILLEGAL if found.to_dict().get("changed") else RULED)
