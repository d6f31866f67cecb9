"""The list of schemas: every command that prints JSON has one, each says what it is of, and each is JSON Schema."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from importlib import import_module

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel

import referee
from referee.errors import RulebaseError
from referee.schemas.part import Part
from referee.schemas.registry import ENTRIES, FILE, OUTPUT, printed_by
from tests import command
from tests.described import commands
from tests.typed import typed


def test_every_command_that_prints_json_has_a_schema() -> None:
    printing = {name for name, options in commands().items() if "--json" in options}
    assert len(printing) > 40
    assert {name for name in printing if len(printed_by(name)) < 2} == set()  # one besides that of errors
    assert {name for entry in ENTRIES.values() for name in entry.commands} == printing


def _models() -> Iterator[type[BaseModel]]:
    for module in sorted({entry.module for entry in ENTRIES.values()} | {"part"}):
        found = vars(import_module(f"referee.schemas.{module}")).values()
        yield from (one for one in found if inspect.isclass(one) and issubclass(one, BaseModel))


def test_every_field_says_what_it_is() -> None:
    assert {f"{model.__name__}.{name}" for model in _models() for name in _undescribed(model)} == set()


def _undescribed(model: type[BaseModel]) -> Iterator[str]:
    fields = model.model_fields.items()
    yield from (name for name, field in fields if name != "root" and not field.description)


def test_no_key_is_printed_that_is_not_described() -> None:
    """But in an effect of a use, which each verb has its own of, and in JSON Schema itself."""
    parts = [one for one in _models() if issubclass(one, Part)]
    assert {one.__name__ for one in parts if one.model_config.get("extra") != "forbid"} == {"Effect", "JsonSchema"}


@pytest.mark.parametrize("name", ENTRIES)
def test_each_is_json_schema_with_a_name_of_its_own(name: str) -> None:
    made = referee.schema(name)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["$id"] == f"urn:cosmic-referee:schema:{name}:1"
    assert made["title"] == name
    assert len(made["description"]) > 15
    assert ENTRIES[name].says() == made["description"]


def test_answers_may_grow_and_files_may_not_have_what_nobody_reads() -> None:
    for name, entry in ENTRIES.items():
        closed = '"additionalProperties": false' in json.dumps(referee.schema(name))
        assert closed is (entry.of == FILE), name


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if entry.of == OUTPUT])
def test_every_answer_is_an_object_that_says_its_format(name: str) -> None:
    """A bare list or text could not grow. What is itself JSON Schema has the words of that."""
    made = referee.schema(name)
    for one in [made["$defs"][ref["$ref"].rpartition("/")[2]] for ref in made.get("anyOf", ())] or [made]:
        assert one["type"] == "object"
        assert name == "json-schema" or "format" in one["required"]


def test_the_list_names_each_with_a_sentence() -> None:
    shown = " ".join(typed("schema").out.split())
    told = typed("schema", "--json").told
    assert [row["name"] for row in told["schemas"]] == list(ENTRIES)
    assert {row["of"] for row in told["schemas"]} == {OUTPUT, FILE}
    for row in told["schemas"]:
        assert f"{row['name']} {row['says']}" in shown
        assert typed("schema", row["name"]).told["title"] == row["name"]


def test_a_command_may_be_named_in_place_of_what_it_prints() -> None:
    assert typed("schema", "encounter").told["anyOf"] == [
        {"$ref": "#/$defs/Ruling"},
        {"$ref": "#/$defs/Rulings"},
    ]
    opened = typed("schema", "dispute", "open").told
    assert (opened["title"], opened["type"]) == ("dispute-open", "object")
    assert opened["properties"] == referee.schema("opened-dispute")["properties"]


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    for asked, near in (("rulling", "ruling"), ("case file", "case-file"), ("encountre", "encounter")):
        answer = typed("schema", asked)
        assert (answer.status, answer.out) == (2, "")
        assert near in answer.err
    with pytest.raises(RulebaseError, match="referee schema"):
        referee.schema("xyzzy")
    assert typed("schema", "rulling", "--json").told["error"]["kind"] == "rulebase"


def test_a_name_is_completed() -> None:
    env = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": "referee schema case", "COMP_CWORD": "2"}
    assert command.referee(env=env).stdout.split() == ["case-file"]


def test_no_ruling_pays_for_them() -> None:
    says = (
        "import sys; from referee.cli.ending import ended; "
        "ended(['encounter', 'red 3 : 10 vs blue 2 : 8', '--json', '--no-log']); "
        "print([m for m in sys.modules if m.startswith(('referee.schemas', 'pydantic'))], file=sys.stderr)"
    )
    done = command.python(says)
    assert json.loads(done.stdout)["outcome"] == "offense-wins"
    assert done.stderr.strip() == "[]"
