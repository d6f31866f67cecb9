"""Ships, cards and colonies as they are counted in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
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


def foreign_colonies_of(count: int) -> str:
    """A number of foreign colonies in words: `1 foreign colony`, `3 foreign colonies`."""
    return "1 foreign colony" if count == 1 else f"{count} foreign colonies"


class Listed(tuple[tuple[object, object], ...]):
    """Places or players, each with its number; told as `red.1 2, yellow.2 1` once somebody reads it."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join([f"{what} {count}" for what, count in self])


# -- counts that a table makes itself ----------------------------------------------------------------------------------


def by_count(
    player: str, ships: int, place: str, stacks: Mapping[str, int | None], said: str = ""
) -> tuple[str, str, str]:
    """How it is said that so many ships are a table's own count: whose they are, where they stand, what mends it.

    `stacks` are all that stand in the place; `said` is what the player is called, if not by its name.
    """
    return said or player, _stand(ships, place), stack_told(player, place, stacks)


@cache
def _stand(ships: int, place: str) -> str:
    return f"{ships_of(ships)} {where(place)} {'is' if ships == 1 else 'are'}"


def where(place: str) -> str:
    """Where ships stand, in words."""
    return _PLACES.get(place, f"on {place}")


_PLACES = {"gate": "on the gate", "beside": "beside the planet", "warp": "in the warp"}


def stack_told(player: str, place: str, stacks: Mapping[str, int | None], count: str = "N") -> str:
    """The fact that tells a stack, as it is typed after `set`; who else stands on the planet is told with it."""
    if place in _PLACES or (len(stacks) == 1 and player in stacks):
        return f"{place} {player} {count}"
    others = [f", {name} {ships}" for name, ships in stacks.items() if name != player and ships]
    return "".join([f"{place} {player} {count}", *others])
