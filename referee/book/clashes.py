"""How each pair of executable powers stands to each other: read from the file that is made of the judge itself.

`rulebase/clashes.json` is generated (`python -m tests.clashes --write`); what no position can show stands with its
authority in `rulebase/clashes.toml` and is part of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.book.files import read_json

# How two powers can stand to each other, the weightiest last; a pair is what the weightiest of its meetings is.
APART, IN_TURN, INDEPENDENT, ORDER_MATTERS, OPEN = "apart", "in-turn", "independent", "order-matters", "open"
KINDS = (APART, IN_TURN, INDEPENDENT, ORDER_MATTERS, OPEN)

FILE = "clashes.json"
Told = dict[str, Any]


def read_clashes(folder: Path) -> Told:
    """The matrix: `aliens`, `cites` by kind, and `pairs` by key. RulebaseError if the file is missing or broken."""
    return read_json(folder / FILE)


def key(one: str, other: str) -> str:
    """Under which name a pair stands: both aliens in the order of the alphabet."""
    return "/".join(sorted((one, other)))


def row(told: Told, alien: str) -> dict[str, Told]:
    """How one alien stands to every other, by name."""
    found = {}
    for name, pair in told["pairs"].items():
        one, _, other = name.partition("/")
        if alien in (one, other):
            found[other if alien == one else one] = pair
    return dict(sorted(found.items()))


def counts(told: Told) -> dict[str, int]:
    """How many pairs there are of each kind, the weightiest first."""
    kinds = [pair["is"] for pair in told["pairs"].values()]
    return {kind: kinds.count(kind) for kind in reversed(KINDS)}
