"""What was left open of a command: filled where one filling is plain, else asked for with every way to say it."""

from __future__ import annotations

import pytest

from referee.judge.ways.implied import Told
from referee.judge.ways.table import lay_table, tell_command
from referee.state.table import Table


def _at(*said: str, table: str = "red blue green yellow") -> Table:
    found = lay_table(f"table {table}")
    for text in said:
        verdict = tell_command(found, text)
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        found = verdict.table
    return found


def _asked(table: Table, text: str) -> list[str]:
    verdict = tell_command(table, text)
    assert verdict.status == "depends", text
    return list(verdict.illegal[0].to_dict()["choices"])


def test_the_number_of_ships_is_asked_for_as_the_law_has_it() -> None:
    """One to four ships (5.6.3)."""
    assert _asked(_at("destiny blue"), "launch red at blue.1") == [f"launch red {n} at blue.1" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("said", "sides"), [("ally green", ("offense", "defense")), ("ally green defense", ("defense",))]
)
def test_the_side_is_asked_for_only_where_it_was_not_said(said: str, sides: tuple[str, ...]) -> None:
    """One to four ships (5.7.3), for a side that has invited: both have."""
    table = _at("destiny blue", "launch red 2 at blue.1", "invite red: green", "invite blue: green")
    assert _asked(table, said) == [f"ally green {side} {n}" for side in sides for n in (1, 2, 3, 4)]


def test_only_what_can_be_done_is_offered() -> None:
    """Green has two ships on planets: it may send no more than it has (5.7.3.1)."""
    table = _at(
        "set green.1 green 1; green.2 green 1; green.3 nobody; green.4 nobody; green.5 nobody; warp green 18",
        "destiny blue",
    )
    for text in ("launch red 2 at blue.1", "invite red: green", "invite blue: none"):
        table = tell_command(table, text).table
    assert _asked(table, "ally green offense") == ["ally green offense 1", "ally green offense 2"]


def test_the_side_alone_is_asked_for_with_its_ships() -> None:
    table = _at("destiny blue", "launch red 2 at blue.1", "invite red: green", "invite blue: green")
    assert _asked(table, "ally green 3") == ["ally green offense 3", "ally green defense 3"]


def test_who_plays_a_flare_is_asked_of_those_who_may_hold_it() -> None:
    """Red's hand is known and has no flare; nobody knows the others'."""
    table = _at("set hand red: 6 N", "destiny blue", "launch red 2 at blue.1", "reveal red 6, blue 20")
    offered = {choice.split()[1] for choice in _asked(table, "play the macron flare")}
    assert "red" not in offered
    assert offered <= {"blue", "green", "yellow"}


def _told(table: Table, text: str) -> Told:
    verdict = tell_command(table, text)
    assert verdict.legal, verdict.illegal[0].finding.says
    return verdict


def test_all_ships_of_a_stack_that_is_due_return() -> None:
    """Yellow's two ships beside a winning defense go back (ffg2018 moving-ships.2), all of them to the planet named."""
    table = _at("destiny blue", "launch red 2 at blue.1", "ally yellow defense 2", "reveal red 4, blue 8", "resolve")
    table = _told(table, "reward yellow 2 cards").table
    before = table.at("yellow.3", "yellow")
    assert _told(table, "return yellow yellow.3").table.at("yellow.3", "yellow") == before + 2
