"""What is done in the place of a regroup, or with it."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, planet_with, player_said
from referee.judge.powers.at_table import one_of, plainly
from referee.judge.powers.common import first_of
from referee.judge.powers.types import Act, Power, Turn
from referee.judge.table.moving import Way
from referee.judge.table.powers import as_typed
from referee.judge.table.regroup import check_in_warp, check_once, check_onto
from referee.judge.table.resolution import note_winning
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack


@effect.carried_out()
def regroups_otherwise(on: Turn, power: Power, done: Act) -> None:
    """In place of the one ship that leaves the warp: `ships`, up to so many do, to the colony that is named; `cards`,
    so many are drawn; `removed`, so many ships in the warp leave the game."""
    who, table = power.who, on.table
    check_once(on, who)
    check_in_warp(on, who)
    if "cards" in power.args:
        drawn = on.draw(who, power.args["cards"])
        on.steps.append(power.finding(drawn, cards_of(drawn)))
    elif "removed" in power.args:
        table.move(who, power.args["removed"], tbl.WARP, tbl.REMOVED)
        on.steps.append(power.finding(power.args["removed"], ships_of(power.args["removed"])))
    else:
        count = min(power.args["ships"], table.at(tbl.WARP, who))
        stacks = _to(on, power, who, done, count)
        for place, ships in stacks:
            table.move(who, ships, tbl.WARP, place)
        on.steps.append(power.finding(count, ships_of(count), " and ".join(place for place, _ in stacks)))
    _end(on, power)


def _may_regroup(on: Turn, power: Power) -> bool:
    """True if the regroup is the player's own, and a ship of its own is in the warp."""
    table = on.table
    early = table.phase in (ph.START, ph.REGROUP) and not table.regrouped
    return early and power.who == table.turn and bool(table.at(tbl.WARP, power.who))


regroups_otherwise.offered(plainly(_may_regroup))


def _to(on: Turn, power: Power, who: str, done: Act, ships: int) -> Way:
    """To the colony that is named, or to those with the fewest at home; without any to the gate (5.4.1, 5.4.2)."""
    place = first_of(done.args, on.table.ships)
    if not on.table.colonies(who):
        return (Stack(tbl.GATE, ships),)
    best = on.homes_for(who, ships)
    if place:
        whose = () if who == power.who else (who,)
        check_onto(on, who, place, as_typed("flare", power.who, done.name, *whose, best[0].place))
        return (Stack(place, ships),)
    on.tell_homes(who, best)
    return best


def _end(on: Turn, power: Power) -> None:
    table = on.table
    table.regrouped, table.phase = True, ph.REGROUP
    on.find("played.instead", True, table.turn)
    note_winning(on)


@effect.carried_out()
def regroups_other(on: Turn, power: Power, done: Act) -> None:
    """Another player than the offense takes a ship out of the warp in the offense's place.

    Not where the offense has no ship anywhere but in the warp and out of the game.
    """
    table = on.table
    if table.regrouped or not (table.on_colonies(table.turn) or table.at(tbl.GATE, table.turn)):
        not_now(on, power)
    chosen = player_said(on, power, done, _able(on, power))
    ((place, _),) = _to(on, power, chosen, done, 1)
    table.move(chosen, 1, tbl.WARP, place)
    on.steps.append(power.finding(1, chosen, place))
    on.check_power(chosen)
    _end(on, power)


def _able(on: Turn, power: Power) -> list[str]:
    """The players besides the offense who have a ship to retrieve and a colony for it."""
    table = on.table
    return [name for name in table.clockwise(table.turn) if table.at(tbl.WARP, name) and table.colonies(name)]


regroups_other.offered(one_of(_able))


@effect.carried_out()
def frees_ships(on: Turn, power: Power, done: Act) -> None:
    """All ships of the owner's in the warp go to one of its home planets, even one where it has no colony."""
    table, who = on.table, power.who
    ships = table.at(tbl.WARP, who)
    if not ships:
        not_now(on, power)
    place = planet_with(on, power, done, table.home_planets(who))
    table.move(who, ships, tbl.WARP, place)
    on.steps.append(power.finding(place, ships_of(ships)))
    on.check_power(who)
    note_winning(on)


def _has_to_free(on: Turn, power: Power) -> bool:
    """The offense may first take the ship to which every regroup entitles it."""
    return bool(on.table.at(tbl.WARP, power.who)) and on.command.verb != "regroup"


frees_ships.before_leaving(ph.START)(_has_to_free)
frees_ships.before_leaving(ph.REGROUP)(_has_to_free)
frees_ships.offered(
    one_of(lambda on, power: on.table.home_planets(power.who), lambda on, power: bool(on.table.at(tbl.WARP, power.who)))
)
