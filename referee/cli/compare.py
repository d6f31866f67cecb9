"""`referee compare`: one topic, or one encounter, under every edition."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.common import Json, clean, print_json, printing, reported


def compare(
    topic: Annotated[
        list[str],
        typer.Argument(help='Such as "hand size", timing-order, a topic (deal ...), or an encounter.'),
    ],
    json: Json = False,
) -> None:
    """Shows what each edition has for a topic or an encounter, grouped, with the clauses where they part."""
    from referee.errors import RulebaseError  # noqa: PLC0415
    from referee.law.loader import rulebase  # noqa: PLC0415
    from referee.law.parameters import Parameters  # noqa: PLC0415

    asked = clean(" ".join(topic))
    if " vs " in asked:
        _compare_line(asked, json)
        return
    with reported(json):
        known = Parameters(rulebase())
        found = known.find(asked) or known.meant(asked)
        if not found:
            topics = ", ".join(dict.fromkeys(known.of(id, "consolidated").topic for id in known.ids()))
            raise RulebaseError(asked, f"no topic of that name; topics: {topics}")
    told = [_told(known, id) for id in found]
    with printing():
        if json:
            print_json(told[0] if len(told) == 1 else {"topics": told})
            return
        from referee.render.editions import print_comparison  # noqa: PLC0415

        print_comparison(told)


def _compare_line(line: str, json: bool) -> None:
    from referee.editions import compare_line  # noqa: PLC0415
    from referee.law.loader import rulebase  # noqa: PLC0415
    from referee.law.parameters import Parameters  # noqa: PLC0415

    with reported(json):
        told = compare_line(Parameters(rulebase()), line)
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.editions import print_line  # noqa: PLC0415

        print_line(told)


def _told(known: Any, id: str) -> dict[str, Any]:
    groups = known.groups(id)
    return {
        "topic": id,
        "asks": groups[0][0].asks,
        "groups": [
            {
                "editions": [parameter.edition for parameter in group],
                "ruling": {
                    "value": group[0].value,
                    "says": "Not stated." if group[0].value == "not-stated" else group[0].says,
                    "cites": list(dict.fromkeys(cite for parameter in group for cite in parameter.cites)),
                },
            }
            for group in groups
        ],
        "differs_by": [] if len(groups) == 1 else [group[0].cites[0] for group in groups if group[0].cites],
    }
