"""What is understood of a text and written back, or the sentence with which it is refused: as a line, a command and a
question. Asked of this referee, and of one that is frozen.

Run as a script it answers for the referee that is found first on its path: one text a line of JSON on standard input,
one answer a line on standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

SEATS = ("red", "purple", "yellow", "blue", "green")


@cache
def _named(name: str) -> Any:
    """A function of the grammar, where this referee has it."""
    for module in ("question", "commands", "facts", "notation", "canonical", "completion"):
        for folder in ("state", "position"):
            try:
                found = getattr(import_module(f"referee.{folder}.{module}"), name, None)
            except ModuleNotFoundError:
                continue
            if found is not None:
                return found
    raise LookupError(name)


@cache
def _names() -> Any:
    loader = import_module(next(name for name in ("referee.book.loader", "referee.law.loader") if _is(name)))
    return loader.Names(loader.rulebase("consolidated+technology"))


def _is(name: str) -> bool:
    try:
        import_module(name)
    except ModuleNotFoundError:
        return False
    return True


def _refused(read: Callable[[], object]) -> object:
    from referee.errors import RefereeError  # of the referee that is asked

    try:
        return read()
    except RefereeError as error:  # how much of it is shown is another matter
        told = [getattr(error, name, "") for name in ("column", "expected", "hint")]
        return f"{type(error).__name__}: {' | '.join(map(str, told)) if hasattr(error, 'expected') else error}"


def _line(text: str) -> object:
    return _named("write")(_named("read")(text, _names()))


def _command(text: str, seats: tuple[str, ...]) -> object:
    return _named("write_command")(_named("read_command")(text, _names(), seats))


def _question(text: str) -> object:
    asked = _named("read_question")(text, _names())
    facts = _named("write_facts")(asked.facts)
    return [_named("write_command")(asked.command), facts, asked.players, asked.seats, asked.aliens]


def _follows(text: str) -> object:
    return _named("what_next")(text, _names(), SEATS)


def answer(text: str) -> list[object]:
    """The text as it is understood in each way, and what may follow its first half."""
    half = text[: text.find(" ", len(text) // 2) + 1]
    ways: tuple[Callable[[], object], ...] = (
        lambda: _line(text),
        lambda: _command(text, SEATS),
        lambda: _command(text, ()),
        lambda: _question(text),
        lambda: _follows(half),
    )
    return [_refused(way) for way in ways]


def main() -> None:
    """Answers until there is nothing more to answer."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
