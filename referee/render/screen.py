"""What every page is printed with: the console, lines, paragraphs under a head, citations, columns and lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.text import Text

from referee.render import words
from referee.render.words import Told

STATUS_STYLES = {"determined": "bold green", "depends": "bold yellow", "open": "bold magenta", "illegal": "bold red"}


class _Plain(Console):
    """A console that leaves a closed pipe to the command: the ruling stands though nobody reads it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def make_console(stderr: bool = False) -> Console:
    """A console that prints text as it is: no markup, no emoji codes, no highlighting; NO_COLOR and pipes respected."""
    return _Plain(markup=False, emoji=False, highlight=False, stderr=stderr)


def say(out: Console, says: str, style: str = "", whole: bool = False) -> None:
    """Prints a line; one that is to be copied as a `whole` is not broken."""
    out.print(Text(says, style=style), soft_wrap=whole)


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
    """Prints rows in columns under a dim head; the columns of these numbers stand to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        sized = enumerate(zip(row, widths, strict=True))
        cells = [cell.rjust(width) if place in right else cell.ljust(width) for place, (cell, width) in sized]
        say(out, indent + "  ".join(cells).rstrip(), "dim" if number == 0 else "", whole)
