"""What a question counts itself: totals, who wins by them, what a morph is worth; nothing where that is not plain."""

from __future__ import annotations

import pytest

from referee.book.asking import parts
from referee.book.reckoned import copied, total, wins
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
