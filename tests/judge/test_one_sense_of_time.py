"""`timing` and `clash` are about one and the same order: asked about every pair of the matrix, they never disagree."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from referee.book import clashes
from referee.book.loader import rulebase
from referee.judge.ruling import DETERMINED, ILLEGAL
from referee.judge.timing.question import rule_timing
from referee.state.contenders import asked
from tests import effort

BOOKS = rulebase()
FILE = clashes.read_clashes(BOOKS.folder)
PHASES = ("start-turn", "regroup", "destiny", "launch", "alliance", "planning", "reveal", "resolution")
SEATS = ("red", "yellow", "purple", "blue", "green")  # red is the offense, purple the defense


def ordered(one: str, other: str, seats: tuple[str, str], phase: str) -> list[str] | None:
    """The two aliens first to last, with their players on these seats; None where they cannot be used so."""
    words = [f"{seat}:{alien}" for seat, alien in zip(seats, (one, other), strict=True)]
    told = rule_timing(asked(words, "red", "purple", ",".join(SEATS), phase))
    if told.status == ILLEGAL:
        return None
    return [] if told.status != DETERMINED or told.order is None else [word.partition(":")[2] for word in told.order]


def meetings() -> list[tuple[str, dict[str, Any]]]:
    return [(name, meet) for name, pair in FILE["pairs"].items() for meet in pair["meets"] if meet["phase"] in PHASES]


# Two sheets that one and the same main player alone can use in a phase, so that nobody can ask about both of them.
_NO_SEATS = {
    ("Ace/Inferno", "start-turn"),
    ("Aristocrat/Converter", "regroup"),
    ("Aristocrat/Inferno", "regroup"),
    ("Aristocrat/Inferno", "start-turn"),
    ("Converter/Inferno", "regroup"),
    ("Hate/Inferno", "start-turn"),
    ("Inferno/Love", "start-turn"),
    ("Inferno/Tortoise", "start-turn"),
    ("Siren/Sneak", "resolution"),
}


@pytest.mark.parametrize("some", effort.some(range(32), 2))
def test_what_a_text_puts_first_is_first_whoever_holds_it(some: int) -> None:
    """In every order of roles; and of what no text puts first, the offense's is, then the defense's.

    Few meetings can be asked in no role: those that no two seats allow in the phase in which both sheets act.
    """
    unaskable = set()
    for name, meet in meetings()[some::32]:
        one, other = name.split("/")
        asked = [
            (seats, ordered(one, other, seats, meet["phase"]))
            for seats in permutations(("red", "purple", "blue", "green"), 2)
        ]
        if all(told is None for _, told in asked):
            unaskable.add((name, meet["phase"]))
        for seats, told in asked:
            if not told:
                continue
            if meet["is"] == clashes.IN_TURN:
                assert told[0] == meet["first"], (name, seats, meet)
            else:
                early = meet["phase"] in ("start-turn", "regroup", "destiny")  # nobody is the defense yet
                places = SEATS if early else ("red", "purple", "blue", "green")
                first = min(zip(seats, (one, other), strict=True), key=lambda held: places.index(held[0]))[1]
                assert told[0] == first, (name, seats, meet)
    assert unaskable == _NO_SEATS & {(name, meet["phase"]) for name, meet in meetings()[some::32]}


def test_each_meeting_that_cannot_be_asked_is_one_of_the_file() -> None:
    assert {(name, meet["phase"]) for name, meet in meetings()} >= _NO_SEATS
