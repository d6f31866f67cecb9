"""The powers that act before the cards are turned up: what they leave alone, and that nothing is lost or made."""

from __future__ import annotations

import random

import pytest

from referee import judge_encounter
from referee.book.loader import rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.playtesting import playing
from referee.state.commands import Command
from tests import effort, games

ALIENS = (
    *("Mind", "Mutant", "Philanthropist", "Grudge", "Trader", "Oracle"),
    *("Amoeba", "Citadel", "Miser", "Kamikaze", "Parasite"),
)
GAMES = 22  # each alien twice as the first player's
COMMANDS = 120


@pytest.mark.parametrize("seed", effort.some(range(GAMES), 2))
def test_games_lose_no_ship_and_no_card(seed: int) -> None:
    """Whatever is offered is accepted, and the powers neither lose nor make a ship or a card."""
    source = random.Random(seed)
    mine = ALIENS[seed % len(ALIENS)]
    others = source.sample([alien for alien in ALIENS if alien != mine], 3)
    assert games.play_on(games.sat_down(source, (mine, *others)), source, COMMANDS, tried=0.01)


BEFOREHAND = ("Mind", "Mutant", "Trader", "Philanthropist", "Miser")
LINES = (
    "red{0} 3 : 8 vs blue 2 + green 2 : 6 ; home blue 3 ; hand red 4{1}",
    "red{0} 2 + green 1 : N vs blue 3 : 10 ; hand blue 2{1}",
    "red{0} 4 : 4 vs blue 1 : N ; hand red 3 ; warp red 2{1}",
    "red{0} 3 : N vs blue 2 : N ; warp red 1, blue 4 ; no deal{1}",
    "red{0} 1 : M vs blue 4 : 20 ; home red 4{1}",
)


@pytest.mark.parametrize("alien", BEFOREHAND)
@pytest.mark.parametrize("line", LINES)
def test_what_was_done_before_changes_no_outcome(line: str, alien: str) -> None:
    """A line tells the table when the cards are turned up: hands that were touched before that are those told."""
    plain = judge_encounter(line.format("", "")).to_dict()
    used = judge_encounter(line.format(f"/{alien}", " ; use red")).to_dict()
    same = ("status", "outcome", "totals", "margin", "players", "second_encounter", "winners", "discards", "needs")
    assert {key: used[key] for key in same} == {key: plain[key] for key in same}
    assert f"alien {alien}" in {cite["id"] for cite in used["citations"]}


def test_an_oracle_is_the_only_one_who_sees_first() -> None:
    """Without its power, or on nobody's sheet, the encounter is ruled the same."""
    line = "red{} 3 : 8 vs blue 2 : 6 ; home red {}"
    rulings = [judge_encounter(line.format(*words)).to_dict() for words in (("/Oracle", 5), ("", 5), ("/Oracle", 2))]
    assert [ruling["totals"] for ruling in rulings] == [{"offense": 11, "defense": 8}] * 3
    assert [any(cite["id"] == "alien Oracle" for cite in ruling["citations"]) for ruling in rulings] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(("won", "cost"), [(True, 1), (False, 4)])
@pytest.mark.parametrize("warp", [0, 16, 17, 19, 20])
def test_a_token_costs_what_its_holder_has(warp: int, won: bool, cost: int) -> None:
    """One ship or four, and never more than are left of twenty."""
    defense = 4 if won else 20
    told = judge_encounter(
        f"red/Grudge 3 : 8 vs blue 2 : {defense} ; seats red blue green ; warp green {warp} ; use red green"
    ).to_dict()
    assert told["outcome"] == ("offense-wins" if won else "defense-wins")
    assert told["players"]["green"]["warp"] == min(cost, 20 - warp)


def test_a_card_zap_lets_a_trade_stand_without_the_cards_that_answered_it() -> None:
    """Both answers were held before the hands changed places: neither is in the hands that do."""
    books = rulebase()
    seats = playing.SEATS[:3]
    table = lay_ruled(Command("table", names=seats, aliens={"red": ("Trader",)}), books).table
    for text in (
        "set hand red: 10 N Card-Zap; hand purple: 20 Cosmic-Zap",
        "offense red",
        "destiny purple",
        "launch red 1 at purple.1",
        "invite red: none",
        "invite purple: none",
        "use red",
        "zap red by purple",
        "card zap by red",
    ):
        verdict = rule(table, playing.read(text, table, books), books)
        assert verdict.legal, (text, [refusal.finding.says for refusal in verdict.illegal])
        table = verdict.table
    assert (table.hands["red"], table.hands["purple"]) == (("20",), ("10", "N"))


@pytest.mark.parametrize("ships", range(21))
def test_amoeba_with_any_number_of_ships(ships: int) -> None:
    """8 and the ships against 9 and 3 ships; only what landed can found a colony."""
    told = judge_encounter(f"red/Amoeba {ships} : 8 vs blue 3 : 9 ; warp red 0 ; use red {ships}").to_dict()
    assert told["totals"] == {"offense": 8 + ships, "defense": 12}
    assert told["outcome"] == ("offense-wins" if 8 + ships > 12 else "defense-wins")
    landed = ships if 8 + ships > 12 else 0
    assert told["players"]["red"]["lands"] == landed
    assert told["players"]["red"]["colonies"]["foreign"] == int(landed > 0)
