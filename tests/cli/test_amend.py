"""A mistake found later, as it is typed: nothing changes before a table has chosen, and each choice is one `undo`."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.common import ILLEGAL, NOT_UNDERSTOOD, RULED
from tests.cli.encounters import lost_by_red
from tests.typed import typed

# Green's two ships beside a winning defense earn two rewards (5.10.5.2); nobody thinks of them before blue's turn.
LATER = ("launch blue 3 at green.1", "reveal blue 4, green 20", "end")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = lost_by_red(tmp_path)
    assert typed("do", "--anyway", "destiny green", db=path).status == RULED
    for command in LATER:
        assert typed("do", command, db=path).status == RULED
    return path


def _history(db: Path) -> list[str]:
    return [entry["command"] for entry in typed("history", "--json", db=db).told["history"] if not entry["undone"]]


def test_a_forgotten_reward_is_found_first_and_put_right_in_two_commands(db: Path) -> None:
    found = typed("amend", db=db)
    assert found.out.startswith("   6  destiny green: green has still 2 rewards to choose  [5.10.5.2, 2.5.2.2]\n")
    done = typed("amend", "6", "--insert", "reward green 2 cards", "--repair", db=db)
    assert "Done: set hand green 9\n" in done.out
    assert typed("table", "show", "--json", db=db).told["hands"]["green"] == 9
    assert typed("undo", db=db).out.startswith("taken back: set hand green 9\n")


def test_it_is_asked_first_and_nothing_is_changed(db: Path) -> None:
    before = _history(db)
    shown = typed("amend", "2", "launch red 3 at blue.1", db=db)
    assert shown.status == RULED
    lines = shown.out.splitlines()
    assert lines[0] == "Command 2: launch red 2 at blue.1; it should have been: launch red 3 at blue.1"
    assert "  red's ships in the warp: 3 (was 2)" in lines
    assert [line.split()[0] for line in lines if line.startswith("  --")] == ["--stand", "--repair", "--again"]
    assert "            set red.3 red 3; warp red 3" in lines
    assert _history(db) == before
    assert typed("amend", "2", "launch", "red", "3", "at", "blue.1", db=db).out == shown.out


def test_what_was_waived_is_waived_too_where_the_act_is_another(db: Path) -> None:
    """The destiny card was red's, not green's; green's rewards are untaken all the same."""
    shown = typed("amend", "6", "destiny red", db=db)
    assert shown.status == RULED
    assert "   7  launch blue 3 at green.1: green.1 may not be the target" in shown.out
    assert "[5.6.2, 5.5.2.5]  (done all the same)" in shown.out


def test_an_outcome_that_turned_is_told(db: Path) -> None:
    """Blue's 40 and 3 ships beat green's 20 and 4."""
    shown = typed("amend", "8", "reveal blue 40, green 20", db=db)
    assert "Would have ended otherwise:\n     9  The offense wins (was: The defense wins)\n" in shown.out


def test_played_again_it_is_one_entry(db: Path) -> None:
    done = typed("amend", "2", "launch red 3 at blue.1", "--again", "--json", db=db).told
    assert (done["chosen"], done["done"]) == ("again", 'amend 2 "launch red 3 at blue.1" --again')
    assert done["table"]["warp"]["red"] == 3
    assert _history(db)[-1] == 'amend 2 "launch red 3 at blue.1" --again'
    assert "launch red 3 at blue.1" in typed("table", "export", db=db).out.splitlines()
    assert "destiny green  # anyway" in typed("table", "export", db=db).out.splitlines()
    assert typed("undo", "--json", db=db).told["table"]["warp"]["red"] == 2


def test_the_last_such_command_of_an_encounter_is_meant(db: Path) -> None:
    shown = typed("amend", "--encounter", "2", "launch blue 2 at green.1", db=db)
    assert shown.out.startswith("Command 7: launch blue 3 at green.1; ")


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (("2", "launch red 5 at blue.1"), ILLEGAL, ""),
        (("2",), NOT_UNDERSTOOD, "say what should have been done, or --drop"),
        (("2", "end", "--drop"), NOT_UNDERSTOOD, "say what should have been done, or --drop"),
        (("launch red 3 at blue.1",), NOT_UNDERSTOOD, "say which command, by its number in the history"),
        (("99", "end"), NOT_UNDERSTOOD, "there is no command 99 to put right; they are 1 to 9"),
        (("2", "frobnicate"), NOT_UNDERSTOOD, "frobnicate\n^"),
        (("2", "launch red 3 at blue.1", "--stand", "--again"), NOT_UNDERSTOOD, "one of --stand, --repair and --again"),
    ],
)
def test_what_cannot_be_is_said_plainly(db: Path, args: tuple[str, ...], status: int, says: str) -> None:
    before = _history(db)
    shown = typed("amend", *args, db=db)
    assert (shown.status, says in shown.err) == (status, True)
    assert _history(db) == before


def test_at_the_interactive_table(db: Path) -> None:
    said = "amend 2 launch red 3 at blue.1\namend 2 launch red 3 at blue.1 --repair\nundo\nquit\n"
    shown = typed("play", db=db, said=said)
    assert shown.status == RULED
    assert "Done: set red.3 red 3; warp red 3" in shown.out
    assert "taken back: set red.3 red 3; warp red 3" in shown.out
