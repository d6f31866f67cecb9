"""Machine: a turn without a limit of two encounters."""

from __future__ import annotations

from typing import Any

from referee.judge.board import Board, Stand
from referee.judge.powers import verb
from referee.law.power import Use


@verb("goes_again", "after")
def goes_again(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """After any completed encounter the owner may have another; `judge.second` asks it where the rules allow none."""
    if stand is board.offense and board.admits(stand, use):
        board.again = (stand, use)
