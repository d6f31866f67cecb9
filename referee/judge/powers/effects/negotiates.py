"""Revealed attacks that become negotiates, and revealed negotiates that become attacks."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board, Shown
from referee.judge.phases.reveal import SIDES, copy_morphs
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.at_table import Offers, play_for_outcome
from referee.judge.powers.choices import in_use, is_unused_now
from referee.judge.powers.common import Args, other_side, refuse_use
from referee.judge.powers.unapplied import ask_for
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import encounter as pos


@effect.outcome("turned")
def turns_attacks(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Attacks of `at_most`, or of `at_least`, become negotiates as they are turned up.

    With `against = "negotiate"` it is the attack that faces a negotiate, and the use needs one.
    """
    turned = [side for side in SIDES if _turns(board, side, args)]
    if not turned and "against" in args:
        for used in board.uses(stand, use)[:1]:
            refuse_use(board, stand, use, used, nothing_came_up(stand.name))
        return
    for side in turned:
        words = (board.main(side).name, str(board.faces[side]))
        became = board.apply(stand, use, "N", (board.shown[side].finding,), words)
        if became is not None:
            board.shown[side] = Shown(pos.NEGOTIATE, 0, became)
            board.valueless.pop(side, None)


def _turns(board: Board, side: str, args: Args) -> bool:
    shown, against = board.shown[side], board.shown[other_side(side)]
    if shown.kind != pos.ATTACK or args.get("against", against.kind) != against.kind:
        return False
    return bool(args.get("at_least", shown.value) <= shown.value <= args.get("at_most", shown.value))


turns_attacks.carried_out(ruled=True)(play_for_outcome)


@turns_attacks.offered
def _turns_now(on: Turn, power: Power) -> Offers:
    kinds = {on.card_type(card) for card in on.table.cards.values()}
    if is_unused_now(on, power) and (power.args.get("against", "") in ("", *kinds)):
        yield ()


@effect.outcome("turned", told=True)
def turns_negotiates(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: the opponent's negotiate becomes an attack of so much, and so do both where both main players have one.

    The owner's own becomes a morph. What a morph that faces a negotiate comes to is asked for: no text says that.
    """
    faces = {board.faces[side].kind for side in SIDES}
    turned = [side for side in SIDES if stand.is_main and board.shown[side].kind == pos.NEGOTIATE]
    if not turned or not in_use(board, stand, use):
        return
    if pos.MORPH in faces:
        ask_for(board, stand, use)
    elif turned == [stand.side]:
        morph = Shown(pos.MORPH, 0, board.shown[stand.side].finding)
        _becomes(board, stand, use, stand.side, morph, "a morph")
        copy_morphs(board)
    else:
        for side in turned:
            worth = Shown(pos.ATTACK, args["value"], board.shown[side].finding)
            _becomes(board, stand, use, side, worth, f"an attack of {args['value']}")


def _becomes(board: Board, stand: Stand, use: Use, side: str, card: Shown, called: str) -> None:
    """A revealed card counts as another one; `called` says which."""
    value = "M" if card.kind == pos.MORPH else card.value
    became = board.apply(stand, use, value, (card.finding,), (board.main(side).name, called))
    if became is not None:
        board.shown[side] = card._replace(finding=became)
