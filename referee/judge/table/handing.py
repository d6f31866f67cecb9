"""Cards drawn and discarded by what the players say (3.1.1, 4.5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.judge.counted import cards_of
from referee.judge.table import powers
from referee.judge.table.resolution import owed
from referee.judge.table.salvage import note_resolved
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl


@command("draw")
def draw(on: Turn) -> None:
    """Cards from the deck, where a power or card asks for it; rewards and new hands have commands of their own."""
    _check_asked(on, on.command.who, "cards.undrawn", "stated.draws")
    count = on.command.number or 0
    rewards = on.draw_rewards(on.command.who, count) if on.command.word else 0
    drawn = on.draw(on.command.who, count - rewards) if rewards < count else 0
    if drawn:
        on.find("cards.draws", drawn, on.command.who, cards_of(drawn))


@command("discard")
def discard(on: Turn) -> None:
    """Cards out of a hand onto the discard pile, the last one on top."""
    who = on.command.who
    due = owed(on, who, "discard")
    if due is not None:
        _check_types(on, who, on.command.cards)
    elif owed(on, who, "lose") is None:
        _check_asked(on, who, "cards.unasked", "stated.discards")
    for card in on.command.cards:
        if not on.holds(who, card):
            on.cannot("discards.not-held" if due is None else "cards.plague-not-held", who, card)
        on.give_up(who, card)
    on.discard(on.command.cards, who)
    powers.happens(on, "discard", who=who, cards=on.command.cards)
    on.find("cards.discards", len(on.command.cards), who, cards_of(len(on.command.cards)))
    if due is not None:
        on.table.due.remove(due)
        note_resolved(on, who)


def _check_asked(on: Turn, who: str, unasked: str, stated: str) -> None:
    """Nothing is drawn or discarded at will: the players say what asks for it, or it is a power or card not applied."""
    if on.command.why:
        on.find(stated, True, who, on.command.why)
        return
    if on.law["cards.unasked"].value:  # at this table they may be
        return
    if not _is_asked(on, who):
        on.forbid(unasked, who)
    on.presume(unasked, f"a power or card asks {who} to {on.command.verb}")


def _is_asked(on: Turn, who: str) -> bool:
    """Whether a power or card can ask it: one that is not applied here, or one that leaves it to the player."""
    return any(_is_unapplied(on, name) for name in on.table.seats) or _keeps_by_tech(on) or _is_left_to(on, who)


def _is_unapplied(on: Turn, name: str) -> bool:
    """True if a player has a power that is not applied here, or an effect of one."""
    return on.unapplied(name) is not None or any(not alien.uses for alien in on.sheets(name))


def _keeps_by_tech(on: Turn) -> bool:
    """True if the tech that was used last, in this phase, has its owner draw cards and keep some."""
    table = on.table
    if not table.tech_discards or table.phase not in (ph.START, ph.REGROUP):
        return False
    tech = on.rulebase.card(table.tech_discards[-1])
    return tech is not None and any(effect.verb == "draws_and_keeps" for effect in tech.effects)


def _is_left_to(on: Turn, who: str) -> bool:
    """True if the ruling leaves something to a player by what a sheet or a card prints."""
    table = on.table
    left = table.last.told["then"] if table.last is not None and table.ruled else ()
    return any(then["who"] == who and any(_PRINTED.match(id) for id in then["cites"]) for then in left)


_PRINTED = re.compile("(alien|card) ")  # a clause of a power, flare, tech or card, and not of a book


def _types(on: Turn, cards: Iterable[str]) -> list[str]:
    """The types of cards, as far as these are known."""
    return [on.card_type(card) for card in cards if card != tbl.UNKNOWN]


def _check_types(on: Turn, who: str, cards: tuple[str, ...]) -> None:
    """Plague takes one card of each type that is held, by what is printed on the cards (2.1.1.1, 2.1.1.2, 4.5.1.1)."""
    nearest = (f"discard {who}: {' '.join(one_of_each_type(on, who))}",)
    named = _types(on, cards)
    twice = next((kind for kind in named if named.count(kind) > 1), "")
    if twice:
        on.forbid("cards.one-of-type", who, twice, nearest=nearest)
    held = _types(on, on.table.hands[who])
    missing = [kind for kind in on.law["cards.each-type"].value if kind in held and kind not in named]
    if missing or not cards:
        on.forbid("cards.each-type", who, " and one ".join(missing) or "type", nearest=nearest)
    on.find("cards.by-type", list(dict.fromkeys(named)), who, ", ".join(dict.fromkeys(named)) or "unknown")


def one_of_each_type(on: Turn, who: str) -> list[str]:
    """One card of each type in a hand, as far as it is known."""
    found: dict[str, str] = {}
    for card in on.table.hands[who]:
        if card != tbl.UNKNOWN:
            found.setdefault(on.card_type(card), card)
    return list(found.values()) or [tbl.UNKNOWN]
