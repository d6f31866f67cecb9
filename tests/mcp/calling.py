"""A server as an assistant's program meets it: a process of its own, over the standard streams or over HTTP.

`REFEREE_COMMAND` names an installed `referee` that is tried in place of this tree.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from referee.mcp.desk import Desk
from referee.mcp.disputes import Disputes
from referee.mcp.lookups import Lookups
from referee.mcp.marks import tools_of
from referee.mcp.rulings import Rulings
from referee.mcp.tables import Tables
from referee.schemas.registry import schema_of

_INSTALLED = os.environ.get("REFEREE_COMMAND", "")
COMMAND = [_INSTALLED] if _INSTALLED else [sys.executable, "-c", "from referee.cli import main; main()"]
_PATIENCE = 60  # seconds for an answer, on a machine that is busy


@asynccontextmanager
async def over_stdio(db: Path) -> AsyncIterator[Client]:
    """A client of `referee mcp`."""
    async with Client(stdio_of(db), read_timeout_seconds=_PATIENCE) as client:
        yield client


def stdio_of(db: Path) -> StdioServerParameters:
    """How an assistant's program is told to start `referee mcp`."""
    return StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp", "--db", str(db)], env=dict(os.environ))


@contextmanager
def serving_http(db: Path) -> Iterator[str]:
    """The address of `referee mcp --http` on a port that is free."""
    command = [*COMMAND, "mcp", "--http", "--port", "0", "--db", str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()


@asynccontextmanager
async def over_http(address: str) -> AsyncIterator[Client]:
    """A client of a server at this address."""
    async with Client(address, read_timeout_seconds=_PATIENCE) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    """What a tool answers, which is as its own schema says (the client sees to that) and as the whole one does."""
    answer = await client.call_tool(tool, arguments)
    if not answer.is_error:
        whole(tool).validate(answer.structured_content)
    return answer


@cache
def whole(tool: str) -> Draft202012Validator:
    """What holds an answer of a tool against the schemas of the same that is printed with --json.

    Proofs may be left out.
    """
    groups = (Rulings, Lookups, Tables, Disputes)
    gives = {method.__name__: mark.gives for group in groups for method, mark in tools_of(group(Desk(None)))}
    schema = schema_of(gives[tool])
    _leave_out_proofs(schema)
    return Draft202012Validator(schema)


def _leave_out_proofs(node: Any) -> None:
    if isinstance(node, dict):
        if "proof" in node.get("properties", ()):
            node["required"] = [name for name in node["required"] if name != "proof"]
        for inner in node.values():
            _leave_out_proofs(inner)
    elif isinstance(node, list):
        for inner in node:
            _leave_out_proofs(inner)


def text(answer: CallToolResult) -> str:
    """The text of an answer."""
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


def told(answer: CallToolResult) -> dict[str, Any]:
    """The structured content of an answer that is no error."""
    assert not answer.is_error, text(answer)
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content
