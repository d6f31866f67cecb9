"""`referee card`: an artifact or another named card as the referee applies it."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import Json, clean, print_json, printing, reported, unknown_name


def card(name: Annotated[str, typer.Argument(help="Such as Cosmic-Zap.")], json: Json = False) -> None:
    """Shows a named card, and whether the referee applies it."""
    from referee.law.loader import Names, rulebase  # noqa: PLC0415

    name, known = clean(name), rulebase()
    with reported(json):
        found = known.card(name)
        if found is None:
            raise unknown_name("card", name, Names(known).near_cards(name))
    told = {
        "name": found.name,
        "type": found.type,
        "grade": found.grade,
        "applied": found.applied,
        "says": found.summary,
    }
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.clause import print_card  # noqa: PLC0415

        print_card(told)
