"""A mistake found later, as people read it: what is otherwise now, what could not have been, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from referee.render import board
from referee.render.outcome import OUTCOMES
from referee.render.screen import make_console, say
from referee.render.words import Told, owns, shown


def print_found(told: Told) -> None:
    """What follows if a command is put right, or what was done although a rule forbids it, whichever it is."""
    (print_waived if "waived" in told else print_amended)(told)


def print_amended(told: Told) -> None:
    """What follows if an act is put right, or what the table has chosen to do about it."""
    out = make_console()
    say(out, _mistake(told), "bold")
    if "refused" in told:
        board.print_verdict(told["refused"])
        return
    _otherwise(out, told["otherwise"])
    _unlawful(out, told["unlawful"], told["edition"])
    _turned(out, told["turned"])
    if told["chosen"]:
        say(out, f"Done: {shown(told['done'])}", "bold green")
        say(out, "  `undo` takes it back.", "dim")
        return
    say(out, "Nothing was changed. Add what the table chooses:", "bold")
    for choice in told["choices"]:
        own = f"  ({choice['proposed']})" if "proposed" in choice else ""
        say(out, f"  {choice['type']:<8}  {choice['says']}{own}")
        for command in told["repair"] if choice["choice"] == "repair" else ():
            say(out, f"            {shown(command)}", "dim", whole=True)


def print_waived(told: Told) -> None:
    """What was done although a rule forbids it, and how it is put right."""
    out = make_console()
    for one in told["waived"]:
        line = Text(f"{one['number']:>4}  {shown(one['command'])}: {shown(one['says'])}")
        line.append(f"  [{', '.join(owns(one['cites'], told['edition']))}]", style="cyan")
        out.print(line)
        for way in one["nearest"][:1]:
            say(out, f"      the rules had: {shown(way)}", "dim", whole=True)
    if not told["waived"]:
        say(out, "Nothing was done here that a rule forbids.")
    say(out, f"Put one right: {_righted(told)} (or --insert, --drop).", "dim", whole=True)


def _righted(told: Told) -> str:
    """The command that puts the first of what was waived right, or an example where there is none."""
    for one in told["waived"]:
        for way in one["nearest"][:1]:
            insert = "" if way.split()[0] == one["command"].split()[0] else " --insert"
            return f'amend {one["number"]}{insert} "{shown(way)}"'
    return 'amend 37 "launch red 3 at blue.1"'


def _mistake(told: Told) -> str:
    """The act that is put right, in one line."""
    was, now = (shown(" / ".join(told[when])) for when in ("was", "now"))
    if not told["was"]:
        return f"Before command {told['number']}: {now}"
    return f"Command {told['number']}: {was}; it should have been: {now or 'nothing'}"


def _otherwise(out: Console, changed: Sequence[Told]) -> None:
    say(out, "Otherwise now:" if changed else "Nothing is otherwise now.")
    for change in changed:
        say(out, f"  {change_told(change)}")


def change_told(change: Told) -> str:
    """What is otherwise at the table, and what it was: `red's ships in the warp: 2 (was 1)`."""
    return f"{_what(change)}: {_value(change['now'])} (was {_value(change['was'])})"


def _what(change: Told) -> str:
    """What is otherwise: `red's ships in the warp`."""
    whose = f"{shown(change['who'])}'s " if change["who"] else ""
    place = shown(change["place"])
    at = "" if not place else f" {_AT.get(place, f'at {place}')}"
    return f"{whose}{change['what']}{at}"


_AT = {
    "warp": "in the warp",
    "gate": "on the gate",
    "beside": "beside the planet",
    "removed": "out of the game",
    "unplaced": "that stand nowhere",
    "supply": "in the supply",
}


def _value(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(shown, value)) or "none"
    return "not known" if value is None else shown(value)


def _unlawful(out: Console, acts: Sequence[Told], edition: str) -> None:
    if acts:
        say(out, "Would not have been legal then:")
    for act in acts:
        line = Text(f"  {act['number']:>4}  {shown(act['command'])}: {shown(act['says'])}", style="yellow")
        line.append(f"  [{', '.join(owns(act['cites'], edition))}]" if act["cites"] else "", style="cyan")
        line.append("  (done all the same)" if act["done"] else "  (left out)", style="dim")
        out.print(line)


def _turned(out: Console, outcomes: Sequence[Told]) -> None:
    if outcomes:
        say(out, "Would have ended otherwise:")
    for outcome in outcomes:
        say(out, f"  {outcome['number']:>4}  {turned_told(outcome)}", "yellow")


def turned_told(outcome: Told) -> str:
    """How an encounter would have ended, and how it did."""
    now, was = (_outcome(outcome[when]) for when in ("now", "was"))
    return f"{now} (was: {was})"


def _outcome(outcome: str) -> str:
    return OUTCOMES.get(outcome, outcome.replace("-", " ")) if outcome else "not decided"
