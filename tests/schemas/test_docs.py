"""What docs/schema.md says and shows is so."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import referee
from referee.schemas.registry import schema
from tests.typed import typed

DOC = (Path(__file__).parents[2] / "docs" / "schema.md").read_text()


def test_the_schemas_that_it_names_are_printed() -> None:
    named = {name.strip() for name in re.findall(r"referee schema ((?:[a-z-]+ ?)+)", DOC)}
    assert {"ruling", "case-file", "settings", "dispute open"} <= named
    for name in named:
        assert typed("schema", *name.split()).told["$id"], name


def test_its_case_file_is_valid_and_passes(tmp_path: Path) -> None:
    (shown,) = (text for text in re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL) if "[[case]]" in text)
    assert tomllib.loads(shown)["case"]
    file = tmp_path / "our-evening.toml"
    file.write_text(shown)
    assert referee.check(file).counts == {"passed": 1, "failed": 0, "deviates": 0}


def test_its_act_in_parts_is_what_legal_tells(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", DOC, re.DOTALL)
    table = referee.TableSession.lay("red purple", db=tmp_path / "x.db")
    for said in ("offense red", "destiny purple"):
        assert table.do(said).legal
    assert json.loads(shown) in table.legal().to_dict()["commands"]


def test_what_lists_something_has_it_under_the_name_that_is_told() -> None:
    (told,) = re.findall(r"- What lists something has it under a name:(.*?)\n- ", f"{DOC}\n- ", re.DOTALL)
    said = told.partition(";")[0]
    for part in said.split(","):
        *commands, under = re.findall(r"`([a-z ]+)`", part)
        assert commands, part
        for command in commands:
            name = {"table list": "tables", "log": "logged-rulings"}.get(command, command)
            assert schema(name)["properties"][under]["type"] == "array", command
