"""What the tools declare of their answers is made of the models of what is printed with --json.

Every answer in the tests of the tools is held against both: the client does it with what a tool declares, and
`tests.mcp.calling.call` with the whole schema.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.types import TextResourceContents, Tool

import referee
from referee.mcp.server import make_server
from tests.mcp.calling import call, whole
from tests.mcp.test_tools import TOOLS

LINE = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"


def _forms(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """An answer's schema, or those of which it is one."""
    defs = schema.get("$defs", {})
    return [defs[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in schema.get("anyOf", [schema])]


def _keys(form: dict[str, Any]) -> tuple[set[str], list[str], dict[str, str]]:
    """The keys of an answer, those that it always has, and what they tell."""
    told = form["properties"]
    return set(told), form["required"], {key: one["description"] for key, one in told.items() if "description" in one}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_declares_every_key_of_the_whole_schema(tool: Tool) -> None:
    assert tool.output_schema
    Draft202012Validator.check_schema(tool.output_schema)
    told = [_keys(form) for form in _forms(tool.output_schema)]
    printed = [_keys(form) for form in _forms(whole(tool.name).schema)]
    assert all(form in printed for form in told)
    assert all(form in told for form in printed)  # some are told once for two, as they part only further in


def test_all_tools_together_are_no_more_than_a_model_can_read() -> None:
    """Some programs hand the list to their model at each call."""
    assert sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in TOOLS) < 150_000


def test_the_whole_schema_is_read_at_the_address_that_a_tool_names() -> None:
    async def read() -> list[tuple[str, str]]:
        async with Client(make_server()) as client:
            told = []
            for tool in (await client.list_tools()).tools:
                assert tool.output_schema
                for address in tool.output_schema["description"].partition("In full: ")[2].rstrip(".").split(" or "):
                    (content,) = (await client.read_resource(address)).contents
                    assert isinstance(content, TextResourceContents)
                    told.append((address.rpartition("/")[2], content.text))
            return told

    found = asyncio.run(read())
    assert len({name for name, _ in found}) > 25
    for name, text in found:
        assert json.loads(text) == referee.schema(name)


def test_what_another_tool_would_answer_is_no_answer(tmp_path: Path) -> None:
    """The schemas are not so wide that anything passes."""

    async def ruled() -> dict[str, Any]:
        async with Client(make_server(tmp_path / "a.db")) as client:
            return (await call(client, "rule_encounter", line=LINE)).structured_content or {}

    told = asyncio.run(ruled())
    passed = {tool.name for tool in TOOLS if Draft202012Validator(tool.output_schema or {}).is_valid(told)}
    assert passed == {"rule_encounter", "ruling_why"}
    assert not Draft202012Validator(TOOLS[0].output_schema or {}).is_valid({**told, "status": "perhaps"})
