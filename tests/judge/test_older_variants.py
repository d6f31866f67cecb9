"""The options of the older editions at a table: what is kept, shown and corrected, and other readings of them."""

from __future__ import annotations

import pytest

from referee.book.loader import Names, Rulebase, rulebase
from referee.errors import MalformedError
from referee.judge.table.verdict import Verdict
from referee.judge.ways.table import lay_table, offers, rule_command
from referee.render.board import print_board
from referee.state.commands import read_command, write_command
from referee.state.kept import show, to_data
from referee.state.table import LIMBO, Table
from tests.kept import from_data

FAN = rulebase("mayfair1991+reverse-warp")
SET_FAN = "set limbo yellow: red 2, purple 1; marker yellow; red.1 red 2; purple.1 purple 3"


def _play(commands: str, books: Rulebase, seats: str = "table red purple yellow") -> tuple[Table, Verdict]:
    """The table after these commands, all of them legal, and the last verdict."""
    table = lay_table(seats, books=books)
    verdict = None
    for command in filter(None, map(str.strip, commands.splitlines())):
        verdict = rule_command(table, command, books=books)
        assert verdict.legal, (command, verdict.illegal[0].finding.says)
        table = verdict.table
    assert verdict is not None
    return table, verdict


def test_the_fan_is_kept_with_the_table_and_shown() -> None:
    table, verdict = _play(SET_FAN, FAN)
    again = from_data(to_data(table))
    assert again == table
    assert to_data(again) == to_data(table)
    told = show(again)
    assert told["limbo"] == {"red": {}, "purple": {}, "yellow": {"red": 2, "purple": 1}}
    assert told["marker"] == "yellow"
    assert again.ships[LIMBO] == {"red": 2, "purple": 1}
    assert [again.total(name) for name in again.seats] == [20, 20, 20]
    assert "limbo yellow: red 2, purple 1 (before: nobody)" in [step.says for step in verdict.steps]


def test_a_table_kept_before_there_was_a_fan_is_read() -> None:
    told = to_data(lay_table("table red purple yellow"))
    for name in ("begun", "fan", "marker", "arrived", "reverse_hexes"):
        del told[name]
    del told["ships"][LIMBO]
    table = from_data(told)
    assert rule_command(table, "destiny purple").legal
    assert "limbo" not in show(table)
    assert "marker" not in show(table)


def test_the_picture_shows_the_fan(capsys: pytest.CaptureFixture[str]) -> None:
    print_board(show(_play(SET_FAN, FAN)[0]))
    assert "limbo:  red(·)  purple(·)  ▶yellow(red 2, purple 1)" in capsys.readouterr().out
    print_board(show(lay_table("table red purple yellow")))
    assert "limbo" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    ["set limbo red blue 2, green 1; limbo blue nobody", "set marker blue", "set hex red reverse", "punt", "punt red"],
)
def test_what_is_written_reads_back(text: str) -> None:
    names, seats = Names(FAN), ("red", "blue", "green")
    command = read_command(text, names, seats)
    assert write_command(command) == text
    assert read_command(write_command(command), names, seats) == command


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("set limbo", "the player of whose color the section of the fan is"),
        ("set limbo red blue", "how many ships"),
        ("set limbo pink blue 2", "the player of whose color"),
        ("set marker", "a player"),
        ("set hex red", "'reverse' or 'regular'"),
        ("punt red 3", "the end of the command"),
    ],
)
def test_half_of_it_is_answered_with_what_comes_next(text: str, wanted: str) -> None:
    with pytest.raises(MalformedError) as error:
        read_command(text, Names(FAN), ("red", "blue", "green"))
    assert wanted in str(error.value)


def test_ships_that_came_back_in_the_same_encounter_do_not_go_on_the_fan() -> None:
    """Red has a ship in the warp that slid there; it takes one back and loses two: one stays, two go on the fan."""
    table, _ = _play(
        """
        set warp red 2; red.1 red 2
        regroup red.1
        destiny purple
        launch red 2 from red.2 at purple.1
        invite red: none
        invite purple: none
        play red 4
        play purple 20
        reveal
        resolve
        end
        """,
        FAN,
    )
    assert show(table)["warp"] == {"red": 1}
    assert show(table)["limbo"]["red"] == {"red": 2}
    assert table.total("red") == 20


def test_the_marker_lies_with_whoever_has_the_first_encounter() -> None:
    assert _play("set turn yellow", FAN)[0].marker == "yellow"
    assert _play("set turn yellow; marker purple", FAN)[0].marker == "purple"
    later, _ = _play("destiny purple\nset turn yellow", FAN)
    assert later.marker == "red", "the first encounter has begun"


def test_a_turn_that_ends_without_an_outcome_moves_the_marker() -> None:
    table, _ = _play("destiny purple\nset hand red: Quash\nend", rulebase("mayfair1991+reverse-warp"))
    assert (table.turn, table.marker) == ("purple", "purple")


def test_a_reverse_wild_by_the_other_reading() -> None:
    setting = "set limbo purple: yellow 1; yellow.1 yellow 3\nwild purple reverse"
    seats = "table red purple yellow blue"
    stays, verdict = _play(setting, FAN, seats)
    assert show(stays)["limbo"]["purple"] == {"yellow": 1}
    assert "MA-16" in {step.rule.question for step in verdict.steps}
    other = rulebase("mayfair1991+reverse-warp", {"MA-16": "named-section"})
    slides, _ = _play(setting, other, seats)
    assert show(slides)["limbo"]["purple"] == {}
    assert show(slides)["warp"] == {"yellow": 1}


def test_punting_by_the_other_reading() -> None:
    """By that one destiny is the end of it, and a second challenge is given up too."""
    late = "set red.1 red 3; warp red 1\nregroup red.1"
    whole, until = rulebase("warp+punt"), rulebase("warp+punt", {"WA-20": "until-destiny"})
    table, _ = _play(late, whole)
    assert not rule_command(table, "punt", books=whole).legal
    table, _ = _play(f"{late}\npunt", until)
    assert (table.turn, len(table.hands["red"])) == ("purple", 7)
    table, _ = _play("destiny purple", until)
    assert not rule_command(table, "punt", books=until).legal


def test_a_late_punt_that_a_table_allows_takes_everything_home() -> None:
    books = rulebase("warp+punt")
    table, _ = _play("destiny purple\nlaunch red 3 from red.1 at purple.1", books)
    verdict = rule_command(table, "punt", anyway=True, books=books)
    assert verdict.legal
    assert "warp optional-rules.1" in verdict.citations
    assert show(verdict.table)["gate"] == {}
    assert verdict.table.total("red") == 20
    assert verdict.table.turn == "purple"


def test_what_is_offered_depends_on_the_options() -> None:
    def said(edition: str, seats: str = "table red purple") -> set[str]:
        return {offer.command.split()[0] for offer in offers(lay_table(seats, edition))}

    assert "punt" not in said("warp")
    assert "punt" in said("warp+punt")
    assert "destiny" in said("warp")
    assert said("warp+honeymoon") == {"launch"}
    assert {"punt", "launch"} == said("warp+honeymoon+punt")


def test_reverse_hexes_are_for_all_for_none_or_for_beginners() -> None:
    books = rulebase("mayfair1991+reverse-hexes")

    def says(commands: str) -> str:
        return " ".join(step.says for step in _play(commands, books)[1].steps)

    assert "as beginners red may use" in says("set hex purple regular; hex yellow regular")
    assert "no players use the reverse sides" in says("set hex red regular; hex purple regular; hex yellow regular")
    assert "left to the players" in says("set hex red reverse")


def test_no_home_planets_of_ones_own_are_met_without_destiny() -> None:
    """Both players sit at a table without a pile: purple cannot be met at red's planet, nor red meet itself."""
    books = rulebase("warp+honeymoon")
    table = lay_table("table red purple", books=books)
    for text in ("destiny red", "special purple", "destiny purple reverse", "launch red 1 at red.1"):
        verdict = rule_command(table, text, books=books)
        assert not verdict.legal, text
    verdict = rule_command(table, "destiny purple", books=books)
    assert verdict.illegal[0].nearest == ("launch red 1 at purple.1",)
    assert rule_command(table, "launch red 1 at purple.1", books=books).legal
