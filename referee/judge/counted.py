"""Ships, cards and colonies as they are counted in a sentence."""

from __future__ import annotations

from functools import cache


@cache
def ships_of(count: int) -> str:
    """A number of ships in words: `1 ship`, `3 ships`."""
    return "1 ship" if count == 1 else f"{count} ships"


@cache
def cards_of(count: int) -> str:
    """A number of cards in words: `1 card`, `3 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def home_colonies_of(count: int) -> str:
    """A number of home colonies in words: `1 home colony`, `no home colony`."""
    return "no home colony" if not count else "1 home colony" if count == 1 else f"{count} home colonies"
