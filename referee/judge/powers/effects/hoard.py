"""A second hand that lies apart, and what is played out of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.common import Args, tell_use
from referee.judge.powers.moments import cards_said, earlier
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act


@effect.outcome("declare")
def plays_from_hoard(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Cards were played out of the hoard. A hand on the line is the hand without the hoard, so nothing changes."""
    cards = [arg for used in board.used.get(stand.name, ()) for arg in used.args if arg not in board.stands]
    tell_use(board, stand, use, True, " and ".join(cards) or "a card")


@plays_from_hoard.carried_out()
def play_from_hoard(on: Turn, power: Power, done: Act) -> None:
    """A card out of the hoard is taken to be played as though from hand; without a card, the hoard is laid anew.

    It is only for a hoard without encounter cards, which its owner shows; the new one has `cards`. With `open` no hoard
    is laid anew, and its encounter cards are not played like others (`replaces_card`).
    """
    table, who = on.table, power.who
    hoard = table.aside.get(who, ())
    said = cards_said(on, done)
    if not said and not power.args.get("open"):
        _lay_anew(on, power, hoard)
        return
    if not said or (power.args.get("open") and on.is_encounter_card(said[0])):
        not_now(on, power)
    card = said[0].strip('"')
    if card not in hoard and tbl.UNKNOWN not in hoard:
        held = dict.fromkeys(name for name in hoard if _can_be_played(on, who, name))
        on.cannot("uses.not-in-hoard", who, card, nearest=tuple(f"use {who} {name}" for name in held))
    if not _can_be_played(on, who, card):
        on.forbid("uses.hoard-when", who, card)
    left = list(hoard)
    left.remove(card if card in left else tbl.UNKNOWN)
    table.aside[who] = tuple(left)
    table.gain(who, card)
    on.steps.append(power.finding(card, card if card != tbl.UNKNOWN else "a card"))


def _lay_anew(on: Turn, power: Power, hoard: tuple[str, ...]) -> None:
    who = power.who
    if tbl.UNKNOWN in hoard:
        on.presume("uses.hoard", f"{who}'s hoard holds no encounter card")
    on.discard(hoard)
    on.table.aside.pop(who, None)
    drawn = _dealt_apart(on, who, power.args["cards"])
    on.find("uses.hoard", drawn, who, cards_of(drawn))


def _dealt_apart(on: Turn, who: str, count: int) -> int:
    """Deals so many cards off the deck to those that lie apart from the hand; returns how many came."""
    table = on.table
    hand = table.hands[who]
    table.hold(who, ())
    drawn = on.draw(who, count)
    table.aside[who] = (*table.aside.get(who, ()), *table.hands[who])
    table.hold(who, hand)
    return drawn


def _can_be_played(on: Turn, who: str, card: str) -> bool:
    """Whether a card can be played at this moment as far as its type tells: an encounter card to be selected."""
    table = on.table
    if card == tbl.UNKNOWN or not on.is_encounter_card(card):
        return True
    return table.phase == ph.PLANNING and who in table.mains() and who not in table.cards


@plays_from_hoard.when("card-back")
def back_to_hoard(on: Turn, power: Power, whose: str, card: str) -> None:
    """A card that was played out of the hoard and comes back to hand goes back to the hoard."""
    if whose != power.who or not any(card in _names(act) for act in earlier(on, whose)):
        return
    on.give_up(whose, card)
    on.table.aside[whose] = (*on.table.aside.get(whose, ()), card)
    on.find("uses.hoard", len(on.table.aside[whose]), whose, cards_of(len(on.table.aside[whose])))


def _names(act: Act) -> list[str]:
    return [arg.strip('"') for arg in act.args]


@plays_from_hoard.offered
def _hoarded(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    hoard = on.table.aside.get(power.who, ())
    known = [card for card in dict.fromkeys(hoard) if card != tbl.UNKNOWN]
    if power.args.get("open"):
        yield from ((card,) for card in known if not on.is_encounter_card(card))
        return
    yield from ((card,) for card in known if _can_be_played(on, power.who, card))
    if tbl.UNKNOWN not in hoard:  # no encounter card can have come back into it
        yield ()


@effect.when("setup")
def keeps_hoard(on: Turn, power: Power) -> None:
    """`cards`: so many are dealt as a second hand, which lies apart from then on."""
    if power.who in on.table.aside:
        return
    dealt = power.args["cards"]
    if on.table.deck is None:  # nobody counted it, as before a game begins
        on.table.aside[power.who] = (tbl.UNKNOWN,) * dealt
    else:
        dealt = _dealt_apart(on, power.who, dealt)
    on.steps.append(power.finding(dealt, cards_of(dealt)))


@keeps_hoard.when("regroup")
def refill_hoard(on: Turn, power: Power) -> None:
    """With `refills` as many lie there again as each encounter begins."""
    store = on.table.aside.get(power.who, ())
    missing = power.args["cards"] - len(store) if power.args.get("refills") else 0
    if missing > 0:
        _dealt_apart(on, power.who, missing)
        on.steps.append(power.finding(missing, cards_of(len(on.table.aside[power.who]))))


@effect.carried_out()
def adds_to_hoard(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck go to the cards that lie apart, as the encounter begins."""
    table, who = on.table, power.who
    if table.regrouped or who not in table.aside:
        not_now(on, power)
    drawn = on.draw(who, power.args["cards"])
    for _ in range(drawn):
        on.give_up(who, tbl.UNKNOWN)
    table.aside[who] = (*table.aside[who], *((tbl.UNKNOWN,) * drawn))
    on.steps.append(power.finding(drawn, cards_of(drawn)))
