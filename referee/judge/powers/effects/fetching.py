"""Cards that come from where nobody else takes them: out of the discards, or from outside the game."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import Offers
from referee.judge.powers.common import stating
from referee.judge.powers.moments import cards_said, check_once, is_used
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act


def _two_cards(board: Board, said: Act) -> tuple[str, ...]:
    """`CARD CARD`: what was given and what was taken."""
    cards = [arg for arg in said.args if arg not in board.stands and "." not in arg]
    return (*cards, "a card", "a card")[:2]


# -- flares that are not in the game -----------------------------------------------------------------------------------

_BEFORE = (ph.START, *ph.BEFORE_CARDS)  # phases in which no encounter card is selected


def _strangers(on: Turn, cards: tuple[str, ...]) -> list[str]:
    """The flares among these cards that match nobody's alien."""
    played = {alien for aliens in on.table.aliens.values() for alien in aliens}
    return [card for card in cards if on.rulebase.flare(card) is not None and card not in played]


@effect.carried_out()
def draws_unused_flare(on: Turn, power: Power, done: Act) -> None:
    """A flare that is in no deck comes to the owner's hand; of two that match nobody's alien one leaves the game.

    It is named first, and then the one that goes; `?` where nobody shows it.
    """
    table, who = on.table, power.who
    check_once(on, power)
    if table.cards or table.phase not in _BEFORE:
        not_now(on, power)
    drawn, gone, *_ = (*cards_said(on, done), "", "")
    if drawn != tbl.UNKNOWN and not _strangers(on, (drawn,)):
        on.cannot("uses.which-flare", who, nearest=(f"use {who} ?",))
    table.gain(who, drawn)
    on.steps.append(power.finding(drawn, drawn if drawn != tbl.UNKNOWN else "a flare"))
    strange = _strangers(on, table.hands[who])
    if gone not in strange and (gone or len(strange) > 1):
        nearest = [f"use {who} {drawn} {flare}" for flare in strange]
        on.cannot("uses.flare-removed", who, cards_of(len(strange)), nearest=nearest)
    if gone:
        on.give_up(who, gone)
        on.find("uses.flare-gone", gone, who, gone)


@draws_unused_flare.offered
def _unused(on: Turn, power: Power) -> Offers:
    if not on.table.cards and on.table.phase in _BEFORE and not is_used(on, power):
        yield (tbl.UNKNOWN,)


draws_unused_flare.outcome("declare")(stating(_two_cards, assumes=True))
