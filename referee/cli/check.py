"""`referee check`: judges case files, by this program or by any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, RULED, Jobs, Json, On, Reading, answer, reported
from referee.cli.lazy_groups import completes
from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.conformance.checking import Checked
    from referee.public.conforming import Conformance

_TIMEOUT = 10.0
_REPORTS = ("html", "json")


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Case files, or folders of them; the project's own without any.")
    ] = None,
    json: Json = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Also fail a case that leaves a headline unasserted, or a question unlisted."),
    ] = False,
    engine: Annotated[
        str,
        typer.Option("--engine", metavar="COMMAND", help="A program that is asked each case as a line of JSON."),
    ] = "",
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", min=0.05, max=3600, help="How long an answer may take.")
    ] = _TIMEOUT,
    levels: Annotated[
        str,
        typer.Option(
            "--levels", metavar="LEVEL,...", help="Only these: core,timing.", autocompletion=completes("levels")
        ),
    ] = "",
    reading: Reading = None,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Compare clauses and disputable points of an engine too.")
    ] = False,
    report: Annotated[
        str, typer.Option("--report", metavar="html|json", help="The whole report, as a page or as JSON.")
    ] = "",
    jobs: Jobs = None,
    on: On = "",
) -> None:
    """Judges every case and compares the ruling with what the case expects.

    With --engine, --levels, --reading or --report the cases are asked one by one, in each edition, of that program (or
    of this one), and the last line that is printed is the one to quote: docs/suite.md.
    """
    if engine or levels or reading or report or reasons:
        with reported(json):
            _only_alone(strict, jobs, on)
            if report not in ("", *_REPORTS):
                raise RefereeError(f"--report is {' or '.join(_REPORTS)}, not {report}")
        asked = [level.strip() for level in levels.split(",") if level.strip()]
        _conform(paths or [], engine, timeout, asked, reading or [], reasons, "json" if json else report)
    checked = answer(json, lambda: _judged(paths or [], strict, jobs, on), _show)
    raise typer.Exit(ILLEGAL if checked.failed else RULED)


def _show(checked: Checked) -> None:
    render.differences.print_check(checked.results, checked.counts)


def _only_alone(strict: bool, jobs: int | None, on: str) -> None:
    given = [name for name, value in (("--strict", strict), ("--jobs", jobs), ("--on", on)) if value]
    if given:
        raise RefereeError(f"{given[0]} does not go with --engine, --levels, --reading, --reasons and --report")


def _judged(paths: list[Path], strict: bool, jobs: int | None, on: str) -> Checked:
    from referee.book.places import SCENARIOS

    with render.progress.bar("judging") as progress:
        return referee.check(*(paths or [SCENARIOS]), strict=strict, jobs=jobs, on=on, progress=progress)


def _conform(
    paths: list[Path],
    engine: str,
    timeout: float,
    levels: list[str],
    readings: list[str],
    reasons: bool,
    report: str,
) -> None:
    """Holds a program against the cases, and ends."""

    def asked() -> Conformance:
        with render.progress.bar("asking") as progress:
            return referee.conform(
                engine, *paths, timeout=timeout, levels=levels, readings=readings, reasons=reasons, progress=progress
            )

    def show(told: Conformance) -> None:
        if report == "html":
            typer.echo(told.html(), nl=False)
        else:
            render.conforming.print_conformance(told.to_dict())

    told = answer(report == "json", asked, show)
    raise typer.Exit(RULED if told.conforms else ILLEGAL)
