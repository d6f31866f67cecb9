"""Where ships come from and go to when nobody says it (CONTRACT: table commands).

Ships leave the fullest home planets, then the fullest foreign colonies, lower numbers first, but never the last ship
of a colony while another can spare one. Ships that come home go one by one to the home colony with the fewest. Where
every way costs a colony, the owner has to say which: there are several ways then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.table import Table

Way = tuple[Stack, ...]

_MOST_KEPT = 4096
_FEW = 6  # so many ways are named where the owner has to choose
_TRIED = 400  # so many are looked through for those that keep the power


class Stacks(NamedTuple):
    """A player's colonies at home and elsewhere, with how many of its ships stand on each."""

    homes: tuple[str, ...]
    at_home: tuple[int, ...]
    foreign: tuple[str, ...]
    abroad: tuple[int, ...]


def ways_to_leave(
    table: Table, player: str, ships: int, least_homes: int, barred: Collection[str] = (), gate: bool = False
) -> tuple[Way, ...]:
    """The ways in which so many ships can leave: one where nobody has to be asked, else some from which to choose.

    None come from the planets that are `barred`. With `gate` ships may come off the gate too, where they cost no
    colony. Where there are fewer ships, all of them leave. A player with fewer home colonies than `least_homes` has
    no power; ways that keep it come first.
    """
    standing = table.ships
    homes = _homes(table, player, barred)
    at_home = tuple([standing[place][player] for place in homes])
    if 0 < ships <= sum(at_home) - len(at_home):  # as nearly always
        return (tuple([Stack(homes[at], count) for at, count in _off_the_fullest(at_home, ships)]),)
    foreign = _foreign(table, player, barred)
    abroad = tuple([standing[place][player] for place in foreign])
    on_gate = table.at(tbl.GATE, player) if gate else 0
    to_keep = max(0, least_homes - len(table.home_colonies(player)) + len(homes))
    return _ways(Stacks(tuple(homes), at_home, tuple(foreign), abroad), on_gate, ships, to_keep)


def choices(table: Table, player: str, counts: Iterable[int], least_homes: int) -> list[tuple[int, Way]]:
    """(how many, where from) for each of these numbers of ships; no place where nobody has to be asked."""
    standing = table.ships
    homes, foreign = _homes(table, player, ()), _foreign(table, player, ())
    at_home = tuple([standing[place][player] for place in homes])
    abroad = tuple([standing[place][player] for place in foreign])
    stacks = Stacks(tuple(homes), at_home, tuple(foreign), abroad)
    found: list[tuple[int, Way]] = []
    for ships in counts:
        ways = _ways(stacks, 0, ships, least_homes)
        found += [(ships, way) for way in ways] if len(ways) > 1 else [(ships, ())]
    return found


@lru_cache(maxsize=256)
def _ways(stacks: Stacks, on_gate: int, ships: int, to_keep: int) -> tuple[Way, ...]:
    """The ways in which so many ships leave these colonies, those first that leave `to_keep` of the homes.

    Where there are fewer homes than that already, none comes first.
    """
    homes, at_home, foreign, abroad = stacks
    colonies, heights = (*homes, *foreign), (*at_home, *abroad)
    total = sum(heights)
    spare = total - len(colonies)
    if ships >= total + on_gate:
        return ((*map(Stack, colonies, heights), *_off_the_gate(on_gate)),)
    if ships <= spare + on_gate:
        return (_spared(homes, at_home, foreign, abroad, ships, on_gate),)
    ways = []
    for given_up in _given_up(len(homes), len(colonies), ships - spare - on_gate, to_keep):
        leaving = [height - (at not in given_up) for at, height in enumerate(heights)]
        taken = [Stack(place, count) for place, count in zip(colonies, leaving, strict=True) if count]
        ways.append((*taken, *_off_the_gate(on_gate)))
    return tuple(ways)


@lru_cache(maxsize=1024)
def _given_up(homes: int, colonies: int, count: int, to_keep: int) -> list[tuple[int, ...]]:
    """A few ways to give up so many of these colonies, of which the first are at home, by their places.

    Those first that keep so many of the homes, where there are as many.
    """
    keeping: list[tuple[int, ...]] = []
    others: list[tuple[int, ...]] = []
    for some in islice(combinations(range(colonies), count), _TRIED):
        left = homes - sum([at < homes for at in some])
        (keeping if left >= to_keep or homes < to_keep else others).append(some)
        if len(keeping) == _FEW:
            break
    return [*keeping, *others][:_FEW]


def spare_ships(table: Table, player: str, barred: Collection[str] = ()) -> int:
    """How many ships a player can send off its colonies without giving one up."""
    if not barred:
        return table.on_colonies(player) - len(table.colonies(player))
    return sum([table.ships[place][player] - 1 for place in table.colonies(player) if place not in barred])


def way_home(table: Table, player: str, ships: int, barred: Collection[str] = ()) -> Way:
    """Where ships go that nobody sends: one by one to the home colony with the fewest, else to the foreign one.

    None go to the planets that are `barred`. To the warp without any colony.
    """
    colonies = _homes(table, player, barred) or _foreign(table, player, barred)
    if not colonies:
        return (Stack(tbl.WARP, ships),)
    heights = tuple([table.ships[place][player] for place in colonies])
    return tuple([Stack(colonies[at], count) for at, count in _onto_the_lowest(heights, ships)])


def _homes(table: Table, player: str, barred: Collection[str]) -> Sequence[str]:
    """A player's colonies at home, lower numbers first, without those that are barred."""
    homes = table.home_colonies(player)
    return [place for place in homes if place not in barred] if barred else homes


def _foreign(table: Table, player: str, barred: Collection[str]) -> Sequence[str]:
    """A player's colonies elsewhere, lower numbers first, without those that are barred."""
    foreign = sorted(table.foreign_colonies(player), key=number_of)
    return [place for place in foreign if place not in barred] if barred else foreign


def _spared(
    homes: Sequence[str],
    at_home: tuple[int, ...],
    foreign: Sequence[str],
    abroad: tuple[int, ...],
    ships: int,
    gate: int,
) -> Way:
    """So many ships that cost no colony: from home, then from elsewhere, then off the gate."""
    stacks = []
    for colonies, heights in ((homes, at_home), (foreign, abroad)):
        for at, count in _off_the_fullest(heights, ships):
            stacks.append(Stack(colonies[at], count))
            ships -= count
    return (*stacks, *_off_the_gate(min(ships, gate)))


def _off_the_gate(ships: int) -> Way:
    return (Stack(tbl.GATE, ships),) if ships else ()


@lru_cache(maxsize=_MOST_KEPT)
def _off_the_fullest(stacks: tuple[int, ...], ships: int) -> tuple[tuple[int, int], ...]:
    """(which stack, how many of it) for so many ships off stacks of these heights, always the highest, the first first.

    In the order in which the stacks are drawn on. One ship stays on each; fewer ships where there are no more.
    """
    left = [*stacks]
    taken: dict[int, int] = {}
    for _ in range(min(ships, sum(stacks) - len(stacks))):
        at = left.index(max(left))
        left[at] -= 1
        taken[at] = taken.get(at, 0) + 1
    return tuple(taken.items())


@lru_cache(maxsize=_MOST_KEPT)
def _onto_the_lowest(stacks: tuple[int, ...], ships: int) -> tuple[tuple[int, int], ...]:
    """(which stack, how many onto it) for so many ships onto stacks of these heights, always the lowest, first first.

    In the order in which they stand.
    """
    grown = [*stacks]
    for _ in range(ships):
        grown[grown.index(min(grown))] += 1
    return tuple([(at, grown[at] - height) for at, height in enumerate(stacks) if grown[at] > height])


@lru_cache(maxsize=1024)
def number_of(place: str) -> int:
    """The number of a planet in its system; one without a number comes last."""
    number = place.partition(".")[2]
    return int(number) if number.isdigit() else 99
