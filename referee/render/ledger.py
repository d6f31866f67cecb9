"""The ledger as a whole on the screen: whether it is what was written, and what is disputed most."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from referee.render.page import hang, make_console
from referee.render.words import shown

Told = dict[str, Any]


def print_verified(told: Told) -> None:
    """Prints the ledgers of a file, and what in them is not as it was written."""
    out = make_console()
    if not told["ledgers"] and not told["broken"]:
        out.print("No dispute is kept yet.")
    for ledger in told["ledgers"]:
        entries = f"{ledger['entries']} {'entry' if ledger['entries'] == 1 else 'entries'}"
        own = ", this file's own" if ledger["own"] else ""
        line = Text(f"{shown(ledger['name'])}", style="bold").append(f"  {entries}{own}", style="dim")
        out.print(line.append(f"  {shown(ledger['head'])}" if ledger["entries"] else "", style="dim"))
    for broken in told["broken"]:
        where = f"entry {broken['number']} of {shown(broken['ledger'])}, " if broken["ledger"] else ""
        kind = broken["kind"] if where or not broken["number"] else f"{broken['kind']} {broken['number']}"
        dispute = f" (dispute {broken['dispute']})" if broken["dispute"] else ""
        hang(out, "  ✗ ", Text(f"{where}{kind}{dispute}: {shown(broken['what'])}"), "red")
    if told["ledgers"] and not told["broken"]:
        out.print(Text("Everything is as it was written.", style="bold green"))


_BAR = 24  # characters of the longest bar
_TITLES = {
    "clauses": "Clauses on which the rulings rest",
    "aliens": "Aliens",
    "questions": "Disputable points",
    "editions": "Editions",
    "tables": "Tables",
    "parties": "Who argues",
}


def print_stats(told: Told, in_words: dict[str, str]) -> None:
    """Prints what is disputed most, as tables with bars, and how often the first ruling stood.

    `in_words`: what clauses and disputable points say, by their names.
    """
    out = make_console()
    if not told["disputes"]:
        out.print("There are no disputes yet.")
        return
    head = Text(f"{told['disputes']} {'dispute' if told['disputes'] == 1 else 'disputes'}", style="bold")
    out.print(
        head.append(f"  {told['open']} open, {told['decided']} decided, {told['appealed']} appealed", style="dim")
    )
    first, facts = told["first"], told["facts"]
    if first["decided"]:
        _bar(out, "the first ruling stood", first["stood"], first["decided"], 0, f"of {first['decided']}")
        _bar(out, "the referee's ruling", told["referee"], first["decided"], 0, f"of {first['decided']}")
        _bar(out, "the table's own", told["house"], first["decided"], 0, f"of {first['decided']}")
    if facts["differed"]:
        _bar(out, "the facts decided", facts["decided"], facts["differed"], 0, f"of {facts['differed']} that differed")
    for key, title in _TITLES.items():
        rows = told[key]
        if not rows or (key in ("editions",) and len(rows) == 1):
            continue
        out.print()
        out.print(Text(title, style="bold"))
        width = min(26, max(len(_short(row["name"], 26)) for row in rows))
        for row in rows:
            _bar(
                out, _short(row["name"], 26), row["disputes"], rows[0]["disputes"], width, in_words.get(row["name"], "")
            )


def _bar(out: Console, name: str, count: int, most: int, width: int, says: str) -> None:
    """One row: a name, a bar as long as its share of the most, the count, and what it says in the room that is left."""
    full = count * _BAR // most if most else 0
    line = Text(f"  {name.ljust(width or _BAR)}  ").append("█" * max(full, min(count, 1)), style="cyan")
    line.append(" " * (_BAR - max(full, min(count, 1)))).append(f" {count:>5}  ")
    room = out.width - len(line.plain)
    line.append(_short(says, room) if room > 12 else "", style="dim").rstrip()
    out.print(line, soft_wrap=True)


def _short(text: str, most: int) -> str:
    text = shown(" ".join(text[: 4 * most].split()))
    return text if len(text) <= most else f"{text[: most - 1]}…"
