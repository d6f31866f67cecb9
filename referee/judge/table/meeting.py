"""Whom the offense can meet (consolidated 5.5.2 to 5.5.4), and whom a special destiny card names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.judge.table.setting import cards_in, destiny_deck
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.table import Table


def other_player(table: Table) -> str:
    """The other one of two players."""
    return table.clockwise(table.turn)[0]


def most_cards(table: Table) -> str:
    """Which other player holds the most cards; of several the first on the offense's left."""
    return _first_with_most(table, table.hands)


def most_foreign(table: Table) -> str:
    """Which other player has the most foreign colonies; of several the first on the offense's left."""
    return _first_with_most(table, table.who_settled().foreign)


def fewest_in_warp(table: Table) -> str:
    """Which other player has the fewest ships in the warp; of several the first on the offense's left."""
    warp = table.ships[tbl.WARP]
    return min(table.clockwise(table.turn), key=lambda name: warp.get(name, 0))


def named_by_special(table: Table) -> dict[str, str]:
    """Whom each special destiny card would name now, by the rule of law of that card."""
    return {
        "destiny.most-cards": most_cards(table),
        "destiny.most-foreign": most_foreign(table),
        "destiny.fewest-warp": fewest_in_warp(table),
    }


def _first_with_most(table: Table, held: Mapping[str, Sequence[str]]) -> str:
    most, first = -1, ""
    for name in table.clockwise(table.turn):
        count = len(held[name]) if name in held else 0
        if count > most:
            most, first = count, name
    return first


OTHER = "other"  # a destiny card of no color


def all_drawn(on: Turn, cards: Sequence[str]) -> dict[str, int]:
    """Of these colors (`OTHER`: none) those all of whose destiny cards were drawn since the last shuffle; how many.

    Nothing is known where the deck is not counted, or is told to be another one than the book's.
    """
    left, drawn = on.table.destiny_deck, on.table.destiny_drawn
    if not drawn or left is None or left <= 1:
        return {}
    players = len(on.table.seats)
    deck = destiny_deck(players, on.law)
    if deck is None or left + len(drawn) > cards_in(deck, players):
        return {}
    each, others = deck
    return {card: times for card in cards if (times := drawn.count(card)) >= (others if card == OTHER else each)}


def can_be_met(on: Turn) -> tuple[str, ...]:
    """The other players with whom the offense can have an encounter in their systems, clockwise."""
    table = on.table
    there, settled = table.clockwise(table.turn), table.who_settled()
    if on.law["launch.no-home-colony"].value == "redraw":
        homes = settled.home
        if len(homes) < len(table.seats) or not all(homes.values()):
            left = []
            for name in there:
                if homes.get(name):
                    left.append(name)
            there = tuple(left)
    if len(settled.foreign.get(table.turn, ())) < table.fewest_planets():  # as nearly always
        return there
    return tuple([name for name in there if not everywhere(on, name)])


def without_homes(on: Turn, who: str) -> bool:
    """Whether a player has no home colonies, where that means that another card is drawn (5.5.2.3; DF-16)."""
    return on.law["launch.no-home-colony"].value == "redraw" and not on.table.home_colonies(who)


def everywhere(on: Turn, who: str) -> bool:
    """Whether the offense is on every planet of another's system, where that means a new card (5.5.2.4; DF-17)."""
    table = on.table
    planets = table.home_planets(who)
    if len(table.foreign_colonies(table.turn)) < len(planets) or on.law["destiny.everywhere"].value != "redraw":
        return False
    return not [place for place in planets if table.turn not in table.ships[place]]


def is_met_all_the_same(on: Turn, who: str, nearest: tuple[str, ...]) -> bool:
    """Refuses a defense for which another card is drawn (5.5.2.3, 5.5.2.4); whether a table has it in spite of that."""
    if without_homes(on, who):
        on.forbid("destiny.not-without-homes", who, nearest=nearest)
    elif everywhere(on, who):
        on.forbid("destiny.not-everywhere", who, on.table.turn, nearest=nearest)
    else:
        return False
    return True


def aim_at(on: Turn, who: str) -> None:
    """Somebody is the defense, and the offense launches."""
    on.table.defense = who
    on.table.phase = ph.LAUNCH


def launch_at(on: Turn) -> str:
    """A launch at the only other player, as a command."""
    return f"launch {on.table.turn} 1 at {on.table.home_planets(other_player(on.table))[0]}"
