"""`referee playtest`: an alien in random legal games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, RULED, Edition, Jobs, Json, On, answer, into_file, reported
from referee.cli.lazy_groups import completes

if TYPE_CHECKING:
    from referee.public.playtest import Playtest

_MOST = 10_000_000


def playtest(
    alien: Annotated[
        str,
        typer.Argument(
            help="Its name, or the file of a homemade one's sheet: my-alien.toml.", autocompletion=completes("aliens")
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=_MOST, help="How many, and as many without it.")
    ] = 200,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="A,B", help="Who sits against it; else any, by chance."),
    ] = None,
    edition: Edition = "consolidated",
    players: Annotated[int, typer.Option("--players", min=3, max=5, help="How many play.")] = 4,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**53 - 1, help="The number that deals the first game.")
    ] = 0,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the plot into this file.")] = None,
    json: Json = False,
    jobs: Jobs = None,
    on: On = "",
) -> None:
    """Tries an alien in random legal games: what goes wrong, what comes up, and how often it wins.

    Each game is played once more without the alien, dealt alike. The exit status is 1 where something went wrong.
    """
    others = [name for names in against or () for name in names.replace(",", " ").split()]

    def tried() -> Playtest:
        with render.progress.bar("playing") as progress:
            return referee.playtest(alien, games, others, edition, players, seed, jobs, on, progress)

    found = answer(json, tried, lambda found: render.playtest.print_playtest(found.to_dict()))
    if svg is not None:
        with reported(json):
            into_file(svg, lambda file: file.write(render.playtest.svg(found.to_dict())), "--svg names another file")
    raise typer.Exit(ILLEGAL if found.violations else RULED)
