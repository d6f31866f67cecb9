"""`referee show`: a position in words, or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import Edition, Json, answer

if TYPE_CHECKING:
    from referee.public.pictures import Picture

Svg = Annotated[bool, typer.Option("--svg", help="As a picture: an SVG text, to be written into a file.")]


def show(
    line: Annotated[
        list[str],
        typer.Argument(metavar="LINE", help='An encounter, such as "red 3 + green 2 : 10 vs blue 2 : N ; hand red 4".'),
    ],
    svg: Svg = False,
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Shows what an encounter line says, and rules nothing; with --svg as a picture.

    A line of Duel begins with `duel` or `contest`. A table is drawn by: referee table show --svg
    """
    answer(json, lambda: referee.picture(" ".join(line), edition), print_svg if svg else _print_words)


def print_svg(picture: Picture) -> None:
    """Prints the picture."""
    typer.echo(picture.svg, nl=False)


def _print_words(picture: Picture) -> None:
    for says in (picture.title, *picture.says):
        typer.echo(render.words.shown(says))
