"""Masochist: a win for who has lost every ship, and a power that is kept without home colonies."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb
from referee.judge.ruling import MUST


@verb("wins_when_lost", "after")
def wins_when_lost(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """Where the line says how many ships are in the warp: with all of them lost its owner wins at the next regroup."""
    before = board.position.warp.get(stand.name)
    fallen = board.players[stand.name].warp
    removed = board.players[stand.name].removed
    if before is None or fallen is None or removed is None or not board.admits(stand, use):
        return
    owned = board.law["setup.ships"]
    gone = board.position.removed.get(stand.name) or 0
    if before + gone + fallen.value + removed.value >= owned.value:
        sources = (Finding(owned, owned.value), fallen)
        won = Finding(use.rule, True, sources, (stand.name,))
        board.do(stand.name, MUST, "win at the start of the next regroup phase, if no ship comes back", won)
