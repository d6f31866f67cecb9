"""What is told in a dispute besides the encounter itself: facts in time, and what somebody did of what was due.

`red 3 : 12 vs blue/Zombie 4 : 8 ; zap blue by red ; the zap came after the totals were counted` tells one such fact;
`; blue took 3 of 4` another. Each is a clause of a line of its own, which the line of an encounter does not have.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.disputes import due, in_time

_READ = 4000  # letters of what a side says that are read


class Line(NamedTuple):
    """The line of a side: the encounter, and the clauses that tell something besides it, as written."""

    encounter: str
    besides: tuple[str, ...] = ()


def split(line: str) -> Line:
    """A line of a dispute, parted into the encounter and what is told besides it."""
    first, *clauses = line.split(";")
    besides = [clause for clause in clauses if in_time.is_told(clause) or due.is_told(clause)]
    if not besides:
        return Line(line)
    encounter = ";".join([first, *[clause for clause in clauses if clause not in besides]])
    return Line(encounter.rstrip(), tuple(" ".join(clause.split()) for clause in besides))


def text_of(claim: str, line: Line) -> str:
    """What a side says in words: the clauses of its line that tell no encounter, the surer words, and its claim."""
    return " . ".join((*line.besides, claim))[:_READ]
