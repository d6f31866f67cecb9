"""The legal lines that are nearest to one that is refused, each of them tried; for lines of whatever game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from referee.state import encounter as pos
from referee.state.encounter import Card, Player, Position, Side

L = TypeVar("L")

_STEPS = 6  # so many things one after another are put right by what their refusals name


def nearest_lines(
    given: Iterable[L], is_legal: Callable[[L], bool], named_by: Callable[[L], list[L]], simpler: Iterator[L]
) -> list[L]:
    """The lines that a refusal names: those given that are legal when tried, or else the first that is.

    Where several things are forbidden a line that puts one of them right is refused for the next: `named_by` gives what
    that refusal names. Where nothing given leads to a legal line, one that says less may be (`simpler`).
    """
    given = list(given)
    found = [line for line in given if is_legal(line)]
    if found:
        return found
    for line in given:
        right = _put_right(line, is_legal, named_by)
        if right is not None:
            return [right]
    return next(([line] for line in simpler if is_legal(line)), [])


def _put_right(line: L, is_legal: Callable[[L], bool], named_by: Callable[[L], list[L]]) -> L | None:
    """The legal line to which one refusal after another leads, or None."""
    for _ in range(_STEPS):
        others = named_by(line)
        legal = next((other for other in others if is_legal(other)), None)
        if legal is not None or not others:
            return legal
        line = others[0]
    return None


def simpler(position: Position) -> Iterator[Position]:
    """Lines that say less than this one: first without one thing that it says, then with ever less.

    The last has nothing but the two main players, one ship on the gate and both cards hidden.
    """
    for act in reversed(position.acts):
        yield position.but(acts=tuple(other for other in position.acts if other is not act))
    ways = [way for way in _WAYS if way(position) != position]
    for way in ways:
        yield way(position)
    for way in ways:
        position = way(position)
        yield position
    yield _bare(position)


def _without_acts(position: Position) -> Position:
    return position.but(acts=())


def _with_encounter_cards(position: Position) -> Position:
    """Where a card is none that can be selected it is hidden instead."""

    def told(side: Side) -> Side:
        return replace(side, card=Card(pos.HIDDEN)) if side.card.kind == pos.OTHER else side

    return position.but(offense=told(position.offense), defense=told(position.defense))


def _without_reinforcements(position: Position) -> Position:
    return position.but(offense=replace(position.offense, plus=()), defense=replace(position.defense, plus=()))


def _without_planet(position: Position) -> Position:
    return position.but(target=None, planet=None)


def _without_counts(position: Position) -> Position:
    return position.but(home={}, foreign={}, warp={}, tokens={}, hands={})


def _without_allies(position: Position) -> Position:
    return position.but(offense=replace(position.offense, allies=()), defense=replace(position.defense, allies=()))


_WAYS = (
    _with_encounter_cards,
    _without_planet,
    _without_counts,
    _without_reinforcements,
    _without_acts,
    _without_allies,
)


def _bare(position: Position) -> Position:
    offense, defense = position.offense.main.name, position.defense.main.name
    hidden = Card(pos.HIDDEN)
    return Position(Side(Player(offense, 1), (), hidden), Side(Player(defense, 1), (), hidden))
