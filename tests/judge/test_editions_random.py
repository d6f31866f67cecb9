"""Whole random games in each edition and variant that is played: no ship and no card is lost or made."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import rulebase
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.playtesting import offers, playing, whole
from referee.state.kept import show, to_data
from referee.state.table import Table
from tests import effort
from tests.kept import from_data

# An edition with its variants, and how many sit there (none: three to five, by the seed).
PLAYED = {
    "ffg2018": 0,
    "ffg2018+four-planets+technology": 0,
    "ffg2018+single-encounter+hidden-powers": 0,
    "warp": 0,
    "warp+punt": 0,
    "warp+multiple-powers": 0,
    "warp+honeymoon": 2,
    "warp+honeymoon+punt+multiple-powers": 2,
    "mayfair1991": 0,
    "mayfair1991+reverse-warp": 0,
    "mayfair1991+reverse-hexes": 0,
    "mayfair1991+simplified": 0,
    "mayfair1991+reverse-warp+reverse-hexes+simplified": 0,
}
GAMES = effort.times(4, 1)
TRIED = 0.01  # of the tables on the way, how many have everything tried on them


def _watched(edition: str, seed: int) -> playing.Game:
    """A game in which nothing is wrong after any command, played with powers if the seed is odd."""
    books, source = rulebase(edition), random.Random(-1 - seed)
    found: list[str] = []
    commands: list[str] = []

    def watch(before: Table, verdict: Verdict) -> None:
        commands.append(verdict.command)
        wrong = whole.wrong(before, verdict)
        if source.random() < TRIED:
            wrong += offers.slips(verdict.table, source, books)
            assert from_data(to_data(verdict.table)) == verdict.table
        found.extend(f"{says} (after {' / '.join(commands[-6:])})" for says in wrong)

    players = PLAYED[edition] or 3 + seed % 3
    game = playing.play(seed, players, books, most=60, watch=watch, powers=seed % 2 == 1)
    assert found == []
    return game


@pytest.mark.parametrize("edition", PLAYED)
def test_a_game_keeps_every_ship_and_card(edition: str) -> None:
    games = [_watched(edition, seed) for seed in range(GAMES)]
    assert sum(game.encounters for game in games) > 4
    for game in games:
        told = show(game.table)
        assert ("limbo" in told) is ("reverse-warp" in edition)


def test_every_variant_of_the_older_editions_is_played() -> None:
    played = {name for edition in PLAYED for name in edition.split("+")[1:]}
    for edition in ("ffg2018", "warp", "mayfair1991"):
        known = rulebase(edition)
        parts = {part for name in played for part in known.parts(name)}
        # Combo cards are dealt in the setup, and change nothing after that.
        assert set(known.variants_of_own()) - played - parts == ({"combos"} if edition == "ffg2018" else set())


def test_a_fan_that_is_wrong_is_seen() -> None:
    """The player would find each of these: a test of the test."""
    books = rulebase("mayfair1991+reverse-warp")
    table, _ = playing.open_game(random.Random(3), 4, books)
    verdict = rule(table, playing.read("draw red 0 for Remora", table, books), books)
    assert whole.wrong(table, verdict) == []
    laid = verdict.table.copy()
    verdict.table.move("red", 1, "red.1", "limbo")
    assert any("on the fan lie" in said for said in whole.wrong(table, verdict))
    verdict.table = laid
    laid.move("red", 1, "red.1", "warp")
    assert any("ships that it cost are in the warp" in said for said in whole.wrong(table, verdict))
