"""Counts that hang on a choice nobody told: which they are, when they are sure again, and how a fact mends them.

A count that was told or dealt stays so as long as rules change it. Where ships leave or come to colonies that nobody
named, every colony that could have been chosen is in doubt: its number is reckoned from then on (`Table.reckoned`).
What a player has altogether is never in doubt, so one count that is told mends the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from referee.judge.counted import by_count, stack_told, where
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.table import Table

Counts = Mapping[str, tuple[str, ...]]  # by player, the places of them

_OF_CARDS = frozenset((tbl.HAND, tbl.TOKENS))


def is_reckoned(table: Table, player: str, place: str) -> bool:
    """True if this count of the player's hangs on a choice that nobody told."""
    return place in table.reckoned.get(player, ())


def is_unknown(table: Table, player: str, place: str) -> bool:
    """True if nobody knows this count of the player's any more."""
    return place in table.unknown.get(player, ())


def leave_by_default(table: Table, player: str, ships: int, barred: Collection[str] = (), gate: bool = False) -> None:
    """So many ships are about to leave colonies that nobody named: those that could have sent them are in doubt.

    None is where every ship leaves that no colony needs. With `gate` ships can come off the gate as well.
    """
    standing, colonies = table.ships, table.colonies(player)
    known = table.reckoned.get(player, ())
    if not gate and not [place for place in colonies if place not in known]:  # nothing was sure
        return
    to_spare = {place: standing[place][player] - 1 for place in colonies if place not in barred}
    if gate:
        to_spare[tbl.GATE] = table.at(tbl.GATE, player)
    able = [place for place, spare in to_spare.items() if spare > 0]
    if len(able) > 1 and ships < sum(to_spare.values()):
        doubt(table, player, able)


def come_by_default(table: Table, player: str, places: Sequence[str]) -> None:
    """Ships come to one of these places, and nobody said to which."""
    if len(places) > 1:
        doubt(table, player, places)


def doubt(table: Table, player: str, places: Iterable[str]) -> None:
    """These counts of a player's hang on a choice that nobody told."""
    have = table.reckoned.get(player, ())
    more = [place for place in places if place not in have]
    if more:
        table.reckoned = {**table.reckoned, player: (*have, *more)}


def told(table: Table, player: str, place: str) -> None:
    """This count of the player's was told."""
    if is_reckoned(table, player, place):
        table.reckoned = _without(table.reckoned, player, (place,))
    if is_unknown(table, player, place):
        table.unknown = _without(table.unknown, player, (place,))


def forget(table: Table, player: str, place: str) -> None:
    """Nobody knows this count of the player's any more."""
    told(table, player, place)
    table.unknown = {**table.unknown, player: (*table.unknown.get(player, ()), place)}


def clear(table: Table, player: str) -> None:
    """Counts that leave no doubt are told again: nobody is there, or all other ships stand on places that are known."""
    doubtful = table.reckoned.get(player)
    if doubtful is None:
        return
    ships = {place: table.ships[place].get(player, 0) for place in doubtful if place not in _OF_CARDS}
    settled = player not in table.unknown and _is_plain(ships)
    sure = [place for place, count in ships.items() if settled or not count]
    if sure:
        table.reckoned = _without(table.reckoned, player, sure)


def _is_plain(ships: Mapping[str, int]) -> bool:
    """True if the ships of these places cannot stand otherwise: all in one, or one in each of several colonies."""
    held = [place for place, count in ships.items() if count > 0]
    if len(held) == 1:
        return True
    return sum(ships.values()) == len(held) and not set(held).intersection(tbl.PLACES)


def _without(counts: Counts, player: str, places: Collection[str]) -> Counts:
    """The same counts without some of a player's."""
    left = tuple([place for place in counts[player] if place not in places])
    return {name: left if name == player else own for name, own in counts.items() if name != player or left}


def carry(table: Table, player: str, count: int, source: str, to: str) -> None:
    """Moves ships that the rules move: where all of a reckoned stack go, their number is reckoned where they come."""
    if count and is_reckoned(table, player, source) and count == table.at(source, player):
        left = [place for place in table.reckoned[player] if place not in (source, to)]
        table.reckoned = {**table.reckoned, player: (*left, to)}
    table.move(player, count, source, to)


def say_by_count(table: Table, player: str, place: str, said: str = "") -> tuple[str, str, str]:
    """How it is said that a count of ships is reckoned: whose it is, how many where, and the fact that mends it."""
    stacks = table.ships[place]
    return by_count(player, stacks.get(player, 0), place, stacks, said)


def how_many(table: Table, player: str, place: str) -> tuple[str, str]:
    """How a count that nobody knows is asked for: what is to be said, and the fact that says it."""
    asked = {tbl.HAND: f"cards {player} holds", tbl.TOKENS: f"tokens {player} has"}
    return asked.get(place, f"ships {player} has {where(place)}"), told_so(table, player, place)


def told_so(table: Table, player: str, place: str, count: str = "N") -> str:
    """The fact that tells a count, as it is typed after `set`; who else stands on the planet is told with it."""
    if place in _OF_CARDS:
        return f"{place} {player} {count}"
    return stack_told(player, place, table.ships[place], count)


# -- mending -----------------------------------------------------------------------------------------------------------


def _fewest(places: list[str], now: Mapping[str, int]) -> str:
    """The colony with the fewest ships, else the other place with the fewest; empty where there is none."""
    able = [place for place in places if place not in tbl.PLACES] or places
    return min(able, key=now.__getitem__, default="")


def _fullest(places: list[str], now: Mapping[str, int]) -> str:
    """The colony with the most ships to spare, else the other place with the most; empty where none is left."""
    able = [place for place in places if place not in tbl.PLACES and now[place] > 1]
    able = able or [place for place in places if place in tbl.PLACES and now[place]]
    return max(able, key=now.__getitem__, default="")


def made_good(table: Table, player: str, more: int, but: Collection[str]) -> list[Stack] | None:
    """How reckoned counts change for a player to have so many ships more (or fewer) elsewhere; None if they cannot.

    Ships come off the fullest of them, never a colony's last, and go one by one to that with the fewest: to colonies
    and off them, as far as these can. The stacks are what stands there then; `but` are places that stay as they are.
    """
    places = [place for place in table.reckoned.get(player, ()) if place not in _OF_CARDS and place not in but]
    now = {place: table.at(place, player) for place in places}
    for _ in range(abs(more)):
        place = _fewest(places, now) if more < 0 else _fullest(places, now)
        if not place:
            return None
        now[place] += 1 if more < 0 else -1
    return [Stack(place, count) for place, count in now.items() if count != table.at(place, player)]
