"""Editions side by side on the screen."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from referee.render import words
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


def print_line(told: dict[str, Any]) -> None:
    """Prints the ruling's headline, and under each other edition what it has otherwise of what the ruling rests on."""
    out = make_console()
    base, *others = told["groups"]
    head = Text(f"{', '.join(base['editions'])}: ", style="green")
    head.append(words.verdict(base["ruling"]), style="bold")
    out.print(head)
    out.print(Text(words.shown(base["ruling"]["position"]), style="dim"), soft_wrap=True)
    for group in others:
        parts = group["ruling"]["parts"]
        line = Text(f"{', '.join(group['editions'])}: ", style="green")
        line.append("not ruled yet; ", style="yellow")
        line.append("of what this ruling rests on, otherwise:" if parts else "nothing is recorded that differs here.")
        out.print(line)
        for part in parts:
            says = "Not stated." if part["value"] == "not-stated" else part["says"]
            point = Text(f"  {part['topic']}: ", style="dim")
            point.append(says, style="default")
            if part["cites"]:
                point.append(f"  [{', '.join(part['cites'])}]", style="cyan")
            out.print(point)
