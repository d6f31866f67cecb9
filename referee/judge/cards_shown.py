"""The cards of an encounter as they count: turned up, added to a total, or taken out of the discards."""

from __future__ import annotations

from typing import NamedTuple

from referee.judge.finding import Finding


class Shown(NamedTuple):
    """An encounter card as it counts now: its type and value, and the finding that says so."""

    kind: str
    value: int
    finding: Finding


class Fetched(NamedTuple):
    """An encounter card that was taken out of the discards: by whom, which, and the finding that says so."""

    by: str
    card: str
    finding: Finding


class Plus(NamedTuple):
    """A reinforcement: for which side, its value, who played it (may be unknown) and the card it is in the discards."""

    side: str
    value: int
    by: str
    card: str
    finding: Finding
