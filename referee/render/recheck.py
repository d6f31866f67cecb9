"""What was ruled and would now be ruled otherwise, on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from referee.render.page import hang, make_console
from referee.render.words import shown

Told = dict[str, Any]


def print_recheck(rows: Sequence[Told], count: int) -> None:
    """Prints the recorded positions that would now be ruled otherwise, each with what made the difference."""
    out = make_console()
    for row in rows:
        hang(out, f"{row['name']}  ", Text(shown(row["says"])), "bold yellow")
    same = count - len(rows)
    stand = "" if not same else f" {same} {'stands' if same == 1 else 'stand'} as ruled."
    otherwise = f"{len(rows)} would be ruled otherwise now." if rows else "Nothing would be ruled otherwise now."
    out.print(Text(f"{otherwise}{stand}", style="bold"))
