"""Cards drawn or laid aside for what has happened."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import card_named, not_now, player_said, which_card
from referee.judge.powers.at_table import one_of, others
from referee.judge.powers.common import Args, first_of, other_side, said_with, tell_use
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import cards_said
from referee.judge.ruling import MUST
from referee.judge.stand import Stand
from referee.judge.table.powers import Power, as_typed
from referee.judge.table.turn import Turn
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state.encounter import Act


@effect.outcome("hands")
def lays_aside(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: so many of the hand cannot be taken as compensation; they are not among those that can be."""
    paid = any(
        shown.kind == pos.NEGOTIATE and other_side(side) in board.shown and _attacks(board, other_side(side))
        for side, shown in board.shown.items()
    )
    if not paid or not stand.takes_part:
        return
    aside = tell_use(board, stand, use, args["cards"], cards_of(args["cards"]))
    if aside is not None:
        board.laid_aside[stand.name] = aside


def _attacks(board: Board, side: str) -> bool:
    return board.shown[side].kind == pos.ATTACK


@lays_aside.carried_out()
def lay_aside(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many of the hand lie apart while it is drawn anew, or while compensation is taken from it."""
    table, who = on.table, power.who
    anew, pays = _draws_anew(on, who), _pays(on, who)
    if not anew and not pays:
        not_now(on, power)
    hand, said = table.hands[who], tuple(cards_said(on, done))
    count = min(power.args["cards"], len(hand))
    if not said:
        if len({*hand}) > 1 and count < len(hand):
            nearest = tuple(as_typed("flare", who, done.name, " ".join(cards)) for cards in _aside(on, power))
            which_card(on, power, nearest)
        said = hand[:count]
    barred = next((card for card in said if anew and not pays and on.is_encounter_card(card)), "")
    if len(said) != count or barred:
        on.forbid("played.not-laid-aside", who, cards_of(count), card_named(power), barred or cards_of(len(said)))
    on.take_out(who, *said)
    table.aside[_place(who)] = said
    on.steps.append(power.finding(len(said), cards_of(len(said))))


def _draws_anew(on: Turn, who: str) -> bool:
    """Whether the player is about to draw a new hand: it is the offense at the start, or the defense in planning."""
    table = on.table
    if on.has_encounter_card(who) or who in table.cards:
        return False
    if who == table.turn:
        return table.phase == ph.START and table.encounter == 1
    return who == table.defense and table.phase == ph.PLANNING


def _pays(on: Turn, who: str) -> bool:
    """Whether compensation is to be taken out of the player's hand."""
    return any(due.what == "take" and due.source == who and due.who != who for due in on.table.due)


def _place(who: str) -> str:
    """Where a player's cards lie that nobody takes: no planet, nor a player's own second hand."""
    return f"{who} laid aside"


@lays_aside.offered
def _aside(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    """The first cards of the hand that can be laid aside."""
    anew, pays = _draws_anew(on, power.who), _pays(on, power.who)
    if not anew and not pays:
        return
    hand = list(on.table.hands[power.who])
    if power.use.alien in hand:  # the flare itself is played
        hand.remove(power.use.alien)
    able = [card for card in hand if pays or not on.is_encounter_card(card)]
    count = min(power.args["cards"], len(hand))
    if count <= len(able):
        yield tuple(able[:count])


@lays_aside.while_played("redraws")
def keep_aside(on: Turn, power: Power, player: str, left: list[str], kept: list[str]) -> None:
    """The new hand comes on top of what was laid aside."""
    if player == power.who:
        kept += _taken_up(on, power)


def _taken_up(on: Turn, power: Power) -> tuple[str, ...]:
    cards = on.table.aside.pop(_place(power.who), ())
    if cards:
        on.find("played.taken-up", len(cards), power.who, cards_of(len(cards)))
    return cards


@lays_aside.while_played("paid")
def keep_from_payment(on: Turn, power: Power, payer: str, player: str, cards: int) -> None:
    """Compensation is taken, and what was laid aside is in hand again."""
    if payer == power.who:
        _into_hand(on, power)


def _into_hand(on: Turn, power: Power) -> None:
    cards = _taken_up(on, power)
    on.table.gain(power.who, *cards)


@lays_aside.while_played("over")
def keep_to_the_end(on: Turn, power: Power) -> None:
    """Nothing was drawn or paid after all: the cards come back all the same."""
    _into_hand(on, power)


@effect.outcome("after")
def draws_for(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Of what somebody draws off the deck a line has the rewards: they go through the hands of who played the flare."""
    others = [other.name for other in board.order if other is not stand]
    named = first_of(said_with(board, stand, use).args, others)
    if not named:
        unsaid_on_line(board, stand, use, "whose cards it draws", *others)
        return
    picks = board.players[named].rewards
    if picks is None or not picks.value:
        return
    draws = board.apply(stand, use, True, (picks,), (named,))
    if draws is not None:
        what = f"draw the cards that {named} takes as rewards, look at them, hand them on, and tell nobody"
        board.do(stand.name, MUST, what, draws)


@draws_for.carried_out(offers=one_of(others))
def draw_for(on: Turn, power: Power, done: Act) -> None:
    """For the rest of the encounter the player draws what another one takes off the deck, and hands it on.

    What it sees there is its own; that it may not tell is said with each draw.
    """
    whose = player_said(on, power, done, on.table.clockwise(power.who))
    on.steps.append(power.finding(True, whose))


@draws_for.while_played("drew")
def hand_on(on: Turn, power: Power, player: str, cards: int) -> None:
    """Cards of that player's came off the deck: they go through the hands of who has played the flare."""
    said = power.use.played[0] if power.use.played is not None else ()
    if player in said and player != power.who:
        on.find("played.draws-for", True, power.who, player)
