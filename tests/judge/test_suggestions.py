"""A refusal names what may be done instead: something always, and nothing that is refused in its turn."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from referee.book.loader import rulebase
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.table import lay_table, rule_command
from referee.playtesting import offers, playing
from referee.state import phases as ph
from referee.state.table import Table
from tests import effort

GAMES = 6
EACH = 40  # commands after which everything is tried once more


def more(table: Table) -> Iterator[str]:
    """Besides what the player tries: what belongs to one phase only, artifacts, deals and claims."""
    first, second, *_ = table.seats
    yield from ("no deal", f"deal {first} gives 1 card", f"deal {first} gives colony, {second} gives colony")
    yield from (f"deal {first} gives colony for 30", f"deal {first} gives colony {first}.1 for 3 from gate")
    yield from ("quash by red", "ionic gas", "emotion control", "mobius tubes", "force field all", "card zap")
    yield from (f"plague {first}", f"zap {first} by {second}", f"use {first}", f"reinforce {first} +2 offense")
    yield from ("claim offense 17", f"claim {first} warp 19", f"claim winner {first}", f"offense {second}")
    yield from ("resolve", f"take {first} 9 from {second}", f"lose {first}", f"discard {first}: 99", "punt")
    yield from (f"destiny nobody{first}", f"launch {first} 9 at {second}.1", f"return {first} {second}.1 1")


def helpless(table: Table, verdict: Verdict) -> str:
    """What is wrong with what the refusals of a command name; nothing (an empty text) if all is well."""
    named = [text for refusal in verdict.illegal for text in refusal.nearest]
    refused = [text for text in named if not rule_command(table, text).legal]
    says = verdict.illegal[0].finding.says
    if refused:
        return f"{verdict.command}: {says}; names {refused}, which is refused"
    return "" if named else f"{verdict.command}: {says}; names nothing in the phase {table.phase}"


@pytest.mark.parametrize("powers", [False, True], ids=["plain", "powers"])
@pytest.mark.parametrize("seed", effort.some(range(GAMES), 2))
def test_every_refusal_names_something_that_is_legal(seed: int, powers: bool) -> None:
    books, source, found = rulebase(), random.Random(seed), set[str]()
    commands = itertools.count()

    def watch(_: Table, verdict: Verdict) -> None:
        table = verdict.table
        if next(commands) % EACH:
            return
        for text in (*offers.tries(table, source), *more(table)):
            refused = rule(table, playing.read(text, table, books), books)
            if not refused.legal:
                found.add(helpless(table, refused))

    playing.play(seed, 3 + seed % 3, books, most=40, watch=watch, powers=powers)
    assert found == {""}


def after(*commands: str, players: str = "table red blue green") -> Table:
    """A table after these commands, all of them legal."""
    table = lay_table(players)
    for text in commands:
        verdict = rule_command(table, text)
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        table = verdict.table
    return table


def refusal(table: Table, text: str) -> tuple[str, tuple[str, ...]]:
    """Why a command is refused, and what is named instead."""
    verdict = rule_command(table, text)
    assert not verdict.legal
    assert helpless(table, verdict) == ""
    return verdict.illegal[0].finding.says, verdict.illegal[0].nearest


HELPED = ("destiny blue", "launch red 2 at blue.1", "invite red: none", "invite blue: green", "ally green defense 2",
          "play red 4", "play blue 10", "reveal", "resolve")  # fmt: skip


def test_rewards_that_are_due_stand_in_the_way_of_everything_else() -> None:
    """The defense won, and green has two rewards: neither `end` nor another `resolve` nor a deal is possible."""
    table = after(*HELPED)
    for text in ("resolve", "launch red 1 at blue.2", "play red 8"):
        says, named = refusal(table, text)
        assert says.endswith("this is the resolution phase, and green has still to take 2 rewards")
        assert "reward green 2 cards" in named
        assert all(text.startswith("reward green") for text in named)
    for text in ("end", "deal red gives 1 card", "no deal"):
        assert any(text.startswith("reward green") for text in refusal(table, text)[1])


@pytest.mark.parametrize(
    ("before", "text", "waits", "named"),
    [
        (0, "launch red 1 at blue.1", None, ""),
        (0, "play red 8", "destiny has still to be turned up", "destiny"),
        (1, "resolve", "red has still to launch", "launch red"),
        (2, "launch red 1 at blue.2", "red has still to invite allies, or nobody", "invite red"),
        (3, "reveal", "blue has still to invite allies, or nobody", "invite blue"),
        (4, "invite green: none", None, "ally green"),
        (4, "end", "green has still to join a side or to decline", ("ally green", "decline green")),
        (5, "reveal", "red has still to select a card", "play red"),
        (6, "no deal", "blue has still to select a card", "play blue"),
        (7, "end", "the cards have still to be turned up", "reveal"),
        (8, "ally green offense 1", "the encounter has still to be resolved", "resolve"),
    ],
)
def test_what_comes_in_the_wrong_phase_is_told_what_the_table_waits_for(
    before: int, text: str, waits: str | None, named: str | tuple[str, ...]
) -> None:
    table = after(*HELPED[:before])
    says, offered = refusal(table, text)
    if waits is not None:
        assert says.endswith(waits)
        assert all(one.startswith(named) for one in offered)


def test_a_deal_that_is_refused_is_answered_with_one_that_can_be_made() -> None:
    talks = (*HELPED[:3], "invite blue: none", "play red N", "play blue N", "reveal", "resolve")
    table = after(*talks)
    for text in (
        "deal red gives 30 cards",
        "deal red gives colony blue.1",
        "deal red gives colony red.1 for 9 from gate",
    ):
        assert any(named.startswith("deal ") for named in refusal(table, text)[1]), text


def test_ships_that_are_not_there_are_answered_with_as_many_as_there_are() -> None:
    few = "set red.1 red 2; red.2 nobody; red.3 nobody; red.4 nobody; red.5 nobody; removed red 18"
    assert "launch red 2 at blue.1" in refusal(after(few, "destiny blue"), "launch red 3 at blue.1")[1]


def test_a_game_that_is_over_names_its_winner() -> None:
    table = after()
    table.winners, table.phase = ("red",), ph.OVER
    assert refusal(table, "launch red 1 at green.1")[1] == ("claim winner red",)


def test_a_wrong_claim_is_answered_with_the_right_one() -> None:
    table = after(*HELPED)
    assert refusal(table, "claim offense 7")[1] == ("claim offense 6",)


def test_a_wrong_total_is_told_part_by_part() -> None:
    """4 + 2 ships + 4 + one for each of the eight ships in the warp (Warpish) = 18; 20 + 4 ships = 24."""
    start = ("set hand red: 4 +4 N; warp green 8; green.1 nobody; green.2 nobody", "destiny blue")
    play = ("launch red 2 at blue.1", "play red 4", "play blue 20", "reveal", "reinforce red +4 offense")
    table = after(*start, *play, players="table red/Warpish blue green")
    says, _ = refusal(table, "claim offense 17")
    assert says == "the offense's total: 18 (card 4 + red's ships 2 + reinforcement 4 + Warpish 8), not 17"
    resolved = rule_command(table, "resolve").table
    says, _ = refusal(resolved, "claim defense 31")
    assert says == "the defense's total: 24 (card 20 + blue's ships 4), not 31"
