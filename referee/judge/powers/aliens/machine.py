"""Machine: a turn without a limit of two encounters."""

from __future__ import annotations

from referee.judge.powers import effect
from referee.judge.powers.types import Act, Args, Board, Power, Stand, Turn, Use
from referee.judge.table.ending import second


@effect.outcome("after")
def goes_again(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """After any completed encounter the owner may have another; `second_encounter` asks it where no rule allows one."""
    if stand is board.offense and board.admits(stand, use):
        board.again = (stand, use)


@goes_again.carried_out()
def goes_again_at_table(on: Turn, power: Power, done: Act) -> None:
    """To go again is the same as `second`, however the encounter ended."""
    second(on)
