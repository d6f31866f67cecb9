"""How the clauses of the books stand to each other: which say the same, which say more, which are to be compared.

Each link stands once in the books, with one of its two clauses, and is read here in both directions:

* `same_as`: both say the same, neither of them more;
* `covers`: this clause says all that the other one does, and more; `within` is the same from the other side;
* `near`: they speak of one matter and differ; `differs` says in what.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee.book.files import read_toml
from referee.book.parsed import Parsed

SAME, COVERS, WITHIN, NEAR = KINDS = ("same_as", "covers", "within", "near")
_BACK = {SAME: SAME, COVERS: WITHIN, WITHIN: COVERS, NEAR: NEAR}


class Links:
    """The links between the clauses of all books, by the clause's full id (`warp situation-a.3`)."""

    def __init__(self, files: Iterable[Path], place: Path | None = None) -> None:
        """Reads these section files of books, in order; `place` is where their links are kept between calls."""
        kept = None if place is None else Parsed(place, links_in)
        self._links: dict[str, dict[str, dict[str, None]]] = {kind: {} for kind in KINDS}
        for path in files:
            for id, entry in (links_in(path) if kept is None else kept.read(path)).items():
                for kind, others in entry.items():
                    for other in others:
                        self._links[kind].setdefault(id, {})[other] = None
                        self._links[_BACK[kind]].setdefault(other, {})[id] = None
        if kept is not None:
            kept.keep()

    def of(self, kind: str, id: str) -> tuple[str, ...]:
        """The clauses of other books that stand to this one as `kind` says, as they were met."""
        return tuple(self._links[kind].get(id, ()))

    def saying(self, id: str, book: str = "") -> tuple[str, ...]:
        """The clauses (of one book, if given) that say what this one does: the same or more. Pictured cards last."""
        found = dict.fromkeys((*self.of(SAME, id), *self.of(WITHIN, id)))
        return tuple(sorted((other for other in found if other.startswith(f"{book} " if book else "")), key=_pictured))

    def said_by(self, id: str) -> tuple[str, ...]:
        """The clauses of which this one says all: the same, and those that it covers."""
        return (*self.of(SAME, id), *self.of(COVERS, id))


def _pictured(id: str) -> bool:
    """True for a card shown in a picture: what the text says of the same comes before that."""
    return "printed-cards." in id


def links_in(path: Path) -> dict[str, Any]:
    """The clauses of a section file that name clauses of other books, as they are cited, with their links by kind."""
    data = read_toml(path)
    found: dict[str, dict[str, list[str]]] = {}
    for entry in data.get("clause", ()):
        linked = {kind: entry[kind] for kind in KINDS if entry.get(kind)}
        if linked:
            found[f"{data['book']} {entry['id']}"] = linked
    return found
