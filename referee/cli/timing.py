"""`referee timing`: who resolves first, and why."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import STATUS, Edition, Json, Why, answer, chosen_readings, reading_option
from referee.cli.lazy_groups import completes


def timing(
    contenders: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER[:EFFECT]...",
            help="Who wants to act, such as red:Mind, blue:Card-Zap, yellow:flare-Amoeba, red:regroup, or red alone; "
            "`hazard` comes last. @before, @after or @PHASE behind it says when.",
            autocompletion=completes("contenders"),
        ),
    ],
    offense: Annotated[str, typer.Option("--offense", help="Whose turn it is.")] = "",
    defense: Annotated[str, typer.Option("--defense", help="The defense; ? where nobody knows it.")] = "",
    seats: Annotated[str, typer.Option("--seats", help="Everybody, clockwise: red,purple,yellow.")] = "",
    phase: Annotated[
        str, typer.Option("--phase", help="The phase of all of it; else each effect's own: start-turn, regroup, ...")
    ] = "",
    json: Json = False,
    why: Why = False,
    edition: Edition = "consolidated",
    reading: Annotated[list[str] | None, reading_option("DF-72=timing-order")] = None,
) -> None:
    """Rules who resolves first, and why: by phase, then before, when and after, then offense, defense, others.

    An answer (Card-Zap, Cosmic-Zap) answers what is typed before it. --json gives `order` (the arguments as typed,
    first to last; null where that is not settled, with `cases`), `steps` (why each stands there), `results` (what the
    order makes of them), `illegal` (what cannot be used there), citations, questions, assumptions and the proof.
    """
    order = answer(
        json,
        lambda: referee.timing(contenders, offense, defense, seats, phase, edition, chosen_readings(reading)),
        lambda order: render.timing.print_timing(order.to_dict(), why),
    )
    raise typer.Exit(STATUS[order.status])
