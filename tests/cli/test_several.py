"""Lines and commands from the input, from a file, and several in one call; words without quotes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.public.several import commands_in
from tests.typed import typed

LINE = "red 3 : 10 vs blue 2 : 8"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def table(db: Path) -> Path:
    assert typed("table", "red", "purple/Clone", "yellow", db=db).status == 0
    return db


def _done(db: Path) -> list[str]:
    return [entry["command"] for entry in typed("history", "--json", db=db).told["history"] if not entry["undone"]][1:]


def test_an_encounter_needs_no_quotes(db: Path) -> None:
    quoted = typed("encounter", f"{LINE} ; hand red 4", db=db)
    assert typed("encounter", *LINE.split(), ";", "hand", "red", "4", db=db).out == quoted.out
    shown = typed("encounter", *"red 3 : -3 vs blue 2 : -1 --json --no-log".split())
    assert shown.told["totals"] == {"offense": 0, "defense": 1}
    assert typed("encounter", *LINE.split(), "--nope").status == 2


def test_a_line_from_the_input_is_ruled_as_one_that_is_typed(db: Path) -> None:
    assert typed("encounter", "-", db=db, said=f"{LINE}\n").out == typed("encounter", LINE, db=db).out
    marked = typed("encounter", "-", db=db, said=f"\ufeff{LINE}\n")  # as some programs begin a text
    assert marked.out == typed("encounter", LINE, db=db).out


def test_a_file_may_begin_with_a_mark_of_its_encoding(db: Path, tmp_path: Path) -> None:
    lines, cases = tmp_path / "lines.txt", tmp_path / "cases.toml"
    lines.write_text(f"{LINE}\n", encoding="utf-8-sig")
    assert typed("encounter", str(lines), db=db).status == 0
    case = f'[[case]]\nid = "ZZ01"\ntitle = "a"\nsettles = []\nencounter = "{LINE}"\nexpect.outcome = "offense-wins"\n'
    cases.write_text(f'format = 1\nsection = "a"\nedition = "consolidated"\n{case}', encoding="utf-8-sig")
    assert "1 passed" in typed("check", str(cases)).out
    told = typed("encounter", "-", "--json", db=db, said=f"# what happened\n\n{LINE} # really\n").told
    assert told["position"] == LINE


def test_lines_of_a_file_are_ruled_one_by_one(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(f"{LINE}\nred 9\nred 5 : 10 vs blue 2 : 8\n")
    shown = typed("encounter", str(file), db=db)
    assert shown.status == 2  # the worst of them: one is not understood
    assert shown.out.startswith("The offense wins, 13 to 10.\n")
    assert "\n\nThat is not allowed.\n" in shown.out
    assert shown.err.startswith("line 2:\nred 9\n")
    told = typed("encounter", str(file), "--json", db=db)
    assert told.status == 2
    rulings = told.told["rulings"]
    assert [one.get("status") for one in rulings] == ["determined", None, "illegal"]
    assert (rulings[1]["line"], rulings[1]["error"]["kind"]) == ("red 9", "malformed")
    assert len(typed("log", "--json", db=db).told["rulings"]) == 4  # two of each run are kept


def test_a_file_without_a_line_is_told(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text("# nothing\n")
    shown = typed("encounter", str(file))
    assert (shown.status, "there is no line in" in shown.err) == (2, True)
    assert typed("encounter", "-", said="").status == 2
    assert typed("encounter", str(tmp_path)).status == 2  # a folder is no file, and no line either


def test_several_commands_of_one_call_are_done_in_turn(table: Path) -> None:
    shown = typed("do", "destiny purple / launch red 3 at purple.2", db=table)
    assert shown.status == 0
    assert _done(table) == ["destiny purple", "launch red 3 at purple.2"]
    assert typed("undo", "2", db=table).status == 0
    assert typed("do", *"destiny purple / launch red 3 at purple.2".split(), db=table).out == shown.out


def test_commands_from_the_input(table: Path) -> None:
    said = "destiny purple  # her color\n\nlaunch red 3 at purple.2\n"
    shown = typed("do", "-", "--json", db=table, said=said)
    assert shown.status == 0
    assert [done["command"] for done in shown.told["commands"]] == ["destiny purple", "launch red 3 at purple.2"]
    assert shown.told["left"] == []
    assert _done(table) == ["destiny purple", "launch red 3 at purple.2"]


def test_nothing_is_done_after_a_command_that_is_not_legal(table: Path) -> None:
    typed_line = "destiny purple / launch red 5 at purple.2 / invite red: none"
    shown = typed("do", typed_line, db=table)
    assert shown.status == 1
    assert "Refused: red may not launch 5 ships" in shown.out
    assert "Not done after that: invite red: none" in shown.out
    assert _done(table) == ["destiny purple"]


def test_what_is_not_understood_stops_too(table: Path) -> None:
    shown = typed("do", "-", "--json", db=table, said="destiny purple\nlanch or aim red\ninvite red: none\n")
    assert shown.status == 2
    assert "lanch" in shown.told["not_understood"]
    assert shown.told["left"] == ["invite red: none"]
    assert _done(table) == ["destiny purple"]


def test_one_command_is_told_as_ever(table: Path) -> None:
    told = json.loads(typed("do", "-", "--json", db=table, said="destiny purple\n").out)
    assert (told["command"], told["status"]) == ("destiny purple", "legal")


@pytest.mark.parametrize(
    ("typed_words", "expected"),
    [
        ("launch red 3 at purple.2", ["launch red 3 at purple.2"]),
        ("resolve / end", ["resolve", "end"]),
        (
            "destiny purple / red at purple.2 with 2",
            ["destiny purple", "red at purple.2 with 2"],
        ),  # a player may begin it
        ("ionic gas / card zap / no deal", ["ionic gas", "card zap", "no deal"]),
        ("show red/Clone", ["show red/Clone"]),
        ("show red / Clone", ["show red / Clone"]),  # an alien opens no command
        ('deal red gives promise "help / play fair"', ['deal red gives promise "help / play fair"']),
        ("add offense 2 half / half", ["add offense 2 half / half"]),
        ("dial blue 3 / top blue 13", ["dial blue 3", "top blue 13"]),  # of Duel
    ],
)
def test_commands_part_at_a_slash_between_spaces_where_another_begins(typed_words: str, expected: list[str]) -> None:
    assert commands_in(typed_words) == expected
