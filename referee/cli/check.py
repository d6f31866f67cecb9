"""`referee check`: judges case files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, RULED, Jobs, Json, On, answer

if TYPE_CHECKING:
    from referee.conformance.checking import Checked


def check(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.")],
    json: Json = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Also fail a case that leaves a headline unasserted, or a question unlisted."),
    ] = False,
    jobs: Jobs = None,
    on: On = "",
) -> None:
    """Judges every case and compares the ruling with what the case expects."""

    def judged() -> Checked:
        with render.progress.bar("judging") as progress:
            return referee.check(*paths, strict=strict, jobs=jobs, on=on, progress=progress)

    checked = answer(json, judged, lambda checked: render.differences.print_check(checked.results, checked.counts))
    raise typer.Exit(ILLEGAL if checked.failed else RULED)
