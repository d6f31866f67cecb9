"""Where another edition parts from the law that a ruling rests on.

Encounters are ruled by the base edition; the others are compared parameter by parameter. A ruling touches a parameter
if its proof uses the rule of law that the parameter stands for, or rests on a clause that the parameter cites.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.api import judge_encounter
from referee.judge.finding import walk
from referee.judge.ruling import Ruling
from referee.law.parameters import BASE, Parameter, Parameters


class Parting(NamedTuple):
    """A parameter that a ruling rests on: what the base edition has, and what another has otherwise."""

    base: Parameter
    other: Parameter


def partings(known: Parameters, ruling: Ruling) -> dict[str, list[Parting]]:
    """For every edition but the base: what a ruling rests on and that edition has otherwise, in the order of a game."""
    steps = walk(ruling.root)
    rules = {step.rule.id for step in steps}
    clauses = {cite.id for step in steps for cite in step.rule.cites}
    touched = [
        id for id in known.ids() if known.law_of(id) in rules or not clauses.isdisjoint(known.of(id, BASE).cites)
    ]
    found: dict[str, list[Parting]] = {}
    for edition in known.editions():
        if edition == BASE:
            continue
        pairs = [Parting(known.of(id, BASE), known.of(id, edition)) for id in touched]
        found[edition] = [pair for pair in pairs if pair.base.value != pair.other.value]
    return found


def compare_line(known: Parameters, line: str) -> dict[str, Any]:
    """A line ruled by the base edition, and the other editions grouped by what they have otherwise (CONTRACT: compare).

    The `ruling` of an edition that is not judged yet has the status `not-ruled`, and `parts` lists the differences.
    Raises as `judge_encounter` does.
    """
    ruling = judge_encounter(line)
    groups: list[dict[str, Any]] = [{"editions": [BASE], "ruling": ruling.to_dict()}]
    by_parts: dict[tuple[tuple[str, str], ...], list[str]] = {}
    found = partings(known, ruling)
    for edition, pairs in found.items():
        key = tuple((pair.base.id, repr(pair.other.value)) for pair in pairs)
        by_parts.setdefault(key, []).append(edition)
    for editions in by_parts.values():
        parts = [
            {
                "topic": pair.base.id,
                "asks": pair.base.asks,
                "base": pair.base.value,
                "value": pair.other.value,
                "says": pair.other.says,
                "cites": [cite for edition in editions for cite in known.of(pair.base.id, edition).cites],
            }
            for pair in found[editions[0]]
        ]
        groups.append({"editions": editions, "ruling": {"status": "not-ruled", "parts": parts}})
    first = [part["cites"][0] for group in groups[1:] for part in group["ruling"]["parts"][:1] if part["cites"]]
    return {"groups": groups, "differs_by": list(dict.fromkeys(first))}
