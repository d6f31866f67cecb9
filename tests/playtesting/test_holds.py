"""What must hold of every table holds of those that random games came to and were once taken for broken."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import Names, rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting.playing import choose
from referee.playtesting.whole import wrong
from referee.state.commands import read_command, write_command
from referee.state.table import Table

PLAYS = {
    "a Changeling's use names the Cavalry with whom it exchanges powers, and no second card": """
        table red/Changeling purple yellow/Cavalry blue
        set hand red: 7 N N +5 N 6 14 8; hand purple: 8; hand yellow: 13; hand blue: 15; deck 61; destiny deck 21
        destiny yellow
        use red yellow
    """,
    "a planet on the sheet of a Locust of the Alternate Timeline counts as the colony that was ruled": """
        table red/"Locust (Alternate Timeline)" purple yellow blue
        destiny purple
        launch red 3 at purple.4
        invite red: none
        invite purple: none
        play red 12
        play purple 10
        reveal red 12, purple 10
        reinforce red +2 offense
        resolve
    """,
    "an Assessor to whom a card was due takes it, though it has lost its power since": """
        table red purple yellow/Assessor
        destiny purple
        launch red 3 from red.1 at purple.1
        set yellow.1 nobody; yellow.2 nobody; yellow.3 nobody; yellow.4 yellow 10; yellow.5 yellow 10
        use yellow
        invite red: none
    """,
    "whom a Remote has called, and a Force Field has sent home, was called all the same": """
        table red/Remote purple yellow blue
        set yellow.1 yellow 3; captured red yellow 1
        wild purple
        launch red 1 at purple.2
        invite red: none
        invite purple: none
        use red yellow
        force field all by blue
        play red 20
        play purple 9
        reveal
        resolve
    """,
    "a Pirate that a Muckraker accuses captures a ship, and its own ships go home from the gate": """
        table purple red/Muckraker yellow blue/Pirate
        destiny yellow
        launch purple 1 from purple.1 at yellow.4
        invite purple: blue
        invite yellow: red
        ally red defense 1 from red.1
        ally blue offense 3 from blue.1
        play yellow 0
        play purple 13
        reveal
        use red ? blue
        resolve
        use blue yellow 1
    """,
}


def _played(play: str) -> Table:
    """The table after these commands, of which each is legal and leaves nothing wrong."""
    first, *rest = [line.strip() for line in play.strip().splitlines()]
    books = rulebase("consolidated")
    table = lay_ruled(read_command(first, Names(books), ()), books).table
    for text in rest:
        verdict = rule(table, read_command(text, Names(books), table.seats), books)
        assert verdict.legal, (text, verdict.illegal)
        assert wrong(table, verdict, books) == [], text
        table = verdict.table
    return table


@pytest.mark.parametrize("play", PLAYS.values(), ids=PLAYS)
def test_nothing_is_wrong_on_the_way(play: str) -> None:
    assert _played(play).seats


def test_no_card_is_told_of_which_all_copies_are_known_elsewhere() -> None:
    """All fifteen negotiates are known: what an Angler gets out of blue's unknown hand is none of them."""
    books = rulebase("consolidated")
    table = _played("""
        table yellow/Angler blue purple
        set hand yellow: N N N N N N N N; hand blue: ? ? ?; hand purple: N N N N N N N 8; deck 53; destiny deck 21
        destiny blue
        launch yellow 1 at blue.1
        invite yellow: none
        invite blue: none
    """)
    offered = {write_command(command) for _, command in legal(table, books)}
    assert "use yellow blue N" in offered
    chosen = {write_command(choose(random.Random(seed), table, books)) for seed in range(300)}
    assert len(chosen) > 1
    assert "use yellow blue N" not in chosen


def test_a_second_encounter_is_offered_to_whom_a_lack_of_cards_costs_nothing() -> None:
    """A Doppelganger that won with borrowed cards, of which it gave one back, holds none and may go on (TP143)."""
    table = _played("""
        table red/Doppelganger purple yellow
        set hand red: 10; hand purple: 4; hand yellow: 20 N
        offense red
        destiny purple
        launch red 3 at purple.2
        invite red: none
        invite purple: none
        use red yellow 20 N
        play red 20
        play purple 4
        reveal
        resolve
    """)
    assert table.hands["red"] == ()
    assert "second" in [write_command(command) for _, command in legal(table, rulebase("consolidated"))]


def test_what_a_played_flare_does_is_asked_for_before_the_encounter_is_resolved() -> None:
    """The wild flare of AI is left to the players, also where all sheets at the table are applied."""
    table = _played("""
        table red/Macron blue/Zombie purple
        set hand red: 10; hand blue: 8 AI
        destiny blue
        launch red 1 at blue.1
        invite red: none
        invite blue: none
        play red 10
        play blue 8
        flare blue AI
        reveal
    """)
    offered = [write_command(command) for _, command in legal(table, rulebase("consolidated"))]
    assert "nothing blue AI" in offered
    assert "resolve" not in offered


def test_no_second_encounter_is_offered_to_whom_two_compensations_leave_no_card() -> None:
    """Red and the ally that laid a negotiate of its own take two cards each of the four that blue holds (5.10.8)."""
    table = _played("""
        table blue red yellow/Cavalry purple
        set hand blue: 14 8 10 11 6; hand red: N; hand yellow: N; red.2 red 2
        destiny red
        launch blue 3 from blue.1 at red.2
        invite blue: none
        invite red: yellow
        ally yellow defense 2 from yellow.1
        play blue 14
        play red N
        use yellow N
        reveal
        resolve
    """)
    assert [due.count for due in table.due if due.what == "take"] == [2, 2]
    offered = [write_command(command) for _, command in legal(table, rulebase("consolidated"))]
    assert "second" not in offered and "take red 2 from blue" in offered


def test_a_second_encounter_is_offered_to_whom_a_decree_brings_a_card_besides() -> None:
    """Purple takes both cards that the Judge holds as compensation, and the Judge one of purple's by its decree."""
    table = _played("""
        table yellow/Judge purple red
        set hand yellow 3; hand purple 3
        destiny purple
        launch yellow 4 from yellow.1 at purple.1
        invite yellow: none
        invite purple: none
        use yellow wins 1
        play yellow 6
        play purple N
        reveal
        resolve
    """)
    assert "second" in [write_command(command) for _, command in legal(table, rulebase("consolidated"))]
