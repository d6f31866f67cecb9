"""Lines that say less than one that is refused, for those that are legal (`judge.nearest`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from referee.judge.nearest import saying_less
from referee.state import encounter as pos
from referee.state.encounter import Card, Player, Position, Side


def simpler(position: Position) -> Iterator[Position]:
    """Lines that say less than this one: first without one thing that it says, then with ever less.

    The last has nothing but the two main players, one ship on the gate and both cards hidden.
    """
    acts = position.acts
    fewer = (position.but(acts=tuple(other for other in acts if other is not act)) for act in reversed(acts))
    hidden = Card(pos.HIDDEN)
    offense, defense = (Side(Player(side.main.name, 1), (), hidden) for side in (position.offense, position.defense))
    return saying_less(position, fewer, _WAYS, Position(offense, defense))


def _with_encounter_cards(position: Position) -> Position:
    """Where a card is none that can be selected it is hidden instead."""

    def told(side: Side) -> Side:
        return replace(side, card=Card(pos.HIDDEN)) if side.card.kind == pos.OTHER else side

    return position.but(offense=told(position.offense), defense=told(position.defense))


def _without_reinforcements(position: Position) -> Position:
    return position.but(offense=replace(position.offense, plus=()), defense=replace(position.defense, plus=()))


def _without_allies(position: Position) -> Position:
    return position.but(offense=replace(position.offense, allies=()), defense=replace(position.defense, allies=()))


_WAYS: tuple[Callable[[Position], Position], ...] = (
    _with_encounter_cards,
    lambda position: position.but(target=None, planet=None),
    lambda position: position.but(home={}, foreign={}, warp={}, tokens={}, hands={}),
    _without_reinforcements,
    lambda position: position.but(acts=()),
    _without_allies,
)
