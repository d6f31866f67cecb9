"""`referee.toml`: where it is looked for, what beats what, and what is said of one that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee.cli.settings import ENVIRONMENT, NAME, current, place
from tests.typed import Answer, typed

TIE = "red 3 : 10 vs blue 3 : 10"


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The settings are looked for, in a folder of the test and in a home that has none."""
    monkeypatch.delenv(ENVIRONMENT)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "games" / "tuesday").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "games" / "tuesday")
    current.cache_clear()


def _edition(shown: Answer) -> str:
    return str(shown.told["edition"])


def _ruled(*more: str) -> Answer:
    return typed("encounter", TIE, "--no-log", "--json", *more)


def test_the_nearest_file_is_read_then_the_players_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _edition(_ruled()) == "consolidated"
    own = tmp_path / "config" / "referee" / NAME
    own.parent.mkdir(parents=True)
    own.write_text('edition = "warp"\n')
    assert place() == own
    assert _edition(_ruled()) == "warp"
    above = tmp_path / "games" / NAME
    above.write_text('edition = "ffg2018"\n')
    assert _edition(_ruled()) == "ffg2018"
    here = Path(NAME)
    here.write_text('edition = "mayfair1991"\n')
    assert _edition(_ruled()) == "mayfair1991"
    monkeypatch.setenv(ENVIRONMENT, str(above))
    assert _edition(_ruled()) == "ffg2018"
    monkeypatch.setenv(ENVIRONMENT, "")
    assert _edition(_ruled()) == "consolidated"


def test_an_option_beats_the_environment_and_that_beats_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(NAME).write_text('edition = "ffg2018"\nvariants = ["four-planets"]\n')
    assert _edition(_ruled()) == "ffg2018+four-planets"
    monkeypatch.setenv("REFEREE_EDITION", "warp")
    assert _edition(_ruled()) == "warp"
    assert _edition(_ruled("--edition", "consolidated")) == "consolidated"


def test_the_edition_holds_for_every_command_that_has_one(tmp_path: Path) -> None:
    Path(NAME).write_text('edition = "warp"\n')
    asked = typed("ask", "who wins a tie?", "--json")
    assert asked.told["answers"][0]["id"].startswith("warp ")
    db = tmp_path / "db"
    assert typed("table", "red", "blue", "green", db=db).status == 0
    assert typed("table", "list", "--json", db=db).told["tables"][0]["edition"] == "warp"
    assert typed("may", "destiny blue ; offense red", "--json").told["edition"] == "warp"


def test_a_dispute_about_a_kept_ruling_stays_in_its_edition(tmp_path: Path) -> None:
    """The evening's edition is no wish to argue about another ruling than the one that was given."""
    db = tmp_path / "db"
    assert typed("encounter", TIE, db=db).status == 0
    Path(NAME).write_text('edition = "ffg2018"\n')
    sides = ("--party", "red", "--claim", "mine", "--party", "blue", "--claim", "mine")
    assert typed("dispute", "open", "--from-ruling", "1", *sides, "--json", db=db).told["edition"] == "consolidated"
    assert typed("dispute", "open", TIE, *sides, "--json", db=db).told["edition"] == "ffg2018"


def test_readings_are_taken_and_an_option_beats_them() -> None:
    Path(NAME).write_text('[readings]\nDF-05 = "ffg2018"\n')
    assert _ruled().told["readings"] == {"DF-05": "ffg2018"}
    assert _ruled("--reading", "DF-05=consolidated").told["readings"] == {"DF-05": "consolidated"}
    assert typed("duel", "blue 2 : 10 vs orange 2 : 31", "--no-log").status in (0, 3)  # no reading of Duel's


def test_the_players_of_the_evening_are_seated_by_one_word(tmp_path: Path) -> None:
    Path(NAME).write_text('names = ["ann", "bob/Clone", "cat"]\n')
    db = tmp_path / "db"
    shown = typed("table", "new", "--json", db=db)
    assert shown.told["seats"] == ["ann", "bob", "cat"]
    assert shown.told["aliens"]["bob"] == ["Clone"]
    Path(NAME).write_text("")
    shown = typed("table", "new", db=db)
    assert (shown.status, "names no players" in shown.err) == (2, True)


def test_the_house_rules_of_the_evening_hold_once_there_are_any(tmp_path: Path) -> None:
    Path(NAME).write_text('house = "kitchen"\n')
    db = tmp_path / "referee.db"
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    before = typed("encounter", line, "--json", db=db)
    assert before.told["players"]["blue"]["compensation"] == 4
    claims = ("--party", "blue", "--claim", "all six", "--party", "red", "--claim", "four")
    assert typed("dispute", "open", line, *claims, "--question", "DF-37", db=db).status == 0
    assert typed("dispute", "rule", "1", "--house", "--reading", "whole-side", "--by", "Ann", db=db).status == 0
    referee.TableSession.lay("red blue green", db=db, name="kitchen")
    assert typed("dispute", "promote", "1", "--table", "kitchen", db=db).status == 0
    assert typed("encounter", line, "--json", db=db).told["players"]["blue"]["compensation"] == 6


def test_presets_hold_for_a_switch_that_a_command_has() -> None:
    Path(NAME).write_text("strict_steps = true\n")
    assert current().presets()["do"] == {"strict_steps": True}


@pytest.mark.parametrize(
    ("text", "line", "instead"),
    [
        ('edition = "ffg2018"\nvariant = ["four-planets"]\n', 2, "write variants"),
        ('edition = "fgg"\n', 1, "known: consolidated"),
        ('theme = "dark"\nedition = 5\n', 2, 'write edition = "ffg2018"'),
        ('edition = "warp"\nvariants = ["four-planets"]\n', 2, "four-planets"),
        ('variants = ["four-planets"]\n', 1, 'write edition = "consolidated" above them'),
        ('variants = "four-planets"\n', 1, 'write variants = ["four-planets"]'),
        ('\nnames = ["ann", "bob smith"]\n', 2, "write letters and digits"),
        ('names = ["ann", "Ann/Clone"]\n', 1, "write each player once"),
        ('color = "sometimes"\n', 1, "write one of auto, always, never"),
        ('theme = "lihgt"\n', 1, "write one of dark, light, mono"),
        ('strict_steps = "yes"\n', 1, "without quotes"),
        ('[readings]\nDF-999 = "x"\n', 2, "write a point as `referee question` shows it"),
        ('[readings]\nDF-05 = "mine"\n', 2, "write one of consolidated, ffg2018"),
        ('[readings]\nDF-05 = "ffg2018"\nDF-01 = "consolidated"\n', 3, "leave DF-01 out"),
        ('readings = "DF-05"\n', 1, "write [readings] and below it"),
        ('edition = "ffg2018\n', 1, "it is not TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_what_to_write(text: str, line: int, instead: str) -> None:
    Path(NAME).write_text(text)
    shown = typed("encounter", TIE, "--no-log")
    assert shown.status == 2
    assert f"{NAME}:{line}: " in shown.err
    assert instead in shown.err
    told = json.loads(typed("encounter", TIE, "--no-log", "--json").out)
    assert told["error"]["kind"] == "settings"


def test_what_explains_works_with_a_file_that_is_wrong() -> None:
    Path(NAME).write_text("edition = 5\n")
    assert typed("encounter", "--help").status == 0
    assert typed("help", "encounter").status == 0
    shown = typed("where", "--json")
    assert shown.status == 0
    assert f"{NAME}:1" in shown.told["config_fault"]


def test_a_named_file_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "nowhere.toml")
    shown = typed("encounter", TIE, "--no-log")
    assert (shown.status, "nowhere.toml: there is no such file" in shown.err) == (2, True)


def test_where_tells_the_files_and_versions(tmp_path: Path) -> None:
    Path(NAME).write_text('edition = "warp"\n')
    db = tmp_path / "evening.db"
    told = typed("where", "--json", db=db).told
    assert (told["config"], told["ledger"]) == (str(Path(NAME).resolve()), str(db))
    assert (Path(told["rulebase"]) / "books").is_dir()
    assert told["packages"]["typer"]
    assert told["python"].count(".") == 2
    shown = typed("where", db=db).out
    assert "evening.db" in shown
    assert Path(told["documentation"].removeprefix("file://")).is_file()
