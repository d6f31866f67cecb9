"""`redo` after a correction: what was taken back is told again as far as it is legal, and nothing is lost unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.common import NOT_UNDERSTOOD, RULED
from tests.cli.encounters import SAID, lost_by_red
from tests.typed import typed


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A table at which all but the destiny card was taken back."""
    path = lost_by_red(tmp_path)
    assert typed("undo", "4", db=path).status == RULED
    return path


def _commands(db: Path) -> list[str]:
    return [entry["command"] for entry in typed("history", "--json", db=db).told["history"] if not entry["undone"]][1:]


def test_what_was_taken_back_waits_behind_a_correction_and_is_done_again(db: Path) -> None:
    shown = typed("do", "launch red 3 at blue.1", db=db)
    assert "3 commands were taken back before: `redo` does again what is still legal.\n" in shown.out
    assert typed("redo", "--json", db=db).told["commands"] == ["ally green defense 2"]
    assert typed("redo", "2", "--json", db=db).told["commands"] == ["reveal red 4, blue 8", "resolve"]
    assert _commands(db) == ["destiny blue", "launch red 3 at blue.1", *SAID[2:]]
    assert "nothing was taken back" in typed("redo", db=db).err


def test_it_stops_with_the_clause_where_it_is_not_legal_any_more(db: Path) -> None:
    """Green is met now, so that it is no ally of the defense (5.7.2)."""
    assert typed("undo", db=db).status == RULED
    assert typed("do", "destiny green", db=db).status == RULED
    stopped = typed("redo", db=db)
    assert stopped.status == NOT_UNDERSTOOD
    assert "it is not legal any more: launch red 2 at blue.1: blue.1 may not be the target" in stopped.err
    assert "consolidated 5.6.2" in stopped.err
    assert _commands(db) == ["destiny green"]
    assert typed("do", "launch red 2 at green.1", db=db).status == RULED


def test_of_several_those_that_are_legal_are_kept(db: Path) -> None:
    """Red holds two negotiates and no 4 to reveal; the launch and the ally are as legal as before."""
    assert typed("do", "set hand red: N N", db=db).status == RULED
    done = typed("redo", "4", "--json", db=db).told
    assert done["commands"] == ["launch red 2 at blue.1", "ally green defense 2"]
    assert done["stopped"]["command"] == "reveal red 4, blue 8"
    assert done["stopped"]["cites"]
    assert "2 commands were taken back before and gone now" in typed("do", "play red N", db=db).out


def test_one_that_goes_on_otherwise_is_told_what_is_gone(db: Path) -> None:
    assert typed("do", "launch red 3 at blue.1", db=db).status == RULED
    told = typed("do", "decline green", "--json", db=db).told
    assert told["taken_back"] == {"waits": 0, "gone": 3}
    assert "nothing was taken back" in typed("redo", db=db).err


def test_a_correction_that_is_taken_back_is_done_again_first(db: Path) -> None:
    assert typed("do", "launch red 3 at blue.1", db=db).status == RULED
    assert typed("undo", db=db).status == RULED
    assert typed("redo", "--json", db=db).told["commands"] == ["launch red 3 at blue.1"]
    assert typed("redo", "--json", db=db).told["commands"] == ["ally green defense 2"]
