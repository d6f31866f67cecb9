"""Facts that are hidden: how the judge asks for one, and what a position is once it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from referee.position import encounter as pos
from referee.position.encounter import Card, Hand, Player, Position, Side

EVERYBODY = ""  # in whose name the ships in the warp stand when only their number matters


class Unknown(NamedTuple):
    """A hidden fact: `kind` (card, attack, ships, hand, warp, tokens, home, foreign), whose, and the numbers it can be.

    For a hand `high` stands for that many cards or more.
    """

    kind: str
    name: str
    low: int
    high: int

    def asks(self) -> str:
        """The question to put to the players."""
        return {
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
        offense = position.offense.main.name == name
        side = replace(position.offense if offense else position.defense, card=value)
        return replace(position, offense=side) if offense else replace(position, defense=side)
    if kind == "ships":
        return replace(
            position,
            offense=_with_ships(position.offense, name, value),
            defense=_with_ships(position.defense, name, value),
        )
    if kind == "hand":
        return replace(position, hands={**position.hands, name: Hand(value)})
    facts: dict[str, int | None] = {**getattr(position, kind), name: value}
    return replace(position, **{kind: facts})  # type: ignore[arg-type]


def _with_ships(side: Side, name: str, ships: int) -> Side:
    def told(player: Player) -> Player:
        return replace(player, ships=ships) if player.name == name else player

    return replace(side, main=told(side.main), allies=tuple(told(ally) for ally in side.allies))


def is_hidden(card: Card) -> bool:
    """Whether the kind of an encounter card is not known."""
    return card.kind in (pos.HIDDEN, pos.NONE)
