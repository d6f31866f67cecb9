"""Which command of a kept table a sentence tells otherwise: `no, red had a 12` is about what was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.loader import Rulebase
from referee.errors import MalformedError, RefereeError
from referee.judge.table.verdict import Decided
from referee.judge.ways.amend import Past
from referee.judge.ways.table import commands_said, read
from referee.state.commands import write_command
from referee.state.spoken.put_right import retold, told_otherwise

if TYPE_CHECKING:
    from referee.public.amending import Record


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


def hint_to_insert(path: Path, name: str | None, verdict: Decided[Any, Any], books: Rulebase | None) -> str:
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
    if not record.played.is_big:
        return None
    for number in sorted(set(numbers), reverse=True):
        pasts = [past for past in record.pasts if past.number == number]
        tables = record.tables_of(number) if pasts else []
        for place in reversed(range(len(pasts))):
            command = _as_it_should_be(pasts[place], text, tables[place], record.books)
            if command:
                return Retelling(number, place, command)
    return None


def _as_it_should_be(past: Past, text: str, table: Any, books: Rulebase | None) -> str:
    """The command in place of a past one, as it is typed; none (an empty text) where another is told, or the same."""
    try:
        was, said = read(past.command, table), commands_said(text, table, books)
    except RefereeError:
        return ""
    right = retold(was, said[0]) if len(said) == 1 else None
    command = "" if right is None else write_command(right)
    return command if command != write_command(was) else ""
