"""Planets and other places as they are said, and lists of anything: each read from one piece of a sentence on."""

from __future__ import annotations

from collections.abc import Callable

from referee.state import table as tbl
from referee.state.reader import is_number
from referee.state.spoken.said import OWN, Source, Target
from referee.state.spoken.sentence import Found, Sentence
from referee.state.spoken.words import ORDINALS, OWNED


def list_of(s: Sentence, at: int, one: Callable[[Sentence, int], Found]) -> Found:
    """One or more of something with commas or `and` between them, as tuples; the longest list first."""
    lists: list[tuple[tuple[object, ...], int]] = []
    items: tuple[object, ...] = ()
    while True:
        value, end = next(one(s, at), (None, at))
        if end == at:
            break
        items = (*items, value)
        lists.append((items, end))
        at = end
        while s.lower[at] in (",", "and", "&", "plus"):
            at += 1
        at = s.end_of(at) if next(one(s, at), None) is None else at
    yield from reversed(lists)


# -- places ------------------------------------------------------------------------------------------------------------


_WORLD = ("planet", "world", "colony", "home", "number", "system", "system's")


def planet_said(s: Sentence, at: int) -> Found:
    """`purple.2`, `purple two`, `purple planet 2`, `purple's second planet`, `planet 2 of purple`, `his planet 4`."""
    if s.lower[at] in ("planet", "world"):
        yield from _planet_of(s, at + 1)
        return
    if s.talks and s.lower[at] in OWNED and not s.is_name(at):
        yield from _numbered(s, "@his", at + 1)
        return
    for name, after in s.whose(at):
        if s.tokens[after] == ".":
            yield from _dotted(s, name, after + 1)
        elif name != "@he":
            yield from _numbered(s, name, after)


def _numbered(s: Sentence, name: str, at: int) -> Found:
    """A planet by its number after whose it is: `2`, `two`, `'s second`, `planet 2`; never a number of ships."""
    start = at
    at += s.lower[at] in ("on", "at", "in") and s.lower[at + 1] in ("planet", "world")
    while s.lower[at] in ("'s", *_WORLD):
        at += 1
    number = s.number_at(at)
    if s.lower[at] in ORDINALS and (at > start or name == "@his" or s.lower[at + 1] in _WORLD):
        yield f"{name}.{ORDINALS[s.lower[at]]}", at + 1 + (s.lower[at + 1] in _WORLD)
    elif number is not None and (is_number(s.tokens[at]) or _is_of_a_planet(s, *number)):
        yield f"{name}.{number[0]}", number[1]


def _is_of_a_planet(s: Sentence, number: int, end: int) -> bool:
    """True if a number in words can be that of a planet, as nothing is counted by it."""
    return number < _PLANETS and s.lower[end] not in _COUNTED


_PLANETS = 8  # what is said as a word and higher is no planet
_COUNTED = ("ship", "ships", "card", "cards", "each", "of", "more", "from")  # what is counted stands before these


def _dotted(s: Sentence, name: str, at: int) -> Found:
    if s.lower[at] in ("genesis", "?"):
        yield f"{name}.{s.lower[at]}", at + 1
    else:
        number = s.number_at(at)
        if number is not None:
            yield f"{name}.{number[0]}", number[1]


def _planet_of(s: Sentence, at: int) -> Found:
    number = s.number_at(at)
    if number is not None and s.lower[number[1]] in ("of", "at", "in"):
        for name, end in s.whose(number[1] + 1):
            yield f"{name}.{number[0]}", end


def place_said(s: Sentence, at: int) -> Found:
    """A planet, the gate or the warp."""
    if s.lower[at] in (tbl.GATE, "cone", tbl.WARP):
        yield (tbl.WARP if s.lower[at] == tbl.WARP else tbl.GATE), at + 1
    else:
        yield from planet_said(s, at)


_SYSTEM = ("'s", "home", "system", "planet", "planets", "colony")


def target_said(s: Sentence, at: int) -> Found:
    """A planet, or the player in whose system one is: `purple.2`, `purple`, `purple's system`, `a purple planet`."""
    for planet, end in planet_said(s, at):
        yield Target(planet=str(planet)), end
    name, after = next(s.whose(at), ("", at))
    if s.lower[at] == "own" and s.lower[at + 1] in _SYSTEM:
        yield Target(system=OWN), at + 2
    elif name and name[0] != "@" and s.tokens[after] != ".":
        at = after
        yield Target(system=name), at
        start = at
        while s.lower[at] in _SYSTEM:
            at += 1
        if at > start:
            yield Target(system=name), at


def sources_said(s: Sentence, at: int) -> Found:
    """Places, each with its number before or after it, or without one; the longest list first.

    `one each from red.1 and red.2` has the number once.
    """
    number = s.number_at(at)
    if number is not None and s.lower[number[1]] == "each":
        start = number[1] + 1 + (s.lower[number[1] + 1] in ("from", "off", "on", "at"))
        for listed, end in list_of(s, start, place_said):
            if isinstance(listed, tuple) and len(listed) > 1:
                yield tuple(Source(str(place), number[0]) for place in listed), end
        return
    yield from list_of(s, at, _source)


def _source(s: Sentence, at: int) -> Found:
    """`red.1 2`, `2 from red.1`, `red.1`."""
    number = s.number_at(at)
    if number is not None:
        count, at = number
        at += s.lower[at] in ("ship", "ships")
        at += s.lower[at] in ("from", "at", "on", "to", "off", "in")
        at = s.end_of(at)
        for place, end in place_said(s, at):
            yield Source(str(place), count), end
        return
    for place, end in [*place_said(s, at)] or place_said(s, s.end_of(at)):  # "her second planet" is not "second planet"
        number = s.number_at(end)
        if number is not None and s.tokens[number[1]] not in (".", "from", "to"):
            yield Source(str(place), number[0]), number[1] + (s.lower[number[1]] in ("ship", "ships"))
        else:
            yield Source(str(place)), end
