"""Masochist: a win for who has lost every ship, and a power that is kept without home colonies."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.powers import effect
from referee.judge.powers.common import Args
from referee.judge.ruling import MUST
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl

_LOST = (tbl.WARP, tbl.REMOVED, tbl.LIMBO)


@effect.outcome("after")
def wins_when_lost(board: Board, stand: Stand, use: Use, args: Args) -> None:
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


@wins_when_lost.when("regroup")
def wins_when_lost_at_table(on: Turn, power: Power) -> None:
    """At the start of any regroup phase, before the offense takes its ship, the owner wins with every ship lost.

    Lost are those in the warp and those out of the game. Nothing else follows: the game is over.
    """
    table, who = on.table, power.who
    if table.winners or any(who in stacks for place, stacks in table.ships.items() if place not in _LOST):
        return
    wins_now(on, power, True)


def wins_now(on: Turn, power: Power, why: bool | int) -> None:
    """The owner has won by its sheet, and the game is over; `why` is the value of the use."""
    on.table.winning = on.table.winners = (power.who,)
    on.table.phase = ph.OVER
    on.find("win.by-power", True, power.who, sources=(power.finding(why),))


@wins_when_lost.wins_by
def has_won(on: Turn, power: Power) -> bool:
    """A win at the start of a regroup phase ends the game; at no other moment are lost ships a win."""
    return on.table.phase == ph.OVER and power.who in on.table.winners
