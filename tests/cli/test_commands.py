"""The commands as they are typed: what they print, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lines import EXAMPLE

SWITCH_OFF = {"NO_COLOR": "1", "COLUMNS": "80"}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def run(*args: str, db: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, **env}
    told.pop("REFEREE_DB", None)
    if db is not None:
        told["REFEREE_DB"] = str(db)
    command = [sys.executable, "-c", "from referee.cli import main; main()", *args]
    return subprocess.run(command, capture_output=True, text=True, env=told, timeout=120, check=False)


def test_the_example_fits_one_screen_and_tells_everything(db: Path) -> None:
    shown = run("encounter", EXAMPLE, db=db)
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[0] == "The offense wins, 19 to 18."
    assert len(lines) <= 30
    assert max(len(line) for line in lines[2:]) <= 80
    for piece in (
        "2 to the warp",
        "4 return",
        "purple may take back its 12",
        "+2 10 12",
        "[5.10.1.1.b]",
        "rests on",
        "assumed",
    ):
        assert piece in shown.stdout


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (EXAMPLE, 0),
        ("red 5 : 10 vs blue 2 : 8", 1),
        ("red 3 : 10 vs", 2),
        ("red 3 : 10 vs blue 25 : 8", 2),
        ("red 3 : ? vs blue 2 : 8", 3),
        ("red 3 : Retreat vs blue 2 : 8", 3),
    ],
)
def test_exit_statuses(line: str, status: int, db: Path) -> None:
    for options in ((), ("--json",), ("--why",)):
        shown = run("encounter", line, *options, db=db)
        assert shown.returncode == status, shown
        assert "Traceback" not in shown.stderr
        if options == ("--json",):
            assert json.loads(shown.stdout)["format"] == 1


def test_json_is_the_contract(db: Path) -> None:
    told = json.loads(run("encounter", EXAMPLE, "--json", db=db).stdout)
    for key in ("format", "edition", "position", "status", "outcome", "totals", "margin", "flips", "players",
                "second_encounter", "winners", "then", "discards", "illegal", "grade", "citations", "questions",
                "assumes", "cases", "needs", "proof"):  # fmt: skip
        assert key in told
    assert told["players"]["purple"] == {
        "role": "defense", "ships": 2, "lands": 0, "warp": 2, "returns": 0, "stays": 0, "removed": 0,
        "compensation": 0, "rewards": 0, "rewards_as_ships": 0, "colonies": {"foreign": 0, "home": -1}, "power": "kept",
    }  # fmt: skip
    assert {"says", "kind", "value", "cites", "from"} <= told["proof"].keys()


def test_what_is_not_understood_shows_the_place() -> None:
    shown = run("encounter", "red 3 : 10 vs blue/Makron 2 : 8", "--no-log")
    assert shown.returncode == 2
    assert shown.stderr.splitlines()[:2] == ["red 3 : 10 vs blue/Makron 2 : 8", " " * 19 + "^"]
    assert "Macron" in shown.stderr
    told = json.loads(run("encounter", "red 3 : 10 vs blue/Makron 2 : 8", "--no-log", "--json").stdout)
    assert (told["error"]["kind"], told["error"]["column"]) == ("malformed", 19)


def test_a_ruling_that_cannot_be_kept_is_given_all_the_same(tmp_path: Path) -> None:
    shown = run("encounter", EXAMPLE, "--db", str(tmp_path))
    assert shown.returncode == 4
    assert "The offense wins, 19 to 18." in shown.stdout
    assert shown.stderr.count("\n") == 1
    assert shown.stderr.startswith("warning: ")


def test_no_log_keeps_nothing(db: Path) -> None:
    assert run("encounter", EXAMPLE, "--no-log", db=db).returncode == 0
    assert not db.exists()


def test_the_log_shows_the_latest_and_one_again(db: Path) -> None:
    assert "No ruling is kept" in run("log", db=db).stdout
    first = run("encounter", EXAMPLE, db=db).stdout
    run("encounter", "red 2 : 10 vs blue 4 : 8", db=db)
    shown = run("log", db=db)
    assert shown.returncode == 0
    assert shown.stdout.index("12 to 12") < shown.stdout.index("19 to 18")
    assert run("log", "1", db=db).stdout == first
    assert [row["id"] for row in json.loads(run("log", "--json", db=db).stdout)] == [2, 1]
    missing = run("log", "9", db=db)
    assert (missing.returncode, "no ruling 9" in missing.stderr) == (2, True)


def test_text_from_players_is_never_markup(db: Path) -> None:
    shown = run(
        "encounter", "red 3 : 10 vs blue 2 : 8 ; add offense 2 [red]x[/] \x1b[31m \u202e", db=db, FORCE_COLOR="1"
    )
    assert "[red]x[/]" in shown.stdout
    assert "\x1b[31m \u202e" not in shown.stdout
    assert "\\x1b[31m" in shown.stdout


def test_an_unknown_edition_is_named() -> None:
    shown = run("encounter", EXAMPLE, "--edition", "../../etc", "--no-log")
    assert shown.returncode == 2
    assert "no such edition" in shown.stderr


def test_check_compares_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    case = (
        'format = 1\nsection = "x"\n[[case]]\nid = "XX01"\ntitle = "Ties"\nencounter = "red 2 : 10 vs blue 4 : 8"\n'
        '[case.expect]\noutcome = "{}"\n'
    )
    path.write_text(case.format("offense-wins"))
    shown = run("check", str(path))
    assert shown.returncode == 1
    assert "XX01 failed" in shown.stdout
    assert "offense-wins" in shown.stdout
    assert "defense-wins" in shown.stdout
    path.write_text(case.format("defense-wins"))
    assert run("check", str(path)).returncode == 0
    strict = json.loads(run("check", str(path), "--strict", "--json").stdout)
    assert strict["failed"] == 1
    assert {d["where"] for d in strict["cases"][0]["differences"]} >= {"status", "totals", "players.red.ships"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1\nsection = [", "it is not TOML"),
        ('format = 2\nsection = "x"\ncase = []', "format"),
        ('format = 1\nsection = "x"\n[[case]]\nid = "XX01"\ntitle = "x"\nexpekt = 1\n[case.expect]\n', "XX01"),
    ],
)
def test_a_broken_case_file_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(text)
    shown = run("check", str(path))
    assert shown.returncode == 2
    assert str(path) in shown.stderr
    assert said in shown.stderr
    assert run("check", str(tmp_path / "none")).returncode == 2


def test_rule_and_alien() -> None:
    told = json.loads(run("rule", "CR 5.10.1.1d1", "--json").stdout)
    assert (told["book"], told["id"], told["grade"]) == ("consolidated", "5.10.1.1.d.1", "rulebook")
    assert "RA01" in told["cases"]
    assert json.loads(run("rule", "consolidated:5.10.1.1.c.(1)", "--json").stdout)["id"] == "5.10.1.1.c.1"
    missing = run("rule", "5.10.1.1.z")
    assert (missing.returncode, "nearest" in missing.stderr) == (2, True)
    assert json.loads(run("alien", "macron", "--json").stdout)["reach"] == "executable"
    assert json.loads(run("alien", "The-Cult", "--json").stdout)["reach"] == "timed"
    assert "Macron" in run("alien", "Makron").stderr


def test_help_and_version() -> None:
    for command in ("encounter", "log", "rule", "alien", "check", "audit"):
        assert command in run("--help").stdout
        assert run(command, "--help").returncode == 0
    assert run("--version").stdout.startswith("referee ")
