"""What may be done now in parts, for programs that build a command of their own: who does what, how many, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.state.acts import write_act
from referee.state.commands import Command, Stack
from referee.state.encounter import Act

FROM, TO, AT = "from", "to", "at"

# Where the ships of a command go; those of every other one come from the places that it names.
_GOES = frozenset(("return", "reward", "complete", "abandon"))
_CALLED = {"tech": "tech", "value": "card"}  # what the name in an act is of, where that is no alien
_DEAL = "deal"


class Choice(NamedTuple):
    """Something that is chosen: `what` it is (player, card, side, power ...), and what it `is`."""

    what: str
    value: str


class Where(NamedTuple):
    """A place: whether ships come `from` it, go `to` it, or it is aimed `at`; how many ships, None where not said."""

    way: str
    place: str
    ships: int | None = None


class Parts(NamedTuple):
    """An act in parts: its `verb`, `who` does it, what is chosen, how many of what (`ships`, `cards`, `number`), where.

    `allowed_by` rules it and tells the clauses, sheets and cards on which it rests.
    """

    verb: str
    who: str
    choices: Sequence[Choice]
    counts: Mapping[str, int]
    where: Sequence[Where]
    allowed_by: Callable[[], Sequence[str]]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "verb": self.verb,
            "who": self.who,
            "choices": [{"what": what, "is": value} for what, value in self.choices],
            "how_many": dict(self.counts),
            "where": [one._asdict() for one in self.where],
            "cites": list(self.allowed_by()),
        }


def parts_of(command: Command, who: str, allowed_by: Callable[[], Sequence[str]]) -> Parts:
    """A command of the table in parts; `who` is the player who may give it."""
    if command.act is not None:
        return _of_act(command.act, who, allowed_by)
    choices = [*_named(command), *(Choice("card", card) for card in command.cards)]
    choices += [Choice(what, value) for what, value in (("side", command.side), ("word", command.word)) if value]
    choices += [Choice("alien", alien) for aliens in command.aliens.values() for alien in aliens]
    counted = (("ships", command.ships), (_unit(command), command.number))
    counts = {unit: count for unit, count in counted if count is not None}
    return Parts(command.verb, who, choices, counts, _places(command), allowed_by)


def _named(command: Command) -> list[Choice]:
    """The players that a command names besides who does it."""
    others = [name for name in command.names if name != command.who]
    chosen = command.who if command.verb == "destiny" else ""  # whom the card names
    return [Choice("player", name) for name in (chosen, command.other, *others) if name]


def _unit(command: Command) -> str:
    """What the number of a command counts: cards, or what is told of by its number (a tech)."""
    return "number" if command.verb in ("complete", "abandon", "research") else "cards"


def _places(command: Command) -> list[Where]:
    way = TO if command.verb in _GOES else FROM
    found = [Where(way, stack.place, _ships(stack)) for stack in command.stacks]
    if command.planet:
        found.append(Where(TO if command.verb == "regroup" else AT, command.planet))
    return found


def _ships(stack: Stack) -> int | None:
    return stack.ships or None


def _of_act(act: Act, who: str, allowed_by: Callable[[], Sequence[str]]) -> Parts:
    """An artifact, a use, a flare, a deal, or what players state, in parts."""
    player, called = act.who if act.who != who else "", _CALLED.get(act.verb, "alien")
    named = (("player", player), (called, act.name), ("face", act.face), ("side", act.side))
    choices = [Choice(what, value) for what, value in named if value]
    choices += [Choice("argument", arg) for arg in act.args]
    if act.verb == _DEAL:
        choices.append(Choice("terms", write_act(act)))
    counts = {} if act.amount is None else {"number": act.amount}
    return Parts(act.verb, who, choices, counts, (), allowed_by)
