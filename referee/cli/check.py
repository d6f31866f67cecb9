"""`referee check`: judges case files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, RULED, Json, answer

if TYPE_CHECKING:
    from referee.conformance.checking import Checked


def check(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.")],
    json: Json = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Also fail a case that leaves a headline unasserted, or a question unlisted."),
    ] = False,
) -> None:
    """Judges every case and compares the ruling with what the case expects."""

    def judged() -> Checked:
        if json:
            return referee.check(*paths, strict=strict)
        return referee.check(*paths, strict=strict, watched=lambda cases: render.progress.tracked(cases, "judging"))

    checked = answer(json, judged, lambda checked: render.differences.print_check(checked.results, checked.counts))
    raise typer.Exit(ILLEGAL if checked.failed else RULED)
