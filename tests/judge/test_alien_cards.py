"""Powers over hands, compensation and discards: no card is lost or doubled, and what is not used changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import referee
from referee.book.loader import rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting import playing
from referee.state.table import Table
from tests import effort, games

ALIENS = ("Barbarian", "Hacker", "Filch", "Fido", "Vulch", "Clone")
TRIED = 0.1  # of the tables on the way, how many have everything tried on them
GAMES = 10
ENCOUNTERS = 25
LINES = 60
RULED = ("outcome", "totals", "margin", "players", "discards", "winners")


@pytest.mark.parametrize("seed", effort.some(range(GAMES), 1))
def test_no_card_is_lost_or_doubled(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deck is counted, and every card of it lies somewhere, known or not; what is offered is accepted."""
    monkeypatch.setattr(playing, "executable", lambda books: list(ALIENS))
    games.watched(seed, 4 + seed % 2, random.Random(-7 - seed), TRIED, ENCOUNTERS, powers=True)


def _line(source: random.Random, offense: str, defense: str, bystander: str) -> str:
    """An encounter of red and blue with yellow outside, everybody with this or no alien."""
    red, blue = source.randint(1, 4), source.randint(1, 4)
    cards = [source.choice(("N", "M", "4", "8", "12", "20")) for _ in range(2)]
    hands = ", ".join(f"{name} {source.randint(0, 6)}" for name in ("red", "blue", "yellow"))
    return (
        f"red{offense} {red} : {cards[0]} vs blue{defense} {blue} : {cards[1]} ; hand {hands} ; "
        f"seats red blue yellow{bystander}"
    )


def _ruled(line: str) -> dict[str, Any]:
    told = referee.judge_encounter(line).to_dict()
    for name in told["players"]:
        told["players"][name].pop("power")
    return {key: told[key] for key in RULED}


@pytest.mark.parametrize("alien", ["Hacker", "Filch", "Fido", "Vulch", "Clone"])
def test_a_power_that_is_not_used_changes_nothing(alien: str) -> None:
    """These powers are optional, or have no artifact to take: the ruling is that of players without an alien."""
    for seed in range(LINES):
        for place in range(3):
            sheets = [f"/{alien}" if at == place else "" for at in range(3)]
            with_it = _line(random.Random(seed), *sheets)
            assert _ruled(with_it) == _ruled(_line(random.Random(seed), "", "", "")), with_it


def test_the_loot_changes_what_is_paid_and_nothing_else() -> None:
    """Compensation comes out of the hand with the loot in it: the less of cards owed, and of own hand and cards kept.

    Worked out here from the sheet and from consolidated 5.10.8: a card for each ship lost, as far as there are cards.
    """
    looted = 0
    for seed in range(4 * LINES):
        line = _line(random.Random(seed), "/Barbarian", "", "")
        had, plain = _ruled(line), _ruled(_line(random.Random(seed), "", "", ""))
        paid = [found["players"]["blue"].pop("compensation") for found in (had, plain)]
        assert had == plain, line
        position = referee.judge_encounter(line).to_dict()["position"]
        hand = dict(pair.split() for pair in position.partition("hand ")[2].partition(" ;")[0].split(", "))
        ships, lost = had["players"]["red"]["ships"], had["players"]["blue"]["warp"]
        kept = min(ships, int(hand["blue"]))
        if paid[1] or (kept and lost and " : N vs" not in line and line.partition(" vs ")[2].split()[3] == "N"):
            assert paid == [min(lost, int(hand["red"]) + kept), min(lost, int(hand["red"]))], line
            looted += paid[0] > paid[1]
        else:
            assert paid[0] == paid[1], line
    assert looted


def test_a_card_that_went_into_a_new_deck_is_not_offered_back() -> None:
    """Where the last card of the deck is drawn the discards become the deck (3.1.1.2), and a Clone's card with them."""
    books = rulebase()
    table = lay_ruled(playing.read("table green purple/Clone yellow/Healer", Table("", ()), books), books).table
    for text in (
        "set deck 1; hand green 4; hand purple 4; hand yellow 4; phase regroup",
        *("destiny purple", "launch green 4 at purple.1", "invite green: none", "invite purple: none"),
        *("play purple 10", "play green 12", "reveal", "resolve"),
    ):
        table = rule(table, playing.read(text, table, books), books).table
    took_back = playing.read("use purple", table, books)
    assert ("purple", took_back) in legal(table, books)
    table = rule(table, playing.read("use yellow purple", table, books), books).table  # who draws the last card
    assert (table.deck, table.discards) == (2, ())
    assert ("purple", took_back) not in legal(table, books)
    assert not rule(table, took_back, books).legal
