"""A citation with what it says in full, to be opened by a tap."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

import referee
from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.book.books import Books


@dataclass(frozen=True)
class Cited:
    """A citation as it is shown (`id`), what it says, and where it is looked up in the room.

    `says` is empty where nothing is printed of it, such as what the players stated.
    """

    id: str
    says: str
    look: str


@cache
def _books() -> Books:
    """All books, read once; `referee.rule` looks for the cases too, which takes too long for twenty clauses."""
    from referee.book.books import Books
    from referee.book.loader import rulebase

    return Books(rulebase())


@lru_cache(maxsize=8_192)
def cited(id: str, edition: str) -> Cited:
    """A citation of a ruling by this edition: a clause with or without its book, an alien or a card."""
    kind, _, name = id.partition(" ")
    try:
        if kind == "alien" and name:
            return Cited(id, str(referee.alien(name, edition).to_dict().get("says", "")), f"look?q={quote(name)}")
        if kind == "card" and name:
            return Cited(id, str(referee.card(name, edition).to_dict().get("says", "")), f"look?q={quote(name)}")
        says = _books().find(id, edition.partition("+")[0]).says
    except RefereeError:
        says = ""
    return Cited(id, says, f"look?q={quote(id)}")
