"""The ledger on the screen: whether it is what was written, what is disputed most, and the log of rulings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from referee.render.lists import listing
from referee.render.outcome import verdict
from referee.render.screen import hang, make_console, say
from referee.render.words import Told, shown


def print_verified(told: Told) -> None:
    """Prints the ledgers of a file, and what in them is not as it was written."""
    out = make_console()
    if not told["ledgers"] and not told["broken"]:
        out.print("No dispute is kept yet.")
    for ledger in told["ledgers"]:
        own = ", this file's own" if ledger["own"] else ""
        line = Text(shown(ledger["name"]), style="bold")
        line.append(f"  {_number(ledger['entries'], 'entry', 'entries')}{own}", style="dim")
        out.print(line.append(f"  {shown(ledger['head'])}" if ledger["entries"] else "", style="dim"))
    for broken in told["broken"]:
        hang(out, "  ✗ ", Text(f"{_place(broken)}: {shown(broken['what'])}"), "red")
    if told["ledgers"] and not told["broken"]:
        say(out, "Everything is as it was written.", "bold green")


def _place(broken: Told) -> str:
    """Where something is that is not as it was written."""
    where = f"entry {broken['number']} of {shown(broken['ledger'])}, " if broken["ledger"] else ""
    kind = broken["kind"] if where or not broken["number"] else f"{broken['kind']} {broken['number']}"
    return f"{where}{kind} (dispute {broken['dispute']})" if broken["dispute"] else f"{where}{kind}"


def _number(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


_BAR = 24  # characters of the longest bar
_NAMED = 24  # and of what stands before the bars of counts
_COUNT = 8  # and of the count behind them
_NAME = 26  # letters of a name beside it
_TITLES = {
    "clauses": "Clauses on which the rulings rest",
    "aliens": "Aliens",
    "questions": "Disputable points",
    "editions": "Editions",
    "tables": "Tables",
    "parties": "Who argues",
}


def print_stats(told: Told, in_words: Mapping[str, str]) -> None:
    """Prints what is disputed most, as tables with bars, and how often the first ruling stood.

    `in_words`: what clauses and disputable points say, by their names.
    """
    out = make_console()
    if not told["disputes"]:
        out.print("There are no disputes yet.")
        return
    head = Text(_number(told["disputes"], "dispute", "disputes"), style="bold")
    standing = f"  {told['open']} open, {told['decided']} decided, {told['appealed']} appealed"
    out.print(head.append(standing, style="dim"))
    decided, differed = told["first"]["decided"], told["facts"]["differed"]
    if decided:
        for name, count in (
            ("the first ruling stood", told["first"]["stood"]),
            ("the referee's ruling", told["referee"]),
            ("the table's own", told["house"]),
        ):
            _bar(out, name, count, decided, 0, f"of {decided}")
    if differed:
        _bar(out, "the facts decided", told["facts"]["decided"], differed, 0, f"of {differed} that differed")
    for key, title in _TITLES.items():
        if len(told[key]) > (key == "editions"):  # of one edition only there is nothing to compare
            out.print()
            say(out, title, "bold")
            _bars(out, told[key], in_words)


def _bars(out: Console, rows: list[Told], in_words: Mapping[str, str]) -> None:
    names = [_short(row["name"], _NAME) for row in rows]
    width = min(_NAME, max(map(len, names)))
    for name, row in zip(names, rows, strict=True):
        _bar(out, name, row["disputes"], rows[0]["disputes"], width, in_words.get(row["name"], ""))


def _bar(out: Console, name: str, count: int, most: int, width: int, says: str) -> None:
    """One row: a name, a bar as long as its share of the most, the count, and what it says in the room that is left."""
    before = f"  {name.ljust(width or _NAMED)}  "
    longest = min(_BAR, max(out.width - len(before) - _COUNT, 0))  # of the bars; a narrow screen has none
    full = count * longest // most if most else 0
    bar = max(full, min(count, 1, longest))
    line = Text(before).append("█" * bar, style="cyan")
    line.append(" " * (longest - bar)).append(f" {count:>5}  ")
    room = out.width - len(line.plain)
    line.append(_short(says, room) if room > 12 else "", style="dim").rstrip()
    out.print(line, soft_wrap=True)


def _short(text: str, most: int) -> str:
    text = shown(" ".join(text[: 4 * most].split()))
    return text if len(text) <= most else f"{text[: most - 1]}…"


# -- the log -----------------------------------------------------------------------------------------------------------


def print_log(rows: Sequence[Told], path: Path) -> None:
    """The latest rulings, a line each."""
    out = make_console()
    if not rows:
        out.print(f"No ruling is kept in {path} yet.")
        return
    table = listing("id", "when (UTC)", "ruling", "line", fixed=("id", "when (UTC)"))
    for row in rows:
        when = str(row["at"])[:16].replace("T", " ")
        table.add_row(str(row["id"]), when, Text(_verdict(row["ruling"])), Text(shown(row["line"])))
    out.print(table)


def _verdict(ruling: str) -> str:
    try:
        return verdict(json.loads(ruling))
    except (ValueError, KeyError, TypeError):
        return "(damaged)"
