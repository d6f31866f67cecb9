"""How a tool answers: what a public call told as structured content, and what the command line prints of it as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Protocol

from mcp.types import CallToolResult, TextContent
from pydantic import JsonValue

Json = dict[str, JsonValue]
_PROOF = "proof"  # the tree of steps of a ruling: five times as long as all the rest of it


def answered(told: Mapping[str, object], show: Callable[[], object], proof: bool = False) -> CallToolResult:
    """The answer of a tool: `told` as structured content, and what `show` prints as its text.

    Every proof in it is left out unless `proof` is True.
    """
    plain = json.loads(json.dumps(told, default=str))  # as the command line prints it
    kept = plain if proof else _without_proofs(plain)
    return CallToolResult(content=[TextContent(type="text", text=printed(show))], structured_content=kept)


def printed(show: Callable[[], object]) -> str:
    """What `show` prints, as text.

    It changes the standard output of the whole process for that time: only `in_turn` may come to this.
    """
    with redirect_stdout(StringIO()) as out:
        show()
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


class _Tells(Protocol):
    def to_dict(self) -> dict[str, object]: ...


def each(found: Sequence[_Tells]) -> list[dict[str, object]]:
    """The answers of a public call that gives several, each as its `to_dict` tells it."""
    return [one.to_dict() for one in found]


def _without_proofs(told: JsonValue) -> JsonValue:
    if isinstance(told, dict):
        return {key: _without_proofs(value) for key, value in told.items() if key != _PROOF}
    if isinstance(told, list):
        return [_without_proofs(one) for one in told]
    return told
