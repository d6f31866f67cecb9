"""What a question counts itself: totals, who wins by them, what a morph is worth; nothing where that is not plain."""

from __future__ import annotations

import pytest

from referee.book.asking import parts
from referee.book.reckoned import copied, total, winner, wins
from referee.book.wording import Words


def _words(text: str) -> list[str]:
    return Words({"attacker": "offense", "defender": "defense", "two": "2", "three": "3"}).read(Words.raw(text))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Offense 10 and 2 ships, defense 7 and 4 ships. Does the offense win?", "yes"),  # 12 against 11
        ("Offense 10 and 2 ships, defense 7 and 4 ships. Does the defense win?", "no"),
        ("Offense 10 and 2 ships, defense 7 and 4 ships. Does the offense lose?", "no"),
        ("Attacker 8 and 4 ships, defender 10 and two ships. Does the attacker win?", "no"),  # 12 all: the defense's
        ("Attacker 8 and 4 ships, defender 10 and two ships. Does the defender win?", "yes"),
        ("I play a 15 with 1 ship, he plays a 12 with 4 ships and his ally adds 2. Did I win?", "no"),  # 16 to 18
        ("I play a 15 with 1 ship, he plays a 15 with 1 ship. Did I win?", ""),  # who is the defense?
        ("I play a 15 with 1 ship, he plays a 12. Did I win?", ""),  # his ships?
        ("I play a 15 with 1 ship, he plays a 12 with 4 ships and a kicker. Did I win?", ""),
        ("I play a 15 with 1 ship, he plays a negotiate with 4 ships. Did I win?", ""),
    ],
)
def test_who_wins_is_reckoned_where_cards_and_ships_of_both_sides_are_told(question: str, answer: str) -> None:
    assert wins(_words(question), _words(parts(question)[-1].text)) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Attacking with 3 ships and an 8, two allies with 2 ships each. What is our total?", "15"),  # 8 + 3 + 4
        ("I attack with a 12 and 4 ships. Total?", "16"),
        ("I attack with a 12 and 4 ships, each doubled. Total?", ""),
        ("I attack with a 12 and 4 ships in phase 5. Total?", ""),
    ],
)
def test_a_total_is_reckoned_from_one_card_and_all_ships(question: str, answer: str) -> None:
    assert total(_words(question)) == answer


def test_a_morph_is_worth_the_one_card_that_is_told() -> None:
    assert copied(_words("I play a morph with 3 ships, he plays a 20. My card is worth?")) == "20"
    assert copied(_words("I play a morph, he plays a 20, she a 12. My card is worth?")) == ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Offense 8, 4 ships, plus an ally with 4. Defense 14, 1 ship. Who wins?", "offense wins here: 16 against 15."),
        ("Offense 12 and 3 ships and an ally with 1, defense 14 and 2 ships.", "defense wins here: 16 against 16."),
        ("I got 3 ships and a 12, he has 4 ships and an 11 and i am 1 attack.", "defense wins here: 15 against 15."),
        ("I attack with 2 ships and a morph, he defends with 2 ships and a 15.", "defense wins here: 17 against 17."),
        ("He attacks with 2 ships and a 10, I have 3 ships and a 12.", "defense wins here: 12 against 15."),
        ("My attack 12 with 2 ships, he plays a 10 with 3 ships.", ""),  # who is the offense?
        ("I attack with 2 ships and a 10, he has 3 ships and a 12 and a kicker.", ""),
        ("I attack with 2 ships and a 10, he has a 12.", ""),  # his ships?
    ],
)
def test_which_side_wins_is_told_with_both_totals(question: str, answer: str) -> None:
    assert winner(_words(question)).removeprefix("The ") == answer


@pytest.mark.parametrize(
    ("where", "answer"),
    [
        ("I slap a +3 on mine.", "yes"),  # 12 + 2 + 3 against 10 + 4
        ("I slap a +3 on his.", ""),
        ("He slaps a +3 on it.", ""),
    ],
)
def test_a_reinforcement_counts_where_it_is_told_on_which_side(where: str, answer: str) -> None:
    asked = f"Attacking with a 12 and 2 ships, he has 10 and 4 ships. {where} Do I win?"
    assert wins(_words(asked), _words(parts(asked)[-1].text)) == answer
