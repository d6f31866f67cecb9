"""How much a run of the tests does: a sample of what is alike, or with `--long` all of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")

LONG = False  # set before any test module is read
CAMPAIGN = False


def some(items: Iterable[Item], most: int) -> list[Item]:
    """All of them in a long run, else so many, evenly taken from first to last."""
    listed = list(items)
    if LONG or len(listed) <= most:
        return listed
    return [listed[at * len(listed) // most] for at in range(most)]


def times(long: int, short: int) -> int:
    """So often in a long run, and so often in a short one."""
    return long if LONG else short
