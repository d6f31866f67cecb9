"""`referee timing`: who resolves first, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import ILLEGAL, NOT_SETTLED, RULED, Edition, Json, clean, print_json, printing, reported

_STATUS = {"determined": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED, "open": NOT_SETTLED}


def timing(
    contenders: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER[:EFFECT]...",
            help="Who wants to act, such as red:Mind, blue:Card-Zap, yellow:flare-Amoeba, red:regroup, or red alone; "
            "`hazard` comes last. @before, @after or @PHASE behind it says when.",
        ),
    ],
    offense: Annotated[str, typer.Option("--offense", help="Whose turn it is.")] = "",
    defense: Annotated[str, typer.Option("--defense", help="The defense; ? where nobody knows it.")] = "",
    seats: Annotated[str, typer.Option("--seats", help="Everybody, clockwise: red,purple,yellow.")] = "",
    phase: Annotated[
        str, typer.Option("--phase", help="The phase of all of it; else each effect's own: start-turn, regroup, ...")
    ] = "",
    json: Json = False,
    why: Annotated[bool, typer.Option("--why", help="Print the whole proof.")] = False,
    edition: Edition = "consolidated",
    reading: Annotated[
        list[str] | None, typer.Option("--reading", help="Another reading of a disputable point: DF-72=timing-order.")
    ] = None,
) -> None:
    """Rules who resolves first, and why: by phase, then before, when and after, then offense, defense, others.

    An answer (Card-Zap, Cosmic-Zap) answers what is typed before it. --json gives `order` (the arguments as typed,
    first to last; null where that is not settled, with `cases`), `steps` (why each stands there), `results` (what the
    order makes of them), `illegal` (what cannot be used there), citations, questions, assumptions and the proof.
    """
    from referee.cli.encounter import chosen_readings
    from referee.judge.timing.question import rule_timing
    from referee.state.contenders import asked

    with reported(json):
        question = asked(
            [clean(word) for word in contenders], clean(offense), clean(defense), clean(seats), clean(phase)
        )
        told = rule_timing(question, edition, chosen_readings(reading or [])).to_dict()
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.timing import print_timing

            print_timing(told, why)
    raise typer.Exit(_STATUS[told["status"]])
