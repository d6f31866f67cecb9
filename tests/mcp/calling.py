"""A server as an assistant's program meets it: a process of its own, over the standard streams or over HTTP.

`REFEREE_COMMAND` names an installed `referee` that is tried in place of this tree.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

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
    """What a tool answers."""
    return await client.call_tool(tool, arguments)


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
