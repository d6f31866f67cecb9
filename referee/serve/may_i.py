"""What a player may wish to do now: what is allowed besides the offers, and what is refused, each with its clauses.

The offers of a table are what it can tell for certain. A player may also hold a card that nobody told of, or join an
encounter before being invited; and who asks "may I?" wants to hear of a refusal why. Each act is ruled at the table as
this player knows it: the hands of others are only counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.duel.games import game, is_of_big_game
from referee.errors import RefereeError
from referee.render.words import shown
from referee.serve.blind import blinded, books_of
from referee.serve.cited import Cited, cited
from referee.serve.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.book.loader import Rulebase
    from referee.duel.games import AnyVerdict
    from referee.serve.site import Read, Visit
    from referee.state.table import Table

# Artifacts that need no target, and how each is typed.
_ARTIFACTS = {
    "Card Zap": "card zap",
    "Ionic Gas": "ionic gas",
    "Quash": "quash",
    "Emotion Control": "emotion control",
    "Force Field": "force field all",
    "Mobius Tubes": "mobius tubes",
}


@dataclass(frozen=True)
class Wish:
    """An act that a player may wish for: what is shown of it, and the command; `name` is a text of the catalogue."""

    text: str
    command: str


@dataclass(frozen=True)
class Refused:
    """A wish that is refused now: why, and by which clauses."""

    text: str
    says: str
    cites: tuple[Cited, ...]


@dataclass(frozen=True)
class MayI:
    """Of a player's wishes those that are `allowed` now, and those that are `refused`."""

    allowed: tuple[Wish, ...] = ()
    refused: tuple[Refused, ...] = ()


def may_i(visit: Visit, read: Read) -> MayI:
    """What the player of a phone may wish for now; nothing for one that watches or plays for all, or after the end."""
    table = read.table
    if not visit.player or table.winners or not is_of_big_game(table):
        return MayI()
    offered = [offer.command for offer in read.legal.offers if offer.who == visit.player]
    wishes = [wish for wish in _wishes(table, visit.player) if not _is_offered(wish.command, offered)]
    allowed: list[Wish] = []
    refused: list[Refused] = []
    for wish, verdict in _ruled(wishes, blinded(table, visit.player), books_of(visit, table.edition)):
        if verdict.legal:
            allowed.append(wish)
        elif verdict.illegal:
            finding = verdict.illegal[0].finding
            cites = tuple(cited(id, table.edition) for id in finding.cites)
            refused.append(Refused(wish.text, shown(finding.says), cites))
    return MayI(tuple(allowed), tuple(refused))


def _ruled(wishes: Iterable[Wish], seen: Table, books: Rulebase | None) -> Iterator[tuple[Wish, AnyVerdict]]:
    """What is ruled of each at the table as the player sees it; of none that this edition does not have."""
    for wish in wishes:
        with suppress(RefereeError):
            yield wish, game(seen.edition).tell(seen, wish.command, False, books)


def _is_offered(command: str, offered: Iterable[str]) -> bool:
    """True if an act of this kind is among the offers: the same verb, and of an ally the same side."""
    verb, *words = command.split()
    sides = {"offense", "defense"}.intersection(words)
    return any(offer.split()[0] == verb and sides <= set(offer.split()) for offer in offered)


def _wishes(table: Table, player: str) -> Iterator[Wish]:
    others = [name for name in table.seats if name != player]
    defense = table.defense or others[0]
    yield Wish(say("may-launch"), f"launch {player} 1 at {defense}.1")
    if table.defense:
        for side in ("offense", "defense"):
            yield Wish(say(f"may-ally-{side}"), f"ally {player} {side} 1")
    yield Wish(say("may-play"), f"play {player} N")
    for side in ("offense", "defense"):
        yield Wish(say(f"may-reinforce-{side}"), f"reinforce {player} +2 {side}")
    if table.aliens.get(player):
        yield Wish(say("may-use", power=_powers(table.aliens[player])), f"use {player}")
    for name in others:
        if table.aliens.get(name):
            yield Wish(say("may-zap", who=name, power=_powers(table.aliens[name])), f"zap {name} by {player}")
    yield from (Wish(say("may-artifact", card=card), f"{words} by {player}") for card, words in _ARTIFACTS.items())
    yield Wish(say("may-artifact", card="Plague"), f"plague {others[0]} by {player}")
    yield Wish(say("may-second"), "second")


def _powers(aliens: Sequence[str]) -> str:
    return " / ".join(aliens)
