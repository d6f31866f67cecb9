"""What a table leaves to chance, drawn by the referee: aliens to choose from, a destiny card, cards out of a hand."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from referee.book.loader import Rulebase, rulebase
from referee.book.told import Told
from referee.duel.games import is_of_big_game
from referee.errors import LedgerError, RulebaseError

if TYPE_CHECKING:
    from referee.duel.games import Laid


T = TypeVar("T")
LEVELS = ("green", "yellow", "red")


class Drawn(Told):
    """What was drawn (`drawn`, a sentence each), by which `seed`, and the `commands` that tell it to the table.

    The same seed draws the same again from the same deck or hand.
    """

    seed: str
    drawn: list[str]
    commands: list[str]


def draw_aliens(
    count: int = 2,
    sets: Sequence[str] = (),
    levels: Sequence[str] = (),
    players: Sequence[str] = (),
    seed: str | None = None,
) -> Drawn:
    """Draws so many aliens to choose from, for each player if players are named; none comes twice.

    `sets` are parts of the names of sets (`base`, `incursion`), `levels` alert levels (`green`, `yellow`, `red`); all
    of them where none is named. Aliens that are not played together are not drawn together. Raises RulebaseError for a
    set or level that there is not, LedgerError where there are too few.

    >>> import referee
    >>> drawn = referee.draw_aliens(2, sets=["base"], levels=["green"], seed="friday")
    >>> drawn.drawn == referee.draw_aliens(2, sets=["base"], levels=["green"], seed="friday").drawn
    True
    """
    seed, whom = seed or new_seed(), players or ("",)
    found = _drawn_aliens(count * len(whom), _allowed(sets, levels), seed)
    told, dealt = [], {}
    for place, name in enumerate(whom):
        mine = found[place * count : (place + 1) * count]
        dealt[name] = [sheet.name for sheet in mine]
        told.append(f"{name}: {' or '.join(dealt[name])}" if name else " or ".join(dealt[name]))
    setup = [f"{sheet.name}: {sheet.setup}" for sheet in found if sheet.setup]
    return Drawn(
        {"format": 1, "what": "aliens", "seed": seed, "drawn": told, "aliens": dealt, "setup": setup, "commands": []}
    )


class _Sheet(NamedTuple):
    """An alien that can be drawn, what it needs at the start, and the aliens with which it is not played."""

    name: str
    setup: str
    not_with: frozenset[str]


def _allowed(sets: Sequence[str], levels: Sequence[str]) -> list[_Sheet]:
    """The aliens of these sets and levels, in one order for all."""
    known, wanted = rulebase(), [level.casefold() for level in levels] or LEVELS
    for level in wanted:
        if level not in LEVELS:
            raise RulebaseError(level, f"no alert level; there are {', '.join(LEVELS)}")
    stems = (stem for name in _sets(known, sets) for stem in known.sets()[name])
    sheets = (known.sheet(stem) for stem in sorted({*stems}))
    return [
        _Sheet(sheet.alien.name, sheet.game_setup, frozenset(sheet.not_with))
        for sheet in sheets
        if sheet is not None and sheet.alert in wanted
    ]


def _sets(known: Rulebase, parts: Sequence[str]) -> list[str]:
    """The sets in whose names one of these parts stands; all where none is named. RulebaseError for a part of none."""
    found = []
    for part in parts or ("",):
        fits = [name for name in known.sets() if part.casefold() in name.casefold()]
        if not fits:
            raise RulebaseError(part, f"no set of that name; there are {', '.join(known.sets())}")
        found += fits
    return found


def _drawn_aliens(count: int, allowed: list[_Sheet], seed: str) -> list[_Sheet]:
    """So many of these aliens in a random order, without those that are not played with one drawn before."""
    found: list[_Sheet] = []
    for sheet in shuffled(allowed, seed):
        if len(found) == count:
            break
        barred = {name for other in found for name in other.not_with}
        if sheet.name not in barred and sheet.not_with.isdisjoint(other.name for other in found):
            found.append(sheet)
    if count < 1 or len(found) < count:
        raise LedgerError(f"{count} aliens are asked for, and there are {len(found)} of these")
    return found


def draw_destiny(table: Laid, seed: str | None = None) -> Drawn:
    """Draws a destiny card from what is left of the deck of a table. LedgerError where that is not known."""
    from referee.judge.ways.chance import destiny_left

    if not is_of_big_game(table):
        raise LedgerError("what a destiny card of Duel says is read off the card")
    seed = seed or new_seed()
    cards = destiny_left(table)
    if cards is None:
        raise LedgerError("the book of this edition does not tell its destiny cards one by one: turn one up yourselves")
    of_no_color = shuffled([card for card in cards.others for _ in range(card.times)], f"{seed} of no color")
    pile = [card for card in cards.colors for _ in range(card.times)] + of_no_color[cards.gone :]
    card = shuffled(pile, seed)[0]
    says = card.name + (f", which names {card.who}" if card.kind == "special" else "")
    told = {"format": 1, "what": "destiny", "seed": seed, "drawn": [says], "of": len(pile)}
    return Drawn({**told, "commands": [card.command] if card.command else _of_a_wild_card(table)})


def _of_a_wild_card(table: Laid) -> list[str]:
    """The commands of a wild card: the offense picks whom it likes."""
    return [f"wild {name}" for name in table.seats if name != table.turn]


def draw_cards(table: Laid, player: str, count: int = 1, seed: str | None = None) -> Drawn:
    """Draws cards out of a player's hand: each by its place in the hand as it is told, and by name where it is known.

    LedgerError for somebody who does not sit there, or has not so many cards.
    """
    owner = next((name for name in table.seats if name.casefold() == player.casefold()), None)
    if owner is None:
        raise LedgerError(f"nobody called {player} sits here; here sit {', '.join(table.seats)}")
    hand, seed = table.hands[owner], seed or new_seed()
    if not 1 <= count <= len(hand):
        raise LedgerError(f"{owner} has {len(hand)} cards, and {count} are asked for")
    places = sorted(shuffled(range(len(hand)), seed)[:count])
    told = [f"card {place + 1} of {len(hand)}{'' if hand[place] == '?' else f': {hand[place]}'}" for place in places]
    cards = [None if hand[place] == "?" else hand[place] for place in places]
    return Drawn(
        {"format": 1, "what": "card", "seed": seed, "drawn": told, "from": owner, "cards": cards, "commands": []}
    )


def new_seed() -> str:
    """A seed that nobody can know before."""
    return secrets.token_hex(3)


def shuffled(things: Iterable[T], seed: str) -> list[T]:
    """The things in an order that the seed alone decides, on every machine."""
    source = random.Random(seed)
    return [thing for _, thing in sorted(((source.random(), thing) for thing in things), key=lambda pair: pair[0])]
