"""What several effects need."""

from __future__ import annotations

from typing import Any

from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.ruling import DEFENSE_WINS, OFFENSE_WINS
from referee.position import encounter as pos

Args = dict[str, Any]

SWAPPED = {OFFENSE_WINS: DEFENSE_WINS, DEFENSE_WINS: OFFENSE_WINS}


def wins(side: str) -> str:
    """The outcome in which this side wins."""
    return OFFENSE_WINS if side == pos.OFFENSE else DEFENSE_WINS


def take_from_warp(board: Board, loser: Stand, fate: dict[str, Finding], to: str, moved: Finding) -> None:
    """Ships bound for the warp go elsewhere: `fate` maps `warp`, `returns` and `removed` to findings of ships."""
    before = fate["warp"]
    fate[to] = moved
    fate["warp"] = Finding(board.law["resolution.not-lost"], before.value - moved.value, (before, moved), (loser.name,))
