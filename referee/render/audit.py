"""The audit on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from referee.render.page import make_console
from referee.render.words import shown

if TYPE_CHECKING:
    from referee.conformance.audit import Report


def print_audit(report: Report) -> None:
    """Prints the coverage of each book and set of aliens, the counts, and every fault with its place."""
    out = make_console()
    table = Table(box=None, header_style="dim", padding=(0, 1))
    heads = list(next(iter(report.books.values()), {}))
    levels = "/".join(next(iter(report.sections.values()), {}))
    table.add_column("book")
    for head in heads:
        table.add_column(head, justify="right")
    table.add_column(f"sections {levels}", justify="right")
    for book, counts in report.books.items():
        held = report.sections[book]
        row = (*(str(counts[head]) for head in heads), "/".join(str(count) for count in held.values()))
        table.add_row(book, *row)
    out.print(table)
    out.print(_sets(report))
    out.print(Text(" · ".join(f"{count} {name}" for name, count in report.counts.items())))
    for place, text in report.faults:
        out.print(Text(f"✗ {shown(place)}: {shown(text)}", style="red"), soft_wrap=True)
    count = len(report.faults)
    style = "bold red" if count else "bold green"
    out.print(Text(f"{count} fault{'' if count == 1 else 's'}" if count else "no faults", style=style))


def _sets(report: Report) -> Table:
    """How many aliens each set has, and how many of them are applied."""
    table = Table(box=None, header_style="dim", padding=(0, 1))
    table.add_column("set")
    heads = list(next(iter(report.sets.values()), {}))
    for head in heads:
        table.add_column(head, justify="right")
    for name, counts in report.sets.items():
        table.add_row(Text(shown(name)), *(str(counts[head]) for head in heads))
    table.add_row("all", *(str(sum(counts[head] for counts in report.sets.values())) for head in heads))
    return table
