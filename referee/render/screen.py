"""What every page is printed with: the console, lines, paragraphs under a head, citations, columns and lists."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from referee.render import words
from referee.render.look import LOOK
from referee.render.words import Told

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType


_UNWRAPPED = 100_000  # columns of what no terminal shows: a record stays on its line
NARROW = 80  # columns; on a smaller screen lines that are to be copied are broken too
_GLUE = "\ue000"  # stands for the space inside a clause id while lines are broken
# `ffg2018 moving-ships.2`, `[alien Clone]`: two words that are one id.
_ID = re.compile(r"(?<![\w.])([a-z][a-z0-9]*) (?=[\w-]+(?:\.\w+)+|[A-Z][\w-]*[\]),])")
# How the colors of a page are painted on a light ground: dark enough for it, red and green apart in brightness.
_ON_LIGHT = {
    "red": "color(160)",
    "green": "color(23)",
    "yellow": "color(94)",
    "blue": "color(19)",
    "magenta": "color(90)",
    "cyan": "color(24)",
    "dark_orange": "color(130)",
    "bright_white": "underline",
    "bright_black": "bold color(238)",
    "dim": "color(241)",
}
_IN_MONO = dict.fromkeys(set(_ON_LIGHT) - {"dim"}, "")
PALETTES: Mapping[str, Mapping[str, str]] = {"dark": {}, "light": _ON_LIGHT, "mono": _IN_MONO}
_CLEAR = ("role", "what happens", "takes")  # columns whose cells are understood without their head
_FOLDED = 16  # columns of the screen that a cell needs to be folded in its place

STATUS_STYLES = {"determined": "bold green", "depends": "bold yellow", "open": "bold magenta", "illegal": "bold red"}


class _Plain(Console):
    """A console that leaves a closed pipe to the command, breaks no clause id, and paints by the chosen theme."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def get_style(self, name: str | Style, *, default: str | Style | None = None) -> Style:
        """The style of this name, in the colors of the theme."""
        palette = PALETTES[LOOK.theme]
        if isinstance(name, str) and palette:
            name = " ".join(filter(None, (palette.get(word, word) for word in name.split()))) or "none"
        return super().get_style(name, default=default)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """What is printed, line by line, with the ids as they are written."""
        whole = glued(renderable) if isinstance(renderable, Text) else renderable
        for segment in super().render(whole, options):
            yield segment._replace(text=segment.text.replace(_GLUE, " ")) if _GLUE in segment.text else segment


def make_console(stderr: bool = False) -> Console:
    """A console that prints text as it is: no markup, no emoji codes, no highlighting; NO_COLOR and pipes respected.

    What goes to no terminal is not broken into lines, unless COLUMNS says how wide they are to be. While a page is
    drawn elsewhere (`drawn_on`) it is the console of that.
    """
    elsewhere = _ELSEWHERE.get()
    if elsewhere is not None and not stderr:
        return elsewhere
    is_sized = _columns_told() or _on_terminal(stderr)
    return _Plain(
        markup=False,
        emoji=False,
        highlight=False,
        stderr=stderr,
        force_terminal=True if LOOK.color == "always" else None,
        no_color=False if LOOK.color == "always" else None,
        color_system=None if LOOK.color == "never" else "auto",
        width=None if is_sized else _UNWRAPPED,
        height=None if is_sized else 25,
    )


# Where pages are drawn, if not on the standard output: each thread and each task has its own.
_ELSEWHERE: ContextVar[Console | None] = ContextVar("elsewhere", default=None)


@contextmanager
def drawn_on(console: Console) -> Iterator[None]:
    """Has what is printed drawn on this console, and not on the standard output."""
    before = _ELSEWHERE.set(console)
    try:
        yield
    finally:
        _ELSEWHERE.reset(before)


def a_page(width: int) -> Console:
    """A console of so many columns that shows nothing: what is printed on it is taken from it."""
    return _Plain(
        markup=False,
        emoji=False,
        highlight=False,
        file=StringIO(),
        record=True,
        width=width,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )


def _columns_told() -> bool:
    return os.environ.get("COLUMNS", "").isdecimal()


def _on_terminal(stderr: bool) -> bool:
    return (sys.stderr if stderr else sys.stdout).isatty()


def glued(text: Text) -> Text:
    """The text, with the ids of clauses in it as words that are not broken."""
    text.plain = _ID.sub(rf"\1{_GLUE}", text.plain)
    return text


def say(out: Console, says: str, style: str = "", whole: bool = False) -> None:
    """Prints a line; one that is to be copied as a `whole` is not broken, unless the screen is a narrow one."""
    out.print(Text(says, style=style), soft_wrap=whole and out.width >= NARROW)


def hang(out: Console, head: str, text: Text, style: str = "dim") -> None:
    """Prints a text after a head, its further lines indented under the first."""
    if len(head) + _FOLDED > out.width:  # a narrow screen: the head has a line of its own
        out.print(Text(head.rstrip(), style=style))
        head = "    "
        style = ""
    for number, line in enumerate(glued(text).wrap(out, max(out.width - len(head), _FOLDED))):
        line.rstrip()
        line.plain = line.plain.replace(_GLUE, " ")
        out.print(Text(head if number == 0 else " " * len(head), style=style) + line)


def cited(says: str, *cites: str) -> Text:
    """A sentence made safe to print, with the clauses behind it."""
    text = Text(words.shown(says))
    if any(cites):
        text.append(f"  [{', '.join(cites)}]", style="cyan")
    return text


def cited_by(entry: Told, edition: str, most: int | None = None) -> Text:
    """What an entry `says`, with the first of the clauses that it `cites`, as they are written in that edition."""
    return cited(entry["says"], *words.owns(entry["cites"], edition, most))


def paragraph(out: Console, head: str, items: Iterable[str]) -> None:
    """Prints a heading and what stands under it, in one paragraph; nothing where nothing does."""
    text = "; ".join(words.shown(item) for item in items)
    if text:
        hang(out, f"  {head}: ", Text(text))


def print_forbidden(out: Console, told: Told) -> None:
    """Prints what is forbidden, with its clauses and the nearest legal lines."""
    for entry in told["illegal"]:
        hang(out, "  ✗ ", cited_by(entry, told["edition"]), "red")
        for nearest in entry["nearest"]:
            say(out, f"    instead: {words.shown(nearest)}", whole=True)


def print_proof(out: Console, told: Told) -> None:
    """Prints the whole proof of what was ruled, as a tree, below an empty line."""
    from referee.render.tree import print_tree  # only when asked for: a ruling is printed without a tree

    out.print()
    print_tree(out, told["proof"])


def columns(
    out: Console, rows: Sequence[Sequence[str]], indent: str = "  ", right: Collection[int] = (), whole: bool = False
) -> None:
    """Prints rows in columns under a dim head; the columns of these numbers stand to the right.

    On a screen that is too narrow the widest column is folded, or the cells of a row stand one after the other.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = out.width - len(indent) - sum(widths) - 2 * (len(widths) - 1)
    widest = max(range(len(widths)), key=widths.__getitem__)
    if room < 0 and widths[widest] + room < _FOLDED:
        _one_after_the_other(out, rows, indent)
        return
    if room < 0:
        widths[widest] += room
    for number, row in enumerate(rows):
        pieces = Text(row[widest]).wrap(out, widths[widest]) if room < 0 else [Text(row[widest])]
        for line, piece in enumerate(pieces):
            cells = [cell if line == 0 else "" for cell in row]
            cells[widest] = piece.plain.rstrip()
            say(out, indent + _aligned(cells, widths, right), "dim" if number == 0 else "", whole)


def _aligned(cells: Sequence[str], widths: Sequence[int], right: Collection[int]) -> str:
    """A line of cells in columns of these widths, those of the numbers in `right` to the right."""
    sized = enumerate(zip(cells, widths, strict=True))
    return "  ".join(c.rjust(width) if place in right else c.ljust(width) for place, (c, width) in sized).rstrip()


def _one_after_the_other(out: Console, rows: Sequence[Sequence[str]], indent: str) -> None:
    """Prints the first cell of each row as a head, and the others after it, each with the head of its column."""
    heads, *others = rows
    width = max(len(row[0]) for row in others)
    for first, *cells in others:
        told = zip(heads[1:], cells, strict=True)
        said = [cell if head in _CLEAR else f"{head} {cell}" for head, cell in told if cell]
        hang(out, f"{indent}{first.ljust(width)}  ", Text(" · ".join(said)), "")
