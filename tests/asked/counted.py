"""The questions of this folder, and how each is answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import referee
from referee.book.files import read_toml

HERE = Path(__file__).parent
RIGHT, TOLD, NOT_SETTLED, WRONG = "right", "told", "not settled", "wrong"
_OTHER = ("claimed", "silent", "told")  # what no yes, no or number answers
_ELSEWHERE = ("duel", "old", "older", "warp", "mayfair")  # statements about other games and editions begin so


class Asked(NamedTuple):
    """A question whose answer is yes, no or a number, with the id of the statement that gives it."""

    id: str
    question: str
    answer: str


def told() -> dict[str, dict[str, list[str]]]:
    """All that is in the files: by the statement, and by the answer."""
    return {id: entry for path in sorted(HERE.glob("*.toml")) for id, entry in read_toml(path).items()}


def questions() -> Iterator[Asked]:
    """All questions to the consolidated rules that have yes, no or a number as their answer."""
    for id, entry in told().items():
        if id.split("-")[0] not in _ELSEWHERE:
            yield from (
                Asked(id, question, answer)
                for answer, asked in entry.items()
                if answer not in _OTHER
                for question in asked
            )


def answered(asked: Asked) -> str:
    """How the program answers a question: rightly, by a sentence alone, not at all, or wrongly."""
    settled = referee.ask(asked.question, 1).settled
    if settled is None:
        return NOT_SETTLED
    return RIGHT if settled.verdict == asked.answer else WRONG if settled.verdict else TOLD
