"""Texts of players, made safe to print: names, claims and reasons, cut where they are long."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from referee.render.words import shown

_CUT = 600  # letters of a text that are shown; all of it is in the export
_NAME = 20  # letters of a party's name that are shown
NAMED = 40  # letters of another name
Told = Mapping[str, Any]  # a side of a dispute, or what was added to one, as the ledger tells it

# Players are called by colors more often than not; a name that is none is printed plain.
_INK = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "orange": "dark_orange",
    "white": "bright_white",
    "black": "bright_black",
}


def name_style(name: str) -> str:
    """How a player's name is printed: in the color that it is, if it is one."""
    return _INK.get(name.lower(), "bold")


def isolated(text: str, style: str = "") -> Text:
    """A text of players, already made safe, that keeps its own direction: script from the right moves nothing else."""
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return Text(f"\u2068{text}\u2069" if turned else text, style=style)


def cut(text: object, most: int = _CUT) -> str:
    """A text of players made safe to print, on one line, and cut where it is long."""
    whole = str(text)
    piece = shown(" ↵ ".join(whole[: most + 1].splitlines()))
    return piece if len(whole) <= most else f"{piece[:most]} … ({len(whole) - most} more letters)"


def say_text(out: Console, head: str, text: str, style: str) -> None:
    """Prints a text of players after a head; further lines stand under the first."""
    width = max(out.width - len(head), 20)
    for number, line in enumerate(Text(cut(text)).wrap(out, width)):
        line.rstrip()
        out.print(Text(head if number == 0 else " " * len(head), style=style) + isolated(line.plain))


def party_of(side: Told) -> str:
    """A party's name, cut where it is no name any more."""
    name = cut(side["party"], 4 * _NAME).split(" … (")[0]
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def origin(added: Told, ledger: str) -> str:
    """From which `ledger` something comes that this file's own does not say, and whether its date can be."""
    named = f"ledger {ledger}" if added["ledger"] else "no ledger"
    where = "" if added["own"] else f", from {named}"
    return f"{where}{', a date in the future' if added.get('future') else ''}"
