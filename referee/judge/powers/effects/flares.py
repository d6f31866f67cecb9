"""Flares that change a power, and the zap that a flare is to its own."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.powers import effect
from referee.judge.powers.common import Args
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state.encounter import Act


@effect.outcome("limit", told=True)
def zaps_itself(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`said`: with this word the flare works like a Cosmic Zap on its player's own power."""
    played = board.usage(stand, use)
    if played is not None and args["said"] in played[0]:
        sources = () if played[1] is None else (played[1],)
        rule = board.law["flares.zaps-itself"].citing(use.rule)
        board.zaps.setdefault((stand.name, use.alien), Finding(rule, True, sources, (stand.name, use.alien)))


@effect.carried_out(ruled=True, changes=True)
def extends(on: Turn, power: Power, done: Act) -> None:
    """The power can do more from now on (`Turn.sheets`), for the outcome too; the player still uses it as always."""
    on.steps.append(power.finding(True))
