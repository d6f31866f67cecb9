"""Who resolves first, on one screen: the order, each with its clause, and what is assumed."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from referee.render import words
from referee.render.page import cited, hang, make_console, paragraph

_COLORS = {"determined": "bold green", "depends": "bold yellow", "open": "bold magenta", "illegal": "bold red"}


def print_timing(told: dict[str, Any], why: bool = False, console: Console | None = None) -> None:
    """Prints an order: the answer, each contender with its reason, what follows, authority and assumptions."""
    out = console or make_console()
    out.print(Text(answer(told), style=_COLORS[told["status"]]))
    for barred in told["illegal"]:
        hang(out, "  ✗ ", cited(barred["says"], *(words.own(id, told["edition"]) for id in barred["cites"][:2])), "red")
        if barred["nearest"]:
            out.print(Text(f"    instead: {' · '.join(words.shown(text) for text in barred['nearest'])}"))
    _steps(out, told)
    for case in told["cases"]:
        line = Text(f"{words.shown(case['when'])}: ")
        line.append(words.shown(_then(case["order"])), style="bold")
        hang(out, "  if ", line)
    if told["needs"]:
        paragraph(out, "tell", told["needs"])
    for result in told["results"]:
        hang(out, "  · ", cited(result["says"], *(words.own(id, told["edition"]) for id in result["cites"][:1])))
    if why:
        from referee.render.tree import print_proof  # only when asked for

        out.print()
        print_proof(out, told["proof"])
    _closing(out, told)


def answer(told: dict[str, Any]) -> str:
    """The order in one sentence, or why there is none."""
    if told["status"] == "illegal":
        rest = f" The rest: {_then(told['order'])}." if told["order"] else ""
        return words.shown(f"That cannot be used there.{rest}")
    if told["status"] == "open":
        return "Open: the rules do not settle this."
    if told["status"] == "depends":
        return "It depends on what is not said."
    order = told["order"]
    if len(order) == 1:
        return words.shown(f"{order[0]}.")
    return words.shown(f"{order[0]} first, then {', then '.join(order[1:])}.")


def _then(order: list[str]) -> str:
    return ", then ".join(order)


def _steps(out: Console, told: dict[str, Any]) -> None:
    """The contenders first to last, with a heading for each phase where there is more than one."""
    steps = told["steps"]
    if not steps:
        return
    width = max(len(words.shown(step["effect"])) for step in steps)
    several = len({step["phase"] for step in steps}) > 1
    phase = None
    if not several and steps[0]["phase"]:
        out.print(Text(f"in the {steps[0]['phase']} phase", style="dim"))
    for number, step in enumerate(steps, 1):
        if several and step["phase"] != phase:
            phase = step["phase"]
            out.print(Text(f"in the {phase} phase", style="dim"))
        place = "-" if told["status"] == "open" else number  # nothing says which comes first
        head = f"  {place}  {words.shown(step['effect']).ljust(width)}  "
        line = cited(step["says"], *(words.own(id, told["edition"]) for id in step["cites"][:1]))
        if step["cancelled_by"]:
            line.append(f"  — cancelled by {words.shown(step['cancelled_by'])}", style="red")
        hang(out, head, line, "")


def _closing(out: Console, told: dict[str, Any]) -> None:
    paragraph(out, "rests on", [words.weakest(told)])
    if told["questions"]:
        paragraph(out, "disputable", told["questions"])
    if told["readings"]:
        paragraph(out, "readings chosen", [f"{question}: {name}" for question, name in told["readings"].items()])
    if told["assumes"]:
        paragraph(out, "assumed", told["assumes"])
