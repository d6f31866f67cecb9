"""Counts know where they come from: what is in doubt, what clears it, and what a fact does to it."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import rulebase
from referee.judge.table import reckoning
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.table import rule_command, rule_table
from referee.ledger.changes import apply, changes
from referee.playtesting import playing
from referee.state import table as tbl
from referee.state.kept import show, to_data
from referee.state.table import Table
from tests import effort
from tests.kept import from_data

OPENING = ("table red purple yellow", "destiny purple")
GAMES = 40


def _played(*commands: str) -> Verdict:
    """The last of some commands, each of which is legal, as it is ruled."""
    verdict = rule_table(commands[0])
    for command in commands[1:]:
        verdict = rule_command(verdict.table, command)
        assert verdict.legal, (command, [refusal.finding.says for refusal in verdict.illegal])
    return verdict


def _assumed(verdict: Verdict) -> list[str]:
    assumed: list[str] = verdict.to_dict(proof=False)["assumes"]
    return assumed


# -- what is in doubt --------------------------------------------------------------------------------------------------


def test_ships_that_nobody_sent_leave_every_colony_in_doubt_that_could_have_sent_them() -> None:
    table = _played(*OPENING, "set red.5 red 1; warp red 3", "launch red 3 at purple.1").table
    assert set(table.reckoned["red"]) == {"red.1", "red.2", "red.3", "red.4"}  # red.5 would be given up


def test_what_was_said_is_not_in_doubt() -> None:
    table = _played(*OPENING, "launch red 3 from red.1 3 at purple.1").table
    assert not table.reckoned
    assert not {"reckoned", "unknown", "counted"} & to_data(table).keys()
    assert not {"reckoned", "unknown"} & show(table).keys()


def test_where_all_ships_leave_that_can_there_is_no_doubt() -> None:
    lone = "set red.1 red 2; red.2 red 2; red.3 red 1; red.4 nobody; red.5 nobody; removed red 15"
    assert not _played(*OPENING, lone, "launch red 2 at purple.1").table.reckoned  # one off each of two


def test_one_colony_in_doubt_among_others_that_are_told_is_sure() -> None:
    table = _played(*OPENING, "launch red 1 at purple.1").table
    for number in (1, 2, 3):
        table = rule_command(table, f"set red.{number} red {table.at(f'red.{number}', 'red')}").table
    assert set(table.reckoned["red"]) == {"red.4", "red.5"}
    assert not rule_command(table, "set red.4 red 4").table.reckoned


def test_ships_that_come_home_by_themselves_are_in_doubt_and_those_that_are_sent_home_are_not() -> None:
    told = _played(*OPENING, "launch red 1 from red.1 at purple.1", "play red 10", "play purple N", "reveal", "resolve")
    assert not told.table.reckoned
    talks = ("play red N", "play purple N", "reveal", "resolve", "deal red gives 1 card")
    table = _played(*OPENING, "launch red 1 from red.1 at purple.1", *talks).table
    assert not rule_command(table, "return red red.1 1").table.reckoned
    assert set(rule_command(table, "return red").table.reckoned["red"]) == {f"red.{number}" for number in range(1, 6)}


def test_a_stack_in_doubt_that_is_lost_is_in_doubt_where_it_lies() -> None:
    table = _played(*OPENING, "launch red 3 at purple.1").table
    reckoning.carry(table, "red", table.at("red.1", "red"), "red.1", tbl.WARP)
    assert tbl.WARP in table.reckoned["red"]
    table = _played(*OPENING, "launch red 3 at purple.1").table
    reckoning.carry(table, "red", 1, "red.1", tbl.WARP)  # a number that was told
    assert tbl.WARP not in table.reckoned["red"]


# -- what says so ------------------------------------------------------------------------------------------------------


def test_launch_and_ally_say_how_many_stand_there() -> None:
    launched = _played(*OPENING, "launch red 1 from red.1 at purple.1")
    assert "purple defends with 4 ships on purple.1" in launched.to_dict(proof=False)["says"]
    table = launched.table
    for command in ("invite red: none", "invite purple: yellow"):
        table = rule_command(table, command).table
    joined = rule_command(table, "ally yellow defense 3 from yellow.1")
    assert "the defense has 7 ships there: purple 4, yellow 3" in joined.to_dict(proof=False)["says"]


def test_what_rests_on_a_count_in_doubt_says_so_until_it_is_told() -> None:
    joined = (
        "launch red 1 from red.1 at yellow.1",
        "invite red: none",
        "invite yellow: purple",
        "ally purple defense 3",
    )
    over = ("play red 20", "play yellow 4", "reveal", "resolve", "second", "destiny purple")
    launched = _played(OPENING[0], "destiny yellow", *joined, *over, "launch red 1 from red.3 at purple.1")
    count = launched.table.at("purple.1", "purple")
    doubt = f"the defense's {count} ships on purple.1 are by my count; `set purple.1 purple N` if not"
    assert _assumed(launched) == [doubt]
    table = launched.table
    for command in ("play red 20", "play purple 4", "reveal"):
        table = rule_command(table, command).table
    assert doubt in rule_command(table, "resolve").to_dict(proof=False)["ruling"]["assumes"]
    mended = rule_command(table, f"set purple.1 purple {count}").table
    assert doubt not in rule_command(mended, "resolve").to_dict(proof=False)["ruling"]["assumes"]


def test_a_choice_that_is_asked_for_is_numbered() -> None:
    lone = "set red.1 red 1; red.2 red 1; red.3 red 1; red.4 nobody; red.5 nobody; removed red 17"
    asked = rule_command(_played(*OPENING, lone).table, "launch red 1 at purple.1")
    (refusal,) = asked.to_dict(proof=False)["illegal"]
    assert asked.status == "depends"
    assert refusal["choices"] == refusal["nearest"] == [f"launch red 1 from red.{n} 1 at purple.1" for n in (1, 2, 3)]


# -- facts against counts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", effort.some(range(GAMES), 8))
def test_whatever_count_is_told_no_ship_is_made_or_lost(seed: int) -> None:
    """Counts are told at random in random games: the others make up for it, and everybody keeps the same ships."""
    source, books = random.Random(seed), rulebase()
    told = 0

    def watch(_: Table, verdict: Verdict) -> None:
        nonlocal told
        table = verdict.table
        doubtful = [(who, place) for who, places in table.reckoned.items() for place in places if "." in place]
        if not doubtful or source.random() > 0.1:
            return
        who, place = source.choice(doubtful)
        count = source.randint(1, 6)
        fact = reckoning.told_so(table, who, place, str(count))
        before = {name: table.total(name) for name in table.seats}
        mended = rule(table, playing.read(f"set {fact}", table, books), books)
        if mended.legal:
            told += 1
            assert {name: mended.table.total(name) for name in table.seats} == before
            assert mended.table.at(place, who) == count
            assert place not in mended.table.reckoned.get(who, ())
            others = [at for at in table.ships if mended.table.at(at, who) != table.at(at, who) and at != place]
            assert {*others} <= {*table.reckoned[who], tbl.UNPLACED}

    playing.play(seed, 3 + seed % 3, books, most=12, watch=watch)
    assert told


def test_a_card_that_is_laid_was_held() -> None:
    table = _played(*OPENING, "launch red 1 from red.1 at purple.1", "set hand purple 0").table
    laid = rule_command(table, "play purple 8")
    assert _assumed(laid)[-1] == "purple's hand was 0 cards by my count: it held one more"
    assert laid.table.hands["purple"] == ()
    assert laid.table.reckoned == {"purple": (tbl.HAND,)}
    by_card = rule_command(table, "set hand purple: 4").table
    refused = rule_command(by_card, "play purple 8")
    assert not refused.legal
    assert "consolidated 5.8.1" in refused.refused_by


@pytest.mark.parametrize(
    ("told", "place", "row"),
    [
        ("hand yellow ?", "hands", None),
        ("tokens yellow ?", "tokens", None),
        ("warp yellow ?", "warp", None),
        ("yellow.2 yellow ?", "planets", {"yellow": None}),
    ],
)
def test_every_count_can_be_unknown_again(told: str, place: str, row: object) -> None:
    verdict = _played(*OPENING, f"set {told}")
    assert verdict.command == f"set {told}"
    shown = show(verdict.table)
    assert shown[place]["yellow.2" if place == "planets" else "yellow"] == row
    assert len(shown["unknown"]) == 1
    known = rule_command(verdict.table, "set hand yellow 8; tokens yellow 0; warp yellow 0; yellow.2 yellow 4")
    assert "unknown" not in show(known.table)


def test_a_deck_need_not_be_counted() -> None:
    table = _played(*OPENING, "set deck 30", "set deck ?").table
    assert table.deck is None


def test_one_unknown_card_is_one_card() -> None:
    table = _played(*OPENING, "set hand red: ?").table
    assert table.hands["red"] == (tbl.UNKNOWN,)
    assert not table.unknown


# -- kept --------------------------------------------------------------------------------------------------------------


def test_what_is_in_doubt_is_kept_and_taken_back() -> None:
    before = _played(*OPENING, "set hand purple 0; yellow.1 yellow ?").table
    after = rule_command(before, "launch red 3 at purple.1").table
    kept = [to_data(table) for table in (before, after)]
    assert [from_data(data) for data in kept] == [before, after]
    done = changes(*kept)
    assert apply(kept[0], done) == kept[1]
    assert apply(kept[1], done, back=True) == kept[0]
    again = rule_command(after, "set yellow.1 yellow 4").table
    gone = changes(kept[1], to_data(again))
    assert apply(kept[1], gone) == to_data(again)
    assert apply(to_data(again), gone, back=True) == kept[1]


def test_a_table_of_the_last_version_opens() -> None:
    data = to_data(_played(*OPENING).table)
    assert from_data({**data, "reckoned": None, "unknown": None}) == from_data(data)


def test_a_count_by_default_can_be_none() -> None:
    """Found by random games: a planet that may have been emptied by a choice nobody told is defended by no ship."""
    table = rule_table("table red blue green").table
    table.ships = {**table.ships, "red.3": {}}
    told = reckoning.say_by_count(table, "red", "red.3", "the defense")
    assert told == ("the defense", "0 ships on red.3 are", "red.3 red N")
