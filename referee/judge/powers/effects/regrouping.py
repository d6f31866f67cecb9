"""What is done in the place of a regroup, or with it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.powers.asked import not_now, player_said
from referee.judge.powers.effect import Effect
from referee.judge.table.powers import Power, as_typed
from referee.judge.table.regroup import check_in_warp, check_once, check_onto
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act

RECOVERS = Effect("recovers")


@RECOVERS.carried_out()
def recover(on: Turn, power: Power, done: Act) -> None:
    """`ships`: as many leave the warp as there are, up to so many, instead of one; to the colony that is named."""
    who = power.who
    _check_regroup(on, power)
    count = min(power.args["ships"], on.table.at(tbl.WARP, who))
    place = _to(on, power, who, done)
    on.table.move(who, count, tbl.WARP, place)
    on.steps.append(power.finding(count, ships_of(count), place))
    _end(on, power)


def _check_regroup(on: Turn, power: Power) -> None:
    """What is done in place of a regroup needs one: not done yet, and a ship in the warp."""
    check_once(on, power.who)
    check_in_warp(on, power.who)


def _to(on: Turn, power: Power, who: str, done: Act) -> str:
    """The colony that is named, or that with the fewest at home; without any colony the gate (5.4.1, 5.4.2)."""
    place = next((arg for arg in done.args if arg in on.table.ships), "")
    if not on.table.colonies(who):
        return tbl.GATE
    best = on.homes_for(who, 1)[0].place
    if place:
        whose = () if who == power.who else (who,)
        check_onto(on, who, place, as_typed("flare", power.who, done.name, *whose, best))
    return place or best


def _end(on: Turn, power: Power) -> None:
    table = on.table
    table.regrouped, table.phase = True, ph.REGROUP
    on.find("played.instead", True, table.turn)
    note_winning(on)


DRAWS_INSTEAD = Effect("draws_instead")


@DRAWS_INSTEAD.carried_out()
def draw_instead(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck, and no ship is taken out of the warp."""
    _check_regroup(on, power)
    drawn = on.draw(power.who, power.args["cards"])
    on.steps.append(power.finding(drawn, cards_of(drawn)))
    _end(on, power)


REMOVES_INSTEAD = Effect("removes_instead")


@REMOVES_INSTEAD.carried_out()
def remove_instead(on: Turn, power: Power, done: Act) -> None:
    """One of the player's ships in the warp leaves the game, and none is taken out of the warp to a colony."""
    _check_regroup(on, power)
    on.table.move(power.who, 1, tbl.WARP, tbl.REMOVED)
    on.steps.append(power.finding(1, ships_of(1)))
    _end(on, power)


REGROUPS_OTHER = Effect("regroups_other")


@REGROUPS_OTHER.carried_out()
def regroup_other(on: Turn, power: Power, done: Act) -> None:
    """Another player than the offense takes a ship out of the warp in the offense's place.

    Not where the offense has no ship anywhere but in the warp and out of the game.
    """
    table = on.table
    if table.regrouped or not (table.on_colonies(table.turn) or table.at(tbl.GATE, table.turn)):
        not_now(on, power)
    chosen = player_said(on, power, done, _able(on))
    place = _to(on, power, chosen, done)
    table.move(chosen, 1, tbl.WARP, place)
    on.steps.append(power.finding(1, chosen, place))
    on.check_power(chosen)
    _end(on, power)


def _able(on: Turn) -> list[str]:
    """The players besides the offense who have a ship to retrieve and a colony for it."""
    table = on.table
    return [name for name in table.clockwise(table.turn) if table.at(tbl.WARP, name) and table.colonies(name)]


@REGROUPS_OTHER.offered
def _others(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    yield from ((name,) for name in _able(on))
