"""`referee alien`: a power as the referee applies it."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import Json, clean, print_json, printing, reported, unknown_name


def alien(name: Annotated[str, typer.Argument(help="Such as Macron, or The-Cult.")], json: Json = False) -> None:
    """Shows an alien's power and how far the referee applies it."""
    from referee.law.loader import Names, rulebase  # noqa: PLC0415

    name, known = clean(name), rulebase()
    with reported(json):
        found = known.alien(name)
        if found is None:
            raise unknown_name("alien", name, Names(known).near_aliens(name))
    told = {
        "name": found.name,
        "power": found.power,
        "set": found.set,
        "grade": found.grade,
        "reach": found.reach,
        "roles": list(found.roles),
        "mandatory": found.mandatory,
        "says": found.summary,
        "uses": [
            {
                "id": use.id,
                "phases": list(use.phases),
                "roles": list(use.roles),
                "mandatory": use.mandatory,
                "zappable": use.zappable,
                "effects": [{"verb": effect.verb, **effect.args} for effect in use.effects],
            }
            for use in found.uses
        ],
    }
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.clause import print_alien  # noqa: PLC0415

        print_alien(told)
