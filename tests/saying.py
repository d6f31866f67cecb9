"""What a table says for a command: one of several ways to say it, by chance; for the tests of what is said."""

from __future__ import annotations

import random
from collections.abc import Callable

from referee.state.commands import Command, Stack
from referee.state.encounter import DEFENSE, OFFENSE, Act, Term
from referee.state.reader import write_name
from referee.state.table import Table

_WORDS = "no one two three four five six seven eight nine ten".split()
_SIDES = {OFFENSE: ("the offense", "off", "offence"), DEFENSE: ("the defense", "def", "defence")}


def said(source: random.Random, command: Command, table: Table) -> str:
    """A sentence for a command at this table; nothing (an empty text) where the tests know none."""
    says = _ACTS.get(command.act.verb) if command.act is not None else None
    if says is not None and command.act is not None:
        return says(source, command.act)
    told = _COMMANDS.get(command.verb)
    return told(source, command, table) if told is not None else ""


def _count(source: random.Random, number: int | None) -> str:
    """A number in digits or as a word."""
    number = number or 0
    return source.choice((str(number), _WORDS[number])) if 0 < number < len(_WORDS) else str(number)


def _from(source: random.Random, stacks: tuple[Stack, ...], word: str = "from") -> str:
    if not stacks:
        return ""
    parts = [f"{_count(source, ships)} {word} {place}" for place, ships in stacks]
    return source.choice((" and ", ", ")).join(parts)


def _card(card: str) -> str:
    return {"N": "a negotiate", "M": "a morph", "?": "facedown"}.get(card, card)


def _launch(source: random.Random, c: Command, table: Table) -> str:
    if c.stacks or not c.planet or c.ships is None:
        return ""
    ships, against = _count(source, c.ships), f" against {c.other}" if c.other else ""
    return source.choice(
        (
            f"{c.who} launches {ships} at {c.planet}{against}",
            f"{c.who} goes at {c.planet}{against} with {ships}",
            f"launch {ships} at {c.planet}{against}",
            f"{c.who} sends {ships} ships to {c.planet}{against}.",
        )
    )


def _ally(source: random.Random, c: Command, table: Table) -> str:
    if c.stacks:
        return ""
    main = table.turn if c.side == OFFENSE else table.defense
    side, ships = source.choice(_SIDES[c.side]), _count(source, c.ships)
    return source.choice(
        (
            f"{c.who} helps {main} with {ships}",
            f"{c.who} joins {side} with {ships}",
            f"ally {c.who} {side} {ships}",
            f"{c.who} is in on {side} with {ships} ships",
        )
    )


def _invite(source: random.Random, c: Command, table: Table) -> str:
    names = source.choice((" and ", ", ", " ")).join(c.names) or source.choice(("nobody", "none"))
    return source.choice((f"{c.who} invites {names}", f"{c.who} asks {names}", f"invite {c.who}: {names}"))


def _decline(source: random.Random, c: Command, table: Table) -> str:
    return f"{c.who} {source.choice(('declines', 'stays out', 'is out', 'does not help'))}"


def _play(source: random.Random, c: Command, table: Table) -> str:
    return f"{c.who} {source.choice(('plays', 'lays', 'puts down'))} {_card(c.cards[0])}"


def _reveal(source: random.Random, c: Command, table: Table) -> str:
    if len(c.names) != 2 or not all(card.isdigit() or card in "NM" for card in c.cards):
        return ""
    (one, other), (card, against) = c.names, map(_card, c.cards)
    ways = (f"{one} {card}, {other} {against}", f"{one} {card} v {other} {against}")
    return source.choice((*ways, f"{one} shows {card} and {other} {against}"))


def _destiny(source: random.Random, c: Command, table: Table) -> str:
    if c.reverse or c.who not in table.seats:
        return ""
    plain = (f"destiny is {c.who}", f"{c.who}'s destiny", f"flip: {c.who}")
    return source.choice(
        {"": plain, "wild": (f"wild, {table.turn} picks {c.who}",)}.get(c.word, (f"special: {c.who}",))
    )


def _regroup(source: random.Random, c: Command, table: Table) -> str:
    return f"regroup to {c.planet}" if c.planet else "regroup a ship"


def _reward(source: random.Random, c: Command, table: Table) -> str:
    if c.stacks:
        return ""
    parts = [f"{_count(source, n)} {what}" for n, what in ((c.number, "cards"), (c.ships, "ships")) if n]
    return f"{c.who} takes {' and '.join(parts)}" if parts else ""


def _take(source: random.Random, c: Command, table: Table) -> str:
    return "" if c.cards else f"{c.who} takes {_count(source, c.number)} from {c.other}"


def _lose(source: random.Random, c: Command, table: Table) -> str:
    return f"{c.who} loses {_from(source, c.stacks)}" if c.stacks else ""


def _return(source: random.Random, c: Command, table: Table) -> str:
    return f"{c.who} returns {_from(source, c.stacks, 'to')}" if c.stacks else f"{c.who}'s ships come home"


def _second(source: random.Random, c: Command, table: Table) -> str:
    return source.choice(("second encounter", f"{table.turn} goes again", "one more"))


def _end(source: random.Random, c: Command, table: Table) -> str:
    return source.choice((f"{table.turn} stops", "end of turn", f"{table.turn} is done", "next"))


_COMMANDS: dict[str, Callable[[random.Random, Command, Table], str]] = {
    "launch": _launch,
    "ally": _ally,
    "invite": _invite,
    "decline": _decline,
    "play": _play,
    "reveal": _reveal,
    "destiny": _destiny,
    "regroup": _regroup,
    "reward": _reward,
    "take": _take,
    "lose": _lose,
    "return": _return,
    "second": _second,
    "end": _end,
}


def _zap(source: random.Random, done: Act) -> str:
    if not done.by or not done.name:
        return ""
    power = f"{done.who}/{write_name(done.name)}"
    return source.choice((f"{done.by} zaps {power}", f"{done.by} plays a cosmic zap on {power}"))


def _card_zap(source: random.Random, done: Act) -> str:
    return source.choice((f"{done.by} card zaps", f"{done.by} plays a card zap", f"{done.by} card zaps that"))


def _reinforce(source: random.Random, done: Act) -> str:
    if done.hidden:
        return ""
    side = source.choice(_SIDES[done.side])
    return source.choice((f"{done.who} adds {done.amount} to {side}", f"{done.who} +{done.amount} {side}"))


def _deal(source: random.Random, done: Act) -> str:
    if any(term.promise or term.ships is not None or term.source for term in done.terms):
        return ""
    return source.choice((" and ", ", ")).join(_given(source, term) for term in done.terms)


def _given(source: random.Random, term: Term) -> str:
    if term.colony:
        return f"{term.giver} gives a colony on {term.planet}" if term.planet else f"{term.giver} gives a colony"
    if term.cards:
        return f"{term.giver} gives {' and '.join(map(_card, term.cards))}"
    return f"{term.giver} gives {_count(source, term.count)} cards"


def _plague(source: random.Random, done: Act) -> str:
    return source.choice((f"{done.by} plays plague on {done.who}", f"{done.by} plagues {done.who}")) if done.by else ""


_ACTS: dict[str, Callable[[random.Random, Act], str]] = {
    "zap": _zap,
    "card-zap": _card_zap,
    "reinforce": _reinforce,
    "deal": _deal,
    "plague": _plague,
    "no-deal": lambda source, done: source.choice(("no deal", "the deal fails", "they don't agree")),
    "ionic-gas": lambda source, done: f"{done.by} plays ionic gas",
    "quash": lambda source, done: f"{done.by} quashes the deal",
    "emotion-control": lambda source, done: f"{done.by} plays emotion control",
    "mobius-tubes": lambda source, done: f"{done.by} uses mobius tubes",
}
