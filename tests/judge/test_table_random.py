"""A player who does anything that is legal plays whole games; after each command the table is as it must be."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys

import pytest

from referee.book.loader import rulebase
from referee.judge.powers.answers import STATEMENTS
from referee.judge.ways.command import rule
from referee.playtesting import offers, playing, whole
from referee.state.table import WARP
from tests import effort, games

GAMES = 40
GAMES_STATED = 16
TRIED = 0.04  # of the tables on the way, how many have everything tried on them

DIGEST = """
import hashlib
from referee.book.loader import rulebase
from referee.playtesting import playing
print(hashlib.sha256("\\n".join(playing.play(7, 5, rulebase(), most=15).commands).encode()).hexdigest())
"""


@pytest.mark.parametrize("powers", [False, True], ids=["plain", "powers"])
@pytest.mark.parametrize("seed", effort.some(range(GAMES), 4))
def test_a_game_keeps_every_ship_card_and_marker(seed: int, powers: bool) -> None:
    """The judge accepts what is offered and refuses what is not; what it does is what it ruled, with powers too."""
    game = games.watched(seed, 3 + seed % 3, random.Random(-1 - seed), TRIED, powers=powers)
    assert bool(game.table.winners) == (game.over == "won")


@pytest.mark.parametrize("seed", effort.some(range(GAMES_STATED), 5))
def test_whatever_players_state_no_ship_and_no_card_is_lost_or_made(seed: int) -> None:
    """Everybody has a power that the players state, and random things are stated of what these do."""
    game = games.watched(seed, 3 + seed % 3, random.Random(-1 - seed), TRIED, most=25, powers=playing.TIMED)
    stated = [command for command in game.commands if command.partition(" ")[0] in STATEMENTS]
    assert any(not command.startswith("nothing ") for command in stated)


def test_most_games_come_to_an_end() -> None:
    games = [playing.play(seed, 3 + seed % 3, rulebase()) for seed in range(effort.times(12, 4))]
    assert sum(game.over == "won" for game in games) > len(games) // 2


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (playing.play(7, 5, rulebase(), most=15) for _ in range(2))
    assert one == other
    assert playing.play(8, 5, rulebase(), most=15).commands != one.commands
    told = hashlib.sha256("\n".join(one.commands).encode()).hexdigest()
    for hashing in effort.some(("2", "1"), 1):  # the order of sets must not matter
        again = subprocess.run(
            [sys.executable, "-c", DIGEST],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hashing},
        )
        assert again.stdout.strip() == told


def test_a_refused_command_leaves_the_table_alone() -> None:
    books = rulebase()
    table, _ = playing.open_game(random.Random(1), 4, books)
    before = table.copy()
    for command in offers.tries(table, random.Random(1)):
        verdict = rule(table, playing.read(command, table, books), books)
        assert verdict.legal or verdict.table == before
        assert table == before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda table: table.ships["red.1"].update(red=5), "ships"),
        (lambda table: table.ships["red.1"].update(red=0), "without ships"),
        (lambda table: table.ships[WARP].update(orange=1), "do not sit here"),
        (lambda table: table.hands.update(red=(*table.hands["red"], "?")), "cards"),
        (lambda table: table.hands.update(red=("40",) * 2, purple=("40", *["?"] * 13)), "more places"),
        (lambda table: table.move("red", 1, "red.1", "gate") or table.move("red", 1, "red.1", "beside"), "both sides"),
        (lambda table: table.move("blue", 1, "blue.1", "gate"), "no ally of the offense"),
        (lambda table: setattr(table, "allies", {"red": "defense"}), "main players and allies"),
        (lambda table: setattr(table, "winners", ("red",)), "has won with 0"),
    ],
)
def test_what_would_be_wrong_is_seen(spoil: object, says: str) -> None:
    """The player would find each of these: a test of the test."""
    books = rulebase()
    table, _ = playing.open_game(random.Random(3), 4, books)
    verdict = rule(table, playing.read("draw red 0 for Remora", table, books), books)
    assert whole.wrong(table, verdict) == []
    assert callable(spoil)
    spoil(verdict.table)
    assert any(says in said for said in whole.wrong(table, verdict))
