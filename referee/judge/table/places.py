"""Colonies that are named with a use, a flare or a tech: where its ships come from, or go to.

A number after a colony is how many ships of it are meant: `use red 3 red.1 2, blue.4 1`. The first number of all is
that of the use itself. A single colony without a number stands for all the ships, one of several for one ship.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from referee.judge.counted import ships_of
from referee.judge.table.moving import Way
from referee.judge.table.reckoning import leave_by_default
from referee.judge.table.turn import Turn, stacks_of
from referee.state.acts import write_act
from referee.state.commands import Stack, ships_in
from referee.state.encounter import Act


def places_said(on: Turn, done: Act, ships: int, but: Collection[str] = ()) -> Way:
    """The colonies that an act names, with the ships meant of each; none (empty) where it names none.

    Planets of the act that are no colonies to take ships from are told in `but`.
    """
    named = list(_named(on, done, but))
    if len(named) == 1 and named[0][2] is None:
        return (Stack(named[0][1], ships),)
    meant: dict[str, int] = {}
    for _, place, count in named:
        meant[place] = meant.get(place, 0) + (1 if count is None else count)
    return tuple(Stack(place, count) for place, count in meant.items())


def _named(on: Turn, done: Act, but: Collection[str]) -> Iterator[tuple[int, str, int | None]]:
    """(where it stands among the words, which colony, how many ships of it if that is said)."""
    numbers = [at for at, arg in enumerate(done.args) if arg.lstrip("+-").isdigit()]
    for at, arg in enumerate(done.args):
        if arg in on.table.ships and arg not in but:
            counted = at + 1 in numbers[1:]
            yield at, arg, int(done.args[at + 1]) if counted else None


def with_places(on: Turn, done: Act, ships: int, way: Way, but: Collection[str] = ()) -> str:
    """The act as it is typed with these colonies in place of those that it names."""
    places: set[int] = set()  # where colonies and their numbers stand among the words
    for at, _, count in _named(on, done, but):
        places |= {at} if count is None else {at, at + 1}
    args = [arg for at, arg in enumerate(done.args) if at not in places]
    if len(way) == 1:
        return write_act(replace(done, args=(*args, way[0].place)))
    if not any(arg.lstrip("+-").isdigit() for arg in args):
        args.append(str(ships))
    for place, count in way:
        args += [place, str(count)]
    return write_act(replace(done, args=tuple(args)))


def sources_said(
    on: Turn, done: Act, rule: str, ships: int, barred: Collection[str] = (), but: Collection[str] = ()
) -> list[Stack]:
    """Where so many ships come from: the colonies that the act names, else as `Turn.leaving` has it.

    Refused by the rule where they are not there; none come from the planets that are `barred`.
    """
    who = done.who
    stacks = places_said(on, done, ships, but)
    if not stacks:
        usual = on.leaving(who, ships, lambda way: with_places(on, done, ships, way, but), barred)
        on.find("ships.taken-from", ships, who, stacks_of(usual))
        leave_by_default(on.table, who, ships, barred)
        return usual
    ways = on.ways_to_leave(who, ships, barred)
    nearest = tuple(with_places(on, done, ships, way, but) for way in ways)
    total = ships_in(stacks)
    if total != ships:
        on.cannot(rule, who, f"that would be {ships_of(total)}, not {ships}", nearest=nearest)
    for place, count in stacks:
        have = on.recount(who, place, count) if place in on.table.colonies(who) and place not in barred else 0
        if have < count:
            on.cannot(rule, who, f"there are {ships_of(have)} on {place}, not {count}", nearest=nearest)
    return [*stacks]


def each_way(on: Turn, who: str, ships: int, barred: Collection[str] = ()) -> Iterator[tuple[str, ...]]:
    """The words that say where so many ships come from: none where that goes without saying, else each way."""
    ways = on.ways_to_leave(who, ships, barred)
    if len(ways) == 1:
        yield ()
        return
    for way in ways:
        if len(way) == 1:
            yield (way[0].place,)
        else:
            yield tuple(word for place, count in way for word in (place, str(count)))
