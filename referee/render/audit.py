"""The audit on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from referee.render.lists import counting
from referee.render.screen import make_console, say
from referee.render.words import shown

if TYPE_CHECKING:
    from referee.conformance.audit import Report


def print_audit(report: Report) -> None:
    """Prints the coverage of each book and set of aliens, the counts, and every fault with its place."""
    out = make_console()
    levels = "/".join(next(iter(report.sections.values()), {}))
    table = counting("book", *next(iter(report.books.values()), {}), f"sections {levels}")
    for book, counts in report.books.items():
        table.add_row(book, *map(str, counts.values()), "/".join(map(str, report.sections[book].values())))
    out.print(table)
    out.print(_of_sets(report))
    say(out, " · ".join(f"{count} {name}" for name, count in report.counts.items()))
    for place, text in report.faults:
        say(out, f"✗ {shown(place)}: {shown(text)}", "red", whole=True)
    count = len(report.faults)
    style = "bold red" if count else "bold green"
    say(out, f"{count} fault{'' if count == 1 else 's'}" if count else "no faults", style)


def _of_sets(report: Report) -> Table:
    """The coverage of each set of aliens, and of all of them."""
    heads = list(next(iter(report.sets.values()), {}))
    table = counting("set", *heads)
    for name, counts in report.sets.items():
        table.add_row(Text(shown(name)), *(str(counts[head]) for head in heads))
    table.add_row("all", *(str(sum(counts[head] for counts in report.sets.values())) for head in heads))
    return table
