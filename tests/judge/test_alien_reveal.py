"""Aliens that act on the cards and totals: nothing is lost or made at a table, and unused they change nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.judge.ways.line import judge_encounter
from tests import effort, games

OPTIONAL = ("Calculator", "Chosen", "Fodder", "Gambler", "Sorcerer", "Loser", "Mirror", "Reserve")
MANDATORY = ("Anti-Matter", "Human", "Pacifist", "Tripler", "Virus", "Warpish", "Warrior", "Macron")
COMMANDS = 250


@pytest.mark.parametrize("seed", effort.some(range(24), 2))
def test_whole_games_keep_every_ship_and_card(seed: int) -> None:
    """What is offered is accepted, and after each command all ships and cards are somewhere, and only there.

    One of the aliens at least is optional.
    """
    source = random.Random(seed)
    first = source.choice(OPTIONAL)
    others = source.sample([name for name in (*OPTIONAL, *MANDATORY) if name != first], len(games.SEATS) - 1)
    table = games.sat_down(source, (first, *others))
    assert games.play_on(table, source, COMMANDS, tried=0.02)


def told(line: str) -> dict[str, Any]:
    """A ruling without what names the line itself."""
    found = judge_encounter(line).to_dict()
    return {key: value for key, value in found.items() if key not in ("position", "proof", "assumes")}


@pytest.mark.parametrize("alien", OPTIONAL)
@pytest.mark.parametrize(
    "line",
    [
        "red{} 3 : 8 vs blue 2 : 4",
        "red{} 3 : N vs blue 2 : 8 ; hand blue 5",
        "red 3 : 8 +2 vs blue{} 2 : N ; hand red 5",
        "red 3 : N vs blue{} 2 : N",
        "red{} 2 + green 1 : ? vs blue 3 : 12",
        "red 3 + green{} 1 : 8 vs blue 2 : 12",
        "red{} 2 : M vs blue 3 : 12",
    ],
)
def test_an_optional_power_that_is_not_used_changes_nothing(alien: str, line: str) -> None:
    """As if the sheet were not there (consolidated 4.8.1: it is used, or it is not)."""
    assert told(line.format(f"/{alien}")) == told(line.format(""))


@pytest.mark.parametrize("offense", [0, 4, 8, 15, 30])
@pytest.mark.parametrize("defense", [1, 8, 20, 40])
def test_an_equalize_keeps_the_difference_for_the_higher_card(offense: int, defense: int) -> None:
    """The higher attack becomes the difference of the two, the lower one stays (alien Calculator)."""
    ruled = judge_encounter(f"red/Calculator 2 : {offense} vs blue 3 : {defense} ; use red").to_dict()
    low = min(offense, defense)
    high = abs(offense - defense) or low
    left, right = (high, low) if offense > defense else (low, high)
    assert ruled["totals"] == {"offense": left + 2, "defense": right + 3}


@pytest.mark.parametrize("card", [0, 4, 12, 20, 40])
def test_a_claim_nobody_challenges_is_ruled_like_the_card(card: int) -> None:
    """As if what is said were true, whatever the card is (ffg2018 alien-sheets-printed.6)."""
    plain = judge_encounter(f"red 3 : {card} vs blue 2 : 11").to_dict()
    for facedown in ("?", "N", "4"):
        claimed = judge_encounter(f"red/Gambler 3 : {facedown} vs blue 2 : 11 ; use red {card}").to_dict()
        for key in ("status", "outcome", "totals", "margin", "flips", "players"):
            assert claimed[key] == plain[key], key


def test_only_one_card_is_the_truth() -> None:
    """Of all cards that red can have, a 9 alone makes the challenge cost blue."""
    for card in range(0, 41):
        ruled = judge_encounter(f"red/Gambler 3 : {card} vs blue 2 : 11 ; use red 9 blue").to_dict()
        pays = [then["who"] for then in ruled["then"] if "outside the encounter" in then["what"]]
        assert pays == ["blue" if card == 9 else "red"]
