"""The minute of a deal."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import referee
from referee.errors import LedgerError
from referee.public import clock
from referee.render.play import clock_line, count_down
from tests import command

TALKS = "destiny blue / launch red 2 at blue.1 / play red N / play blue N / reveal / resolve"


class _Later(datetime):
    """A clock that goes so many seconds ahead."""

    ahead = 0

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime.now(UTC) + timedelta(seconds=cls.ahead)


@pytest.fixture
def table(tmp_path: Path) -> referee.TableSession:
    table = referee.TableSession.lay("red blue", db=tmp_path / "games.db")
    assert table.do_all(table.commands_in(TALKS)).left == []
    return table


def test_it_runs_since_the_command_that_led_to_the_talks(
    table: referee.TableSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One minute (5.10.1.3.b.1); what is said meanwhile does not begin it again."""
    began = next(entry.at for entry in table.history() if entry.command == "resolve")
    monkeypatch.setattr(clock, "datetime", _Later)
    monkeypatch.setattr(_Later, "ahead", 20)
    table.do("claim red foreign 0")
    told = table.clock()
    assert (told.began, told.seconds, told.cites) == (began, 60, ["consolidated 5.10.1.3.b.1"])
    assert 36 <= told.left <= 40
    assert table.clock(now=True).left == 60
    monkeypatch.setattr(_Later, "ahead", 90)
    assert table.clock().left < -25
    assert table.do("no deal").legal  # nothing is enforced
    with pytest.raises(LedgerError, match="no deal to be made now"):
        table.clock()


def test_do_tells_what_is_left_and_play_counts(table: referee.TableSession) -> None:
    env = {"REFEREE_DB": str(table.path), "NO_COLOR": "1", "COLUMNS": "200"}
    told = json.loads(command.referee("do", "--json", "claim red foreign 0", env=env).stdout)
    assert told["clock"]["seconds"] == 60
    assert "[consolidated 5.10.1.3.b.1]  (told, not enforced)" in command.referee("do", "clock", env=env).stdout
    shown = command.referee("play", said="clock\nclock x\nno deal\nclock\n", env=env).stdout
    assert "The deal: 1:00 of 1:00 left" in shown
    assert "it is typed so: clock, or: clock again" in shown
    assert "no deal to be made now" in shown
    assert "clock" not in json.loads(command.referee("table", "show", "--json", env=env).stdout)


def test_the_countdown_is_left_by_the_keyboard(capsys: pytest.CaptureFixture[str]) -> None:
    told = {"left": 2, "seconds": 60, "cites": ["x"]}
    count_down(told, _stop)
    out = capsys.readouterr().out
    assert "0:02 of 1:00 left" in out
    assert "told, not enforced" in out
    assert clock_line({**told, "left": 0}).startswith("The time for the deal is over: ")
    assert clock_line({**told, "left": -7}).startswith("The time for the deal is over since 7 s: ")


def _stop(_: float) -> None:
    """Somebody who presses Ctrl-C in the first second."""
    raise KeyboardInterrupt
