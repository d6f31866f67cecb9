"""What the clauses or a sheet settle of a question."""

from __future__ import annotations

from referee.book.told import Told


class Settled(Told):
    """The answer to a question, or to a part of one: `says` in a sentence, with the ids it `cites`.

    `verdict` is `yes`, `no`, a number, or empty where something else was asked.
    """

    says: str
    verdict: str
    cites: list[str]
