"""A clause of a book: what a document says, restated, with where to find it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Clause(NamedTuple):
    """One statement of a document.

    `locator` is a few consecutive words of the source, `same_as` its counterparts in other books, `near` those that
    differ, and `differs` how. `inert` is the reason why nothing of it is applied, if that is so for good.
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
    near: tuple[str, ...]
    differs: str
    questions: tuple[str, ...]
    section: str
    inert: str = ""

    @property
    def full_id(self) -> str:
        """The book and the local id, such as `consolidated 5.10.1.1.d`."""
        return f"{self.book} {self.id}"

    def to_dict(self) -> dict[str, Any]:
        """As JSON (CONTRACT: `referee rule --json`)."""
        told = self._asdict()
        for key in ("refs", "same_as", "near", "questions"):
            told[key] = list(told[key])
        return told
