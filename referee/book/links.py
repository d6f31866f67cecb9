"""How the clauses of the books stand to each other: which say the same, which say more, which are to be compared.

Each link stands once in the books, with one of its two clauses, and is read here in both directions:

* `same_as`: both say the same, neither of them more;
* `covers`: this clause says all that the other one does, and more; `within` is the same from the other side;
* `near`: they speak of one matter and differ; `differs` says in what.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from referee.book.cache import kept, name_of, stamp
from referee.book.files import read_toml
from referee.book.places import RULEBASE, cache

SAME, COVERS, WITHIN, NEAR = KINDS = ("same_as", "covers", "within", "near")
_BACK = {SAME: SAME, COVERS: WITHIN, WITHIN: COVERS, NEAR: NEAR}


class Links:
    """The links between the clauses of all books, by the clause's full id (`warp situation-a.3`)."""

    def __init__(self, files: Iterable[Path], place: Path | None = None) -> None:
        """Reads these section files of books, in order; `place` is where their links are kept between calls."""
        paths = list(files)
        told = _told(paths) if place is None else kept(place, "links", stamp(paths), lambda: _told(paths))
        self._links: dict[str, dict[str, dict[str, None]]] = {kind: {} for kind in KINDS}
        for id, entry in told.items():
            for kind, others in entry.items():
                for other in others:
                    self._links[kind].setdefault(id, {})[other] = None
                    self._links[_BACK[kind]].setdefault(other, {})[id] = None

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


def links_in(folder: Path, place: Path | None = None) -> Links:
    """How the clauses of all books of a rulebase stand to each other; `place` is where that is kept between calls."""
    return Links(sorted((folder / "books").glob("*/*.toml")), place)


@lru_cache(maxsize=1)
def kept_links() -> Links:
    """Those of the project's own books: the same in every edition."""
    place = cache()
    return links_in(RULEBASE, place and place / f"links-{name_of(RULEBASE)}.json")


def _pictured(id: str) -> bool:
    """True for a card shown in a picture: what the text says of the same comes before that."""
    return "printed-cards." in id


def _told(paths: Iterable[Path]) -> dict[str, dict[str, list[str]]]:
    """The clauses of section files that name clauses of other books, as they are cited, with their links by kind."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in paths:
        data = read_toml(path)
        for entry in data.get("clause", ()):
            linked = {kind: entry[kind] for kind in KINDS if entry.get(kind)}
            if linked:
                found[f"{data['book']} {entry['id']}"] = linked
    return found
