"""Where everything has its place in the site. The id of a clause is its anchor, for ever."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

import referee
from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.files import read_toml
from referee.book.loader import Names, rulebase
from referee.conformance.scenario import cases_by_clause

_RETIRED = "retired.toml"  # ids that are no more, each with the one that took its place
_FLARE = "-flare"


class Link(NamedTuple):
    """Words that lead to a place of the site, as `page#anchor` from its root; nowhere where the place is empty."""

    says: str
    place: str = ""


class Addresses:
    """The places of clauses, sheets, cards, disputable points and cases."""

    def __init__(self) -> None:
        self.rulebase = rulebase()
        self.books = Books(self.rulebase)
        self._names = Names(self.rulebase)

    @cached_property
    def retired(self) -> dict[str, str]:
        """By the full id of a clause that is no more the one that took its place; its section is still there."""
        path = self.rulebase.folder / _RETIRED
        return dict(read_toml(path).get("clause", {})) if path.is_file() else {}

    @cached_property
    def cases(self) -> dict[str, list[str]]:
        """The ids of the cases by what they settle."""
        return cases_by_clause()

    @cached_property
    def cards(self) -> dict[str, str]:
        """The places of the cards by their names in small letters."""
        return {
            str(row["name"]).casefold(): card_place(kind, row["name"])
            for kind, rows in referee.cards().types.items()
            for row in rows
        }

    @cached_property
    def points(self) -> dict[str, str]:
        """The titles of the disputable points by their ids."""
        return {id: referee.question(id).title for id in self.rulebase.questions()}

    def clause(self, id: str) -> Link:
        """A clause by its full id; KeyError if there is none."""
        book, _, local = id.partition(" ")
        return Link(id, f"{section_page(self.books.clauses(book)[local])}#{local}")

    def clauses(self, ids: Iterable[str]) -> list[Link]:
        """Several of them."""
        return [self.clause(id) for id in ids]

    def cited(self, id: str) -> Link:
        """Whatever a ruling or a sheet can cite, by its id; what has no page leads nowhere."""
        kind, _, name = id.partition(" ")
        if kind in self.books.names() and name in self.books.clauses(kind):
            return self.clause(id)
        if kind == "question" and name in self.points:
            return self.point(name)
        alien = self._names.alien(name.removesuffix(_FLARE)) if kind in ("alien", "card") else None
        if alien is not None and (kind == "alien" or name.endswith(_FLARE)):
            return Link(id, f"{alien_page(alien)}{'#flare' if name.endswith(_FLARE) else ''}")
        return Link(id, self.cards.get(name.casefold(), "") if kind == "card" else "")

    def point(self, id: str) -> Link:
        """A disputable point by its id."""
        return Link(f"{id}: {self.points[id]}", point_page(id))


@lru_cache(maxsize=1)
def addresses() -> Addresses:
    """The places of the site, read once in a process."""
    return Addresses()


def slug(name: str) -> str:
    """A name as a part of an address: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def section_page(clause: Clause) -> str:
    """The page of the section in which a clause stands."""
    return f"rules/{clause.book}/{clause.section}.html"


def point_page(id: str) -> str:
    """The page of a disputable point."""
    return f"points/{id}.html"


def alien_page(name: str) -> str:
    """The page of an alien, by its name as it is printed."""
    return f"aliens/{slug(name)}.html"


def card_place(kind: str, name: str) -> str:
    """The place of a card on the page of its type."""
    return f"cards/{slug(kind)}.html#{slug(name)}"


def case_page(id: str) -> str:
    """The page of a case."""
    return f"cases/{id}.html"


def drawing_of(id: str) -> str:
    """The drawing of a case."""
    return f"pictures/{id}.svg"
