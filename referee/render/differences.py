"""The results of a check: what passed, and what was expected beside what was ruled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from referee.render.lists import differing
from referee.render.screen import make_console, say
from referee.render.words import shown

if TYPE_CHECKING:
    from referee.conformance.checking import CaseResult


def print_check(results: list[CaseResult], counts: dict[str, int]) -> None:
    """Prints each case that failed or deviates with its differences side by side, then the counts."""
    out = make_console()
    for result in results:
        if not result.differences:
            continue
        style = "yellow" if result.status == "deviates" else "red"
        say(out, f"{result.case.id} {result.status}: {shown(result.case.title)}", style)
        say(out, f"  {result.file}", "dim", whole=True)
        if result.case.deviates:
            say(out, f"  deviates: {shown(result.case.deviates)}")
        table = differing("where", "expected", "ruled")
        for difference in result.differences:
            cells = (difference.where, difference.expected, difference.came)
            table.add_row(*(Text(shown(cell)) for cell in cells))
        out.print(table)
    told = ", ".join(f"{count} {status}" for status, count in counts.items())
    say(out, told, "bold red" if counts["failed"] else "bold green")
