"""What the books have on the very matters of which parties speak: `rulebase/claims.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.index import spoken_of
from referee.book.loader import Rulebase
from referee.book.places import cache
from referee.disputes.records import BOOK, Answer, Step

_READ = 1000  # letters of all claims together that are read
_SHOWN = 2  # statements


def answered(claims: Sequence[str], known: Rulebase) -> Answer | None:
    """What the books say on what is claimed, by the words of all claims; None where they speak of nothing known."""
    found = spoken_of(" . ".join(claims)[:_READ], known, cache())[:_SHOWN]
    if not found:
        return None
    steps = tuple(Step(statement.says, tuple(statement.cites)) for statement, _ in found)
    points = tuple(dict.fromkeys(point for _, point in found if point))
    return Answer(BOOK, "On what is claimed the rules have:", steps, points)
