"""Phantasm: the top card of the deck, which takes the place of either revealed card."""

from __future__ import annotations

from referee.judge.phases.reveal import SIDES
from referee.judge.phases.uses import no_such_card
from referee.judge.powers import effect
from referee.judge.powers.aliens.chosen import replace_shown, was_said_before
from referee.judge.powers.at_table import refuse_what_is_barred
from referee.judge.powers.choices import in_use
from referee.judge.powers.common import card_of, first_not_of, refuse_use, side_meant, tell
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import cards_said, check_moment, check_once
from referee.judge.powers.types import Act, Args, Board, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for


@effect.outcome("drawn", takes="card side|player")
def turns_up_card(board: Board, stand: Stand, use: Use, args: Args, card: Act | None) -> None:
    """`use red 12 offense`: the 12 off the deck takes the place of the offense's card; `use red Plague`: it is gone.

    `card` is the artifact that is about to change the revealed cards; what was turned up before it comes first.
    """
    used = next(iter(board.uses(stand, use)), None)
    early = card is not None and (used is None or not was_said_before(board, used.act, card))
    if not stand.is_main or early or (stand.name, 0) in board.drawn:
        return
    board.drawn.add((stand.name, 0))
    if not in_use(board, stand, use):
        return
    if used is None:
        ask_for(board, stand, use, f"use {stand.name} CARD offense", f"use {stand.name} CARD defense")
        return
    mains = (board.offense.name, board.defense.name)
    text, side = first_not_of(used.args, (*SIDES, *mains)), side_meant(used.args, mains)
    top = card_of(board, text)
    if top is None:
        unknown = no_such_card(stand.name) if text in ("", "A", "?") else None
        if not refuse_use(board, stand, use, used, unknown):
            tell(board, stand, use, None, (), (f"{text} is discarded",), used)
    elif not side:
        unsaid_on_line(board, stand, use, " or ".join(SIDES), *SIDES)
    else:
        replace_shown(board, stand, use, used, top, side)


@turns_up_card.carried_out(ruled=True)
def turn_up(on: Turn, power: Power, done: Act) -> None:
    """The top card leaves the deck; one that is no encounter card is discarded at once."""
    who, card = power.who, first_not_of(cards_said(on, done), SIDES)
    check_moment(on, power)
    check_once(on, power)
    hand, drew = on.table.hands[who], on.drawn
    on.draw(who, 1)  # nobody draws it: it is turned up
    on.drawn = drew
    on.table.hold(who, hand)
    if card and not on.is_encounter_card(card):
        on.discard((card,))
    refuse_what_is_barred(on, power)
