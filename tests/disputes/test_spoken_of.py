"""What the rules have on the matter of which a quarrel is, found by the words of the claims; and what it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.loader import rulebase
from referee.disputes import spoken_of
from referee.disputes.accounts import argue
from referee.disputes.records import Argument, Claim
from referee.duel.games import books_by
from tests.cli.test_commands import run

# Two claims as people make them, the edition, and a clause that settles the matter (or none).
CLAIMS = [
    ("you promised me your 20 and gave me a 6", "I said an attack, that is an attack", "consolidated", "5.10.1.3.c.3"),
    (
        "he only promised to leave me alone, that makes it a deal",
        "nothing changed hands",
        "consolidated",
        "5.10.1.3.b.2",
    ),
    ("the promise was part of the deal", "I am not bound by it", "warp", "situation-c.10"),
    ("one card and one ship please", "no mixing", "consolidated", "5.10.5.2"),
    ("I held my planet, where are my rewards?", "only your allies get any", "consolidated", "2.5.2.4"),
    ("I pick the cards I like from your hand", "compensation is random", "consolidated", "5.10.8.2.b"),
    ("you owe me four cards", "I only have two cards left", "consolidated", "2.5.1.4"),
    ("you never invited him, so he cannot join", "he is in", "consolidated", "5.7.2.1.c"),
    ("I may refuse to ally with you", "you must help, I invited you", "consolidated", "5.7.6"),
    ("second encounter: one more ship out of the warp", "you did your regroup already", "consolidated", "5.10.9.1"),
    ("that was the last ship on that planet, the colony is lost", "it comes back", "consolidated", "4.6.1"),
    ("you have two home planets left, your power is gone", "my foreign ones count too", "consolidated", "4.6.2"),
    ("a flare goes back to my hand", "no, it is discarded", "consolidated", "4.4.2"),
    ("that is my second flare, so what", "one flare in an encounter", "consolidated", "4.4.2.1"),
    ("you cannot show me your hand", "I can show my cards to anybody", "consolidated", "4.1.1"),
    ("a bystander may not reinforce", "anybody may play a +3", "consolidated", "4.2.1"),
    ("you passed, it is over", "not until both pass", "duel", "reinforcements.6"),
    (
        "my clout is the same as yours, so I win as the leader",
        "ties are for the straggler",
        "duel",
        "determine-winner.2",
    ),
]
UNRELATED = [
    ("I have more ships", "I have the higher card"),
    ("a tie goes to the attacker", "no"),
    ("I do not like your face", "nor I yours"),
    ("my total is sixteen", "it is fourteen"),
]


@pytest.mark.parametrize(("one", "other", "edition", "clause"), CLAIMS)
def test_the_clause_that_settles_what_is_claimed_is_told(one: str, other: str, edition: str, clause: str) -> None:
    known = books_by(edition) if edition == "duel" else rulebase(edition)
    answer = spoken_of.answered([one, other], known)
    assert answer is not None
    assert f"{edition} {clause}" in [cite for step in answer.steps for cite in step.cites]


@pytest.mark.parametrize(("one", "other"), UNRELATED)
def test_nothing_is_told_on_what_no_statement_speaks_of(one: str, other: str) -> None:
    assert spoken_of.answered([one, other], rulebase()) is None


def _argued(line: str, *says: str) -> Argument:
    return argue([Claim(party, claim, line) for party, claim in zip(("red", "blue"), says, strict=True)])


def test_who_has_won_is_told_with_the_colonies_before_and_now() -> None:
    # 20 + 3 against 4 + 4: red founds its fourth; one more would have been five (1.2.1).
    (answer, *_) = _argued("red 3 : 20 vs blue 4 : 4 ; foreign red 3", "that is five, I won the game", "no").answers
    assert (answer.topic, "red had 3" in answer.says, "has 4 now" in answer.says) == ("game", True, True)
    assert "nobody has won" in answer.says
    (answer, *_) = _argued("red 3 : 20 vs blue 4 : 4 ; foreign red 4", "my fifth, game over", "no").answers
    assert "has 5 now: red has won" in answer.says
    assert not any(one.topic == "game" for one in _argued("red 3 : 20 vs blue 4 : 4", "I win", "no").answers)


def test_a_dispute_at_a_table_is_about_what_was_refused_last(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    for said in ("table red blue green", "do plague red by blue", "do lose red red.1 1, red.2 1, red.3 1"):
        run(*said.split(" ", 1), db=db)
    sides = ("--party", "red", "--claim", "my regroup", "--party", "blue", "--claim", "it came first")
    before = run("dispute", "open", "--table", *sides, db=db).stdout
    assert "about lose red" in before
    run("do", "regroup red.1", db=db)  # the regroup came first and took nothing (5.4.4)
    shown = " ".join(run("dispute", "open", "--table", *sides, db=db).stdout.split())
    assert "about regroup red.1" in shown
    assert "5.4.4" in shown
