"""Editions side by side on the screen, topic by topic."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from referee.render.page import make_console


def print_comparison(topics: list[dict[str, Any]]) -> None:
    """Prints each topic with the editions grouped by what they have, and their clauses."""
    out = make_console()
    for number, topic in enumerate(topics):
        if number:
            out.print()
        head = Text(topic["asks"], style="bold")
        head.append(f"  ({topic['topic']})", style="dim")
        out.print(head)
        for group in topic["groups"]:
            line = Text(f"  {', '.join(group['editions'])}: ", style="green")
            line.append(Text(group["ruling"]["says"], style="default"))
            if group["ruling"]["cites"]:
                line.append(f"  [{', '.join(group['ruling']['cites'])}]", style="cyan")
            out.print(line)
