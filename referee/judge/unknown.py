"""Facts that are hidden: how the judge asks for one, and what a position is once it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from referee.state.encounter import Card, Hand, Player, Position, Side

EVERYBODY = ""  # in whose name the ships in the warp stand when only their number matters


class Unknown(NamedTuple):
    """A hidden fact: `kind` (a key of `_ASKS`), whose, and the numbers it can be.

    For a hand `high` stands for that many cards or more. For `plus` and `amount` the name is a side or an act, with
    its place after it.
    """

    kind: str
    name: str
    low: int
    high: int

    def asks(self) -> str:
        """The question to put to the players."""
        name = self.name.rpartition(" #")[0] or self.name
        return {
            "plus": f"the value of the reinforcement for the {name}",
            "amount": f"the number in '{name}'",
            "card": f"which card {self.name} plays",
            "attack": f"the value of {self.name}'s attack",
            "ships": f"how many ships {self.name} has in the encounter",
            "hand": f"how many cards {self.name} holds",
            "warp": f"how many ships {self.name} has in the warp" if self.name else "how many ships are in the warp",
            "tokens": f"how many tokens lie on {self.name}'s alien sheet",
            "home": f"how many home colonies {self.name} has",
            "foreign": f"how many foreign colonies {self.name} has",
        }[self.kind]


class NeedsFactError(Exception):
    """Raised by the judge where a hidden fact decides; `cases` then judges every completion."""

    def __init__(self, unknown: Unknown) -> None:
        self.unknown = unknown
        super().__init__(unknown.asks())


def complete(position: Position, unknown: Unknown, value: int | Card) -> Position:
    """The position with one hidden fact told: a card for `card` and `attack`, else a number."""
    kind, name = unknown.kind, unknown.name
    if isinstance(value, Card):
        side = _side_of(position, name)
        return _with_side(position, Side(side.main, side.allies, value, side.plus))
    if kind == "ships":
        return position.but(
            offense=_with_ships(position.offense, name, value),
            defense=_with_ships(position.defense, name, value),
        )
    if kind == "plus":
        where, _, at = name.rpartition(" #")
        side = position.side(where)
        plus = tuple(value if i == int(at) else other for i, other in enumerate(side.plus))
        return _with_side(position, replace(side, plus=plus))
    if kind == "amount":
        place = int(name.rpartition(" #")[2])
        acts = [replace(a, amount=value, hidden=False) if i == place else a for i, a in enumerate(position.acts)]
        return position.but(acts=tuple(acts))
    if kind == "hand":
        return position.but(hands={**position.hands, name: Hand(value)})
    facts: dict[str, int | None] = {**getattr(position, kind), name: value}
    return position.but(**{kind: facts})


def restore(position: Position, unknown: Unknown, original: Position) -> Position:
    """The position with that fact hidden again, as it was in `original`; what else differs between them stays."""
    kind, name = unknown.kind, unknown.name
    if kind in ("card", "attack"):
        return _with_side(position, replace(_side_of(position, name), card=_side_of(original, name).card))
    if kind == "ships":
        hidden = [p.name for p in original.participants() if p.ships is None]
        return position.but(
            offense=_with_ships(position.offense, name, None) if name in hidden else position.offense,
            defense=_with_ships(position.defense, name, None) if name in hidden else position.defense,
        )
    if kind == "plus":
        side = name.rpartition(" #")[0]
        return _with_side(position, replace(position.side(side), plus=original.side(side).plus))
    if kind == "amount":
        at = int(name.rpartition(" #")[2])
        told = original.acts[at]
        acts = [told if replace(a, amount=None, hidden=True) == told else a for a in position.acts]
        return position.but(acts=tuple(acts))
    field = "hands" if kind == "hand" else kind
    before = getattr(original, field)
    facts = {key: value for key, value in getattr(position, field).items() if key in before or key != name}
    if name in before:
        facts[name] = before[name]
    return position.but(**{field: facts})


def _side_of(position: Position, main: str) -> Side:
    return position.offense if position.offense.main.name == main else position.defense


def _with_side(position: Position, side: Side) -> Position:
    if side.main.name == position.offense.main.name:
        return position.but(offense=side)
    return position.but(defense=side)


def _with_ships(side: Side, name: str, ships: int | None) -> Side:
    def told(player: Player) -> Player:
        return replace(player, ships=ships) if player.name == name else player

    return replace(side, main=told(side.main), allies=tuple(told(ally) for ally in side.allies))
