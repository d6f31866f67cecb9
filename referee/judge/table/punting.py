"""Punting: new cards in place of a turn (warp optional-rules)."""

from __future__ import annotations

from referee.judge.table.ending import lapse
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph


@command("punt")
def punt(on: Turn) -> None:
    """In place of the whole turn its player discards the hand and draws new cards (warp optional-rules.1; WA-20)."""
    who, said = on.table.turn, on.command.who
    if not on.law["turn.punt"].value:
        on.cannot("turn.no-punt", said or who)
    if said not in ("", who):
        on.cannot("turn.order", said, who, nearest=(f"punt {who}",))
    if not may_punt(on):
        on.forbid("turn.punt-late", who)
    drawn: int = on.law["turn.punt"].value
    on.find("turn.punts", drawn, who)
    on.redraw(who, drawn)
    lapse(on)


def may_punt(on: Turn) -> bool:
    """Whether the player whose turn it is may still punt: nothing of the turn has begun, or destiny has not (WA-20)."""
    table = on.table
    if not on.law["turn.punt"].value:
        return False
    if on.law["turn.punt-late"].value == "until-destiny":
        return table.phase in (ph.START, ph.REGROUP) and not table.extras
    return table.phase == ph.START and not table.acts and not table.begun
