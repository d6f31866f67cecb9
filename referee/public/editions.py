"""The editions by which the game can be ruled, with the variants of each."""

from __future__ import annotations

from referee.book.loader import rulebase
from referee.book.told import Told


class EditionRow(Told):
    """An edition: its `title`, the `book` of its rules, the `variants` that can be added to it with a `+`.

    `follows` is the edition by which it is ruled where its own book is silent, None where there is none.
    """

    edition: str
    title: str
    book: str
    follows: str | None
    variants: list[str]


def editions() -> list[EditionRow]:
    """The editions by which encounters are ruled, by name. Duel is a game of its own, and none of them.

    >>> from referee.public.editions import editions
    >>> [row.edition for row in editions()]
    ['consolidated', 'ffg2018', 'mayfair1991', 'warp']
    """
    known = rulebase()
    return [_row(name) for name in known.editions() if known.is_judged(name)]


def _row(name: str) -> EditionRow:
    known = rulebase(name)
    told = {"edition": name, "title": known.title, "book": known.book, "follows": known.follows or None}
    return EditionRow({**told, "variants": known.variants_of_own()})
