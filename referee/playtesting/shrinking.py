"""The shortest play that shows a violation, as far as leaving commands out can find it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.book.loader import Names, Rulebase
from referee.errors import RefereeError
from referee.judge.table.setting import lay_ruled
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting.offers import slips
from referee.playtesting.subject import Subject
from referee.playtesting.violations import broken, stopped
from referee.playtesting.whole import wrong
from referee.state.commands import Command, read_command, write_command
from referee.state.table import Table

_TRIES = 600  # plays that are tried for one violation
_ACCEPTED = "is not offered and accepted"

Play = list[str]


class Shrinking(NamedTuple):
    """What is to be made shorter: the commands that led to a violation of this kind, with the alien that was tried."""

    subject: Subject
    kind: str
    commands: tuple[str, ...]

    def __str__(self) -> str:
        return self.kind


def shrunk(todo: Shrinking) -> tuple[Play, bool]:
    """The shortest play that was found, and whether it shows the violation.

    False for what only a whole game shows, which stays as long as it is.
    """
    if not todo.commands:  # nobody knows how far the game came
        return [], False
    books = todo.subject.books()
    tries = iter(range(_TRIES))

    def shows(commands: Play) -> Play | None:
        return _shown(commands, books, todo.kind) if next(tries, None) is not None else None

    best = shows([*todo.commands])
    if best is None:
        return [*todo.commands], False
    return shortest(_fewer_aliens(shortest(best, shows), shows, books), shows), True


def shortest(play: Play, shows: Callable[[Play], Play | None]) -> Play:
    """A play from which no single command can be left out; the first one, by which the table is laid, always stays.

    `shows` gives the play up to where it shows what it should, or None where it does not.
    """
    size = max(1, (len(play) - 1) // 2)
    while True:
        before = len(play)
        at = len(play) - size
        while at > 0:
            found = shows(play[:at] + play[at + size :])
            if found is not None and len(found) < len(play):
                play = found
                at = min(at, len(play))
            at -= size
        if size == 1 and len(play) == before:
            return play
        size = max(1, size // 2)


def _fewer_aliens(play: Play, shows: Callable[[Play], Play | None], books: Rulebase) -> Play:
    """The play with no more aliens at the table than it takes."""
    laid = read_command(play[0], Names(books), ())
    for name in laid.names:
        fewer = replace(laid, aliens={other: aliens for other, aliens in laid.aliens.items() if other != name})
        found = shows([write_command(fewer), *play[1:]])
        if found is not None:
            play, laid = found, fewer
    return play


def _shown(commands: Play, books: Rulebase, kind: str) -> Play | None:
    """The commands, as far as they are legal, up to where a violation of the kind shows; None where none does."""
    names = Names(books)
    table = lay_ruled(read_command(commands[0], names, ()), books).table
    done = [commands[0]]
    for text in commands[1:]:
        try:
            verdict = rule(table, read_command(text, names, table.seats), books)
        except RefereeError:
            continue
        except Exception as error:
            if stopped(error).kind == kind:
                return [*done, text]
            continue
        if verdict.legal:
            done.append(verdict.command)
            if _is_broken(table, verdict, books, kind):
                return done
            table = verdict.table
    last = next(_at_last(table, books, kind), None)
    return None if last is None else [*done, *last]


def _is_broken(table: Table, verdict: Verdict, books: Rulebase, kind: str) -> bool:
    return any(broken(says).kind == kind for says in wrong(table, verdict, books))


def _at_last(table: Table, books: Rulebase, kind: str) -> Iterator[Play]:
    """What shows the violation on a table: a command that is offered there, or nothing more where offering fails."""
    try:
        offered = legal(table, books)
    except Exception as error:
        if stopped(error).kind == kind:
            yield []
        return
    if _ACCEPTED in kind and any(broken(says).kind == kind for says in slips(table, random.Random(0), books)):
        yield []
    if not offered and not table.winners and broken(f"nothing is legal in the phase {table.phase}").kind == kind:
        yield []
    yield from ([write_command(command)] for _, command in offered if _shows(table, command, books, kind))


def _shows(table: Table, command: Command, books: Rulebase, kind: str) -> bool:
    """True if the violation shows in what is ruled of a command that is offered."""
    try:
        verdict = rule(table, command, books)
        if verdict.legal:
            return _is_broken(table, verdict, books, kind)
        says = f"{write_command(command)} was offered and is refused: {verdict.illegal[0].finding.says}"
        return broken(says).kind == kind
    except Exception as error:
        return stopped(error).kind == kind
