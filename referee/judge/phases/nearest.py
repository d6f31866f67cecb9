"""Lines that say less or more than one that is refused, for those that are legal (`judge.nearest`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from referee.judge.nearest import Group, saying_less
from referee.state import encounter as pos
from referee.state.encounter import Act, Card, Player, Position, Side


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


# -- more said with an act ---------------------------------------------------------------------------------------------

_WITH_WORDS = ("use", "flare", "tech")
_FEW = 3  # lines that are offered as examples of what can be said


def saying_more(position: Position, others: Sequence[Position]) -> Iterator[Group[Position]]:
    """Lines on which more is said with the first act that none of the `others` has, those that name one thing first."""
    for act in position.acts:
        if act.verb in _WITH_WORDS and not any(_has(other, act) for other in others):
            for words in _WORDS:
                yield (_saying(position, act, said) for said in words(position, act)), _FEW
            return


def _has(position: Position, act: Act) -> bool:
    return any((other.verb, other.who, other.name) == (act.verb, act.who, act.name) for other in position.acts)


def _saying(position: Position, act: Act, said: tuple[str, ...]) -> Position:
    return position.but(acts=tuple(replace(act, args=said) if other is act else other for other in position.acts))


def _players(position: Position, act: Act) -> list[str]:
    return [name for name in position.names() if name and name != act.who]


def _planets(position: Position, act: Act) -> list[str]:
    """A few planets, those of others first."""
    homes = [f"{name}.{at}" for at in (1, 2) for name in (*_players(position, act), act.who)]
    return [f"{position.target[0]}.{position.target[1]}", *homes] if position.target is not None else homes


def _cards(position: Position, act: Act) -> list[str]:
    """Cards of a hand that is told card by card, and one that nobody sees; else an attack and a negotiate too."""
    hand = position.hands.get(act.who)
    told = [] if hand is None else [card for card in hand.cards or () if card != "?"]
    return [*dict.fromkeys(told), "?"] if told else ["?", "10", "N"]


def _one(words: Iterable[str]) -> Iterator[tuple[str, ...]]:
    return ((word,) for word in words)


# What can be said with an act, in groups: the first group of which anything is legal is offered.
_SIDES = ("offense", "defense")
_WAYS_ROUND = ("left", "right")
_WORDS: tuple[Callable[[Position, Act], Iterable[tuple[str, ...]]], ...] = (
    lambda position, act: [("?",) * int(act.args[0])] if len(act.args) == 1 and act.args[0] in {*"12345678"} else [],
    lambda position, act: _one(_players(position, act)),
    lambda position, act: _one(_SIDES),
    lambda position, act: _one(_WAYS_ROUND),
    lambda position, act: _one(_planets(position, act)),
    lambda position, act: _one(_cards(position, act)),
    lambda position, act: [("1",)],
    lambda position, act: product(_players(position, act), _cards(position, act)),
    lambda position, act: product(_players(position, act), ("1", *_planets(position, act))),
    lambda position, act: product(_cards(position, act), _cards(position, act)),
    lambda position, act: product(_cards(position, act), (*_SIDES, *_players(position, act))),
    lambda position, act: product(("add", "subtract"), ("1",)),
)
