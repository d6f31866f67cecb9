"""What a correction has changed: everything that one can change, in the words in which it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.judge.table.reckoning import is_reckoned, is_unknown
from referee.state import table as tbl
from referee.state.reader import write_cards
from referee.state.table import Table

# By the words for it, how a value is told, and the value.
Shown = dict[str, tuple[Callable[[Any], str], Any]]


def changed_since(before: Shown, table: Table) -> list[tuple[str, str, str]]:
    """(what, how it was, how it is now) for everything that is told otherwise than before."""
    after, found = seen(table), []
    for what, (tell, was) in before.items():
        value = after[what][1] if what in after else {}  # a planet that is told to lie on an alien sheet
        if was != value and (once := tell(was)) != (now := tell(value)):
            found.append((what, once, now))
    return found


def stacks_told(stacks: Mapping[str, int | str]) -> str:
    """Who has how many ships in a place, as it is typed: `red 4, blue 2`, or `nobody`."""
    return ", ".join(f"{name} {count}" for name, count in stacks.items() if count) or "nobody"


def _marked(table: Table, place: str, stacks: Mapping[str, int]) -> Mapping[str, int | str]:
    """The same, with `~` before a count that is reckoned and `?` for one that nobody knows."""
    if not table.reckoned and not table.unknown:
        return stacks
    return {name: _marked_count(table, name, place, count) for name, count in stacks.items()}


def _marked_count(table: Table, name: str, place: str, count: int) -> int | str:
    if is_unknown(table, name, place):
        return tbl.UNKNOWN
    return f"~{count}" if is_reckoned(table, name, place) else count


def _hand(table: Table, name: str) -> tuple[str, ...] | str:
    """The cards of a hand; how many as a text where that is not told."""
    count = _marked_count(table, name, tbl.HAND, len(table.hands[name]))
    return count if isinstance(count, str) else table.hands[name]


def _cards(cards: tuple[str, ...] | str) -> str:
    if isinstance(cards, str):
        return cards
    return write_cards(cards) if set(cards) - {tbl.UNKNOWN} else str(len(cards))


def _pile(cards: tuple[str, ...]) -> str:
    return write_cards(cards) or "none"


def _counted(cards: int | None) -> str:
    return "not counted" if cards is None else str(cards)


def seen(table: Table) -> Shown:
    """Everything that a correction can change, by the words in which it is told, and how its value is told."""
    shown: Shown = {place: (stacks_told, _marked(table, place, stacks)) for place, stacks in table.ships.items()}
    for name in table.seats:
        shown |= _of_player(table, name)
    shown |= {f"limbo {color}": (stacks_told, stacks) for color, stacks in table.fan.items()}
    shown |= {f"captured {name}": (stacks_told, table.captured.get(name, {})) for name in table.seats}
    shown |= {"marker": (str, table.marker or "none"), "reverse hexes": (" ".join, table.reverse_hexes or ("none",))}
    shown |= {"deck": (_counted, table.deck), "destiny deck": (_counted, table.destiny_deck)}
    shown |= {"discards": (_pile, table.discards), "turn": (str, table.turn)}
    shown |= {"encounter": (str, table.encounter), "phase": (str, table.phase)}
    shown |= {"defense": (str, table.defense or "nobody"), "at": (str, table.target or "no planet")}
    shown["winners"] = (" and ".join, table.winners or ("nobody",))
    return shown


def _of_player(table: Table, name: str) -> Shown:
    """What a correction can change of one player, apart from its ships."""
    return {
        f"hand {name}": (_cards, _hand(table, name)),
        f"tokens {name}": (str, _marked_count(table, name, tbl.TOKENS, table.tokens.get(name, 0))),
        f"ships {name}": (str, table.owned[name]),
        f"power {name}": (str, table.powers.get(name, tbl.HAS)),
        f"alien {name}": (" and ".join, table.aliens.get(name) or ("none",)),
        f"invited by {name}": (" ".join, table.invited.get(name) or ("nobody",)),
        f"side of {name}": (str, table.allies.get(name, "none")),
    }
