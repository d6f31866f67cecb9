"""What is ruled on one account of a duel or contest, in a few lines; and in what two such results differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from referee.render.outcome import OUTCOMES
from referee.render.players import name_style
from referee.render.words import Told, shown, wins

if TYPE_CHECKING:
    from referee.disputes.records import Part

_FIRST = ("winner", "winners", "outcome", "prize", "illegal")  # told alone where somebody else wins
_FIELDS = {
    "destroyed": ("ship destroyed", "ships destroyed"),
    "stays": ("ship staying", "ships staying"),
    "retreats": ("ship retreating", "ships retreating"),
}


def lines(ruling: Told) -> Iterator[Text]:
    """What happens to both players: their ships, their cards, and what is left for them to do."""
    for name, player in (ruling["players"] or {}).items():
        told = ", ".join((*_ships(player), *_cards(ruling, name)))
        if told:
            yield Text(shown(name), style=name_style(name)).append(f" {told}", style="default")
    for left in ruling["then"]:
        yield Text(shown(f"{left['who']} {left['does']} {left['what']}"))


def _ships(player: Told) -> Iterator[str]:
    if player.get("destroyed"):
        yield f"loses {player['destroyed']} to the Warp"
    for field, word in (("stays", "stay"), ("retreats", "retreat")):
        number = player.get(field)
        if number:
            yield f"{number} {word}{'s' if number == 1 else ''}"


def _cards(ruling: Told, name: str) -> Iterator[str]:
    cards = (ruling["discards"] or {}).get(name)
    if cards:
        yield f"discards {shown(' '.join(cards))}"


def telling(parts: Iterable[Part]) -> list[Part]:
    """Those of some differences that are worth telling: with another winner not what becomes of every ship and card."""
    found = list(parts)
    fields = {part.field for part in found if None not in part.values}
    return [part for part in found if part.field in _FIRST] if "winner" in fields else found


def change(part: Part) -> str | None:
    """In what two results differ, in words; None for a field that every game has, empty for one not worth a word."""
    before, after = part.values
    where, _, field = part.field.rpartition(".")
    if where == "discards":
        return f"{shown(field)}'s discard pile takes {_pile(after)}, not {_pile(before)}"
    if where.startswith("players.") and (field in _FIELDS or field == "tactic"):
        return _of_player(shown(where.removeprefix("players.")), field, before, after)
    if where:
        return None
    told = {"winner": _winner, "prize": _prize, "straggler": _straggler, "outcome": _outcome}
    return told[field](before, after) if field in told else None


def _of_player(who: str, field: str, before: str | int | None, after: str | int | None) -> str:
    if field == "tactic":
        return f"{who}'s tactic is {after}, not {before}" if after and before else ""
    if not isinstance(after, int):
        return ""
    return f"{who}: {after} {_FIELDS[field][after != 1]}{f', not {before}' if before is not None else ''}"


def _pile(cards: list[str]) -> str:
    return shown(" ".join(cards)) if cards else "nothing"


def _winner(before: str | None, after: str | None) -> str:
    return f"{wins([after])}, not {shown(before)}" if before and after else ""


def _prize(before: str | None, after: str | None) -> str:
    return f"{shown(after)} resolves the prize, not {shown(before)}" if before and after else ""


def _straggler(before: str | None, after: str | None) -> str:
    return f"{shown(after)} is the straggler then, not {shown(before)}" if before and after else ""


def _outcome(before: str | None, after: str | None) -> str | None:
    """How it ends, where that is not only who wins; None for an outcome of the big game."""
    told = {"leader-wins": "the leader wins", "straggler-wins": "the straggler wins"}
    ends = {**told, **{key: OUTCOMES[key].lower() for key in ("begins-again", "game-over")}}
    if not {before, after} & ends.keys():
        return None
    if before in told and after in told:
        return ""  # that is told by name
    return f"{ends.get(str(after), 'not settled')}, where otherwise {ends.get(str(before), 'that is not settled')}"
