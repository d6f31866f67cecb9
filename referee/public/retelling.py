"""Which command of a kept table a sentence tells otherwise: `no, red had a 12` is about what was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee.book.loader import Rulebase
from referee.duel.games import is_of_big_game
from referee.errors import MalformedError, RefereeError
from referee.judge.ways.amend import Past
from referee.judge.ways.table import commands_said, read
from referee.state.commands import Command, write_command
from referee.state.spoken.put_right import had, retold, told_otherwise, with_value, without_denied

if TYPE_CHECKING:
    from referee.duel.games import AnyVerdict
    from referee.public.amending import Record
    from referee.state.table import Table


class Retelling(NamedTuple):
    """A command that is told otherwise: its number, which of the commands of that number it is, what it should be."""

    number: int
    place: int
    command: str


def hint_to_amend(
    path: Path, name: str | None, text: str, books: Rulebase | None, error: MalformedError
) -> MalformedError:
    """What is said to a sentence that takes something back: the `amend` to type; else the `error` as it is."""
    from referee.public.amending import Record  # what a table is told again by; only after a slip

    said = told_otherwise(text)
    record = Record(path, name, books) if said else None
    if record is None or not record.pasts:
        return error
    *_, last = record.passed()
    told = retelling(record, [passed.past.number for passed in record.passed_in(last.encounter)], said)
    if told is None:
        return error
    hint = f'That puts something right: amend {told.number} "{told.command}" shows what follows.'
    return MalformedError(error.line, error.column, error.expected, hint)


_SETTLED_BY_DEFAULT = ("return", "reward", "take", "lose")  # what goes its own way where nobody says otherwise


def hint_to_insert(path: Path, name: str | None, verdict: AnyVerdict, books: Rulebase | None) -> str:
    """The `amend` that does a refused command where it could have been done; none (an empty text) for nowhere.

    Ships that nobody sent anywhere have gone home by default, and what the ruling leaves to their owner seems to be
    still open: so it is looked for in the encounter that is just over, and in this one.
    """
    from referee.public.amending import Record  # what a table is told again by; only after a slip

    command = verdict.command
    if command.partition(" ")[0] not in _SETTLED_BY_DEFAULT:
        return ""
    record = Record(path, name, books)
    passed = [*record.passed()] if record.played.is_big and record.is_plain else []
    last = passed[-1].encounter if passed else 0
    for one in reversed([one for one in passed if one.encounter >= last - 1]):
        before = record.played.from_data(one.before)
        if record.played.tell(before, command, False, books).legal:
            return f'amend {one.past.number} --insert "{command}"'
    return ""


def retelling(record: Record, numbers: Sequence[int], text: str) -> Retelling | None:
    """The latest command of these numbers that a text tells otherwise; None where it tells none of them otherwise."""
    latest = max(numbers, default=0)  # a value by itself is of what was said just before
    for number in sorted(set(numbers), reverse=True):
        pasts = [past for past in record.pasts if past.number == number]
        tables = record.tables_of(number) if pasts else []
        for place in reversed(range(len(pasts))):
            table = tables[place]
            if not is_of_big_game(table):
                return None
            command = _as_it_should_be(pasts[place], text, table, record.books, number == latest)
            if command:
                return Retelling(number, place, command)
    return None


def _told_again(was: Command, text: str, table: Table, books: Rulebase | None) -> Command | None:
    """The command that a sentence tells in place of a past one; None where it tells none, or another."""
    try:
        said = commands_said(text, table, books)
    except RefereeError:
        return None
    return retold(was, said[0]) if len(said) == 1 else None


def _as_it_should_be(past: Past, text: str, table: Table, books: Rulebase | None, by_value: bool) -> str:
    """The command in place of a past one, as it is typed; none (an empty text) where another is told, or the same.

    With `by_value` a number or a card by itself is told in place of that of the command.
    """
    text, denied = without_denied(text)
    try:
        was = read(past.command, table)
    except RefereeError:
        return ""
    if denied and not had(was, denied):
        return ""
    right = (with_value(was, text) if by_value else None) or _told_again(was, text, table, books)
    command = "" if right is None else write_command(right)
    return command if command != write_command(was) else ""
