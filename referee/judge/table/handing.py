"""Cards drawn and discarded by what the players say (3.1.1, 4.5.1)."""

from __future__ import annotations

from referee.judge.board import cards_of
from referee.judge.table import powers
from referee.judge.table.resolving import owed
from referee.judge.table.salvage import note_resolved
from referee.judge.table.turn import Turn, command
from referee.position import table as tbl


@command("draw")
def draw(on: Turn) -> None:
    """Cards from the deck, for whatever reason the players have."""
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
    elif on.law["cards.unasked"].value is False and owed(on, who, "lose") is None:
        _check_asked(on, who)
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


def _check_asked(on: Turn, who: str) -> None:
    """Where nothing is discarded unasked: a power or card that is not applied here may ask for it."""
    seats = on.table.seats
    if not any(on.unapplied(name) is not None or any(not alien.uses for alien in on.sheets(name)) for name in seats):
        on.forbid("cards.unasked", who)
    on.find("table.assumed", True, f"a power or card that is not applied here asks {who} to discard")


def _check_types(on: Turn, who: str, cards: tuple[str, ...]) -> None:
    """Plague takes one card of each type that is held, by what is printed on the cards (2.1.1.1, 2.1.1.2, 4.5.1.1)."""
    nearest = (f"discard {who}: {' '.join(one_of_each_type(on, who))}",)
    named = [on.card_type(card) for card in cards if card != tbl.UNKNOWN]
    twice = next((kind for kind in named if named.count(kind) > 1), "")
    if twice:
        on.forbid("cards.one-of-type", who, twice, nearest=nearest)
    held = [on.card_type(card) for card in on.table.hands[who] if card != tbl.UNKNOWN]
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
