"""How often an encounter card lies in the deck, where a book counts them one by one."""

from __future__ import annotations

from collections.abc import Iterable

from referee.law.law import Law

COPIES = "cards.copies"
_TIMES = ("", "once", "twice")


def too_many(law: Law, card: str, seen: Iterable[str]) -> tuple[str, str, str] | None:
    """The words for a card of which more are in sight than there are in the deck; None where that can be.

    `card` is an attack by its value, or `N`; `seen` are all cards in sight as they are written, this one among them.
    Nothing is counted where the edition's book does not count its cards (mayfair1991 challenge-card-breakdown.2).
    """
    copies = law[COPIES].value
    if not copies or not is_counted(card):
        return None
    have, there = sum(one == card for one in seen), copies.get(card, 0)
    if have <= there:
        return None
    name = "the negotiate" if card == "N" else f"the attack {card}"
    return name, _TIMES[have] if have < len(_TIMES) else f"{have} times", f"{there} of it" if there else "none of it"


def is_counted(card: str) -> bool:
    """Whether a card, as it is written, is one that the books count: an attack or a negotiate."""
    return card == "N" or card.lstrip("-").isdigit()
