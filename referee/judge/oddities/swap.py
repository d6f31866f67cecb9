"""Sorcerer: the two facedown encounter cards change places."""

from __future__ import annotations

from typing import Any

from referee.judge.board import Board, Stand
from referee.judge.powers import verb
from referee.law.power import Use


@verb("swaps_cards", "selected")
def swaps_cards(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """The line tells what each side turns up, so the swap shows there already; it tells who had selected what."""
    swapped = board.apply(stand, use, True)
    if swapped is not None:
        board.swapped = swapped
        board.steps.append(swapped)
