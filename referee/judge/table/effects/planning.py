"""Powers used while the encounter cards are selected."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.table.powers import Power, carries_out, offers
from referee.judge.table.turn import Turn
from referee.position import table as tbl
from referee.position.encounter import Act


@carries_out("sacrifice", ruled=True)
def sacrifice(on: Turn, power: Power, done: Act) -> None:
    """`most`, `cards`: up to so many ships from colonies go to the warp, and so many cards are drawn for each.

    The outcome reckons with it too: such ships were not lost by the encounter.
    """
    most = min(power.args["most"], on.table.on_colonies(power.who))
    ships = next((int(arg) for arg in done.args if arg.isdigit()), 0)
    if not 1 <= ships <= most:
        nearest = (f"use {power.who} {most}",) if most else ()
        on.forbid("powers.too-many", power.who, ships_of(ships), power.args["most"], nearest=nearest)
    stacks = on.taken_from("launch.from-colonies", power.who, ships, ())
    on.send(power.who, stacks, tbl.WARP)
    drawn = on.draw(power.who, ships * power.args["cards"])
    on.steps.append(power.finding(ships, ships_of(ships), cards_of(drawn)))


@offers("sacrifice")
def _sacrifices(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if not on.table.cards:
        most = min(power.args["most"], on.table.on_colonies(power.who))
        yield from ((str(ships),) for ships in range(1, most + 1))
