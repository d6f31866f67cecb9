"""How often an encounter card lies in the deck, where a book counts them one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.book.law import Law
from referee.book.loader import Rulebase
from referee.state.encounter import DEFENSE, OFFENSE, Position
from referee.state.reader import LETTER_CARDS

COPIES, ATTACKS, NO_SUCH = "cards.copies", "cards.attacks", "cards.no-such-attack"
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


def no_such_attacks(law: Law, cards: Iterable[str]) -> list[tuple[str, str, str]]:
    """The words for each attack, once, of a value that no card has, among cards as they are written.

    A book that counts its cards one by one refuses what is not among them itself (`too_many`).
    """
    if law[COPIES].value:
        return []
    low, high = law[ATTACKS].value
    beyond = [card for card in cards if _is_beyond(card, low, high)]
    return [(card, str(low), str(high)) for card in dict.fromkeys(beyond)]


def type_of(rulebase: Rulebase, card: str) -> str:
    """The type printed on a card (2.1.1); a flare goes by its alien's name."""
    known = rulebase.card_types.get(card)
    if known is None:
        known = rulebase.card_types[card] = _type_printed(rulebase, card)
    return known


def _type_printed(rulebase: Rulebase, card: str) -> str:
    if card.startswith("+"):
        return "reinforcement"
    if card.lstrip("-").isdigit():
        return "attack"
    letter = LETTER_CARDS.get(card.lower())
    if letter is not None:
        return letter.kind
    known = rulebase.card(card)
    return "flare" if known is None else known.type


@lru_cache(maxsize=512)  # the same cards come on every line
def _is_beyond(card: str, low: int, high: int) -> bool:
    return card.lstrip("-").isdigit() and not low <= int(card) <= high


def in_sight(position: Position) -> list[str]:
    """The cards that a line names, as they are written: those of the main players, and those in hands."""
    seen = [str(position.side(side).card) for side in (OFFENSE, DEFENSE)]
    return seen + [card for hand in position.hands.values() for card in hand.cards or ()]


def attacks_left(law: Law, values: Sequence[int], seen: Sequence[str]) -> Sequence[int]:
    """Of these values those that a hidden attack can have: such as the deck has, and not all of them in sight."""
    copies = law[COPIES].value
    return [value for value in values if copies.get(str(value), 0) > seen.count(str(value))] if copies else values


def is_counted(card: str) -> bool:
    """Whether a card, as it is written, is one that the books count: an attack or a negotiate."""
    return card == "N" or card.lstrip("-").isdigit()
