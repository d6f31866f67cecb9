"""The results of a check: what passed, and what was expected beside what was ruled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from referee.render.page import make_console
from referee.render.words import shown

if TYPE_CHECKING:
    from referee.conformance.scenario import Result


def print_check(results: list[Result], counts: dict[str, int]) -> None:
    """Prints each case that failed or deviates with its differences side by side, then the counts."""
    out = make_console()
    for result in results:
        if not result.differences:
            continue
        style = "yellow" if result.status == "deviates" else "red"
        out.print(Text(f"{result.case.id} {result.status}: {shown(result.case.title)}", style=style))
        out.print(Text(f"  {result.file}", style="dim"), soft_wrap=True)
        if result.case.deviates:
            out.print(Text(f"  deviates: {shown(result.case.deviates)}"))
        table = Table(box=None, header_style="dim", padding=(0, 2))
        for head in ("where", "expected", "ruled"):
            table.add_column(head, overflow="fold")
        for difference in result.differences:
            cells = (difference.where, difference.expected, difference.came)
            table.add_row(*(Text(shown(cell)) for cell in cells))
        out.print(table)
    told = ", ".join(f"{count} {status}" for status, count in counts.items())
    out.print(Text(told, style="bold red" if counts["failed"] else "bold green"))
