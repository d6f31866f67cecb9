"""The files of this project are as the schemas for editors say, and what is wrong in one is found by them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.book.places import RULEBASE, SCENARIOS
from referee.cli import settings, settings_file
from referee.disputes import house_files
from referee.render.look import COLORS, THEMES
from referee.schemas.inputs import HouseRuleInFile, SettingsFile
from referee.schemas.registry import schema
from tests import cases, effort

ROOT = Path(__file__).parents[2]


def _faults(name: str, text: str) -> list[str]:
    found = Draft202012Validator(schema(name)).iter_errors(tomllib.loads(text))
    return [f"{one.json_path}: {one.message}" for one in found]


def _files() -> Iterator[tuple[str, Path]]:
    for path, _ in cases.files():
        yield "case-file", path
    for path in sorted((RULEBASE / "aliens").glob("*.toml")):
        yield "alien-file", path
    for folder in ("editions", "variants"):
        for path in sorted((RULEBASE / folder).glob("*.toml")):
            yield "house-edition", path


@pytest.mark.parametrize("name", ["case-file", "alien-file", "house-edition"])
def test_every_file_of_the_project_is_valid_by_its_schema(name: str) -> None:
    paths = [path for of, path in _files() if of == name]
    validator = Draft202012Validator(schema(name))
    for path in effort.some(paths, 25):
        found = list(validator.iter_errors(tomllib.loads(path.read_text())))
        assert [f"{path.name} {one.json_path}: {one.message[:200]}" for one in found] == []


_CASE = (SCENARIOS / "compensation.toml").read_text()
_ALIEN = (RULEBASE / "aliens" / "macron.toml").read_text()


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        ("case-file", _CASE.replace("settles ", "setles ", 1), "setles"),
        ("case-file", _CASE.replace('"CP01"', '"C-01"', 1), "id"),
        ("case-file", _CASE.replace('outcome = "offense-wins"', 'outcome = "offence-wins"', 1), "outcome"),
        ("case-file", _CASE.replace("section =", "topic =", 1), "section"),
        ("alien-file", _ALIEN.replace('alert = "', 'alert = "light', 1), "alert"),
        ("alien-file", _ALIEN.replace("mandatory = true", 'mandatory = "yes"', 1), "mandatory"),
        ("alien-file", _ALIEN.replace("summary =", "sumary =", 1), "sumary"),
        ("house-edition", 'title = "Ours"\nbook = "consolidated"\n[reveal.ties]\nvalu = "card-flip"', "reveal"),
        ("house-edition", 'title = "Ours"', "book"),
        ("house-rules-file", 'format = 1\ntable = "kitchen"\n[[rule]]\nsay = "x"', "say"),
        ("settings", 'colour = "never"', "colour"),
        ("settings", 'theme = "pink"', "theme"),
        ("settings", 'names = "ann bob"', "names"),
    ],
)
def test_what_is_wrong_in_a_file_is_found(name: str, text: str, where: str) -> None:
    assert any(where in fault for fault in _faults(name, text))


def test_files_as_they_are_shown_to_players_are_valid() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    edition = contributing.split("### A table's own rules")[1].split("```toml\n")[1].split("```")[0]
    assert _faults("house-edition", edition) == []
    shown = _indented(settings.__doc__ or "")
    assert 'DF-05 = "ffg2018"' in shown
    assert _faults("settings", shown) == []
    shown = _indented(house_files.__doc__ or "", deeper=4)
    assert shown.count("[[rule]]") == 3
    shown = "\n".join(line.split("    ")[0] if line.startswith("[[") else line for line in shown.splitlines())
    assert _faults("house-rules-file", shown) == []


def _indented(doc: str, deeper: int = 0) -> str:
    margin = " " * (4 + deeper)
    return "\n".join(line.strip() for line in doc.splitlines() if line.startswith(margin) or not line.strip())


def test_settings_and_house_rules_are_described_as_they_are_read() -> None:
    """They are not read by these models, so that what is read and what is described could part."""
    assert SettingsFile.model_fields.keys() == settings_file._KEYS.keys()
    properties: dict[str, Any] = schema("settings")["properties"]
    assert (tuple(properties["color"]["enum"]), tuple(properties["theme"]["enum"])) == (COLORS, THEMES)
    assert HouseRuleInFile.model_fields.keys() == house_files._KEYS.keys()
