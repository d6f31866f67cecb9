"""The server: tools, resources and the prompt put together, and what a call comes back as that cannot be answered."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, InputRequiredResult, TextContent
from pydantic import ValidationError

from referee import __version__
from referee.errors import RefereeError
from referee.mcp import errors
from referee.mcp.desk import Desk
from referee.mcp.disputes import Disputes
from referee.mcp.lookups import Lookups
from referee.mcp.marks import Mark, Method, tools_of
from referee.mcp.outputs import output_schema
from referee.mcp.resources import add_prompts, add_resources
from referee.mcp.rulings import Rulings
from referee.mcp.tables import Tables
from referee.mcp.turns import Turns

_INSTRUCTIONS = """\
A rules referee for the board game Cosmic Encounter and for Cosmic Encounter Duel. Do not answer rules questions from \
memory: ask here, and give the clause with the answer.
A position that somebody describes: rule_encounter (the prompt and resource `notation` teach the line), or \
rule_act for "may I do this?", rule_timing for "who is first?". A question in general: ask_rules. A whole \
game: table_lay, table_do.
Leave out what nobody told, write `?` for what nobody can see, and pass on what the ruling assumed, what it depends \
on, and what it calls open. Players decide their disputes, not you."""


class Server(MCPServer[None]):
    """The referee's server. A call that cannot be answered comes back as an error of its tool, in plain sentences."""

    def __init__(self, desk: Desk) -> None:
        turns = Turns()
        groups = (Rulings(desk), Lookups(desk), Tables(desk), Disputes(desk))
        tools = [_tool(method, mark, turns) for group in groups for method, mark in tools_of(group)]
        super().__init__(
            "referee",
            title="Cosmic Encounter referee",
            instructions=_INSTRUCTIONS,
            version=__version__,
            tools=tools,
            log_level="WARNING",
        )
        self._arguments = {tool.name: errors.arguments_of(tool.parameters) for tool in tools}
        add_resources(self, turns)
        add_prompts(self)

    async def call_tool(
        self, name: str, arguments: dict[str, object], context: Context[None, object] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Calls a tool; whatever is wrong is told in the result."""
        wrong = self._wrong_call(name, arguments)
        if wrong:
            return _error(wrong)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            return _error(_said(name, error))

    def _wrong_call(self, name: str, arguments: Mapping[str, object]) -> str:
        """What is wrong with the name of a tool or of an argument; empty where nothing is."""
        known = self._arguments.get(name)
        if known is None:
            return errors.unknown_tool(name, self._arguments)
        return next((errors.unknown_argument(name, given, known) for given in arguments if given not in known), "")


def make_server(db: Path | None = None, shared: bool = False) -> Server:
    """The server on the file `db` (None: the player's own); `shared` where it has several callers."""
    return Server(Desk(db, shared))


def _tool(method: Method, mark: Mark, turns: Turns) -> Tool:
    """A method as a tool, which waits its turn and takes no argument that it does not list."""
    made = Tool.from_function(
        _in_turn(method, turns), title=mark.hints.title, description=inspect.getdoc(method), annotations=mark.hints
    )
    made.parameters["additionalProperties"] = False
    made.fn_metadata.output_schema = output_schema(mark.gives)
    _without_titles(made.parameters)
    return made


def _without_titles(schema: dict[str, Any]) -> None:
    """Takes the titles away that were made of the names: whoever reads all tools pays for every word."""
    schema.pop("title", None)
    for part in ("properties", "$defs"):
        for inner in schema.get(part, {}).values():
            _without_titles(inner)


def _in_turn(method: Method, turns: Turns) -> Callable[..., Awaitable[CallToolResult]]:
    @functools.wraps(method)
    async def call(**arguments: object) -> CallToolResult:
        return await turns.take(method, **arguments)

    return call


def _said(tool: str, error: ToolError) -> str:
    """What is said of a call that failed: of one with wrong arguments, one that the library refuses, or of a fault."""
    cause = error.__cause__ or error
    if isinstance(cause, RefereeError):
        return errors.sentence(cause)
    if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):  # else it is of the answer
        return errors.wrong_arguments(tool, cause)
    return errors.fault(tool, cause)


def _error(says: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=says)], is_error=True)


__all__ = ["Server", "make_server"]
