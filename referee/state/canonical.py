"""A position written back as one line: canonical, and read back to the same position."""

from __future__ import annotations

from collections.abc import Mapping

from referee.state.acts import write_act
from referee.state.encounter import COUNTED, Player, Position, Side
from referee.state.reader import NO_SHEET, write_cards, write_count, write_name


def write(position: Position) -> str:
    """The canonical encounter line of a position (see CONTRACT: one encounter on one line)."""
    parts = [f"{_side(position, position.offense)} vs {_side(position, position.defense)}"]
    if position.target is not None:
        parts.append(f"at {position.target[0]}.{position.target[1]}")
    if position.planet is not None:
        there = {_with_aliens(position, name): count for name, count in position.planet.items()}
        parts.append(f"planet {_counts(there)}")
    parts += _hands(position)
    parts += [f"{word} {_counts(told)}" for word in COUNTED if (told := getattr(position, word))]
    if position.seats:
        parts.append("seats " + " ".join(_seat(position, name) for name in position.seats))
    if position.second:
        parts.append("second")
    if position.reverse_cone:
        parts.append("reverse cone")
    parts += [write_act(act) for act in position.acts]
    return " ; ".join(parts)


def _hands(position: Position) -> list[str]:
    """The clauses of hands: those that are counted in one, then each whose cards are known."""
    counted = {name: hand.count for name, hand in position.hands.items() if hand.cards is None}
    known = [f"hand {name}: {write_cards(h.cards)}" for name, h in position.hands.items() if h.cards is not None]
    return [f"hand {_counts(counted)}", *known] if counted else known


def _counts(counts: Mapping[str, int | None]) -> str:
    return ", ".join([f"{name} {write_count(count)}" for name, count in counts.items()])


def _player(position: Position, player: Player) -> str:
    return f"{player.name}{_sheets(position, player.name, player.aliens)} {write_count(player.ships)}"


def _sheets(position: Position, name: str, aliens: tuple[str, ...]) -> str:
    """The aliens of a player as they stand after the name; `/none` where it was said that there is none."""
    if not aliens and name in position.sheetless:
        return f"/{NO_SHEET}"
    return "".join(f"/{write_name(alien)}" for alien in aliens)


def _side(position: Position, side: Side) -> str:
    players = " + ".join(_player(position, player) for player in side.players())
    name = side.card.name
    card = write_name(name) if name and not name.startswith("+") else str(side.card)
    plus = "".join(f" +{write_count(value)}" for value in side.plus)
    return f"{players} : {card}{plus}"


def _with_aliens(position: Position, name: str) -> str:
    if any(name == player.name for player in position.participants()):
        return name  # told on its side
    return name + _sheets(position, name, position.aliens.get(name, ()))


def _seat(position: Position, name: str) -> str:
    return name if name in (position.planet or {}) else _with_aliens(position, name)
