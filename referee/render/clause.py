"""Clauses, rules and questions on the screen."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from referee.render.page import make_console
from referee.render.words import shown


def print_clause(told: dict[str, Any]) -> None:
    """One clause: what it says, where it stands, and what belongs to it."""
    out = make_console()
    head = Text(f"{told['book']} {told['id']}", style="bold cyan")
    head.append(f"  {told['kind']}, {told['grade']}" + (f", {told['phase']}" if told["phase"] else ""), style="dim")
    out.print(head)
    out.print(Text(told["says"]))
    if told["printed"]:
        out.print(Text(f"in your copy: “{shown(told['printed'])}”", style="italic"))
    if told["differs"]:
        out.print(Text(f"here: {told['differs']}", style="yellow"))
    out.print(Text(f"find it by: “{told['locator']}”", style="dim"))
    lists = (
        ("says the same", "same_as"),
        ("says this and more", "within"),
        ("says a part of this", "covers"),
        ("compare", "near"),
        ("disputable", "questions"),
        ("cases", "cases"),
    )
    for name, items in ((name, told[key]) for name, key in lists):
        if items:
            out.print(Text(f"{name}: {', '.join(items)}", style="dim"))


def print_law(told: dict[str, Any]) -> None:
    """A rule that the judge applies: what it says, its value, and the clauses it rests on."""
    out = make_console()
    head = Text(told["id"], style="bold cyan")
    head.append("  what the referee applies", style="dim")
    out.print(head)
    out.print(Text(told["says"]))
    if told["value"] is not None:
        out.print(Text(f"value: {told['value']}"))
    for cite in told["cites"]:
        out.print(Text(f"rests on {cite['id']} ({cite['grade']})", style="dim"))
    if told["questions"]:
        out.print(Text(f"disputable: {', '.join(told['questions'])}", style="dim"))


def print_question(told: dict[str, Any]) -> None:
    """A disputable point with its readings, the preferred one marked."""
    out = make_console()
    head = Text(f"{told['id']}  {told['title']}", style="bold yellow")
    head.append(f"  weight {told['weight']}; touches {', '.join(told['affects'])}", style="dim")
    out.print(head)
    out.print(Text(told["asks"]))
    for reading in told["readings"]:
        preferred = reading["name"] == told["prefers"]
        line = Text("  ▸ " if preferred else "    ", style="green")
        line.append(f"{reading['name']}: ", style="bold green" if preferred else "bold")
        line.append(reading["says"])
        line.append(f"  [{', '.join(reading['cites']) or 'no clause'}; {reading['grade']}]", style="cyan")
        out.print(line)
    out.print(Text(f"We take {told['prefers']}: {told['reason']}"))


def print_answers(answered: bool, rows: list[dict[str, Any]], silent: str = "") -> None:
    """The clauses that answer a question, best first; where none does, or a book is `silent`, that is said first."""
    out = make_console()
    if silent:
        out.print(Text(f"{silent}: no answer to that, as far as I can see. Elsewhere:", style="yellow"))
    if not answered:
        out.print(Text("The rules do not answer that, as far as I can see.", style="yellow"))
        if rows:
            out.print(Text("Nearest:", style="dim"))
    print_found(rows)


def print_found(rows: list[dict[str, Any]]) -> None:
    """Clauses with their ids."""
    out = make_console()
    for row in rows:
        line = Text(f"{row['id']}  ", style="cyan")
        line.append(row["says"], style="default")
        out.print(line)
        if row.get("otherwise"):
            out.print(Text(f"  otherwise in {', '.join(row['otherwise'])}", style="dim"))
    if not rows:
        out.print("Nothing found.")
