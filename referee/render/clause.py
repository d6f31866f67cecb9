"""Clauses, rules and questions on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from referee.render.screen import make_console, say
from referee.render.words import Told, shown

_LISTS = {
    "says the same": "same_as",
    "says this and more": "within",
    "says a part of this": "covers",
    "compare": "near",
    "disputable": "questions",
    "cases": "cases",
}


def print_rule(told: Told) -> None:
    """A clause, a rule of law, or the clauses under a heading, whichever it is."""
    {"law": print_law, "heading": print_heading}.get(told["kind"], print_clause)(told)


def print_clause(told: Told) -> None:
    """One clause: what it says, where it stands, and what belongs to it."""
    out = make_console()
    head = Text(f"{told['book']} {told['id']}", style="bold cyan")
    head.append(f"  {told['kind']}, {told['grade']}" + (f", {told['phase']}" if told["phase"] else ""), style="dim")
    out.print(head)
    say(out, told["says"])
    if told["printed"]:
        say(out, f"in your copy: “{shown(told['printed'])}”", "italic")
    if told["differs"]:
        say(out, f"here: {told['differs']}", "yellow")
    say(out, f"find it by: “{told['locator']}”", "dim")
    for name, key in _LISTS.items():
        if told[key]:
            say(out, f"{name}: {', '.join(told[key])}", "dim")


def print_law(told: Told) -> None:
    """A rule that the judge applies: what it says, its value, and the clauses it rests on."""
    out = make_console()
    head = Text(told["id"], style="bold cyan")
    head.append("  what the referee applies", style="dim")
    out.print(head)
    say(out, told["says"])
    if told["value"] is not None:
        say(out, f"value: {told['value']}")
    for cite in told["cites"]:
        say(out, f"rests on {cite['id']} ({cite['grade']})", "dim")
    if told["questions"]:
        say(out, f"disputable: {', '.join(told['questions'])}", "dim")


def print_heading(told: Told) -> None:
    """The clauses under a heading."""
    say(make_console(), f"{told['id']}  a heading; under it stand", "bold cyan")
    print_found(told["clauses"])


def print_question(told: Told) -> None:
    """A disputable point with its readings, the preferred one marked."""
    out = make_console()
    head = Text(f"{told['id']}  {told['title']}", style="bold yellow")
    head.append(f"  weight {told['weight']}; touches {', '.join(told['affects'])}", style="dim")
    out.print(head)
    say(out, told["asks"])
    for reading in told["readings"]:
        preferred = reading["name"] == told["prefers"]
        line = Text("  ▸ " if preferred else "    ", style="green")
        line.append(f"{reading['name']}: ", style="bold green" if preferred else "bold")
        line.append(reading["says"])
        line.append(f"  [{', '.join(reading['cites']) or 'no clause'}; {reading['grade']}]", style="cyan")
        out.print(line)
    taken = f"We take {told['prefers']}" if told["prefers"] else "None is preferred"
    say(out, f"{taken}: {told['reason']}")


def print_found(rows: Sequence[Told]) -> None:
    """Clauses with their ids."""
    out = make_console()
    for row in rows:
        line = Text(f"{row['id']}  ", style="cyan")
        line.append(row["says"], style="default")
        out.print(line)
        if row.get("otherwise"):
            say(out, f"  otherwise in {', '.join(row['otherwise'])}", "dim")
    if not rows:
        out.print("Nothing found.")
