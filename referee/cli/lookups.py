"""What can be looked up within `referee play`: commands, run as they are typed in a shell, at the table's edition."""

from __future__ import annotations

import re
import shlex
import sys
from contextlib import redirect_stderr
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

import typer
from typer.core import TyperGroup

from referee.cli import forms
from referee.cli.common import NOT_UNDERSTOOD, RULED
from referee.cli.ending import Misuse
from referee.errors import LedgerError

if TYPE_CHECKING:
    from typer._click import Command


class Lookup(NamedTuple):
    """A command that only looks something up: the name under which it is typed in a shell."""

    command: str
    is_text: bool = False  # True if what follows is one text, up to the first option: an apostrophe is no quote
    of_duel: str = "none"  # of Duel it takes the `edition`, the `word` duel first, or `none`: it is of the big game
    at_table: bool = False  # True if it is asked of the table that lies open


LOOKUPS = {
    "ask": Lookup("ask", is_text=True, of_duel="edition"),
    "alien": Lookup("alien", is_text=True, of_duel="word"),
    "card": Lookup("card", is_text=True, of_duel="word"),
    "timing": Lookup("timing"),
    "clash": Lookup("clash"),
    "rule": Lookup("rule", is_text=True, of_duel="edition"),
    "question": Lookup("question", is_text=True),
    "encounter": Lookup("encounter", is_text=True),
    "dispute": Lookup("dispute"),
    "log": Lookup("log"),
    "score": Lookup("score", at_table=True),
    "pick": Lookup("draw", at_table=True),
    "amend": Lookup("amend", at_table=True),
}
_OTHERS = {"table": Lookup("table")}  # what is no word of its own at a table
_WITH_AN_EDITION = ("--from-ruling", "--table")  # what names a ruling or a table names its edition
_OPTIONS = re.compile(r"(?:^|\s)(?=--\w)")


def looks_up(word: str, rest: str) -> bool:
    """True if a line that begins with this word looks something up; `card zap` is an act of the table."""
    return word in LOOKUPS and not (word == "card" and rest.casefold().split()[:1] == ["zap"])


_OF_RULES = frozenset("what how when why where which whose does do is are will".split())
_OF_ACTS = frozenset(("can", "could", "must"))


def _is_asked(rest: str) -> bool:
    """True if a line ends as a question does: a `?` alone is a card or a number that nobody knows."""
    return rest.endswith("?") and rest[-2:-1].isalnum()


def asks_of_rules(word: str, rest: str) -> bool:
    """True if a line that begins with this word asks how a rule is: `does the defense win ties?`."""
    return word in _OF_RULES and " " in rest and _is_asked(rest)


def asks_of_an_act(word: str, rest: str) -> bool:
    """True if a line that begins with this word asks what may be done: `can red launch 5`, `launch 5 at blue.1?`."""
    return bool(rest) and (word in _OF_ACTS or _is_asked(rest))


class Seat(NamedTuple):
    """Where somebody sits who looks something up: the file, the table (empty: none), the edition of its game."""

    db: str
    table: str = ""
    edition: str = ""
    is_duel: bool = False


def run_lookup(word: str, rest: str, seat: Seat) -> int:
    """Runs a command at a table and returns its exit status.

    Raises LedgerError with what the command has to complain about; what it warns of goes to the standard error.
    """
    from referee.cli.app import app  # it imports the commands

    lookup = LOOKUPS.get(word) or _OTHERS[word]
    group = typer.main.get_group(app)
    command = group.get_command(typer.Context(group), lookup.command)
    assert command is not None  # each of them is one
    complaints = StringIO()
    with redirect_stderr(complaints):
        arguments = _arguments(command, lookup, rest, seat)
        status = _run(command, word, arguments)
    if status == NOT_UNDERSTOOD and complaints.getvalue():
        raise LedgerError(complaints.getvalue().strip())
    sys.stderr.write(complaints.getvalue())
    return status


def _run(command: Command, word: str, arguments: list[str]) -> int:
    try:
        return int(command.main(arguments, prog_name=word, standalone_mode=False) or RULED)
    except Misuse as error:
        form = forms.form(word)
        typed = f" It is typed so: {form.typed}, such as: {form.example}" if form is not None else ""
        raise LedgerError(f"{error.format_message()}{typed}") from None
    except typer.Abort:
        return RULED


def _arguments(command: Command, lookup: Lookup, rest: str, seat: Seat) -> list[str]:
    """What is typed as arguments, with the edition, the file and the table where the command takes them."""
    arguments = _split(lookup, rest)
    if seat.is_duel and lookup.of_duel == "word":
        return ["duel", *arguments]
    has_its_own = any(argument.partition("=")[0] in _WITH_AN_EDITION for argument in arguments)
    if seat.edition and not has_its_own and (not seat.is_duel or lookup.of_duel == "edition"):
        arguments = _with_option(command, arguments, "--edition", seat.edition)
    if lookup.at_table and seat.table:
        arguments = _with_option(command, arguments, "--table", seat.table)
    return _with_option(command, arguments, "--db", seat.db)


def _split(lookup: Lookup, rest: str) -> list[str]:
    if not lookup.is_text:
        try:
            return shlex.split(rest)
        except ValueError:
            return rest.split()
    found = _OPTIONS.search(rest)
    text, options = (rest, "") if found is None else (rest[: found.start()], rest[found.start() :])
    return [*([text.strip()] if text.strip() else []), *options.split()]


def _with_option(command: Command, arguments: list[str], option: str, value: str) -> list[str]:
    """The arguments with an option that the command takes and nobody has typed; of a group, for its own command."""
    own = command
    if arguments and isinstance(command, TyperGroup):
        own = command.commands.get(arguments[0], command)
    takes = any(option in parameter.opts for parameter in own.params)
    typed = any(argument.partition("=")[0] == option for argument in arguments)
    return arguments if typed or not takes else [*arguments, option, value]
