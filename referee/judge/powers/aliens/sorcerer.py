"""Sorcerer: the two facedown encounter cards change places."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb


@verb("swaps_cards", "selected")
def swaps_cards(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """The line tells what each side turns up, so the swap shows there already; it tells who had selected what.

    A power may have had one of the cards laid faceup: whether that one is swapped too is disputable (DF-74).
    """
    swapped = board.apply(stand, use, True)
    if swapped is None:
        return
    if "faceup" in board.declared:
        rule = board.law["uses.faceup-swapped"].citing(use.rule)
        sources = (board.declared["faceup"], swapped)
        if not rule.value:
            board.forbid(rule, (stand.name,), board.without_this(stand, use), sources)
            return
        swapped = Finding(rule, True, sources, (stand.name,))
    board.swapped = swapped
    board.steps.append(swapped)
