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
    """Prints what each group of editions rules, where it parts from the first, and what the others have otherwise."""
    out = make_console()
    out.print(Text(words.shown(told["groups"][0]["ruling"]["position"]), style="dim"), soft_wrap=True)
    for group in told["groups"]:
        if group["ruling"]["status"] == "not-ruled":
            continue
        line = Text(f"{', '.join(group['editions'])}: ", style="green")
        if group["ruling"]["status"] == "impossible":
            line.append(words.shown(group["ruling"]["says"]), style="yellow")
            out.print(line)
            continue
        line.append(words.verdict(group["ruling"]), style="bold")
        out.print(line)
        for what in _left(group["ruling"], told["groups"][0]["ruling"]):
            out.print(Text(f"  {words.shown(what)}"))
        step = group["ruling"].get("parts_at")
        if step is not None:
            point = Text("  parts at: ", style="dim")
            point.append(words.shown(step["says"]), style="default")
            point.append(f"  [{', '.join(step['cites'])}]", style="cyan")
            out.print(point)
    for group in told["groups"]:
        if group["ruling"]["status"] != "not-ruled":
            continue
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


def _left(ruling: dict[str, Any], base: dict[str, Any]) -> list[str]:
    """What a ruling has otherwise than another one, field by field, as far as it is settled."""
    found: list[str] = []
    if ruling["status"] != "determined":
        return found
    for name, told in ruling["players"].items():
        there = base["players"].get(name, {})
        other = {key: value for key, value in told.items() if value is not None and value != there.get(key)}
        parts = [f"{key.replace('_', ' ')} {_value(value)}" for key, value in other.items() if key in there]
        if parts:
            found.append(f"{name}: {', '.join(parts)}")
    for key in ("second_encounter", "winners", "discards"):
        if ruling[key] is not None and ruling[key] != base[key]:
            found.append(f"{key.replace('_', ' ')}: {_value(ruling[key])}")
    return found


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "not settled" if value is None else str(value)
