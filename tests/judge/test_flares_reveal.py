"""Flares of the reveal: nothing is lost or made at a table, hidden cards are folded right, and flips count them."""

from __future__ import annotations

import random

import pytest

from referee import judge_encounter
from referee.judge.table.engine import rule
from referee.judge.table.legal import legal
from referee.judge.table.setting import lay_ruled
from referee.law.loader import Names, rulebase
from referee.position import table as tbl
from referee.position.commands import read_command
from referee.position.encounter import ATTACK, NEGOTIATE, Card
from referee.position.table import Table, from_data, to_data
from tests import player
from tests.judge.test_cases import _covers
from tests.judge.test_flares_planning import cards_of

FLARES = (
    *("Chosen", "Citadel", "Fodder", "Gambler", "Human", "Loser", "Macron", "Mirror", "Oracle", "Pacifist"),
    *("Reserve", "Tripler", "Vacuum", "Virus", "Warpish", "Warrior"),
)
SEATS = ("red", "purple", "yellow", "blue")
COMMANDS = 220


def sat_down(seed: int) -> Table:
    """Four players from one counted deck, each with a flare of this file, some of them with its sheet as well."""
    books, source = rulebase(), random.Random(seed)
    first = FLARES[seed % len(FLARES)]
    flares = [first, *source.sample([name for name in FLARES if name != first], 3)]
    sheets = [flares[0] if seed % 2 else flares[1], "Clone", "Zombie", flares[3]]
    laid = " ".join(f"{seat}/{alien}" for seat, alien in zip(SEATS, sheets, strict=True))
    table = lay_ruled(read_command(f"table {laid}", Names(books)), books).table
    table = rule(table, player.read(player.deal(source, SEATS), table, books), books).table
    for seat, flare in zip(SEATS, flares, strict=True):
        table.hands[seat] = (*table.hands[seat], flare)
    return table


@pytest.mark.parametrize("seed", range(2 * len(FLARES)))
def test_games_with_flares_lose_no_ship_and_no_card(seed: int) -> None:
    """Every way to play a flare that is offered is accepted; no ship and no card is missing afterwards."""
    books, source = rulebase(), random.Random(3000 + seed)
    table = sat_down(seed)
    whole = cards_of(table)
    done: list[str] = [str(table.aliens)]
    for _ in range(COMMANDS):
        if table.winners:
            break
        flares = [c for _, c in legal(table, books) if c.act is not None and c.act.verb == "flare"]
        try:
            command = source.choice(flares) if flares and source.random() < 0.5 else player.choose(source, table, books)
        except player.NoCardError:
            break
        was = to_data(table)
        verdict = rule(table, command, books)
        done.append(verdict.command)
        assert verdict.legal, (done[-8:], verdict.illegal[0].finding.says)
        assert to_data(table) == was
        table = verdict.table
        for name in table.seats:
            assert table.total(name) == player.SHIPS, (name, done[-8:])
        if table.phase == tbl.START and not table.acts:
            assert cards_of(table) == whole, done[-40:]
        assert from_data(to_data(table)) == table


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
