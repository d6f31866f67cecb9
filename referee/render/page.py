"""A ruling on one screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from referee.render import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_COLORS = {"determined": "bold green", "depends": "bold yellow", "open": "bold magenta", "illegal": "bold red"}
_PRECEDENTS = 3  # told in full under a ruling
_ROLES = {"offensive-ally": "offensive ally", "defensive-ally": "defensive ally"}


def print_ruling(ruling: dict[str, Any], why: bool = False, console: Console | None = None) -> None:
    """Prints a ruling: verdict, players, what is left to do, reasons, authority, assumptions; with `why`, the proof."""
    out = console or make_console()
    say = partial(words.in_own_words, ruling["edition"])
    out.print(Text(say(words.verdict(ruling)), style=_COLORS[ruling["status"]]))
    out.print(Text(words.shown(ruling["position"]), style="dim"), soft_wrap=True)
    if "unreadable" in ruling:
        return
    if "kind" in ruling:  # of another game
        from referee.render.duel import print_duel

        print_duel(ruling, why, out)
        _closing(out, ruling)
        return
    print_illegal(out, ruling)
    if ruling["status"] != "illegal":
        _players(out, ruling)
        _cases(out, ruling)
        _then(out, ruling)
    if why:
        from referee.render.tree import print_proof  # only when asked for

        out.print()
        print_proof(out, ruling["proof"])
    else:
        _reasons(out, ruling)
    _closing(out, ruling)


class _Plain(Console):
    """A console that leaves a closed pipe to the command: the ruling stands though nobody reads it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def make_console(stderr: bool = False) -> Console:
    """A console that prints text as it is: no markup, no emoji codes, no highlighting; NO_COLOR and pipes respected."""
    return _Plain(markup=False, emoji=False, highlight=False, stderr=stderr)


def hang(out: Console, head: str, text: Text, style: str = "dim") -> None:
    """Prints a text after a head, its further lines indented under the first."""
    width = max(out.width - len(head), 20)
    for number, line in enumerate(text.wrap(out, width)):
        line.rstrip()
        out.print(Text(head if number == 0 else " " * len(head), style=style) + line)


def cited(says: str, *cites: str) -> Text:
    """A sentence made safe to print, with the clauses behind it."""
    text = Text(words.shown(says))
    if any(cites):
        text.append(f"  [{', '.join(cites)}]", style="cyan")
    return text


def print_illegal(out: Console, ruling: dict[str, Any]) -> None:
    """Prints what is forbidden, with its clauses and the nearest legal lines."""
    for entry in ruling["illegal"]:
        cites = [words.own(id, ruling["edition"]) for id in entry["cites"]]
        hang(out, "  ✗ ", cited(entry["says"], *cites), "red")
        for nearest in entry["nearest"]:
            out.print(Text(f"    instead: {words.shown(nearest)}"), soft_wrap=True)


def _players(out: Console, ruling: dict[str, Any]) -> None:
    say = partial(words.in_own_words, ruling["edition"])
    rows = [("player", "role", say("ships"), "what happens", "takes")]
    for name, player in ruling["players"].items():
        role = player["role"]
        ships = "?" if player["ships"] is None else str(player["ships"])
        rows.append((name, _ROLES.get(role, role), ships, say(words.happens(player)), say(words.cards(player))))
    if not any(row[4] for row in rows[1:]):
        rows = [(*row[:4], "") for row in rows]
    out.print()
    _table(out, rows)


def _table(out: Console, rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            cell.rjust(w) if i == 2 else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        out.print(Text("  " + "  ".join(cells).rstrip(), style="dim" if number == 0 else ""))


def _cases(out: Console, ruling: dict[str, Any]) -> None:
    if not ruling["cases"]:
        if ruling["needs"] and ruling["status"] != "open":
            paragraph(out, "tell first", ruling["needs"][:3])
        return
    out.print()
    for case in ruling["cases"]:
        line = Text(f"{words.shown(case['when'])}: ")
        line.append(words.in_own_words(ruling["edition"], case_told(case, ruling)), style="bold")
        hang(out, "  if ", line)
    paragraph(out, "ask", ruling["needs"][:3])


def case_told(case: dict[str, Any], ruling: dict[str, Any]) -> str:
    """What is ruled in one of the cases, in a few words."""
    outcome = case.get("outcome", ruling["outcome"])
    parts = (
        []
        if outcome is None
        else [
            words.verdict({**case, "status": "determined", "outcome": outcome, "totals": None, "winners": []})[
                :-1
            ].lower()
        ]
    )
    for name, player in (case.get("players") or {}).items():
        if player.get("compensation"):
            parts.append(f"{name} takes {player['compensation']} as compensation")
        if player.get("rewards"):
            parts.append(f"{name} takes {player['rewards']} rewards")
        if player.get("power") in ("lost", "regained"):
            parts.append(f"{name}'s power is {player['power']}")
        if player.get("power") == "none":
            parts.append(f"{name} had no power")
    for left in case.get("then") or ():
        if left["does"] == "chooses" and left["what"].startswith("which") and left not in ruling["then"]:
            parts.append(f"{left['who']} chooses {left['what']}")
    if case.get("winners"):
        parts.append(f"{' and '.join(case['winners'])} wins the game")
    if (
        case.get("second_encounter") is not None
        and len(parts) < 2
        and "second_encounter" in case
        and outcome == ruling["outcome"]
    ):
        parts.append("a second encounter may follow" if case["second_encounter"] else "no second encounter")
    if case.get("status") == "open":
        asked = [left for left in case.get("then") or () if left["what"].startswith("say what")]
        parts = [f"open: {left['who']} is to {left['what']}" for left in asked]
        parts = parts or ["open: no document says how this is resolved"]
    if case.get("status") == "illegal":
        parts = ["what was done is not allowed then"]
    return ", ".join(parts) or "undecided: something else is hidden too"


def _second(proof: dict[str, Any]) -> list[str]:
    """What a second encounter rests on: the clauses of the step that allows it, by the rules or by a power.

    It is the last thing that is ruled to be so; where cases differ, each of them allows it.
    """
    while proof["rule"] == "ruling.cases":
        proof = proof["from"][-1]
    allowed = [step["cites"] for step in proof["from"] if step["value"] is True and step["kind"] in ("rule", "power")]
    return list(allowed[-1]) if allowed else []


def _then(out: Console, ruling: dict[str, Any]) -> None:
    lines = [(f"{t['who']} {t['does']} {t['what']}", t["cites"]) for t in ruling["then"]]
    if ruling["second_encounter"]:
        offense = next(iter(ruling["players"]), "the offense")
        again = words.in_own_words(ruling["edition"], "may have a second encounter")
        lines.append((f"{offense} {again}", _second(ruling["proof"])))
    for number, (what, cites) in enumerate(lines):
        hang(
            out,
            "  then  " if number == 0 else "        ",
            cited(what, *(words.own(c, ruling["edition"]) for c in cites[:1])),
        )
    if ruling["discards"]:
        hang(out, "  discarded, bottom first: ", Text(" ".join(ruling["discards"])))


def _reasons(out: Console, ruling: dict[str, Any]) -> None:
    if ruling["status"] == "illegal" or ruling["cases"]:
        return
    out.print()
    for says, cite in words.reasons(ruling):
        hang(out, "  · ", cited(says, cite))


def _closing(out: Console, ruling: dict[str, Any]) -> None:
    turns = words.turns(ruling)
    if turns:
        paragraph(out, "would turn it", [turns])
    paragraph(out, "rests on", [words.weakest(ruling)])
    if ruling["questions"]:
        paragraph(out, "disputable", ruling["questions"])
    cited = {cite["id"] for cite in ruling["citations"]}
    readings = (ruling.get("readings") or {}).items()
    chosen = [f"{question}: {name}" for question, name in readings if f"house {question}" not in cited]
    if chosen:
        paragraph(out, "readings chosen", chosen)
    if ruling["assumes"]:
        paragraph(out, "assumed", [words.joined(ruling["assumes"])])
    print_earlier(ruling, out)


def print_earlier(told: dict[str, Any], console: Console | None = None) -> None:
    """Prints what the table decided before: the house rules that a ruling rests on, and its precedents."""
    if "house" not in told and "precedents" not in told:
        return
    out = console or make_console()
    for rule in told.get("house", ()):
        hang(out, "  house rule: " if rule["applied"] else "  house rule, not applied: ", Text(words.house_rule(rule)))
    applied = {rule["dispute"] for rule in told.get("house", ()) if rule["applied"]}
    found: dict[int, str] = {}  # a line for each dispute; that an applied house rule is followed was said
    for one in told.get("precedents", ()):
        if one["state"] != "followed" or one["dispute"] not in applied:
            found.setdefault(one["dispute"], one["says"])
    for says in list(found.values())[:_PRECEDENTS]:
        hang(out, "  precedent: ", Text(words.shown(says)))
    more = [str(number) for number in list(found)[_PRECEDENTS:]]
    if more:
        hang(out, "  precedent: ", Text(f"see also dispute{'s' if len(more) > 1 else ''} {', '.join(more)}"))


def paragraph(out: Console, head: str, items: Iterable[str]) -> None:
    """Prints a heading and what stands under it, in one paragraph."""
    hang(out, f"  {head}: ", Text("; ".join(words.shown(item) for item in items)))
