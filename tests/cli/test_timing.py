"""`referee timing` as it is typed: what it prints, and the exit status."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from referee.cli.app import app

TABLE = ["--offense", "red", "--defense", "purple", "--seats", "red,purple,yellow,blue"]


def run(*words: str, table: bool = True) -> Result:
    return CliRunner().invoke(
        app, ["timing", *words, *(TABLE if table else [])], env={"NO_COLOR": "1", "COLUMNS": "80"}
    )


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["blue", "red"], 0),
        (["red:Sorcerer", "blue:Cosmic-Zap"], 0),
        (["yellow:Mind", "red", "--phase", "planning"], 1),
        (["red:Nothing-Like-It"], 2),
        (["pink"], 2),
        (["red", "--edition", "nowhere"], 2),
        (["red", "--reading", "DF-72"], 2),
        (["red:Oracle", "red:Kamikaze"], 3),
        (["red:Macron", "purple:Sorcerer"], 3),
        (["red", "hazard", "--edition", "warp"], 3),
    ],
)
def test_the_exit_status(words: list[str], status: int) -> None:
    assert run(*words).exit_code == status


def test_the_order_stands_first_and_each_has_its_clause() -> None:
    lines = run("blue:Plague", "red:regroup", "hazard").stdout.splitlines()
    assert lines[0] == "red:regroup first, then blue:Plague, then hazard."
    assert lines[1] == "in the regroup phase"
    for line, place, clause in zip(lines[2:5], ("1", "2", "3"), ("4.8.2.1", "4.8.2.3", "4.8.2.4"), strict=True):
        assert line.split()[0] == place
        assert clause in line
    assert any("assumed: the table plays with hazards" in line for line in lines)
    assert max(len(line) for line in lines) <= 80


def test_an_answer_says_what_it_cancels() -> None:
    shown = " ".join(run("red:Sorcerer", "blue:Cosmic-Zap").stdout.split())
    assert shown.startswith("blue:Cosmic-Zap first, then red:Sorcerer.")
    assert "cancelled by blue:Cosmic-Zap" in shown


def test_json_has_the_keys_that_are_promised() -> None:
    told = json.loads(run("blue", "red:Mind", "--json").stdout)
    assert told["order"] == ["red:Mind", "blue"]
    keys = "format edition offense defense seats phase status order steps cancelled results illegal cases needs grade"
    assert list(told) == [*keys.split(), "citations", "questions", "readings", "assumes", "proof"]
    assert told["format"] == 1
    assert {"id": "consolidated 4.8.2.1", "grade": "rulebook"} in told["citations"]


def test_why_prints_the_proof() -> None:
    assert "[consolidated 4.8.2]" in run("red", "blue", "--why").stdout


def test_a_fault_is_told_on_stderr_with_the_place() -> None:
    result = run("red:Sorceror")
    assert result.stdout == ""
    first, caret, expected = result.stderr.splitlines()[:3]
    assert first[caret.index("^") :].startswith("Sorceror")
    assert "Did you mean Sorcerer" in expected


def test_a_fault_as_json() -> None:
    told = json.loads(run("pink", "--json").stdout)
    assert told["error"]["kind"] == "impossible"


def test_what_a_player_typed_is_printed_as_it_is() -> None:
    shown = run("hazard:[bold]{0}\x1b[31m", "red").stdout
    assert "[bold]{0}\\x1b[31m" in shown
