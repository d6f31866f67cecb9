"""Cards that give their player an encounter out of turn, once the one that goes on is over."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.table.extra import can_meet
from referee.judge.table.powers import Power, carries_out, offers
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state.encounter import Act
from referee.state.table import Extra


@carries_out("extra_encounter")
def extra_encounter(on: Turn, power: Power, done: Act) -> None:
    """The player has an encounter as soon as this one is over: with `against = "offense"` against the offense.

    With `card` the player needs an encounter card for it.
    """
    table, who = on.table, power.who
    if table.phase != ph.RESOLUTION:
        revealed = table.phase == ph.REVEAL and table.revealed
        on.cannot(
            "extra.tech-when-over" if done.verb == "tech" else "extra.flare-when-over",
            who,
            power.use.alien,
            nearest=("resolve",) if revealed else (),
        )
    against = _against(on, power)
    if against and not can_meet(on, who, against):
        on.cannot("extra.not-met", who, against)
    if power.args.get("card"):
        if on.hand_of(who).lacks:
            on.refuse(on.law["extra.no-card"].citing(power.use.rule), who, power.use.alien)
        if not on.has_encounter_card(who):
            on.presume("planning.selects", f"{who} holds an encounter card")
    table.extras = (*table.extras, Extra(who, against, bool(power.args.get("card")), done.verb))
    on.steps.append(power.finding(True, against))


def _against(on: Turn, power: Power) -> str:
    return on.table.turn if power.args.get("against") else ""


@offers("extra_encounter")
def _when_over(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    against = _against(on, power)
    if on.table.phase == ph.RESOLUTION and (not against or can_meet(on, power.who, against)):
        yield ()
