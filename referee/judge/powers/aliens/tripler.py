"""Tripler: low attacks are multiplied, high ones divided."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.cards_shown import Shown
from referee.judge.powers import effect
from referee.judge.powers.common import Args
from referee.judge.stand import Stand
from referee.state import encounter as pos


@effect.outcome("card", told=True, by=effect.MAIN)
def scale_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`at_most`, `factor`: what the owner's revealed attack counts."""
    shown = board.shown[stand.side]
    if shown.kind == pos.ATTACK:
        value = scaled(shown.value, args["at_most"], args["factor"])
        changed = board.apply(stand, use, value, (shown.finding,), (shown.value,))
        if changed is not None:
            board.shown[stand.side] = Shown(pos.ATTACK, value, changed)


def scaled(value: int, at_most: int, factor: int) -> int:
    """An attack of at most `at_most` times `factor`; a higher one divided by it, rounded up."""
    return value * factor if value <= at_most else -(-value // factor)
