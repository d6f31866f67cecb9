"""A ruling on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.console import Console
from rich.text import Text

from referee.render import words
from referee.render.earlier import earlier
from referee.render.outcome import allowing_second, case_told, happens, second_is_told, takes, verdict
from referee.render.reasons import reasons
from referee.render.screen import (
    STATUS_STYLES,
    cited,
    columns,
    hang,
    make_console,
    paragraph,
    print_forbidden,
    print_proof,
    say,
)
from referee.render.words import Told

_ROLES = {"offensive-ally": "offensive ally", "defensive-ally": "defensive ally"}


def print_ruling(ruling: Told, why: bool = False, console: Console | None = None, line: bool = True) -> None:
    """Prints a ruling: verdict, players, what is left to do, reasons, authority, assumptions; with `why`, the proof.

    The `line` that was ruled stands under the verdict; at a table, which knows all of it, it is left out.
    """
    out = console or make_console()
    say(out, words.in_own_words(ruling["edition"], verdict(ruling)), STATUS_STYLES[ruling["status"]])
    if line:
        read_as = "read as " if "said" in ruling else ""
        say(out, f"{read_as}{words.shown(ruling['position'])}", "dim", whole=True)
    if "unreadable" in ruling:
        return
    print_forbidden(out, ruling)
    if "kind" in ruling:  # of another game
        from referee.render.duel import print_duel  # a ruling of the big game needs nothing of it

        print_duel(ruling, why, out)
    else:
        _encounter(out, ruling, why)
    _closing(out, ruling)


def _encounter(out: Console, ruling: Told, why: bool) -> None:
    if ruling["status"] != "illegal":
        _players(out, ruling)
        _cases(out, ruling)
        for head, line in zip(_heads("  then  "), _then(ruling), strict=False):
            hang(out, head, line)
        if ruling["discards"]:
            hang(out, "  discarded, bottom first: ", Text(" ".join(ruling["discards"])))
    if why:
        print_proof(out, ruling)
    elif ruling["status"] != "illegal" and not ruling["cases"]:
        out.print()
        for says, cite in reasons(ruling):
            hang(out, "  · ", cited(says, cite))


def _heads(first: str) -> Iterator[str]:
    """A head, and under it as much room for each further line."""
    yield first
    while True:
        yield " " * len(first)


def _players(out: Console, ruling: Told) -> None:
    speak = partial(words.in_own_words, ruling["edition"])
    rows = [("player", "role", speak("ships"), "what happens", "takes")]
    for name, player in ruling["players"].items():
        role, ships = player["role"], "?" if player["ships"] is None else str(player["ships"])
        rows.append(
            (name, _ROLES.get(role, role), ships, speak(happens(player, ruling["outcome"])), speak(takes(player)))
        )
    if not any(row[4] for row in rows[1:]):
        rows = [(*row[:4], "") for row in rows]
    out.print()
    columns(out, rows, right=(2,))


def _cases(out: Console, ruling: Told) -> None:
    if not ruling["cases"]:
        if ruling["status"] != "open":
            paragraph(out, "tell first", ruling["needs"][:3])
        return
    out.print()
    for case in ruling["cases"]:
        line = Text(f"{words.shown(case['when'])}: ")
        line.append(words.in_own_words(ruling["edition"], case_told(case, ruling)), style="bold")
        hang(out, "  if ", line)
    paragraph(out, "ask", ruling["needs"][:3])


def _then(ruling: Told) -> Iterator[Text]:
    """What is left to do, each with its clause; at last that a second encounter may follow."""
    edition = ruling["edition"]
    for left in ruling["then"]:
        yield cited(f"{left['who']} {left['does']} {left['what']}", *words.owns(left["cites"], edition, 1))
    if ruling["second_encounter"] and not second_is_told(ruling):
        offense = next(iter(ruling["players"]), "the offense")
        again = words.in_own_words(edition, "may have a second encounter")
        yield cited(f"{offense} {again}", *words.owns(allowing_second(ruling["proof"]), edition, 1))


def _closing(out: Console, ruling: Told) -> None:
    paragraph(out, "would turn it", filter(None, [words.turns(ruling)]))
    paragraph(out, "rests on", [words.weakest(ruling)])
    paragraph(out, "disputable", ruling["questions"])
    clauses = {cite["id"] for cite in ruling["citations"]}
    readings = (ruling.get("readings") or {}).items()
    chosen = [f"{question}: {name}" for question, name in readings if f"house {question}" not in clauses]
    paragraph(out, "readings chosen", chosen)
    paragraph(out, "assumed", filter(None, [words.joined(ruling["assumes"])]))
    print_earlier(ruling, out)


def print_earlier(told: Told, console: Console | None = None) -> None:
    """Prints what the table decided before: the house rules that a ruling rests on, and its precedents."""
    found = earlier(told)
    if not found:
        return
    out = console or make_console()
    for head, says in found:
        hang(out, f"  {head}", Text(says))
