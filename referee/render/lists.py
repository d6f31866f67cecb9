"""Lists with heads, as tables without rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.table import Table
from rich.text import Text

from referee.render.screen import hang, make_console
from referee.render.words import shown


def print_named(rows: Mapping[str, str]) -> None:
    """Prints what each name stands for, a line each."""
    out = make_console()
    width = max(map(len, rows))
    for name, says in rows.items():
        hang(out, f"{name.ljust(width)}  ", Text(shown(says)))


def listing(*heads: str, fixed: Collection[str] = ()) -> Table:
    """An empty list with these heads; what stands under the `fixed` ones is never broken."""
    table = Table(box=None, header_style="dim", pad_edge=False)
    for head in heads:
        table.add_column(head, no_wrap=head in fixed, overflow="fold")
    return table


def differing(*heads: str) -> Table:
    """An empty list of what differs, with more room between its columns."""
    table = Table(box=None, header_style="dim", padding=(0, 2))
    for head in heads:
        table.add_column(head, overflow="fold")
    return table


def counting(what: str, *heads: str) -> Table:
    """An empty list of counts by name."""
    table = Table(box=None, header_style="dim", padding=(0, 1))
    table.add_column(what)
    for head in heads:
        table.add_column(head, justify="right")
    return table
