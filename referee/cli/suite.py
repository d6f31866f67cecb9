"""`referee suite`: the cases as a document of their own, and this program as one that is asked."""

from __future__ import annotations

import json as json_module
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, RULED, Json, answer, reported
from referee.cli.lazy_groups import Command, group

if TYPE_CHECKING:
    from referee.conformance.versions import SuiteVersion

app = group("Publishes the cases as a suite for any program, and answers it as such a program does.")


@app.command("build", cls=Command)
def build(
    place: Annotated[Path, typer.Argument(help="A folder, or an archive whose name ends in .zip.")],
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    json: Json = False,
) -> None:
    """Writes the suite: cases, schemas, notation, clauses, questions, and a page for each case."""
    answer(
        json,
        lambda: referee.build_suite(place, force),
        lambda files: typer.echo(render.words.shown(_written(place, len(files)))),
    )


def _written(place: Path, files: int) -> str:
    if place.suffix == ".zip":
        return f"{place} is written; begin with README.md in it."
    return f"{files} files written; begin with {place / 'README.md'}."


@app.command("version", cls=Command)
def version(json: Json = False) -> None:
    """Tells the version of the cases, and what changed since they were published last."""
    told = answer(json, referee.suite_version, _show_version)
    raise typer.Exit(ILLEGAL if told.unexplained else RULED)


def _show_version(told: SuiteVersion) -> None:
    typer.echo(f"{told.number}; published last: {told.published}")
    for what in ("changed", "added", "removed"):
        ids = getattr(told, what)
        if ids:
            typer.echo(f"{len(ids)} {what}: {' '.join(ids[:20])}{' ...' if len(ids) > 20 else ''}")
    if told.unexplained:
        ids = " ".join(told.unexplained)
        typer.echo(f"These need a new major version with the reason of each, in scenarios/suite.toml: {ids}")


@app.command("engine", cls=Command)
def engine() -> None:
    """Answers questions of the suite on standard input, a line of JSON each, as any program does."""
    with reported(False):
        for line in sys.stdin:
            if line.strip():
                print(json_module.dumps(referee.reply(line)), flush=True)
