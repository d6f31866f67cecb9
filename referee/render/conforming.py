"""How a program rules the cases: what was not right, the levels, and the line to be quoted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from referee.render.lists import differing
from referee.render.screen import make_console, say
from referee.render.words import shown

_SHOWN = 50  # items that are told one by one; the report has all
_REASONS = 5  # why items are not answered, the most frequent ones


def _of_level(level: str, count: Mapping[str, int]) -> str:
    """How many items of a level were right, and what became of the others."""
    others = {status: number for status, number in count.items() if number and status not in ("right", "of")}
    besides = [f", {number} {status}" for status, number in others.items()]
    return f"{level}: {count['right']} of {count['of']} right{''.join(besides)}"


def _print_item(out: Console, item: Mapping[str, Any]) -> None:
    """Prints an item that was wrong, with its differences."""
    says = f": {shown(item['says'])}" if item["says"] else ""
    say(out, f"{item['id']} ({item['level']}) {item['status']}{says}", "red")
    if item["differences"]:
        table = differing("where", "expected", "came")
        for one in item["differences"]:
            table.add_row(*(Text(shown(one[key])) for key in ("where", "expected", "came")))
        out.print(table)


def print_conformance(told: Mapping[str, Any]) -> None:
    """Prints the items that were wrong, the first of them with their differences, and the line to be quoted.

    Of those that the program says it does not answer only the number is told, by what it says of them.
    """
    out = make_console()
    missed = [item for item in told["items"] if item["status"] not in ("right", "set-aside")]
    wrong = [item for item in missed if item["status"] != "unsupported"]
    for item in wrong[:_SHOWN]:
        _print_item(out, item)
    if len(wrong) > _SHOWN:
        say(out, f"and {len(wrong) - _SHOWN} more: --report html or --report json tells all of them")
    for says, count in Counter(item["says"] for item in missed if item["status"] == "unsupported").most_common(
        _REASONS
    ):
        say(out, f"{count} unsupported{': ' if says else ''}{shown(says)}")
    for level, count in told["levels"].items():
        say(out, _of_level(level, count))
    say(out, told["line"], "bold red" if missed else "bold green", whole=True)
