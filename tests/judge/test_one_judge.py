"""An encounter told on a line and the same encounter told at a table are ruled by the same functions."""

from __future__ import annotations

import inspect
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import filterfalse
from types import FrameType, FunctionType
from typing import Any, NoReturn

import pytest

from referee.judge import phases
from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import rule_command, rule_table

# By name: the line, and what is said at a table.
TOLD = {
    "attack": (
        "red 3 + yellow 2 : 10 vs blue 4 + green 1 : 8 ; at blue.1",
        "destiny blue|launch red 3 at blue.1|invite red yellow|invite blue green|ally yellow offense 2|"
        "ally green defense 1|play red 10|play blue 8|reveal|resolve",
    ),
    "negotiate": (
        "red 3 : 10 vs blue 4 : N ; at blue.1",
        "destiny blue|launch red 3 at blue.1|invite red none|invite blue none|play red 10|play blue N|reveal|resolve",
    ),
    "deal": (
        "red 3 : N vs blue 4 : N ; at blue.1 ; no deal",
        "destiny blue|launch red 3 at blue.1|invite red none|invite blue none|play red N|"
        "play blue N|reveal|resolve|no deal",
    ),
}


def _of_phases() -> dict[str, FunctionType]:
    """The functions of the phases, by module and name."""
    found = {}
    for module in pkgutil.iter_modules(phases.__path__, f"{phases.__name__}."):
        for name, one in inspect.getmembers(import_module(module.name), inspect.isfunction):
            if one.__module__ == module.name:
                found[f"{module.name.rpartition('.')[2]}.{name}"] = one
    return found


FUNCTIONS = _of_phases()
_BY_CODE = {function.__code__: name for name, function in FUNCTIONS.items()}


def _line(name: str) -> None:
    judge_encounter(TOLD[name][0]).to_dict()


def _table(name: str) -> None:
    table = rule_table("table red blue yellow green", "consolidated").table
    for command in TOLD[name][1].split("|"):
        verdict = rule_command(table, command)
        assert verdict.legal, command
        table = verdict.table
    assert table.last is not None
    assert table.last.told


def _called(name: str, way: Any) -> set[str]:
    """The functions of the phases that rule an encounter told in this way."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in _BY_CODE:
            found.add(_BY_CODE[frame.f_code])

    way(name)  # so that nothing is remembered from now on that was not before
    sys.setprofile(note)
    try:
        way(name)
    finally:
        sys.setprofile(None)
    return found


@contextmanager
def _broken(function: FunctionType) -> Iterator[None]:
    """Lets the function fail, whoever has imported it."""

    def fail(*_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError  # what every module knows: the function keeps the names of its own

    whole = function.__code__
    function.__code__ = fail.__code__.replace(co_freevars=())
    try:
        yield
    finally:
        function.__code__ = whole


# A line is held against the rules as a whole, where a table was refused each act as it was said, if they forbid it:
# both ask the same prohibitions. And home colonies are counted for a power only where a line tells their number.
def _only_of_a_line(name: str) -> bool:
    return name.startswith(("legality.", "setup.")) or name in ("colonies._power", "named.check_saved")


@pytest.mark.parametrize("name", TOLD)
def test_whatever_rules_a_line_rules_a_table(name: str) -> None:
    of_line, of_table = _called(name, _line), _called(name, _table)
    assert len(of_line) > 50
    assert {one for one in of_line - of_table if not _only_of_a_line(one)} == set()


@pytest.mark.parametrize("name", TOLD)
def test_a_phase_that_is_broken_breaks_both(name: str) -> None:
    for function in filterfalse(_only_of_a_line, sorted(_called(name, _line))):
        for way in (_line, _table):
            with _broken(FUNCTIONS[function]), pytest.raises(NotImplementedError):
                way(name)
