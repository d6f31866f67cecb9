"""Questions about Duel in players' words: answered by its own book, and by no clause of the big game."""

from __future__ import annotations

import pytest

import referee

# The question, the verdict, and the clause that settles it.
ASKED = [
    ("how many cards may I hold", "6", "duel hand-limit.2"),
    ("where does a reinforcement go that I played on my opponent", "", "duel reinforcements.8"),
    ("my deck is empty what now", "", "duel having-zero-cards-in-deck.1"),
    ("can I have two envoys", "no", "duel becoming-allied.10"),
    ("do I lose when I have no ships", "", "duel winning-the-game.5"),
    ("who wins a tie?", "", "duel the-leader-and-the-straggler.6"),
    ("who gets the prize", "", "duel resolve-prize.2"),
    ("Do the ships of the loser return to supply?", "yes", "duel cleanup.1"),
    ("are there any ships in a contest?", "no", "duel contests.2"),
    ("may I play a reinforcement as a plan?", "yes", "duel card-big-boost.2"),
    ("what happens to an envoy that becomes neutral?", "", "duel using-envoys.8"),
    ("when do the roles switch?", "", "duel the-leader-and-the-straggler.3"),
    ("is using my ability mandatory?", "", "duel abilities.3"),
    ("where do destroyed ships go?", "", "duel warp.5"),
    ("on which pile does my plan end", "", "duel cleanup.3"),
]


@pytest.mark.parametrize(("question", "verdict", "clause"), ASKED)
def test_a_question_is_settled_by_the_clause_that_says_it(question: str, verdict: str, clause: str) -> None:
    found = referee.ask(question, edition="duel")
    assert found.answered
    assert found.settled is not None
    assert clause in found.settled.cites
    if verdict:
        assert found.settled.verdict == verdict


@pytest.mark.parametrize("name", ["Cosmic Encounter Duel: {}", "in Cosmic Encounter Duel, {}", "In Duel, {}"])
@pytest.mark.parametrize(
    ("question", "verdict"), [("can I have two envoys?", "no"), ("how many cards may I hold?", "6")]
)
def test_a_question_that_names_the_game_needs_no_edition(name: str, question: str, verdict: str) -> None:
    found = referee.ask(name.format(question))
    assert found.settled is not None
    assert found.settled.verdict == verdict
    assert all(clause.id.startswith("duel ") for clause in found.clauses)


@pytest.mark.parametrize("question", ["how much compensation do I get", "may I invite allies", *(q for q, *_ in ASKED)])
def test_duel_is_never_answered_by_another_book(question: str) -> None:
    found = referee.ask(question, edition="duel")
    assert {clause.id.partition(" ")[0] for clause in found.clauses} <= {"duel"}
    assert not found.silent


@pytest.mark.parametrize(
    ("question", "point"),
    [
        ("all my tactics are spent, what now", "DU-08"),
        ("both abilities happen at the same time, which is first?", "DU-21"),
    ],
)
def test_what_no_clause_settles_leads_to_its_disputable_point(question: str, point: str) -> None:
    assert f"referee question {point}" in referee.ask(question, edition="duel").next
