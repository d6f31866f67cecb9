"""What the commands share: options, exit statuses, and how errors are said."""

from __future__ import annotations

import json as json_module
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn, TextIO, TypeVar

import typer

from referee.book.bounds import LETTERS
from referee.errors import ImpossibleError, LedgerError, MalformedError, RefereeError, RulebaseError

# Exit statuses (CONTRACT: commands).
RULED, ILLEGAL, NOT_UNDERSTOOD, NOT_SETTLED, NOT_KEPT, FAULT = 0, 1, 2, 3, 4, 70
STATUS = {"determined": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED, "open": NOT_SETTLED}  # of a ruling

Told = TypeVar("Told")

Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]


def _editions(begun: str) -> list[str]:
    """The editions that complete what is typed, and after a `+` the variants that can be added."""
    from referee.book.loader import rulebase  # only where a shell completes

    known = rulebase()
    before, plus, _ = begun.rpartition("+")
    if not plus:
        return [name for name in known.editions() if name.startswith(begun)]
    base, *chosen = before.split("+")
    fit = rulebase(base, judged=False).variants_of_own() if base in known.editions() else []
    return [f"{before}+{name}" for name in fit if name not in chosen and f"{before}+{name}".startswith(begun)]


Edition = Annotated[
    str,
    typer.Option(
        "--edition",
        help="The rule set to judge by, with variants after it: consolidated+four-planets, +single-encounter, "
        "+hidden-powers, +technology, +combos; warp+punt, +multiple-powers, +honeymoon; mayfair1991+reverse-warp, "
        "+reverse-hexes, +simplified.",
        autocompletion=_editions,
    ),
]
Db = Annotated[
    Path | None,
    typer.Option("--db", envvar="REFEREE_DB", readable=False, help="The file that keeps the rulings."),
]


def data_folder() -> Path:
    """The user's data folder for this program; LedgerError if there is no home folder."""
    if sys.platform.startswith(("win", "darwin", "cygwin")):
        return Path(typer.get_app_dir("referee"))
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "referee"
    except RuntimeError:
        raise LedgerError("there is no home folder to keep rulings in; name a file with --db") from None


def database(db: Path | None) -> Path:
    """Where rulings are kept: the option, REFEREE_DB, or the user's data folder; LedgerError if there is none."""
    return db if db is not None else data_folder() / "referee.db"


def copies_folder() -> Path:
    """Where a player's own copies of the books are kept."""
    return data_folder() / "copies"


def cache_folder() -> Path | None:
    """Where what can be made again is kept; None if there is no such place."""
    if sys.platform.startswith(("win", "darwin", "cygwin")):
        return Path(typer.get_app_dir("referee")) / "cache"
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "referee"
    except RuntimeError:
        return None


def clean(text: str) -> str:
    """An argument without the half characters that a terminal can hand over and that nothing can store."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def unknown_name(what: str, name: str, near: list[str]) -> RulebaseError:
    """The error for an alien or a card that is not in the rulebase, with the names that look like it."""
    hint = f"did you mean {' or '.join(near)}?" if near else "no name looks like it, so check the spelling on the card"
    return RulebaseError(name, f"no {what} of that name; {hint}")


def not_of_this_game(what: str, name: str, near: list[str]) -> RulebaseError:
    """The error for an alien or a card that is not in the rulebase, and where to look it up if Duel has it."""
    from referee.duel.api import books_of
    from referee.duel.texts import look_up, texts

    if look_up(name, texts(books_of())):
        return RulebaseError(name, f"no {what} of that name but in Duel; `referee {what} duel {name}` shows that one")
    return unknown_name(what, name, near)


def print_json(value: Any) -> None:
    """Prints a value as JSON on standard output, in ASCII where the output takes nothing else."""
    takes_all = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    on_screen = sys.stdout.isatty()
    text = json_module.dumps(value, ensure_ascii=not takes_all, indent=2 if on_screen else None, default=str)
    if on_screen and not text.isascii():  # letters that move or turn others round are told by their codes
        text = "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in text)
    sys.stdout.write(text + "\n")


@contextmanager
def printing() -> Iterator[None]:
    """Lets a command go on when nobody reads what it prints (`| head`), and says so plainly when the disk is full."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _print_no_more()
    except OSError as error:
        _print_no_more()
        warn(f"the answer could not be printed: {error.strerror}")


def _print_no_more() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


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
        return
    from referee.render.words import shown_lines  # only on the way to an error

    sys.stderr.write(f"{shown_lines(str(error))}\n")


def warn(says: str) -> None:
    """Says what went wrong beside the answer, in one line on stderr."""
    from referee.render.words import shown_lines

    sys.stderr.write(f"warning: {shown_lines(' '.join(says.split()))}\n")


def answer(json: bool, tell: Callable[[], Any], show: Callable[[Any], None]) -> None:
    """Tells what was asked for: as JSON, or as `show` prints it. What is not known is said plainly."""
    with reported(json):
        told = tell()
    with printing():
        if json:
            print_json(told)
        else:
            show(told)


def show_text(name: str, json: bool) -> None:
    """Shows the aliens, envoys and cards of Duel of this name, or all of them."""

    def tell() -> list[dict[str, Any]]:
        from referee.duel.api import books_of
        from referee.duel.texts import KINDS, look_up, texts

        known = texts(books_of())
        found = look_up(name, known)
        if not found:
            raise unknown_name("card of Duel", name, [near for kind in KINDS for near in known.near(kind, name)][:3])
        return found

    def show(told: list[dict[str, Any]]) -> None:
        from referee.render.duel import print_texts

        print_texts(told)

    answer(json, tell, show)


def show_ruling(told: dict[str, Any], json: bool, why: bool, kept: bool) -> NoReturn:
    """Prints one ruling, with `why` its whole proof, and ends with its exit status."""
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.page import print_ruling

            print_ruling(told, why)
    raise typer.Exit(STATUS[told["status"]] if kept else NOT_KEPT)


def into_file(file: Path, write: Callable[[TextIO], Told], other: str) -> Told:
    """Writes a file whole and returns what `write` tells; LedgerError, with the `other` way, where it cannot be.

    What was there stays then; a link is not followed.
    """
    from io import TextIOWrapper

    from referee.book.whole import replacing

    try:
        with replacing(file, private=False) as out:
            text = TextIOWrapper(out, encoding="utf-8", newline="")
            told = write(text)
            text.flush()
            text.detach()
    except OSError as error:
        raise LedgerError(f"{file} could not be written: {error.strerror}; {other}") from None
    return told


def error_dict(error: RefereeError) -> dict[str, Any]:
    """An error as JSON: its kind, what it says, and for a line the place and what was expected."""
    says = str(error) if len(str(error)) <= 2 * LETTERS else f"{str(error)[: 2 * LETTERS]} …"
    told: dict[str, Any] = {"kind": type(error).__name__.removesuffix("Error").lower(), "says": says}
    if isinstance(error, MalformedError):
        told |= {"line": error.line, "column": error.column, "expected": error.expected, "hint": error.hint}
    if isinstance(error, ImpossibleError):
        told |= {"line": error.line, "faults": list(error.faults)}
    return told


def keep_ruling(db: Path | None, line: str, told: dict[str, Any]) -> bool:
    """Keeps a ruling; whether it could be kept, and a warning where it could not."""
    from referee.ledger.rulings import keep

    try:
        keep(database(db), line, told)
    except LedgerError as error:
        warn(str(error))
        return False
    return True
