"""What a table decided before, beside a ruling: house rules and precedents. Plain strings, no layout."""

from __future__ import annotations

from collections.abc import Iterable

from referee.render import words
from referee.render.words import Told

_ALSO = "the table has also decided"  # how a decision in words is told
_PRECEDENTS = 3  # told in full under a ruling


def _house_rule(rule: Told) -> tuple[str, str]:
    if not rule["question"] and not rule["clauses"]:
        return "", words.also_decided(rule)
    return f"house rule{'' if rule['applied'] else ', not applied'}: ", words.house_rule(rule)


def earlier(told: Told) -> list[tuple[str, str]]:
    """The house rules that a ruling rests on, and its precedents: each a head (empty: none) and a sentence."""
    house, precedents = told.get("house", ()), told.get("precedents", ())
    lines: list[tuple[str, str]] = []
    lines += map(_house_rule, house)
    found = list(_precedents(precedents, {rule["dispute"] for rule in house}).items())
    for _, says in found[:_PRECEDENTS]:
        lines.append(("" if says.startswith(_ALSO) else "precedent: ", words.shown(says)))
    more = [str(number) for number, _ in found[_PRECEDENTS:]]
    if more:
        lines.append(("precedent: ", f"see also dispute{'s' if len(more) > 1 else ''} {', '.join(more)}"))
    return lines


def _precedents(precedents: Iterable[Told], told: set[int]) -> dict[int, str]:
    """A sentence for each dispute; how those stand of which a house rule was `told` was said with it."""
    found: dict[int, str] = {}
    for precedent in precedents:
        if precedent["dispute"] not in told or precedent["state"] in ("distinguished", "stale"):
            found.setdefault(precedent["dispute"], precedent["says"])
    return found
