"""Who resolves first, on one screen: the order, each with its clause, and what is assumed."""

from __future__ import annotations

from itertools import groupby

from rich.console import Console
from rich.text import Text

from referee.render import words
from referee.render.screen import STATUS_STYLES, cited_by, hang, make_console, paragraph, print_proof, say
from referee.render.words import Told


def print_timing(told: Told, why: bool = False, console: Console | None = None) -> None:
    """Prints an order: the answer, each contender with its reason, what follows, authority and assumptions."""
    out, edition = console or make_console(), told["edition"]
    say(out, answer(told), STATUS_STYLES[told["status"]])
    if "said" in told:
        say(out, f"read as {words.shown(told['position'])}", "dim", whole=True)
    for barred in told["illegal"]:
        hang(out, "  ✗ ", cited_by(barred, edition, 2), "red")
        if barred["nearest"]:
            say(out, f"    instead: {' · '.join(map(words.shown, barred['nearest']))}")
    _steps(out, told)
    for case in told["cases"]:
        line = Text(f"{words.shown(case['when'])}: ")
        hang(out, "  if ", line.append(words.shown(", then ".join(case["order"])), style="bold"))
    paragraph(out, "tell", told["needs"])
    for result in told["results"]:
        hang(out, "  · ", cited_by(result, edition, 1))
    if why:
        print_proof(out, told)
    paragraph(out, "rests on", [words.weakest(told)])
    paragraph(out, "disputable", told["questions"])
    paragraph(out, "readings chosen", [f"{question}: {name}" for question, name in told["readings"].items()])
    paragraph(out, "assumed", told["assumes"])


def answer(told: Told) -> str:
    """The order in one sentence, or why there is none."""
    order = told["order"]
    if told["status"] == "illegal":
        rest = f" The rest: {', then '.join(order)}." if order else ""
        return words.shown(f"That cannot be used there.{rest}")
    if told["status"] == "open":
        return "Open: the rules do not settle this."
    if told["status"] == "depends":
        return "It depends on what is not said."
    if len(order) == 1:
        return words.shown(f"{order[0]}.")
    return words.shown(f"{order[0]} first, then {', then '.join(order[1:])}.")


def _steps(out: Console, told: Told) -> None:
    """The contenders first to last, with a heading for each phase."""
    steps = told["steps"]
    width = max((len(words.shown(step["effect"])) for step in steps), default=0)
    for phase, group in groupby(enumerate(steps, 1), key=lambda numbered: numbered[1]["phase"]):
        if phase:
            say(out, f"in the {phase} phase", "dim")
        for number, step in group:
            place = "-" if told["status"] == "open" else number  # nothing says which comes first
            line = cited_by(step, told["edition"], 1)
            if step["cancelled_by"]:
                line.append(f"  — cancelled by {words.shown(step['cancelled_by'])}", style="red")
            hang(out, f"  {place}  {words.shown(step['effect']).ljust(width)}  ", line, "")
