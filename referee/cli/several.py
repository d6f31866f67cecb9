"""Several lines or commands of one call: from the input, from a file, or one after the other in the arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.book.bounds import TOML, read_bytes
from referee.cli.common import (
    ILLEGAL,
    NOT_KEPT,
    NOT_SETTLED,
    NOT_UNDERSTOOD,
    RULED,
    error_dict,
    print_json,
    print_rows,
    printing,
    say_error,
    warn,
)
from referee.cli.lazy_groups import clean
from referee.cli.output import OUTPUT
from referee.errors import RefereeError

INPUT = "-"
BETWEEN = " / "  # stands between two commands: `do destiny purple / launch red 3 at purple.2`


def encounters(word: str) -> list[str]:
    """The lines of the input (`-`) or of the file of that name, one an encounter; else the word itself.

    RefereeError where there is no line.
    """
    only = word.strip()
    if only == INPUT:
        return _lines(sys.stdin.read() if sys.stdin is not None else "", "the input")
    if only and Path(only).is_file():
        return _lines(_text_of(Path(only)), only)
    return [word]


def _text_of(path: Path) -> str:
    try:
        return read_bytes(path, TOML).decode("utf-8-sig", "replace")
    except OSError as error:
        raise RefereeError(f"{path} cannot be read: {error.strerror}") from None


def _lines(text: str, source: str) -> list[str]:
    """The lines of a text, without comments and empty ones."""
    lines = (f" {clean(line)}".partition(" #")[0].strip() for line in text.splitlines())
    found = [line for line in lines if line]
    if not found:
        raise RefereeError(f"there is no line in {source}; write one on each line, # begins a comment")
    return found


# -- their answers -----------------------------------------------------------------------------------------------------

_WORST = (NOT_UNDERSTOOD, ILLEGAL, NOT_SETTLED, NOT_KEPT)


class Answer(NamedTuple):
    """What was ruled of one of several lines, as JSON, with the exit status that it has by itself."""

    told: dict[str, object]
    status: int
    warnings: Sequence[str]


class Answering:
    """How several lines are answered: what rules one, what prints it, and under which name they stand in the JSON.

    With `stops` nothing more is ruled after a line that is not legal.
    """

    def __init__(
        self, rule: Callable[[str], Answer], show: Callable[[dict[str, object]], None], under: str, stops: bool
    ) -> None:
        self.rule = rule
        self.show = show
        self.under = under
        self.stops = stops

    def all_of(self, lines: Sequence[str], json: bool) -> int:
        """Rules and prints each line, and returns the exit status: the worst of theirs."""
        answers = [*self._answers(lines, json)]
        left = lines[len(answers) :]
        if json or OUTPUT.rows:
            with printing():
                told = {"format": 1, self.under: [answer.told for answer in answers], "left": list(left)}
                (print_rows if OUTPUT.rows else print_json)(told)
        if left:
            warn(f"not done: {BETWEEN.join(left)}")
        return next((status for status in _WORST if status in [answer.status for answer in answers]), RULED)

    def _answers(self, lines: Sequence[str], json: bool) -> Iterator[Answer]:
        """What is ruled of each line, printed; of none after one that is not legal where that stops it."""
        for number, line in enumerate(lines, 1):
            answer = self._answer(line, number, json)
            self._show(answer, number, json)
            yield answer
            if self.stops and answer.status != RULED:
                return

    def _answer(self, line: str, number: int, json: bool) -> Answer:
        """What is ruled of a line, or why nothing is."""
        try:
            return self.rule(line)
        except RefereeError as error:
            self._say_error(error, number, json)
            return Answer({"line": line, "error": error_dict(error)}, NOT_UNDERSTOOD, ())

    def _say_error(self, error: RefereeError, number: int, json: bool) -> None:
        if not json and not OUTPUT.rows:
            sys.stderr.write(f"line {number}:\n")
            say_error(error, False)

    def _show(self, answer: Answer, number: int, json: bool) -> None:
        for warning in answer.warnings:
            warn(warning)
        if not json and not OUTPUT.rows and "error" not in answer.told:
            with printing():
                sys.stdout.write("\n" if number > 1 and not self.stops else "")
                self.show(answer.told)
