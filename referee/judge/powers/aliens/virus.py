"""Virus: the card is multiplied by the owner's ships instead of being added to them."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.powers import effect
from referee.judge.powers.common import Args
from referee.judge.stand import Stand
from referee.state import encounter as pos


@effect.outcome("worth", told=True)
def multiplies_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """With a revealed attack, the owner's card times the owner's ships stands for their sum; allies are added.

    With `whose = "side"` the ships of its allies are multiplied as well.
    """
    if stand.is_main and board.shown[stand.side].kind == pos.ATTACK:
        product = board.apply(stand, use, True)
        if product is not None:
            board.product[stand.side] = product
            if args.get("whose") == "side":
                board.whole_side.add(stand.side)
