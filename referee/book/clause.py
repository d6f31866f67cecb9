"""A clause of a book: what a document says, restated, with where to find it, and how its id is written."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple


class Clause(NamedTuple):
    """One statement of a document.

    `locator` is a few consecutive words of the source. `same_as` are the clauses of other books that say the same,
    `covers` those of which it says all and more, `within` those that say all of it and more, `near` those that differ,
    and `differs` how. `does` says what it does to players (grants, forbids, requires, defines; example and informs bind
    nobody), `about` the roles that it is about, none where it is about everybody. `inert` is the reason why nothing of
    it is applied, if that is so for good.
    """

    book: str
    id: str
    says: str
    kind: str
    phase: str
    grade: str
    locator: str
    refs: tuple[str, ...]
    same_as: tuple[str, ...]
    covers: tuple[str, ...]
    within: tuple[str, ...]
    near: tuple[str, ...]
    differs: str
    questions: tuple[str, ...]
    section: str
    inert: str = ""
    does: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def full_id(self) -> str:
        """The book and the local id, such as `consolidated 5.10.1.1.d`."""
        return f"{self.book} {self.id}"

    def to_dict(self) -> dict[str, Any]:
        """As JSON (CONTRACT: `referee rule --json`)."""
        told = self._asdict()
        for key in ("refs", "same_as", "covers", "within", "near", "questions", "does", "about"):
            told[key] = list(told[key])
        return told


def spelled(asked: str, own: str, names: Collection[str]) -> tuple[str, list[str]]:
    """The book that an id in any usual spelling means (`own` if it names none of these books), and its local ids."""
    text = re.sub(r"[\"'“”]", "", asked).replace(":", " ").strip()
    book, _, local = text.partition(" ")
    if book.lower() == "cr":
        book = "consolidated"
    elif book.lower() in names:
        book = book.lower()
    else:
        book, local = own, text
    return book, [_tidy(local), local.strip().lower()]


def _tidy(local: str) -> str:
    """A consolidated id in the document's own form: `5.10.1.1.c.(1)` and `5.10.1.1c1` are `5.10.1.1.c.1`."""
    text = local.strip().lower().replace("(", "").replace(")", "").rstrip(".")
    text = re.sub(r"(?<=\d)(?=[a-z])", ".", text)
    return re.sub(r"(?<=\b[a-z])(?=\d)", ".", text)
