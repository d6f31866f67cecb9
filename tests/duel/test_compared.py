"""What Duel has beside the editions of the big game, topic by topic."""

from __future__ import annotations

import pytest

import referee
from referee.book.loader import rulebase
from referee.book.parameters import Parameters
from referee.duel.api import books_of
from referee.duel.compared import topics
from referee.errors import RulebaseError


def test_each_topic_is_one_of_the_big_game_and_says_something_by_a_clause() -> None:
    known = set(Parameters(rulebase()).ids())
    for id, topic in topics(books_of()).items():
        assert id in known
        assert topic.says
        assert referee.compare(id).to_dict()["duel"]["cites"], id


@pytest.mark.parametrize(
    ("asked", "topic", "clause"),
    [
        ("straggler", "ties", "duel determine-winner.2"),
        ("straggler", "first-player", "duel determine-the-straggler.2"),
        ("hand limit", "hand-limit", "duel hand-limit.2"),
        ("dial", "launch-ships", "duel set-dials.1"),
        ("clout", "total-of", "duel determine-winner.3"),
        ("deck-empty", "deck-empty", "duel having-zero-cards-in-deck.1"),
    ],
)
def test_a_topic_shows_both_games(asked: str, topic: str, clause: str) -> None:
    found = referee.compare(asked).to_dict()
    told = {one["topic"]: one for one in found.get("topics", [found])}[topic]
    assert clause in told["duel"]["cites"]
    assert "duel" not in [edition for group in told["groups"] for edition in group["editions"]]


def test_what_duel_does_not_have_is_not_told_of_it() -> None:
    assert "duel" not in referee.compare("compensation-per-ship").to_dict()
    with pytest.raises(RulebaseError, match="no topic of that name"):
        referee.compare("frobnication")
