"""`table`, `set` and `may`: what the setup gives, what a correction does and shows, and what a question assumes."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest

from referee.errors import ImpossibleError, MalformedError
from referee.judge.table.verdict import Verdict
from referee.judge.ways.table import lay_table, play, rule_command, rule_question, rule_table
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import USAGE
from referee.state.table import Table
from tests import effort

FOUR = "table red purple yellow blue"


def after(*commands: str) -> Table:
    """The table after these commands, all of which are legal."""
    played = play("\n".join((FOUR, *commands)))
    assert not played.faults
    table: Table = played.table
    return table


def told(table: Table, *facts: str) -> Verdict:
    return rule_command(table, "set " + "; ".join(facts))


def conserved(table: Table) -> bool:
    """Whether every player has the twenty ships of a color (5.1.1.2), unplaced ones included."""
    return all(table.total(name) == 20 == table.owned[name] for name in table.seats)


# -- the setup


@pytest.mark.parametrize(("players", "destiny"), [(2, 11), (3, 14), (4, 17), (5, 20), (6, 23), (7, 26), (8, 29)])
def test_the_setup_for_so_many_players(players: int, destiny: int) -> None:
    verdict = rule_table("table " + " ".join(f"p{number}" for number in range(players)))
    table = verdict.table
    assert verdict.legal
    assert table.destiny_deck == destiny  # three for each player, and five more (5.1.3.1.note)
    assert conserved(table)
    assert all(table.ships[place] == {tbl.owner(place): 4} for place in table.planets())
    assert len(list(table.planets())) == 5 * players
    assert {len(hand) for hand in table.hands.values()} == {8}
    assert table.turn == "p0"


# A WARP set has four colors (wild-destiny-card.1), a Mayfair box six (parts-list.2). Cards for large groups and flares
# that fill up a deck are in neither book.
@pytest.mark.parametrize(
    ("edition", "players", "told"),
    [
        ("warp", 4, set()),
        ("warp", 5, {"setup.more-sets"}),
        ("warp", 7, {"setup.more-sets"}),
        ("mayfair1991", 6, set()),
    ],
)
def test_what_the_setup_of_an_older_box_says_of_many_players(edition: str, players: int, told: set[str]) -> None:
    verdict = rule_table("table " + " ".join(f"p{number}" for number in range(players)), edition)
    assert verdict.legal
    rules = {finding.rule.id for finding in verdict.findings}
    assert rules & {"setup.more-sets", "setup.large-group", "setup.flares-least"} == told


@pytest.mark.parametrize(
    ("typed", "clause"),
    [
        ("table red", "consolidated 5.2.2"),
        ("table a1 a2 a3 a4 a5 a6 a7 a8 a9", "consolidated 5.1.5.1"),
        ("table red blue red", "consolidated 5.1.1.1"),
        ("table red/Macron blue/Macron", "consolidated 5.1.4.1.a.2"),
        ("table red/Macron/Clone blue", "consolidated 5.1.4.1.a.3"),
    ],
)
def test_tables_that_are_not_laid(typed: str, clause: str) -> None:
    verdict = rule_table(typed)
    assert not verdict.legal
    assert clause in verdict.refused_by
    with pytest.raises(ImpossibleError) as caught:
        lay_table(typed)
    assert clause in str(caught.value)


# -- corrections


def test_what_changed_is_shown_and_nothing_else() -> None:
    says = [step.says for step in told(after(), "purple.2 purple 2, blue 3", "blue.1 blue 1", "warp purple 2").steps]
    assert "purple.2: purple 2, blue 3 (before: purple 4)" in says
    assert "blue.1: blue 1 (before: blue 4)" in says
    assert "warp: purple 2 (before: nobody)" in says
    assert sum("(before:" in line for line in says) == 3


def test_ships_left_over_are_unplaced_and_come_from_there() -> None:
    table = told(after(), "red.1 red 1").table
    assert table.ships[tbl.UNPLACED] == {"red": 3}
    assert conserved(table)
    table = told(table, "warp red 2").table
    assert table.ships[tbl.UNPLACED] == {"red": 1}
    table = told(table, "gate red 1").table
    assert table.ships[tbl.UNPLACED] == {}
    assert conserved(table)


def test_too_many_ships_are_refused_with_what_would_fit() -> None:
    table = after()
    verdict = told(table, "warp red 1")
    assert verdict.illegal[0].finding.says == "red would have 21 ships and owns 20"
    assert verdict.table is table
    (nearest,) = verdict.illegal[0].nearest
    again = rule_command(table, nearest)
    assert again.legal and conserved(again.table)
    assert again.table.ships[tbl.WARP] == {"red": 1}


def test_another_size_of_a_color_is_told_as_ships() -> None:
    table = told(after(), "ships red 16", "red.5 nobody").table
    assert (table.owned["red"], table.total("red"), table.ships[tbl.UNPLACED]) == (16, 16, {})


def test_a_stated_power_stands_against_the_count() -> None:
    assert told(after(), "power red lost").table.powers["red"] == tbl.LOST
    assert told(after(), "red.1 nobody", "red.2 nobody", "red.3 nobody").table.powers["red"] == tbl.LOST


def test_an_alien_can_be_named_later() -> None:
    assert told(after(), "alien red Macron").table.aliens == {"red": ("Macron",)}
    assert told(after("set alien red Macron"), "alien red none").table.aliens == {}


def test_another_ones_turn_is_a_new_one() -> None:
    table = told(after("destiny purple"), "turn blue").table
    assert (table.turn, table.phase, table.defense, table.encounter) == ("blue", ph.START, "", 1)


def test_defense_and_target_bring_their_phase() -> None:
    assert told(after(), "defense blue").table.phase == ph.LAUNCH
    table = told(after(), "defense blue", "at blue.3", "gate red 2", "red.1 red 2").table
    assert (table.phase, table.target, table.ships[tbl.GATE]) == (ph.ALLIANCE, "blue.3", {"red": 2})


def test_invitations_are_told_for_one_side_or_both() -> None:
    table = after("destiny purple", "launch red 2 at purple.1")
    assert told(table, "invited yellow").table.invited == {"red": ("yellow",), "purple": ("yellow",)}
    assert told(table, "invited yellow offense, blue defense").table.invited == {
        "red": ("yellow",),
        "purple": ("blue",),
    }


def test_an_encounter_taken_back_leaves_nothing_behind() -> None:
    table = after(
        "destiny purple",
        "launch red 2 at purple.1",
        "invite red: yellow",
        "invite purple: none",
        "ally yellow offense 1",
    )
    back = told(table, "phase destiny", "gate nobody", "red.1 red 4", "red.2 red 4", "yellow.1 yellow 4").table
    assert (back.defense, back.target, back.invited, back.allies) == ("", "", {}, {})
    assert conserved(back) and back.ships[tbl.UNPLACED] == {}


def test_a_game_that_was_not_won_goes_on() -> None:
    table = after("set purple.1 purple 4, red 1; red.1 red 3")
    table.winners, table.phase = ("red",), ph.OVER
    assert told(table, "tokens red 1").table.winners == ()


def test_a_table_is_laid_once() -> None:
    with pytest.raises(MalformedError, match="another has its own name"):
        rule_command(after(), FOUR)


# -- may


@pytest.mark.parametrize(
    ("asked", "assumed"),
    [
        ("ally yellow offense 3 ; offense red", ["yellow was invited by red", "this is the alliance phase"]),
        ("invite purple: blue ; defense purple", ["somebody, the offense, has invited nobody"]),
        ("launch red 2 at red.3 against blue", ["red is the defense", "blue has 1 ship on red.3"]),
        ("launch red 2 from purple.1 2 at blue.1", ["red has 2 ships on purple.1", "blue is the defense"]),
        ("regroup yellow.3 ; offense red", ["red has 1 ship in the warp", "red has 1 ship on yellow.3"]),
        ("play red 10", ["this is the planning phase", "red holds 10"]),
        ("reinforce blue +2 offense ; offense red", ["blue has 1 ship on the gate", "blue holds +2"]),
        ("lose red gate 2, red.1 1", ["no deal was made", "red has 2 ships on the gate"]),
        ("return yellow yellow.1 3, blue.2 1", ["yellow has 1 ship on blue.2", "4 ships of yellow's have to return"]),
        ("reward yellow 2 cards", ["the defense won, with 2 ships of yellow's on its side"]),
        ("second ; offense red", ["red's encounter was a success"]),
        ("quash by red", ["both main players have revealed a negotiate card", "red and somebody have made a deal"]),
        ("card zap by red", ["somebody has just played Emotion-Control"]),
        ("deal red gives 1 card, blue gives colony blue.3 for 2 from gate", ["red has 2 ships on the gate"]),
        ("force field blue by red", ["this is the alliance phase", "blue has 1 ship on the gate"]),
    ],
)
def test_what_is_not_given_is_assumed_so_that_it_fits(asked: str, assumed: list[str]) -> None:
    verdict = rule_question(asked)
    assert verdict.legal, verdict.illegal[0].finding.says
    found = verdict.to_dict(proof=False)["assumes"]
    assert [line for line in assumed if line not in found] == []


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        ("force field blue ; phase reveal", "consolidated 4.8.1"),
        ("regroup gate ; offense red ; warp red 2", "consolidated 5.4.2"),
        ("reinforce blue +2 offense ; phase planning", "consolidated 4.2.1"),
        ("ally yellow offense 5", "consolidated 5.7.3"),
        ("ally red offense 2 ; offense red", "consolidated 5.7.2.1.d"),
        ("destiny purple ; offense red ; warp red 1 ; phase regroup", "consolidated 5.4.3"),
        # facts that cannot be
        ("launch red 2 at purple.1 ; warp red 25", "consolidated 5.1.1.2"),
        ("launch red 2 at purple.1 ; red.9 red 1", "consolidated 5.1.1.2"),
        ("play red 10 ; offense red ; defense red", "consolidated 2.3.2.1"),
        ("play red 10 ; offense red ; gate yellow 1 ; beside yellow 1", "consolidated 5.7.5"),
    ],
)
def test_what_is_given_binds(asked: str, clause: str) -> None:
    verdict = rule_question(asked)
    assert not verdict.legal
    assert clause in verdict.refused_by


def test_stated_ships_leave_the_rest_at_home() -> None:
    table = rule_question("launch red 2 at purple.1 ; warp red 7 ; red.1 red 1").table
    assert conserved(table)
    assert table.at(tbl.WARP, "red") == 7
    # 20 less 7 in the warp and 1 on red.1 are 12: three on each of the other four, before two are launched
    assert sum(table.at(place, "red") for place in table.home_colonies("red")) == 13 - 2
    assert max(table.at(place, "red") for place in table.home_colonies("red")) <= 3


PIECES = (
    *("red", "purple", "yellow", " ; ", " ", ".", ",", ":", ";", "/", "?", "+2", "3", "0", "N", "at ", "offense"),
    *("offense red", "defense purple", "nobody", "phase reveal", "warp red 3", "gate red 2", "red.2 blue 4"),
    *("invited blue", "hand red: N", "encounter 2", "at purple.3"),
)  # fmt: skip


def test_whatever_is_asked_or_told_is_ruled_and_keeps_the_ships() -> None:
    source = random.Random(7)
    typed = [part for usage in USAGE.values() for part in re.split(r",? or: ", usage)]
    table = after("destiny purple", "launch red 2 at purple.1", "invite red: yellow", "invite purple: none")
    ruled = 0
    for _ in range(effort.times(1500, 200)):
        text = source.choice(typed)
        for _ in range(source.randrange(4)):
            at = source.choice([len(text), source.randrange(len(text) + 1)])
            text = text[:at] + source.choice([" ; ", "", ""]) + source.choice(PIECES) + text[at + source.randrange(2) :]
        for rule in (rule_question, partial(rule_command, table)):
            try:
                verdict = rule(text)
            except MalformedError:
                continue
            ruled += 1
            assert verdict.to_dict()["status"] in ("legal", "illegal", "depends")
            if verdict.legal and "ships" not in text:
                assert conserved(verdict.table), text
    assert ruled > effort.times(300, 40)


# -- what is refused on the way


def test_a_destiny_card_that_cannot_be_offers_others_that_can() -> None:
    """A wild card takes another player (5.5.3.2), a special one whoever meets its condition (5.5.3.1)."""
    table = after("set hand blue 9")
    for card, offered in (
        ("wild red", {"wild purple", "wild yellow"}),
        ("special red", {"special blue", "special purple"}),
        ("special yellow", {"special blue", "special purple"}),
    ):
        (refusal,) = rule_command(table, card).illegal
        assert set(refusal.nearest) == offered
        assert all(rule_command(table, command).legal for command in refusal.nearest)


def test_cards_are_turned_up_only_where_both_lie_there() -> None:
    """Whatever a table agrees on, a reveal needs both encounter cards (5.9.1)."""
    table = after("destiny purple", "launch red 2 at purple.1", "invite red: none", "invite purple: none", "play red 8")
    for command in ("reveal", "reveal red 8"):
        verdict = rule_command(table, command, anyway=True)
        assert not verdict.legal
        assert verdict.table == table


def test_what_an_asked_sheet_needs_at_the_start_is_told() -> None:
    """An Oligarch's cache and ninth card are not laid, and said so; a Symbiote's ships are."""
    laid = rule_table("table red/Oligarch purple/Symbiote yellow")
    (setup,) = [says for says in laid.to_dict()["assumes"] if "start of a game" in says]
    assert setup.startswith("what red's Oligarch needs") and "nine cards" in setup
