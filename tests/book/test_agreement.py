"""An answer is given where the nearest known questions and a pattern agree, and else none."""

from __future__ import annotations

import pytest

import referee
from referee.book.asking import parts, way_of
from referee.book.index import build
from referee.book.loader import rulebase
from referee.book.search import Index
from referee.book.statements import Said
from referee.book.wordings import NO_VOTE, Near, Vote

ASKED = "The offense already asked me. May the defense invite me as well?"
KNOWN = "Can both sides invite the same player?"


@pytest.fixture(scope="module")
def index() -> Index:
    return build(rulebase())


def _agreed(index: Index, vote: Vote) -> Said | None:
    """What is answered to a question whose nearest known questions are these."""
    index._voted = (ASKED, vote)
    return index.agreed(parts(ASKED)[0], ASKED)


def _vote(*known: tuple[float, str, str, str]) -> Vote:
    """The vote of known questions, each with its weight, the statement, the answer and how it was asked."""
    nearest = [Near(weight, of, answer, way_of(asked)) for weight, of, answer, asked in known]
    of: dict[str, float] = {}
    for one in nearest:
        of[one.of] = of.get(one.of, 0.0) + one.weight
    return Vote(1.0, of, nearest)


def test_two_signs_that_agree_answer(index: Index) -> None:
    said = _agreed(index, _vote((1.0, "both-may-invite-the-same", "yes", KNOWN)))
    assert said is not None
    assert (said.statement.id, said.verdict) == ("both-may-invite-the-same", "yes")


def test_one_sign_alone_answers_nothing(index: Index) -> None:
    assert _agreed(index, NO_VOTE) is None
    assert _agreed(index, _vote((1.0, "ties-go-to-the-defense", "yes", KNOWN))) is None


def test_two_signs_that_differ_answer_nothing(index: Index) -> None:
    assert _agreed(index, _vote((1.0, "both-may-invite-the-same", "no", KNOWN))) is None
    both = _vote(
        (1.0, "both-may-invite-the-same", "yes", KNOWN),
        (1.0, "both-may-invite-the-same", "no", KNOWN),
    )
    assert _agreed(index, both) is None


def test_what_the_known_questions_name_elsewhere_answers_nothing(index: Index) -> None:
    other = (2.0, "no-ally-of-both", "no", "Can I ally with both sides?")
    assert _agreed(index, _vote((1.0, "both-may-invite-the-same", "yes", KNOWN), other)) is None


@pytest.mark.parametrize(
    "asked",
    [
        # Trading is for a deal alone (consolidated 5.10.1.3.b); how many cards may be traded is another matter.
        "Is trading cards allowed any time?",
        # Nothing is said of a regroup with an empty warp but that a ship that is there must come (consolidated 5.4.3).
        "Nothing in the warp for me. Do I just skip regroup then?",
        # One card for each ship, out of the winner's hand (consolidated 5.10.8.2): from whom else is not asked.
        "Can red take 2 compensation from blue?",
    ],
)
def test_what_is_asked_besides_is_not_answered_with_the_wrong_word(asked: str) -> None:
    settled = referee.ask(asked).settled
    assert settled is None or settled.verdict in ("", "no" if "trading" in asked else "yes")
