"""Powers that win the game in a way of their own, and one that makes a turn longer."""

from __future__ import annotations

from referee.judge.table.ending import second
from referee.judge.table.powers import Power, carries_out, when, wins_by
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act


@when("regroup", "wins_when_lost")
def wins_when_lost(on: Turn, power: Power) -> None:
    """At the start of any regroup phase, before the offense takes its ship, the owner wins with every ship lost.

    Lost are those in the warp and those out of the game. Nothing else follows: the game is over.
    """
    table, who = on.table, power.who
    if table.winners or any(who in stacks for place, stacks in table.ships.items() if place not in _LOST):
        return
    table.winning = table.winners = (who,)
    table.phase = ph.OVER
    why = power.finding(True)
    on.find("win.by-power", True, who, sources=(why,))


_LOST = (tbl.WARP, tbl.REMOVED, tbl.LIMBO)


@wins_by("wins_when_lost")
def has_won(on: Turn, power: Power) -> bool:
    """A win at the start of a regroup phase ends the game; at no other moment are lost ships a win."""
    return on.table.phase == ph.OVER and power.who in on.table.winners


@wins_by("counts_down")
def no_token_left(on: Turn, power: Power) -> bool:
    """The owner wins once the last token is off the sheet."""
    return on.table.tokens.get(power.who) == 0


@carries_out("goes_again")
def goes_again(on: Turn, power: Power, done: Act) -> None:
    """To go again is the same as `second`, however the encounter ended."""
    second(on)
