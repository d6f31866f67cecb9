"""The bars of all sheets and flares, against a second list that was not made from them (`bars.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import rulebase
from referee.book.places import RULEBASE

_LIST: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "bars.toml").read_text())
_SHEETS: dict[str, dict[str, Any]] = {
    data["name"]: data
    for data in (tomllib.loads(path.read_text()) for path in sorted((RULEBASE / "aliens").glob("*.toml")))
}
_VARIES = "varies"


def _bars(text: str) -> tuple[set[str], set[str], str]:
    """The roles, the phases and, of a power, whether it is mandatory."""
    bars, _, use = text.partition(", ")
    roles, _, phases = bars.partition(": ")
    return set(roles.split()), set(phases.split()), use


def test_the_list_has_every_alien_and_no_other() -> None:
    assert len(_LIST) == 238
    assert set(_LIST) == set(_SHEETS)


@pytest.mark.parametrize("part", ["power", "wild", "super"])
def test_every_bar_is_that_of_the_list(part: str) -> None:
    wrong = []
    for name, parts in _LIST.items():
        roles, phases, use = _bars(parts[part])
        sheet = _SHEETS[name] if part == "power" else _SHEETS[name][part]
        shown = {"mandatory": True, "optional": False}.get(use)
        same = {
            "roles": roles == {_VARIES} or set(sheet["roles"]) == roles,
            "phases": set(sheet["phases"]) == phases,
            "use": shown is None or sheet["mandatory"] == shown,
        }
        wrong += [(name, part, bar) for bar, is_same in same.items() if not is_same]
    assert wrong == []


def test_what_varies_is_rare() -> None:
    """Where the list leaves a bar to judgement nothing is compared: of 714 bars that is so on three sheets."""
    assert [name for name, parts in _LIST.items() if _VARIES in " ".join(parts.values())] == [
        "Animal",
        "Poison",
        "Tourist",
    ]


def test_a_power_is_read_with_the_bars_of_its_sheet() -> None:
    known = rulebase()
    for name, data in _SHEETS.items():
        if any(erratum.get("about") == "power" for erratum in data.get("errata", ())):
            continue
        alien = known.alien(name)
        assert alien is not None
        assert set(alien.roles) == set(data["roles"]), name
        assert alien.mandatory == data["mandatory"], name
        assert set(alien.phases) == set(data["phases"]), name
