"""Random legal games of Duel: what is offered is accepted, and no ship or card is lost or made."""

from __future__ import annotations

import contextlib
import random

import pytest

from referee.duel import tabletop
from referee.duel.commands import COMMANDS
from referee.duel.state import Phase, to_data
from referee.errors import RefereeError
from tests import effort
from tests.duel import player

GAMES = 24


@pytest.mark.parametrize("seed", effort.some(range(GAMES), 6))
def test_a_game_keeps_every_ship_and_card(seed: int) -> None:
    player.play(seed, most=250, tried=0.03, corrected=0.02 * (seed % 2))


def test_most_games_come_to_an_end() -> None:
    games = [player.play(seed) for seed in range(effort.times(6, 2))]
    assert sum(game.table.phase == Phase.OVER for game in games) >= effort.times(4, 1)


def test_the_same_seed_gives_the_same_game() -> None:
    assert player.play(3, 120) == player.play(3, 120)
    assert player.play(4, 120).commands != player.play(3, 120).commands


def test_a_game_is_the_same_when_it_is_played_from_its_commands() -> None:
    game = player.play(5, 150)
    played = tabletop.play("\n".join(game.commands))
    assert played.faults == []
    assert played.table == game.table


@pytest.mark.parametrize("spoil", ["ship", "card", "ally"])
def test_what_would_be_wrong_is_seen(spoil: str) -> None:
    table = player.play(3, 30).table
    verdict = tabletop.rule_command(table, "past")
    assert player.wrong(table, verdict) == []
    after = verdict.table
    if spoil == "ship":
        after.supply["blue"] = (after.supply["blue"] or 0) + 1
    elif spoil == "card":
        after.hands["blue"].append("42")
    else:
        after.dues = []
        for envoy in after.envoys.values():
            envoy.ally = "blue"
    assert player.wrong(table, verdict)


@pytest.mark.parametrize("seed", effort.some(range(60), 10))
def test_a_spoiled_command_is_never_a_traceback(seed: int) -> None:
    """Anything typed is ruled, or answered with its place; the table stays as it was."""
    source = random.Random(seed)
    table = player.play(seed % 12, source.randrange(5, 120)).table
    before = to_data(table)
    words = [word for form in COMMANDS.values() for word in form.usage.replace("·", " ").split()]
    for _ in range(40):
        typed = source.choice(list(COMMANDS.values())).usage.split(" · ")[0].split()
        for _ in range(source.randint(0, 2)):
            typed[source.randrange(len(typed))] = source.choice([*words, "?", "-1", "0", "99", "[red]", ";", ""])
        with contextlib.suppress(RefereeError):
            tabletop.rule_command(table, " ".join(typed), source.random() < 0.3).to_dict()
        assert to_data(table) == before
