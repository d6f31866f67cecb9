"""The cosmic deck, counted and known, so that a card in two places shows; and hands that are dealt from it."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from referee.book.loader import rulebase
from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.facts import Fact

DESTINY = 21
ARTIFACTS = (
    *("Cosmic-Zap", "Card-Zap", "Mobius-Tubes") * 2,
    *("Ionic-Gas", "Quash", "Emotion-Control", "Force-Field", "Plague"),
)
# The deck of 2018, as far as the table knows cards by name.
DECK = (
    *("0", "1", "5", "7", "9", "11", "13", "15", "23", "30", "40", "M", "+5"),
    *("4", "10") * 4,
    *("6", "8") * 7,
    *("12", "14", "20", "+2") * 2,
    *("+3",) * 3,
    *("N",) * 15,
    *ARTIFACTS,
)
_TYPES = {"M": "morph", "+": "reinforcement"}  # of cards whose type an edition may not have


class Deck(NamedTuple):
    """The cosmic deck of an edition: all its cards, how often each lies there, and so of the encounter cards."""

    cards: tuple[str, ...]
    copies: Counter[str]
    encounter: list[tuple[str, int]]


@lru_cache(maxsize=64)
def deck_of(edition: str) -> Deck:
    """The deck of 2018 without what an edition has not, or the one that its book counts card by card."""
    law = rulebase(edition).law
    counted = law["cards.copies"].value
    cards = (*chain.from_iterable([card] * count for card, count in counted.items()), *ARTIFACTS) if counted else DECK
    foreign = law["cards.foreign"].value
    if isinstance(foreign, list):
        cards = tuple(card for card in cards if _TYPES.get(card[0]) not in foreign)
    copies = Counter(cards)
    return Deck(cards, copies, [(card, n) for card, n in copies.items() if card in ("N", "M") or card.isdigit()])


def deal(source: random.Random, seats: tuple[str, ...], hand: int = 8, apart: int = 0) -> str:
    """The `set` that gives everybody a hand from one deck, as it is typed (see `dealt`)."""
    return write_command(Command("set", facts=dealt(source, seats, hand, apart=apart)))


def dealt(
    source: random.Random,
    seats: tuple[str, ...],
    hand: int = 8,
    plain: bool = False,
    apart: int = 0,
    edition: str = "consolidated",
) -> tuple[Fact, ...]:
    """What gives everybody a hand from one deck: known, known in part, or not known at all.

    In a plain game artifacts are never known, so nobody plays one. So many cards lie apart from the hands already. In
    an edition without a destiny pile none is told.
    """
    deck = list(deck_of(edition).cards)
    source.shuffle(deck)
    facts: list[Fact] = []
    for name in seats:
        cards, deck = deck[:hand], deck[hand:]
        hidden = source.choice((0.0, 0.0, 0.3, 1.0))
        told = [tbl.UNKNOWN if source.random() < hidden or (plain and card in ARTIFACTS) else card for card in cards]
        facts.append(Fact("hand", name, cards=tuple(told)))
    facts.append(Fact("deck", number=len(deck) - apart))
    if rulebase(edition).law["destiny.pile"].value:
        facts.append(Fact("destiny-deck", number=DESTINY))
    return tuple(facts)
