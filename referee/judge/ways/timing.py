"""Who resolves first, for programs: the words of `referee timing` in, the order out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.judge.timing.question import rule_timing
from referee.state.contenders import asked

if TYPE_CHECKING:
    from referee.judge.timing.order import Order


def timing(
    contenders: Sequence[str],
    offense: str = "",
    defense: str = "",
    seats: str = "",
    phase: str = "",
    edition: str = "consolidated",
    readings: Mapping[str, str] | None = None,
) -> Order:
    """Rules who resolves first: by phase, then before, when and after, then offense, defense, others.

    Each contender is a player with what it uses (`red:Mind`), `seats` are everybody clockwise with commas between.
    Raises MalformedError for what is not understood, ImpossibleError for what cannot be, RulebaseError for an unknown
    edition or reading.

    >>> import referee
    >>> referee.timing(["blue", "red"], offense="red", seats="red,blue").order
    ['red', 'blue']
    """
    return rule_timing(asked(contenders, offense, defense, seats, phase), edition, readings)
