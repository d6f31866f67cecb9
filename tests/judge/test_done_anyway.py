"""What a table does although a rule forbids it: nothing that cannot be, whatever was done before."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from referee.book.loader import rulebase
from referee.errors import RefereeError
from referee.judge.ways.table import lay_table, tell_command
from referee.playtesting import whole
from referee.playtesting.offers import tries
from referee.state.table import Table
from tests import effort

EDITIONS = ("consolidated", "ffg2018", "mayfair1991", "warp")
GAMES = effort.times(25, 8)  # of each edition
ACTS = 14  # that are tried after an encounter
KNOWN = rulebase()

FAILED = ("destiny blue", "launch 2 at blue.1", "play red N", "play blue N", "reveal", "no deal")


def _told(commands: Sequence[str], edition: str = "consolidated") -> Table:
    table = lay_table("table red blue green yellow", edition)
    for command in commands:
        verdict = tell_command(table, command, books=rulebase(edition))
        assert verdict.legal, command
        table = verdict.table
    return table


@pytest.mark.parametrize("command", ["play blue N", "play red 12", "ally green offense 2", "launch red 4 at blue.1"])
def test_what_an_outcome_was_ruled_from_is_not_changed_after_it(command: str) -> None:
    # The deal has failed: each main player owes three ships (5.10.7.1), and the cards are decided (5.8.1, 5.9.1).
    table = _told(FAILED)
    verdict = tell_command(table, command, True, KNOWN)
    assert not verdict.legal
    assert "resolution phase" in verdict.illegal[0].finding.says


@pytest.mark.parametrize("command", ["destiny green", "wild green", "destiny red"])
def test_no_other_defense_is_named_while_ships_are_in_an_encounter(command: str) -> None:
    # The destiny card is drawn before the gate is aimed (5.5.1, 5.6.1): by then the ships are on their way to blue.
    for told in (FAILED[:2], FAILED[:3]):
        assert not tell_command(_told(told), command, True, KNOWN).legal


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_is_done_anyway_keeps_every_ship(edition: str) -> None:
    known = rulebase(edition)
    for seed in range(GAMES):
        source = random.Random(seed)
        table = _begun(source, edition)
        done = []
        for _ in range(ACTS):
            command = source.choice([*tries(table, source), "no deal", "deal red gives 1 card", "resolve"])
            try:
                verdict = tell_command(table, command, True, known)
            except RefereeError:  # not understood there
                continue
            if verdict.legal:
                done.append(command)
                table = verdict.table
                assert not [*whole.ships_missing(table, known)], (seed, done)


def _begun(source: random.Random, edition: str) -> Table:
    """A table after an encounter of whatever cards, with an ally on a side or none."""
    ally = source.choice(("", "offense", "defense"))
    inviting = {"offense": "red", "defense": "blue"}.get(ally, "")
    commands = ["destiny blue", f"launch {source.randint(1, 4)} at blue.1"]
    commands += [f"invite {inviting}: green", f"ally green {ally} 2"] if ally else []
    cards = [f"play red {source.choice('N 8 20 M'.split())}", f"play blue {source.choice('N 12 M'.split())}"]
    ending = source.choice(("resolve", "no deal", "deal red gives 1 card"))
    table = lay_table("table red blue green yellow", edition)
    for command in (*commands, *cards, "reveal", ending):
        try:
            verdict = tell_command(table, command, books=rulebase(edition))
        except RefereeError:  # an older edition has no such card or command
            continue
        table = verdict.table if verdict.legal else table
    return table
