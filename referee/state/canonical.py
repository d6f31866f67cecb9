"""A position written back as one line: canonical, and read back to the same position."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.state.encounter import Act, Hand, Player, Position, Side, Term


def write(position: Position) -> str:
    """The canonical encounter line of a position (see CONTRACT: one encounter on one line)."""
    parts = [f"{_side(position.offense)} vs {_side(position.defense)}"]
    if position.target is not None:
        parts.append(f"at {position.target[0]}.{position.target[1]}")
    if position.planet is not None:
        parts.append("planet " + ", ".join(f"{_who(position, n)} {_count(c)}" for n, c in position.planet.items()))
    counted = {name: hand for name, hand in position.hands.items() if hand.cards is None}
    if counted:
        parts.append("hand " + ", ".join(f"{name} {_count(hand.count)}" for name, hand in counted.items()))
    parts += [_hand(name, hand) for name, hand in position.hands.items() if hand.cards is not None]
    for word in ("warp", "tokens", "foreign", "home"):
        facts: Mapping[str, int | None] = getattr(position, word)
        if facts:
            parts.append(f"{word} " + ", ".join(f"{name} {_count(count)}" for name, count in facts.items()))
    if position.seats:
        parts.append("seats " + " ".join(_seat(position, name) for name in position.seats))
    if position.second:
        parts.append("second")
    if position.reverse_cone:
        parts.append("reverse cone")
    parts += [write_act(act) for act in position.acts]
    return " ; ".join(parts)


def write_act(act: Act) -> str:
    """One act or statement as it stands on the line."""
    return _ACTS[act.verb](act)


def _count(number: int | None) -> str:
    return "?" if number is None else str(number)


def write_name(name: str) -> str:
    """A printed name as it is typed: in quotes where it is not one word."""
    return name if name.replace("-", "").isalnum() and name[0].isalpha() else f'"{name}"'


def _player(player: Player) -> str:
    aliens = "".join(f"/{write_name(alien)}" for alien in player.aliens)
    return f"{player.name}{aliens} {_count(player.ships)}"


def _side(side: Side) -> str:
    players = " + ".join(_player(player) for player in side.players())
    card = write_name(side.card.name) if side.card.name else str(side.card)
    plus = "".join(f" +{_count(value)}" for value in side.plus)
    return f"{players} : {card}{plus}"


def _with_aliens(position: Position, name: str) -> str:
    return name + "".join(f"/{write_name(alien)}" for alien in position.aliens.get(name, ()))


def _who(position: Position, name: str) -> str:
    return _with_aliens(position, name)


def _seat(position: Position, name: str) -> str:
    return name if name in (position.planet or {}) else _with_aliens(position, name)


def _hand(name: str, hand: Hand) -> str:
    return f"hand {name}: " + write_cards(hand.cards or ())


def write_cards(cards: tuple[str, ...]) -> str:
    """Cards as they stand in a hand."""
    return " ".join([write_name(card) if card[0].isalpha() else card for card in cards])


def _by(act: Act) -> str:
    return f" by {act.by}" if act.by else ""


def _args(act: Act) -> str:
    return "".join(f" {arg}" for arg in act.args)


def _amount(act: Act) -> str:
    return "?" if act.hidden else str(act.amount)


def _why(act: Act) -> str:
    return f" {act.why}" if act.why else ""


def _term(term: Term) -> str:
    if term.promise:
        return f'{term.giver} gives promise "{term.promise}"'
    if not term.colony:
        if term.cards:
            return f"{term.giver} gives " + write_cards(term.cards)
        return f"{term.giver} gives {_count(term.count)} card{'' if term.count == 1 else 's'}"
    return f"{term.giver} gives colony{_colony(term)}"


def _colony(term: Term) -> str:
    where = f" {term.planet}" if term.planet else ""
    ships = f" for {_count(term.ships)}" if term.ships is not None else ""
    source = f" from {term.source}" if term.source else ""
    return f"{where}{ships}{source}"


def _counted(act: Act) -> str:
    from_colonies = " from colonies" if act.args else ""
    return f"{act.verb} {act.who} {_amount(act)}{from_colonies}{_why(act)}"


_ACTS: dict[str, Callable[[Act], str]] = {
    "zap": lambda a: f"zap {a.who}{' ' + write_name(a.name) if a.name else ''}{_by(a)}",
    "card-zap": lambda a: f"card zap{_by(a)}",
    "ionic-gas": lambda a: f"ionic gas{_by(a)}",
    "quash": lambda a: f"quash{_by(a)}",
    "emotion-control": lambda a: f"emotion control{_by(a)}",
    "mobius-tubes": lambda a: f"mobius tubes{_by(a)}",
    "plague": lambda a: f"plague {a.who}{_by(a)}",
    "force-field": lambda a: f"force field {', '.join(a.args)}{_by(a)}",
    "use": lambda a: f"use {a.who}{'/' + write_name(a.name) if a.name else ''}{_args(a)}",
    "flare": lambda a: f"flare {a.who} {write_name(a.name)}{' ' + a.face if a.face else ''}{_args(a)}",
    "tech": lambda a: f"tech {a.who} {write_name(a.name)}{_args(a)}",
    "reinforce": lambda a: f"reinforce {a.who} +{_amount(a)} {a.side}",
    "deal": lambda a: "deal " + ", ".join(_term(term) for term in a.terms),
    "no-deal": lambda a: "no deal",
    "add": lambda a: f"add {a.side} {_amount(a)}{_why(a)}",
    "worth": lambda a: f"worth {a.who} {_amount(a)}{_why(a)}",
    "value": lambda a: f"value {a.who} {a.name or _amount(a)}{_why(a)}",
    "saves": lambda a: f"saves {a.who}{' ' + _amount(a) if a.hidden or a.amount is not None else ''}{_why(a)}",
    "wins": lambda a: f"wins {a.side}{_why(a)}",
    "loses": _counted,
    "rewards": _counted,
    "compensation": _counted,
    "removed": _counted,
    "stays": _counted,
    "colony": lambda a: f"colony {a.who}{_colony(a.terms[0])}{_why(a)}",
    "nothing": lambda a: f"nothing {a.who}{_why(a)}",
}
