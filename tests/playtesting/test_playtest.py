"""An alien in random games: the same whoever plays them, a planted fault found and made short, a homemade sheet."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.errors import RefereeError, RulebaseError
from referee.judge.table.engine import step
from referee.judge.table.turn import Turn
from referee.playtesting.pairs import Pair, lost, played, seated
from referee.playtesting.report import Tally
from referee.playtesting.shrinking import shortest
from referee.playtesting.subject import Subject, subject
from referee.playtesting.violations import broken, stopped
from referee.render import playtest as page
from referee.render import plot
from referee.state.table import GATE
from tests import command

SHEET = """
name = "Gar<d>ener"
power = "Growth"
set = "Homemade"
grade = "stated"
roles = ["main"]
mandatory = true
phases = ["reveal"]
moment = { "after reveal" = "after the cards are turned up" }
summary = "As a main player, after the cards are turned up, each of its ships adds 9 rather than 1."
use_part = "One mandatory use (Reveal)."
alert = "green"

[[use]]
id = "value"
text = "each of {0}'s ships is worth {value}"
roles = ["main"]
phases = ["reveal"]
mandatory = true
effects = [{ verb = "ship_value", value = 9 }]

[wild]
summary = "After the cards are turned up, adds 1 to its own side."
roles = ["main"]
phases = ["reveal"]
moment = { "after reveal" = "After the cards are turned up" }
grade = "stated"

[super]
summary = "The power may be used as an ally."
roles = ["ally"]
phases = ["reveal"]
moment = { during = "" }
grade = "stated"
"""


def _homemade(folder: Path, old: str = "Gar<d>ener", new: str = "Gardener") -> str:
    path = folder / "my-alien.toml"
    path.write_text(SHEET.replace("Gar<d>ener", "Gardener").replace(old, new), encoding="utf-8")
    return str(path)


# -- what is told ------------------------------------------------------------------------------------------------------


def test_one_process_and_three_tell_the_same_bytes() -> None:
    one, three = (json.dumps(referee.playtest("Macron", games=4, jobs=jobs).to_dict()) for jobs in (1, 3))
    assert one == three
    other = json.dumps(referee.playtest("Macron", games=4, seed=4, jobs=1).to_dict())
    assert other != one


def test_what_is_counted_adds_up() -> None:
    told = referee.playtest("Zombie", games=4, against=["clone", "The Cult"], players=5, seed=3, jobs=1).to_dict()
    assert told["against"] == ["Clone", "The-Cult"]
    assert {one["alien"] for one in told["met"]} == {"Clone", "The-Cult"}
    pairs = told["wins"]["pairs"]
    assert sum(pairs.values()) == told["games"] == 4
    assert told["wins"]["with"]["count"] == pairs["both"] + pairs["only_with"]
    assert told["wins"]["without"]["count"] == pairs["both"] + pairs["only_without"]
    for ended in told["ended"].values():
        assert sum(ended.values()) == 4
    use = told["use"]
    assert use["used"]["count"] <= use["offered"]["count"] <= use["encounters"] == use["applied"]["of"]
    assert use["applied"]["count"] > 0


def test_both_games_of_a_pair_are_dealt_alike_and_the_seat_goes_round() -> None:
    tried = Subject("Zombie", "consolidated")
    seats = [seated(Pair(tried, seed, 4), tried.books()) for seed in range(4)]
    assert sorted(seat for seat, _ in seats) == ["blue", "purple", "red", "yellow"]
    for seat, sheets in seats:
        assert sheets[seat] == ("Zombie",) and len({*sheets.values()}) == 4


def test_the_order_matters_as_the_matrix_has_it() -> None:
    told = referee.playtest("Kamikaze", games=1, against=["Trader"], players=3, jobs=1)
    assert [one["is"] for one in told.met] == [referee.clash("Kamikaze", "Trader").kind] == ["order-matters"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"games": 0}, "from 1 to"),
        ({"players": 6}, "3 to 5 players, not 6"),
        ({"against": ["Clone"] * 4}, "4 aliens cannot sit"),
        ({"against": ["Clon"]}, "did you mean"),
        ({"against": ["Zombie"]}, "Zombie"),
        ({"seed": -1}, "not -1"),
        ({"edition": "nonsense"}, "no such edition"),
        ({"jobs": 2, "on": "tcp://x:1"}, "leave one out"),
    ],
)
def test_what_cannot_be_is_said_in_words(words: dict[str, Any], says: str) -> None:
    with pytest.raises(RefereeError, match=says):
        referee.playtest("Zombie", **{"games": 1, **words})


# -- a homemade alien --------------------------------------------------------------------------------------------------


def test_a_homemade_alien_plays_by_its_file(tmp_path: Path) -> None:
    """Ships worth 9 each: it wins far more than the seat without it."""
    told = referee.playtest(_homemade(tmp_path), games=10, against=["Clone"], players=3, jobs=1).to_dict()
    assert (told["alien"], told["homemade"], told["reach"]) == ("Gardener", True, "executable")
    assert told["violations"] == []
    assert told["wins"]["pairs"]["only_with"] > told["wins"]["pairs"]["only_without"]
    assert told["use"]["applied"]["count"] > 0
    assert told["met"][0]["is"] is not None
    with pytest.raises(RulebaseError):
        referee.alien("Gardener")  # nobody else knows it


def test_a_homemade_alien_is_known_to_other_processes(tmp_path: Path) -> None:
    path = _homemade(tmp_path)
    one, two = (referee.playtest(path, games=2, jobs=jobs).to_dict() for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("verb = ", "verb = 3 #", r"my-alien\.toml:\d+"),
        ("ship_value", "ship_valeu", "verb: 'ship_valeu' is none of"),
        ('phases = ["reveal"]', 'phases = ["revael"]', "phases: 'revael' is none of"),
        ('name = "Gardener"\n', "", "name: Field required"),
        ("summary", "sumary", "summary"),
    ],
)
def test_a_faulty_sheet_is_refused_with_its_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(RulebaseError, match=says) as refused:
        subject(_homemade(tmp_path, old, new), "consolidated")
    assert "my-alien.toml" in str(refused.value)


def test_a_file_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(RulebaseError, match="cannot be read"):
        subject(str(tmp_path / "none.toml"), "consolidated")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulebaseError, match="not UTF-8"):
        subject(str(tmp_path / "odd.toml"), "consolidated")


# -- violations --------------------------------------------------------------------------------------------------------


def test_a_ship_that_is_lost_on_purpose_is_found_and_the_play_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge loses a ship of each launch of three, whoever launches."""

    def leaky(on: Turn) -> None:
        step(on)
        if on.command.verb == "launch" and on.table.at(GATE, on.command.who) == 3:
            on.table.ships = {**on.table.ships, GATE: {on.command.who: 2}}

    monkeypatch.setattr("referee.judge.ways.command.step", leaky)
    told = referee.playtest("Macron", games=4, against=["Clone"], jobs=1)
    found = [one for one in told.violations if "has # ships" in one["kind"]]
    assert len(found) == 2  # with the alien and without it
    for one in found:
        assert one["shrunk"] and one["games"] >= 2
        assert one["play"][0].startswith("table red ") and "/" not in one["play"][0]
        assert one["play"][-1].split()[0] == "launch" and " 3 " in one["play"][-1]
        assert len(one["play"]) <= 4, one["play"]
    assert told.ended["with"]["violation"] >= 2


def test_an_error_of_the_program_is_a_violation_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(on: Turn) -> None:
        step(on)
        if on.command.verb == "ally":
            raise ZeroDivisionError("planted")

    monkeypatch.setattr("referee.judge.ways.command.step", breaks)
    told = referee.playtest("Macron", games=3, against=["Clone"], jobs=1)
    kinds = {one["kind"] for one in told.violations}
    assert len(kinds) == 1 and next(iter(kinds)).startswith("ZeroDivisionError at judge/ways/command.py:")
    assert all(one["play"][-1].startswith("ally ") and one["shrunk"] for one in told.violations)


def test_violations_are_of_one_kind_where_only_names_and_numbers_differ() -> None:
    one, two = "red has 19 ships, and owns 20, not 20: {'red.1': 4}", "blue has 3 ships, and owns 20, not 20: {}"
    assert broken(one).kind == broken(two).kind != broken("red has won with 4 foreign colonies").kind
    offered = "launch red 3 at blue.1 was offered and is refused: no ship is left"
    slipped = "launch blue 2 at red.1 is offered to blue and refused: no ship is left"
    assert broken(offered).kind == broken(slipped).kind == "what is offered is refused: no ship is left"
    assert stopped(ZeroDivisionError("x")).kind == "ZeroDivisionError at the program"


def test_a_game_that_no_process_survives_is_counted_as_a_violation() -> None:
    pair = Pair(Subject("Zombie", "consolidated"), 7, 4)
    tally = Tally(pair.subject)
    tally.add(pair, lost(pair))
    tally.add(pair, played(pair))
    told = tally.to_dict({"the process dies": ([], False)})
    assert [one["kind"] for one in told["violations"]] == ["the process dies"]
    assert "dealt by 7" in told["violations"][0]["says"]


def test_the_shortest_play_keeps_what_is_needed_and_nothing_else() -> None:
    def shows(play: list[str]) -> list[str] | None:
        return play[: play.index("9") + 1] if {"3", "9"} <= {*play} and play.index("3") < play.index("9") else None

    assert shortest(["table", *map(str, range(40))], shows) == ["table", "3", "9"]


# -- as it is shown ----------------------------------------------------------------------------------------------------


def test_the_command_prints_a_page_and_writes_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    done = command.referee("playtest", _homemade(tmp_path), "--games", "3", "--svg", str(picture), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "no violation" in done.stdout and "with Gardener" in done.stdout and "without it" in done.stdout
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    assert "How often Gardener won" in [text.text for text in root.iter() if text.tag.endswith("text")]


def test_texts_in_the_picture_are_escaped() -> None:
    share = {"count": 1, "of": 2, "share": 0.5, "low": 0.1, "high": 0.9}
    drawn = plot.svg('<script>"&', "\x1b[31m", [plot.Row("<b>&\u202e", share)])
    assert "<script" not in drawn and "<b>" not in drawn and "\x1b" not in drawn and "\u202e" not in drawn
    ET.fromstring(drawn)


def test_a_line_of_the_plot_stands_where_the_share_is() -> None:
    share = {"share": 0.5, "low": 0.25, "high": 0.75}
    assert plot.line(share, 1.0, 9) == "  ┼─●─┼  "
    assert plot.line(share, 1.0, 9, plain=True) == "  |-o-|  "
    assert plot.highest([plot.Row("x", {**share, "high": 0.31})]) == 0.4
    assert plot.percent({"share": None, "low": 0, "high": 1}) == "none"


def test_a_violation_is_printed_with_its_play(capsys: pytest.CaptureFixture[str]) -> None:
    told = referee.playtest("Macron", games=1, jobs=1).to_dict()
    found = {
        "kind": "k",
        "with": True,
        "games": 1,
        "seed": 5,
        "says": "red has \x1b19 ships",
        "play": ["table red blue"],
    }
    page.print_playtest({**told, "violations": [{**found, "says": "red has \x1b19 ships", "shrunk": True}]})
    out = capsys.readouterr().out
    assert "table red blue" in out and "\x1b19" not in out and "shortest" in out


def test_a_table_of_an_older_edition_is_played_too() -> None:
    assert referee.playtest("Zombie", games=1, edition="ffg2018", jobs=1).violations == []
