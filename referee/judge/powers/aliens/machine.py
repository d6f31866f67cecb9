"""Machine: a turn without a limit of two encounters."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.powers.in_force import verb


@verb("goes_again", "after")
def goes_again(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """After any completed encounter the owner may have another; `second_encounter` asks it where no rule allows one."""
    if stand is board.offense and board.admits(stand, use):
        board.again = (stand, use)
