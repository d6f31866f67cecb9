"""Folding: completions of a hidden fact that are ruled alike become one case, of whatever game they are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import Any

from referee.judge.ruling import DEPENDS, Ruled, Summary


def ranges(low: int, high: int, key: Callable[[int], Hashable], every: bool) -> list[tuple[int, int]]:
    """The numbers from low to high as ranges in which the key does not change; all are tried only if asked."""
    starts = [low]
    if every:
        starts += [b for a, b in pairwise(range(low, high + 1)) if key(a) != key(b)]
    else:
        _halve(low, high, key, starts)
    return [(start, end - 1) for start, end in pairwise([*starts, high + 1])]


def _halve(low: int, high: int, key: Callable[[int], Hashable], starts: list[int]) -> None:
    if key(low) == key(high):
        return
    if high - low == 1:
        starts.append(high)
        return
    middle = (low + high) // 2
    _halve(low, middle, key, starts)
    _halve(middle, high, key, starts)


def joined(numbers: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of numbers, those that touch made one."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(numbers):
        if found and found[-1][1] + 1 >= low:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def told_apart(rulings: Sequence[Ruled], agreed: Callable[[list[Summary]], Summary]) -> list[tuple[str, Summary]]:
    """(further condition or empty, what is ruled then) for rulings that are told as one.

    Where they depend on something else too, all in the same cases, these stay apart.
    """
    conditions = {tuple(case.when for case in ruling.cases) for ruling in rulings}
    if len(conditions) == 1 and rulings[0].cases:
        columns = zip(*(ruling.cases for ruling in rulings), strict=True)
        return [(cases[0].when, agreed([case.told for case in cases])) for cases in columns]
    merged = agreed([ruling.summary() for ruling in rulings])
    if len(conditions) > 1:
        merged["status"] = DEPENDS
    return [("", merged)]


def agreed(told: list[Summary]) -> Summary:
    """The fields on which all agree; the others are None. Of things to do and flips, those that all have."""
    if len(told) == 1:
        return dict(told[0])
    merged: Summary = common(told)
    for name in ("flips", "then", "illegal"):
        first = told[0][name]
        merged[name] = [entry for entry in first if all(entry in other[name] for other in told)]
    return merged


def common(values: list[Any]) -> Any:
    """What all agree on: the value, or the parts of a mapping on which they do; None where they differ."""
    first = values[0]
    if values.count(first) == len(values):
        return first
    if isinstance(first, dict) and all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        return {key: common([value[key] for value in values]) for key in first}
    return None


def differing(told: Summary, merged: Summary) -> Summary:
    """What a case says beyond what all cases agree on."""
    differs: Summary = {}
    for key, value in told.items():
        shared = merged[key]
        if value == shared or key == "illegal":
            continue
        differs[key] = _differing_players(value, shared) if key == "players" and isinstance(shared, dict) else value
    return differs


def _differing_players(told: Summary, merged: Summary) -> Summary:
    found: Summary = {}
    for name, player in told.items():
        shared = merged.get(name) or {}
        mine = {key: value for key, value in player.items() if value != shared.get(key, object())}
        if mine:
            found[name] = mine
    return found
