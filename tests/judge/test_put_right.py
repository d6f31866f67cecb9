"""What is put right at the table as it is: ships and cards change places, as many as there are, and none is made."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.judge.ways.put_right import carry_cards, carry_ships, put_right
from referee.judge.ways.table import lay_table, rule_command
from referee.state.table import Table

LAID = lay_table("table red blue green")


def _set(*facts: str) -> Table:
    """A new table at which these facts are told."""
    table = LAID
    for fact in facts:
        table = rule_command(table, f"set {fact}").table
    return table


@pytest.mark.parametrize(
    ("wanted", "after"),
    [
        ({"a": -2, "b": 2}, {"a": 1, "b": 2, "c": 0}),
        ({"a": -5, "b": 5}, {"a": 0, "b": 3, "c": 0}),  # no more than are there
        ({"a": -1, "b": 2}, {"a": 2, "b": 1, "c": 0}),  # and none but those that leave somewhere
        ({"a": -2, "b": 1, "c": 1}, {"a": 1, "b": 1, "c": 1}),
        ({"a": 0, "b": 0}, {"a": 3, "b": 0, "c": 0}),
    ],
)
def test_ships_go_from_where_there_are_too_many(wanted: dict[str, int], after: dict[str, int]) -> None:
    stacks = {"a": {"red": 3, "blue": 2}, "b": dict[str, int](), "c": dict[str, int]()}
    carry_ships(stacks, "red", wanted)
    assert {place: there.get("red", 0) for place, there in stacks.items()} == after
    assert stacks["a"]["blue"] == 2


def test_a_card_is_carried_itself_where_it_still_is() -> None:
    """Blue should hold the 20 that red has, and still has beside a 6."""
    piles = {"red": Counter({"6": 1, "20": 1}), "blue": Counter({"8": 1})}
    was = {"red": Counter({"20": 1}), "blue": Counter[str]()}
    now = {"red": Counter[str](), "blue": Counter({"20": 1})}
    assert carry_cards(piles, was, now)
    assert (+piles["red"], +piles["blue"]) == (Counter({"6": 1}), Counter({"8": 1, "20": 1}))


def test_of_what_is_gone_another_card_that_is_owed_comes_in_its_place() -> None:
    """Blue should have a 20 and a 6 of red's, who has spent the 20: the 6 is carried, and nothing is made."""
    piles = {"red": Counter({"6": 1}), "blue": Counter[str]()}
    was = {"red": Counter({"6": 1, "20": 1}), "blue": Counter[str]()}
    now = {"red": Counter[str](), "blue": Counter({"6": 1, "20": 1})}
    assert carry_cards(piles, was, now)
    assert (+piles["red"], +piles["blue"]) == (Counter(), Counter({"6": 1}))


def test_nothing_is_carried_where_nothing_is_otherwise() -> None:
    piles = {"red": Counter({"6": 1}), "blue": Counter({"8": 2})}
    assert not carry_cards(piles, piles, piles)
    assert put_right(LAID, LAID, LAID) == ""


def test_what_came_since_stays_where_it_is() -> None:
    """Red should have three ships in the warp and has lost a fourth since: then it should be four."""
    was, now = _set("warp red 2; red.1 red 2"), _set("warp red 3; red.1 red 1")
    present = _set("warp red 3; red.1 red 2; red.2 red 3")
    assert put_right(present, was, now) == "set red.1 red 1; warp red 4"


def test_tokens_are_put_right_by_the_difference() -> None:
    """One token too few, and two were put on since: five in place of four; nothing for a player without any."""
    was, now, present = _set("tokens red 2"), _set("tokens red 3"), _set("tokens red 4")
    assert put_right(present, was, now) == "set tokens red 5"
    assert put_right(LAID, was, was) == ""
    assert put_right(LAID, now, _set()) == ""  # what is not there is not taken off


def test_discards_keep_their_order() -> None:
    """What has come back to a hand is missing, the rest lies as it lay."""
    was, now = _set("discards 4 20 6 8; hand red 4"), _set("discards 4 6 8; hand red 5")
    assert put_right(was, was, now) == "set hand red: ? ? ? ? 20; discards: 4 6 8"
