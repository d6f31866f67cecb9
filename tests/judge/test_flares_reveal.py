"""Flares of the reveal: nothing is lost or made at a table, hidden cards are folded right, and flips count them."""

from __future__ import annotations

import random

import pytest

from referee.judge.ways.line import judge_encounter
from referee.state.encounter import ATTACK, NEGOTIATE, Card
from tests import effort, games
from tests.judge.test_cases import _covers

FLARES = (
    *("Chosen", "Citadel", "Fodder", "Gambler", "Human", "Loser", "Macron", "Mirror", "Oracle", "Pacifist"),
    *("Reserve", "Tripler", "Vacuum", "Virus", "Warpish", "Warrior"),
)
SEATS = ("red", "purple", "yellow", "blue")
COMMANDS = 220


@pytest.mark.parametrize("seed", effort.some(range(2 * len(FLARES)), 1))
def test_games_with_flares_lose_no_ship_and_no_card(seed: int) -> None:
    """Every way to play a flare that is offered is accepted; everybody has one, and some its sheet as well."""
    source, first = random.Random(3000 + seed), FLARES[seed % len(FLARES)]
    flares = [first, *source.sample([name for name in FLARES if name != first], 3)]
    sheets = [flares[0] if seed % 2 else flares[1], "Clone", "Zombie", flares[3]]
    assert games.play_on(games.sat_down(source, sheets, flares), source, COMMANDS, flares=0.5)


@pytest.mark.parametrize(
    "line",
    [
        "red 3 : {} vs blue 3 : 5 ; flare red Gambler 6",
        "red 3 : {} vs blue 3 : 20 ; flare blue Gambler 4",
        "red 3 : {} vs blue 2 : 12 ; flare blue Tripler",
        "red 2 : {} vs blue 3 : 12 ; flare blue Mirror ; hand red 5 ; hand blue 5",
        "red 2 : {} vs blue 3 : 12 ; flare red Pacifist ; hand blue 5",
        "red/Tripler 2 : {} vs blue 3 : 12 ; flare red Tripler ; hand blue 5",
        "red 3 + green 2 : {} vs blue 3 : 12 ; flare red Virus ; hand blue 5",
        "red/Gambler 2 : {} vs blue 3 : 8 ; flare red Gambler 3 ; use red 20 blue ; hand blue 5",
    ],
)
def test_a_hidden_card_is_ruled_as_it_is_when_told(line: str) -> None:
    """Of each card that red can have, the case that covers it says what is ruled once it is known."""
    cases = judge_encounter(line.format("?")).cases
    assert cases
    for card in (*(Card(ATTACK, value) for value in range(-7, 41)), Card(NEGOTIATE)):
        told = judge_encounter(line.format(card)).to_dict()
        case = next(case for case in cases if _covers(case.when, card))
        assert told["status"] == case.told["status"], (str(card), case.when)
        if told["status"] != "illegal":
            assert told["outcome"] == case.told["outcome"], (str(card), case.when)
            pays = [then["who"] for then in told["then"] if "outside the encounter" in then["what"]]
            assert pays == [then["who"] for then in case.told["then"] if "outside the encounter" in then["what"]]


@pytest.mark.parametrize(
    ("line", "ships"),
    [
        ("red {} : 4 vs blue 3 : 5 ; flare red Macron", 4),
        ("red {} + green 2 : 4 vs blue 3 : 4 ; flare red Virus", 4),
        ("red/Virus {} + green 2 : 4 vs blue 3 : 14 ; flare red Virus", 4),
    ],
)
def test_fewer_ships_turn_it_exactly_where_flips_say_so(line: str, ships: int) -> None:
    """`1 ship fewer of red` turns the outcome, and one less of a change does not."""
    ruled = judge_encounter(line.format(ships)).to_dict()
    said = next(flip["if"] for flip in ruled["flips"] if "fewer of red" in flip["if"])
    fewer = int(said.split()[0])
    outcomes = [judge_encounter(line.format(ships - less)).to_dict()["outcome"] for less in range(fewer + 1)]
    assert outcomes[:-1] == [ruled["outcome"]] * fewer
    assert outcomes[-1] != ruled["outcome"]


@pytest.mark.parametrize("value", range(-7, 41))
def test_a_flare_moves_the_bound_up_to_which_tripler_triples(value: int) -> None:
    """At most 13 times three, above that a third, rounded up (card Tripler-flare, alien Tripler)."""
    ruled = judge_encounter(f"red/Tripler 1 : {value} vs blue 1 : 0 ; flare red Tripler").to_dict()
    counts = value * 3 if value <= 13 else (value + 2) // 3
    assert ruled["totals"] == {"offense": counts + 1, "defense": 1}
