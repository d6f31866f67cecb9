"""What the shell completes: names, clauses, tables and commands. Nothing of it prints an error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import command

LINE = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def _run(db: Path, *args: str) -> None:
    assert command.referee(*args, env={**os.environ, "REFEREE_DB": str(db)}).returncode == 0


def _completed(typed: str, db: Path) -> list[str]:
    """What bash offers for the last word of a line; for an empty one after a space at its end."""
    words = typed.split(" ")
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    shown = command.referee(env={**os.environ, **asked, "REFEREE_DB": str(db)})
    assert shown.stderr == ""
    return [line for line in shown.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("referee enc", "encounter"),
        ("referee alien Macr", "Macron"),
        ("referee alien macr", "macron"),
        ("referee clash Void Zom", "Zombie"),
        ("referee rule 5.10.1.1.d", "5.10.1.1.d.1"),
        ("referee rule ffg2018 setup.1", "setup.15"),
        ("referee rule ffg", "ffg2018"),
        ("referee rule reveal.t", "reveal.ties"),
        ("referee question DF-0", "DF-05"),
        ("referee card Cosmic-Z", "Cosmic-Zap"),
        ("referee card Amoe", "Amoeba-flare"),
        ("referee compare DF-0", "DF-05"),
        ("referee timing red:Min", "red:Mind"),
        ("referee book add conso", "consolidated"),
        ("referee encounter x --reading DF-05=", "DF-05=ffg2018"),
        ("referee encounter x --edition ffg", "ffg2018"),
        ("referee encounter x --edition warp+", "warp+punt"),
        ("referee --th", "--theme"),
        ("referee --theme li", "light"),
        ("referee history --c", "--csv"),
        ("referee table red/Macr", "red/Macron"),
        ("referee table re", "red"),
        ("referee table ex", "export"),
        ("referee play ne", "new"),
        ("referee help launc", "launch"),
        ("referee help dispute op", "open"),
        ("referee dispute open x --question DF-3", "DF-37"),
        ("referee do la", "launch"),  # without a table too
        ("referee may la", "launch"),
    ],
)
def test_a_word_that_is_begun_is_completed(typed: str, expected: str, db: Path) -> None:
    found = _completed(typed, db)
    assert expected in found
    assert all(word.startswith(typed.rpartition(" ")[2]) for word in found)


def test_what_lies_on_the_table_is_completed(db: Path) -> None:
    _run(db, "table", "blue", "green", "white", "--table", "friday")
    _run(db, "table", "red", "purple/Clone", "yellow")
    _run(db, "do", "destiny", "purple")
    assert _completed("referee do la", db) == ["launch"]
    assert _completed("referee do launch ", db)[0] == "red"
    assert _completed("referee do launch red 3 at purple.", db) == [f"purple.{planet}" for planet in range(1, 6)]
    assert _completed("referee legal ", db) == ["red", "purple", "yellow"]
    assert _completed("referee legal --table friday ", db) == ["blue", "green", "white"]
    assert _completed("referee table use ", db) == ["table", "friday"]
    assert _completed("referee undo -t fr", db) == ["friday"]
    assert _completed("referee table use x ", db) == []


def test_disputes_and_rulings_are_completed_by_number(db: Path) -> None:
    assert _completed("referee dispute show ", db) == []
    _run(db, "encounter", LINE)
    _run(db, "dispute", "open", LINE, "--party", "blue", "--claim", "six", "--party", "red", "--claim", "four")
    assert _completed("referee dispute show ", db) == ["1"]
    assert _completed("referee dispute rule ", db) == ["1"]
    assert _completed("referee log ", db) == ["1"]


def test_a_ledger_that_is_damaged_completes_nothing_and_says_nothing(db: Path) -> None:
    db.write_text("no ledger\n" * 200)
    for typed in ("referee legal ", "referee do ", "referee table use ", "referee dispute show "):
        assert _completed(typed, db) == []


def test_the_players_of_the_evening_are_offered_where_no_table_lies(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "referee.toml"
    file.write_text('names = ["ann", "bob/Clone"]\n')
    monkeypatch.setenv("REFEREE_CONFIG", str(file))
    assert _completed("referee timing an", db) == ["ann:"]
