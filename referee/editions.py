"""Where another edition parts from the law that a ruling rests on.

Editions that are judged are compared by what they rule; the others parameter by parameter. A ruling touches a parameter
if its proof uses the rule of law that the parameter stands for, or rests on a clause that the parameter cites.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.api import judge_encounter
from referee.errors import ImpossibleError
from referee.judge.finding import Finding, walk
from referee.judge.ruling import Ruling
from referee.law.law import ASSUMPTION, FACT
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
    """A line ruled by every edition that is judged, grouped by result, and what the others have otherwise.

    As CONTRACT has it for `compare`: `differs_by` has the clauses at which the proofs of the groups part first. The
    `ruling` of an edition that is not judged yet has the status `not-ruled`, and its `parts` are the differences. One
    by which the line cannot be is `impossible`, with why. Raises as `judge_encounter` does by the base edition.
    """
    ruling = judge_encounter(line)
    groups, by = _by_result(known, line, ruling)
    ruled = {edition for group in groups for edition in group["editions"]}
    by_parts: dict[tuple[tuple[str, str], ...], list[str]] = {}
    found = {edition: pairs for edition, pairs in partings(known, ruling).items() if edition not in ruled}
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
        by += [part["cites"][0] for part in parts[:1] if part["cites"]]
    return {"groups": groups, "differs_by": list(dict.fromkeys(by))}


def _by_result(known: Parameters, line: str, base: Ruling) -> tuple[list[dict[str, Any]], list[str]]:
    """The editions that are judged, grouped by result, the base first; and the clauses at which they part from it."""
    groups: list[dict[str, Any]] = [{"editions": [BASE], "ruling": base.to_dict()}]
    results, parts = [_result(base)], list[str]()
    for edition in known.judged():
        if edition == BASE:
            continue
        try:
            ruling = judge_encounter(line, edition)
        except ImpossibleError as error:
            groups.append({"editions": [edition], "ruling": {"status": "impossible", "says": str(error)}})
            results.append(None)
            continue
        result = _result(ruling)
        if result in results:
            groups[results.index(result)]["editions"].append(edition)
            continue
        told = ruling.to_dict()
        step = _first_parting(base, ruling)
        if step is not None:
            told["parts_at"] = {"says": step.says, "cites": [cite.id for cite in step.rule.cites]}
            parts += [cite.id for cite in step.rule.cites[:1]]
        groups.append({"editions": [edition], "ruling": told})
        results.append(result)
    return groups, parts


def _result(ruling: Ruling) -> dict[str, Any] | None:
    """What a ruling comes to, whatever clauses it rests on."""
    told = ruling.summary()
    kept = ("status", "outcome", "totals", "players", "second_encounter", "winners", "discards")
    found = {key: told[key] for key in kept}
    found["then"] = [(then["who"], then["does"], then["what"]) for then in told["then"]]
    found["cases"] = [(case.when, repr(case.differs)) for case in ruling.cases]
    return found


def _first_parting(base: Ruling, other: Ruling) -> Finding | None:
    """The first step of a proof, in the order of the phases, that the base's proof does not come to."""
    there = {(step.rule.id, repr(step.value)) for step in base.findings()}
    steps = (step for step in other.findings()[1:] if step.rule.kind not in (FACT, ASSUMPTION))
    return next((step for step in steps if (step.rule.id, repr(step.value)) not in there), None)
