"""Which methods are tools, and what is known of each beside its name, its arguments and its docstring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from mcp.types import CallToolResult, ToolAnnotations

Method = Callable[..., CallToolResult]
M = TypeVar("M", bound=Method)


class Mark(NamedTuple):
    """What is known of a tool: its hints, and the names of the schemas of which its answer has one."""

    hints: ToolAnnotations
    gives: tuple[str, ...]


_MARKED: dict[Callable[..., object], Mark] = {}


def tool(title: str, *gives: str, reads: bool = False, removes: bool = False) -> Callable[[M], M]:
    """Makes a method a tool of this title, under its own name, with its docstring as the description.

    What it answers is as one of the schemas of the names in `gives` says (`referee schema`).
    `reads` is True for one that changes nothing, `removes` for one that takes back or replaces what was kept.
    """

    def mark(method: M) -> M:
        hints = ToolAnnotations(
            title=title,
            read_only_hint=reads,
            destructive_hint=removes,
            idempotent_hint=reads,
            open_world_hint=False,
        )
        _MARKED[method] = Mark(hints, gives)
        return method

    return mark


def tools_of(group: object) -> Iterator[tuple[Method, Mark]]:
    """The tools among the methods of an object, in the order in which they stand there."""
    for name, method in vars(type(group)).items():
        if callable(method) and method in _MARKED:
            yield getattr(group, name), _MARKED[method]
