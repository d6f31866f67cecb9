"""What the commands share: options, exit statuses, how an answer is given, and how errors are said."""

from __future__ import annotations

import json as json_module
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO, TypeVar

import typer

from referee import render
from referee.book.bounds import LETTERS
from referee.cli.lazy_groups import clean, completes
from referee.cli.output import OUTPUT
from referee.errors import ImpossibleError, LedgerError, MalformedError, RefereeError, RulebaseError

if TYPE_CHECKING:
    from referee.book.told import Told
    from referee.public.rulings import KeptRuling

# For the commands of the ledger, which take it from here.
__all__ = ["clean"]

# Exit statuses (CONTRACT: commands), and those of a ruling or a verdict.
RULED, ILLEGAL, NOT_UNDERSTOOD, NOT_SETTLED, NOT_KEPT, FAULT = 0, 1, 2, 3, 4, 70
STATUS = {"determined": RULED, "legal": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED, "open": NOT_SETTLED}

Found = TypeVar("Found")

# -- options -----------------------------------------------------------------------------------------------------------

MOST = 2**63 - 1  # what SQLite counts to


def _stripped(name: str | None) -> str | None:
    return (clean(name).strip() or None) if name else None


def reading_option(example: str) -> object:
    """The option that takes other readings, with an example."""
    return typer.Option(
        "--reading", help=f"Another reading of a disputable point: {example}.", autocompletion=completes("readings")
    )


Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Edition = Annotated[
    str,
    typer.Option(
        "--edition",
        help="The rule set to judge by, with variants after it: consolidated+four-planets, +single-encounter, "
        "+hidden-powers, +technology, +combos; warp+punt, +multiple-powers, +honeymoon; mayfair1991+reverse-warp, "
        "+reverse-hexes, +simplified.",
        envvar="REFEREE_EDITION",
        autocompletion=completes("editions"),
    ),
]
Db = Annotated[
    Path | None,
    typer.Option("--db", envvar="REFEREE_DB", readable=False, help="The file that keeps the rulings."),
]
Name = Annotated[
    str | None,
    typer.Option(
        "--table",
        "-t",
        callback=_stripped,
        help="Which table; the one used last without this.",
        autocompletion=completes("tables_kept"),
    ),
]
NewName = Annotated[str | None, typer.Option("--table", "-t", callback=_stripped, help="The table's name.")]
Reading = Annotated[list[str] | None, reading_option("DF-05=ffg2018")]
Why = Annotated[bool, typer.Option("--why", help="Print the whole proof.")]
Anyway = Annotated[bool, typer.Option("--anyway", help="Rule on although an act is forbidden.")]
House = Annotated[
    str | None,
    typer.Option(
        "--house",
        help="Rule by the house rules of this table: referee dispute promote.",
        autocompletion=completes("tables_kept"),
    ),
]
NoLog = Annotated[bool, typer.Option("--no-log", help="Keep nothing.")]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=1024,
        help="How many processes do it; else all cores, and one for little work.",
    ),
]
On = Annotated[
    str, typer.Option("--on", metavar="ADDRESS", help="A Dask scheduler whose workers do it: tcp://HOST:8786.")
]


def chosen_readings(options: Sequence[str] | None) -> dict[str, str]:
    """`DF-05=ffg2018` as a mapping; RulebaseError for anything else."""
    found: dict[str, str] = {}
    for option in options or ():
        question, equals, reading = option.partition("=")
        if not equals or not reading:
            raise RulebaseError(option, "a reading is chosen as QUESTION=READING, such as DF-05=ffg2018")
        found[question.strip().upper()] = reading.strip()
    return found


# -- answers -----------------------------------------------------------------------------------------------------------


def answer(json: bool, ask: Callable[[], Found], show: Callable[[Found], object]) -> Found:
    """Asks, and gives the answer as JSON, or as `show` prints it. What is not known is said plainly."""
    with reported(json):
        found = ask()
    tell(json, found, show)
    return found


def tell(json: bool, found: Found, show: Callable[[Found], object]) -> None:
    """Gives an answer that is there already, or one that raises its errors before anything is printed."""
    with printing():
        if OUTPUT.rows:
            print_rows(found)
        elif json:
            print_json(as_json(found))
        else:
            show(found)


def print_rows(found: object) -> None:
    """Prints an answer as rows for other programs, in the form that was chosen."""
    from referee.render import rows

    try:
        listed = rows.rows_in(as_json(found), OUTPUT.under)
    except LookupError:
        raise RefereeError(f"this answer lists no rows for --{OUTPUT.rows}; --json tells all of it") from None
    if OUTPUT.rows == "nl":
        sys.stdout.write(rows.as_lines(listed, not _takes_all() or sys.stdout.isatty()))
    else:
        sys.stdout.write(rows.as_table(listed, OUTPUT.rows, sys.stdout.isatty()))


def as_json(found: object) -> Any:
    """What a public call gave, as its `to_dict` tells it."""
    return found.to_dict() if hasattr(found, "to_dict") else found


def each(found: Sequence[Told]) -> list[dict[str, object]]:
    """What a public call listed, each as its `to_dict` tells it, to be printed for people."""
    return [one.to_dict() for one in found]


def show_ruling(ruling: KeptRuling, json: bool, why: bool) -> NoReturn:
    """Prints one ruling, with `why` its whole proof, and ends with its exit status."""
    for warning in ruling.warnings:
        warn(warning)
    tell(json, ruling, lambda ruling: render.page.print_ruling(ruling.to_dict(), why))
    raise typer.Exit(STATUS[ruling.status] if ruling.kept else NOT_KEPT)


def print_json(value: object) -> None:
    """Prints a value as JSON on standard output, in ASCII where the output takes nothing else."""
    on_screen = sys.stdout.isatty()
    text = json_module.dumps(value, ensure_ascii=not _takes_all(), indent=2 if on_screen else None, default=str)
    if on_screen and not text.isascii():  # letters that move or turn others round are told by their codes
        text = "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in text)
    sys.stdout.write(text + "\n")


def _takes_all() -> bool:
    """True if the output takes every letter."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


@contextmanager
def printing() -> Iterator[None]:
    """Lets a command go on when nobody reads what it prints (`| head`), and says so plainly when the disk is full."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        unprinted(error)


def unprinted(error: OSError) -> None:
    """Prints no more; says why, and that the answer is lost, unless nobody reads it any longer."""
    _print_no_more()
    if not isinstance(error, BrokenPipeError):
        OUTPUT.lost = True
        warn(f"the answer could not be printed: {error.strerror}")


def _print_no_more() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def into_file(file: Path, write: Callable[[TextIO], Found], other: str) -> Found:
    """Writes a file whole and returns what `write` tells; LedgerError, with the `other` way, where it cannot be."""
    from referee.public import files  # hardly ever needed

    return files.into_file(file, write, other)


# -- errors ------------------------------------------------------------------------------------------------------------


@contextmanager
def reported(json: bool) -> Iterator[None]:
    """Says a RefereeError plainly, on stderr or as JSON, and stops with the status for what is not understood."""
    try:
        yield
    except RefereeError as error:
        say_error(error, json)
        raise typer.Exit(NOT_UNDERSTOOD) from None


def say_error(error: RefereeError, json: bool) -> None:
    """Says what is wrong: as JSON, or on stderr, where what players typed and what stands in files is made safe."""
    if json:
        print_json({"format": 1, "error": error_dict(error)})
    else:
        sys.stderr.write(f"{render.words.shown_lines(_on_screen(error))}\n")


_NARROW = 80  # columns; on a smaller screen what is said is broken into lines


def _on_screen(error: RefereeError) -> str:
    """What is said of an error, as it fits a narrow screen: the caret stays under its place."""
    told = os.environ.get("COLUMNS", "")
    if not (told.isdecimal() or sys.stderr.isatty()):
        return str(error)
    import shutil
    from textwrap import fill

    width = max(shutil.get_terminal_size().columns, 20)
    if width >= _NARROW:
        return str(error)
    if not isinstance(error, MalformedError):
        return "\n".join(fill(line, width, subsequent_indent="  ") for line in str(error).split("\n"))
    *place, says = error.text(width - 4).split("\n")
    return "\n".join((*place, fill(says, width)))


def chosen(commands: Sequence[str], number: int) -> str:
    """The command that has this number among those that were asked for. Raises LedgerError for one that none has."""
    if not 0 < number <= len(commands):
        raise LedgerError(f"type a number from 1 to {len(commands)}, or the command")
    return commands[number - 1]


def warn(says: str) -> None:
    """Says what went wrong beside the answer, in one line on stderr."""
    sys.stderr.write(f"warning: {render.words.shown_lines(' '.join(says.split()))}\n")


def error_dict(error: RefereeError) -> dict[str, object]:
    """An error as JSON: its kind, what it says, and for a line the place and what was expected."""
    says = str(error) if len(str(error)) <= 2 * LETTERS else f"{str(error)[: 2 * LETTERS]} …"
    told: dict[str, object] = {"kind": type(error).__name__.removesuffix("Error").lower(), "says": says}
    if isinstance(error, MalformedError):
        told |= {"line": error.line, "column": error.column, "expected": error.expected, "hint": error.hint}
    if isinstance(error, ImpossibleError):
        told |= {"line": error.line, "faults": list(error.faults)}
    return told
