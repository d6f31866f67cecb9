"""Tortoise: rewards at the start of its own turn, which is over with them."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.uses import too_many_ships
from referee.judge.powers import effect
from referee.judge.powers.asked import typed
from referee.judge.powers.effects.saved import shared_out
from referee.judge.powers.moments import TURN_START
from referee.judge.powers.types import Act, Offers, Power, Turn
from referee.judge.table.resolution import note_winning
from referee.state import phases as ph
from referee.state import table as tbl


@effect.carried_out(time=TURN_START, takes="planet* count*")
def takes_rewards_for_turn(on: Turn, power: Power, done: Act) -> None:
    """`rewards`: so many as the owner's turn starts, which ends then: cards, or `use red red.2 1`, a ship to red.2."""
    from referee.judge.table.ending import pass_on  # it imports effects of the start of turn

    table, who, most = on.table, power.who, power.args["rewards"]
    on.check_hand_first(who)
    homes = shared_out(done.args, 1)
    ships = sum(count for _, count in homes)
    if ships > min(most, table.at(tbl.WARP, who)) or any(place not in table.colonies(who) for place, _ in homes):
        ways = [typed(power, *way) for way in _ways(on, power)]
        on.keep(too_many_ships(who, ships, min(most, table.at(tbl.WARP, who))), nearest=ways)
    for place, count in homes:
        table.move(who, count, tbl.WARP, place)
    drawn = on.draw(who, most - ships)
    on.steps.append(power.finding(most, cards_of(drawn), ships_of(ships)))
    note_winning(on)
    pass_on(on)


@takes_rewards_for_turn.offered
def _ways(on: Turn, power: Power) -> Offers:
    """Cards alone, or ships out of the warp onto one colony in place of some of them."""
    table, who = on.table, power.who
    if not TURN_START.is_now(on, power):
        return
    yield ()
    for ships in range(1, min(power.args["rewards"], table.at(tbl.WARP, who)) + 1):
        yield from ((place, str(ships)) for place in table.colonies(who))


takes_rewards_for_turn.before_leaving(ph.START)(TURN_START.is_now)
