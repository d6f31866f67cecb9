"""Cards that lie apart for a while, and count for nothing there: until the planning phase, the end, or for good."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.deck import type_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import in_hand, known_in_hand, one_of, plainly
from referee.judge.powers.common import opponent_of, stating
from referee.judge.powers.moments import cards_said, is_owed, opponent, opponent_now
from referee.judge.table.deals import hand_over
from referee.judge.table.hands import OVER
from referee.judge.table.powers import Power, demand
from referee.judge.table.resolution import resolve
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, Act

_NONE = "none"  # said: no encounter card is left


def _cards_named(board: Board, said: Act) -> tuple[str, ...]:
    """`WORDS`: the cards that were said with a use."""
    return (" ".join(arg for arg in said.args if arg not in board.stands) or "cards",)


# -- the opponent's, at random -----------------------------------------------------------------------------------------


def _opposing_ships(on: Turn, who: str) -> int:
    """How many ships the opponent of a main player has in the encounter."""
    other = opponent(on, who)
    return on.table.at(on.table.target if on.side_of(other) == DEFENSE else tbl.GATE, other)


@effect.when("launched")
def lays_opponent_apart(on: Turn, power: Power) -> None:
    """The opponent has ships in the encounter, so that some of its cards lie apart until the end."""
    if _opposing_ships(on, power.who):
        demand(on, power)


@lays_opponent_apart.carried_out(now=is_owed)
def lay_opponent_apart(on: Turn, power: Power, done: Act) -> None:
    """As many cards as the opponent has ships there, at random: those that are named, if they are seen.

    A defense without an encounter card draws a new hand before. Without one afterwards the opponent loses, at once, if
    its sheet does not let it go on; `none` says so of a hand of which that is not known.
    """
    table, other = on.table, opponent_now(on, power)
    if other == table.defense and on.lacks_encounter_card(other):
        drawn = on.law["planning.new-hand"].value
        on.find("planning.new-hand", drawn, other)
        on.redraw(other, drawn)
    count, named = min(_opposing_ships(on, power.who), len(table.hands[other])), tuple(cards_said(on, done))
    if len(named) > count:
        not_now(on, power)
    cards = hand_over(on, other, named, count)
    on.lay_apart(other, OVER, *cards)
    on.steps.append(power.finding(len(cards), other, cards_of(len(cards))))
    if _NONE in done.args and on.hand_of(other).has:
        on.cannot("uses.unsaid", power.who, f"what is true: {other} has an encounter card left")
    left_none = _NONE in done.args or on.lacks_encounter_card(other)
    if left_none and on.sheet_lifting(other, "no-card") is None:
        table.due = [due for due in table.due if due.who != power.who]
        table.cards, table.revealed = {other: _NONE}, True
        resolve(on)
        table.cards = {}


lays_opponent_apart.offered(plainly())


# -- everybody's of one type -------------------------------------------------------------------------------------------


def _is_before_launch(on: Turn, power: Power) -> bool:
    """True if the defense is known and the offense has sent no ship."""
    return on.table.phase == ph.LAUNCH and bool(on.table.defense) and not on.table.launched


@effect.carried_out(now=_is_before_launch, once=True)
def lays_type_apart(on: Turn, power: Power, done: Act) -> None:
    """The owner lays a card, and whoever has a colony in its system all cards of that type, until planning begins."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), tbl.UNKNOWN)
    if card == tbl.UNKNOWN:
        on.cannot("uses.apart-cards", who, nearest=[f"use {who} {one}" for one in known_in_hand(on, power)][:3])
    kind = on.card_type(card)
    on.take_out(who, card)
    on.lay_apart(who, ph.PLANNING, card)
    on.steps.append(power.finding(card, card, kind))
    for name in table.clockwise(who):
        if not any(table.at(place, name) for place in table.home_planets(who)):
            continue
        cards = [one for one in table.hands[name] if one != tbl.UNKNOWN and on.card_type(one) == kind]
        if tbl.UNKNOWN in table.hands[name]:
            on.presume("uses.in-hand-again", f"no card of {name}'s that is not known is of the type {kind}")
        on.take_out(name, *cards)
        on.lay_apart(name, ph.PLANNING, *cards)
        on.find("uses.lies-apart", len(cards), name, cards_of(len(cards)), kind)


lays_type_apart.offered(one_of(known_in_hand))


# -- a store on the sheet ----------------------------------------------------------------------------------------------


def _are_invited(on: Turn, power: Power) -> bool:
    """True if somebody has invited, and no card is selected."""
    return bool(on.table.invited) and on.table.phase in (ph.ALLIANCE, ph.PLANNING) and not on.table.cards


@effect.carried_out(now=_are_invited, once=True)
def freezes_card(on: Turn, power: Power, done: Act) -> None:
    """Once allies are invited a card of the owner's goes facedown onto its sheet, and it draws one."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), "")
    if not card:
        on.cannot("uses.apart-cards", who, nearest=[f"use {who} {one}" for one in in_hand(on, power)][:3])
    on.take_out(who, card)
    table.aside[who] = (*table.aside.get(who, ()), card)
    drawn = on.draw(who, 1)
    on.steps.append(power.finding(len(table.aside[who]), cards_of(len(table.aside[who])), cards_of(drawn)))


freezes_card.offered(one_of(in_hand))


def _has_frozen(on: Turn, power: Power) -> bool:
    cards: int = power.args["cards"]
    return len(on.table.aside.get(power.who, ())) >= cards


@effect.carried_out(fits=lambda done: done.args == ("all",), now=_has_frozen)
def thaws_cards(on: Turn, power: Power, done: Act) -> None:
    """`cards`: with so many on the sheet the owner discards its hand and takes them all, at any time."""
    table, who = on.table, power.who
    store = table.aside[who]
    on.discard(table.hands[who], who)
    del table.aside[who]
    table.hold(who, store)
    on.steps.append(power.finding(len(store), cards_of(len(store))))


thaws_cards.offered(one_of(lambda on, power: ("all",)))


def _one_more(board: Board, said: Act) -> tuple[str, ...]:
    """How many lie on the sheet, which a line does not tell, and the card that is drawn for it."""
    return ("one more", cards_of(1))


def _of_a_type(board: Board, said: Act) -> tuple[str, ...]:
    """The card that was laid, and of which type it is."""
    card = _cards_named(board, said)[0]
    return card, type_of(board.rulebase, card)


def _of_the_opponent(board: Board, said: Act) -> tuple[str, ...]:
    """Whose cards lie apart, and which."""
    other = opponent_of(board, board.stands[said.who]).name
    return (other, *_cards_named(board, said))


for _effect, _words in (
    (freezes_card, _one_more),
    (lays_opponent_apart, _of_the_opponent),
    (lays_type_apart, _of_a_type),
    (thaws_cards, _cards_named),
):
    _effect.outcome("declare")(stating(_words, assumes=True))
