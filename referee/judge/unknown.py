"""Facts that are hidden: how the judge asks for one, and what a position is once it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from referee.state.encounter import Card, Hand, Player, Position, Side

EVERYBODY = ""  # in whose name the ships in the warp stand when only their number matters

Told = int | Card


class Kind(NamedTuple):
    """What can be hidden: what asks for it, how a case of it is told, and what a ruling can hang on of it.

    `nouns` are what is counted, one and several; `bounds` the rule that says how far it can go; `is_card` true for an
    encounter card or its value; `follows` where ships in the ruling are as many as it says; `every` where the ruling
    can change back and forth with it; `exact` where a highest number is told as that, and no more.
    """

    asks: str
    says: str
    nouns: tuple[str, str] = ("", "")
    bounds: str = ""
    is_card: bool = False
    follows: bool = False
    every: bool = False
    exact: bool = False


_CARD, _SHIPS = "{0}'s card is {1}", ("ship", "ships")
_HOME, _FOREIGN = ("home colony", "home colonies"), ("foreign colony", "foreign colonies")
# What usually decides most, first.
KINDS = {
    "card": Kind("which card {0} plays", _CARD, bounds="cards.attacks", is_card=True),
    "attack": Kind("the value of {0}'s attack", _CARD, bounds="cards.attacks", is_card=True),
    "plus": Kind("the value of the reinforcement for the {0}", "the reinforcement for the {0} is {1}", follows=True),
    "amount": Kind("the number in '{0}'", "the number in '{0}' is {1}", follows=True),
    "ships": Kind(
        "how many ships {0} has in the encounter", "{0} has {1} there", _SHIPS, "setup.ships", follows=True, exact=True
    ),
    "tokens": Kind(
        "how many tokens lie on {0}'s alien sheet",
        "there are {1} on {0}'s sheet",
        ("token", "tokens"),
        "setup.tokens",
        follows=True,
    ),
    "warp": Kind("how many ships {0} has in the warp", "{0} has {1} in the warp", _SHIPS, "setup.ships", follows=True),
    "home": Kind("how many home colonies {0} has", "{0} has {1}", _HOME, "setup.planets", every=True, exact=True),
    "hand": Kind("how many cards {0} holds", "{0} holds {1}", ("card", "cards"), every=True),
    "foreign": Kind("how many foreign colonies {0} has", "{0} has {1}", _FOREIGN, every=True),
}
DECISIVE = tuple(KINDS)


class Unknown(NamedTuple):
    """A hidden fact: `kind` (a key of `KINDS`), whose, and the numbers it can be.

    For a hand `high` stands for that many cards or more. For `plus` and `amount` the name is a side or an act, with
    its place after it.
    """

    kind: str
    name: str
    low: int
    high: int

    @property
    def of(self) -> Kind:
        """What there is to say of facts of this kind."""
        return KINDS[self.kind]

    @property
    def whose(self) -> str:
        """The name without the place after it."""
        return self.name.rpartition(" #")[0] or self.name

    def asks(self) -> str:
        """The question to put to the players."""
        return self.of.asks.format(self.whose) if self.name else "how many ships are in the warp"


class NeedsFactError(Exception):
    """Raised by the judge where a hidden fact decides; `cases` then judges every completion."""

    def __init__(self, unknown: Unknown) -> None:
        self.unknown = unknown
        super().__init__(unknown.asks())


def complete(position: Position, unknown: Unknown, value: Told) -> Position:
    """The position with one hidden fact told: a card for `card` and `attack`, else a number."""
    kind, name = unknown.kind, unknown.name
    if isinstance(value, Card):
        return with_card(position, name, value)
    if kind == "ships":
        return with_ships(position, name, value)
    if kind == "plus":
        side, place = position.side(unknown.whose), _place(unknown)
        return _with_side(position, replace(side, plus=(*side.plus[:place], value, *side.plus[place + 1 :])))
    if kind == "amount":
        acts, place = position.acts, _place(unknown)
        told = replace(acts[place], amount=value, hidden=False)
        return position.but(acts=(*acts[:place], told, *acts[place + 1 :]))
    field = "hands" if kind == "hand" else kind
    return position.but(**{field: {**getattr(position, field), name: Hand(value) if kind == "hand" else value}})


def _are_ships_hidden(position: Position, name: str) -> bool:
    return any(player.name == name and player.ships is None for player in position.participants())


def restore(position: Position, unknown: Unknown, original: Position) -> Position:
    """The position with that fact hidden again, as it was in `original`; what else differs between them stays."""
    kind, name = unknown.kind, unknown.name
    if unknown.of.is_card:
        return complete(position, unknown, _side_of(original, name).card)
    if kind == "ships":
        return with_ships(position, name, None) if _are_ships_hidden(original, name) else position
    if kind == "plus":
        return _with_side(position, replace(position.side(unknown.whose), plus=original.side(unknown.whose).plus))
    if kind == "amount":
        told = original.acts[_place(unknown)]
        acts = [told if replace(act, amount=None, hidden=True) == told else act for act in position.acts]
        return position.but(acts=tuple(acts))
    field = "hands" if kind == "hand" else kind
    before, facts = getattr(original, field), dict(getattr(position, field))
    if name in before:
        facts[name] = before[name]  # in its place
    else:
        facts.pop(name, None)
    return position.but(**{field: facts})


def _place(unknown: Unknown) -> int:
    return int(unknown.name.rpartition(" #")[2])


def _side_of(position: Position, main: str) -> Side:
    return position.offense if position.offense.main.name == main else position.defense


def _with_side(position: Position, side: Side) -> Position:
    if side.main.name == position.offense.main.name:
        return position.but(offense=side)
    return position.but(defense=side)


def with_card(position: Position, main: str, card: Card) -> Position:
    """The same position with another card of a main player."""
    return _with_side(position, replace(_side_of(position, main), card=card))


def with_ships(position: Position, name: str, ships: int | None) -> Position:
    """The same position with another number of ships for one player; None where they are hidden."""

    def told(player: Player) -> Player:
        return replace(player, ships=ships) if player.name == name else player

    def side(side: Side) -> Side:
        return replace(side, main=told(side.main), allies=tuple(told(ally) for ally in side.allies))

    return position.but(offense=side(position.offense), defense=side(position.defense))
