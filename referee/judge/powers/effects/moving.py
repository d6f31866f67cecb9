"""Ships that are moved as an outcome is carried out or with a regroup, and the gate that is pointed anew."""

from __future__ import annotations

from dataclasses import replace

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.uses import nothing_came_up, which_planet
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, not_now, planet_with, player_said, typed
from referee.judge.powers.at_table import one_of, plainly
from referee.judge.powers.common import first_of, first_planet, left_open, refuse_use, saying, stating, tell
from referee.judge.powers.effects.saved import is_left, not_compensated
from referee.judge.powers.moments import AFTER_REVEAL, BEFORE_INVITATIONS, WHEN_IT_COMES_UP
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.ruling import MAY, MUST, OFFENSE_WINS
from referee.judge.table.losses import came_back, chance
from referee.judge.table.moving import Way
from referee.judge.table.powers import as_typed, offered
from referee.judge.table.regroup import check_in_warp, check_once, check_onto
from referee.judge.table.resolution import note_winning
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack


@effect.outcome("extra", takes="planet* count*")
def moves_in(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A beaten defense that lost a home colony may move the ships that it lost onto a planet of the offense's system.

    None of them is in the warp then. The planet is named.
    """
    used = next(iter(board.uses(stand, use)), None)
    home, fallen = board.players[stand.name].home, board.fallen.get(stand.name, 0)
    beaten = board.outcome is not None and board.outcome.value == OFFENSE_WINS and stand is board.defense
    if not beaten or not fallen or home is None or home.value >= 0:
        if used is not None:
            refuse_use(board, stand, use, used, nothing_came_up(stand.name))
    elif used is not None:
        _move_in(board, stand, use, used, fallen)
    elif board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may, home)


def _move_in(board: Board, stand: Stand, use: Use, used: Used, ships: int) -> None:
    place, offense = first_planet(used.args), board.offense.name
    if place.partition(".")[0] != offense:
        refuse_use(board, stand, use, used, which_planet(stand.name, f"one of {offense}'s home planets"))
        return
    player = board.players[stand.name]
    moved = board.apply(stand, use, ships, (), (place, ships_of(ships)), used)
    if moved is None or player.warp is None:
        return
    before = player.warp
    player.warp = Finding(board.law["resolution.not-lost"], before.value - ships, (before, moved), (stand.name,))
    player.returns = Finding(use.rule, ships, (moved,), moved.words)
    board.fallen[stand.name] = 0
    board.do(stand.name, MUST, f"put {ships_of(ships)} on {place}", moved, by=use)
    gained = player.foreign.value if player.foreign is not None else 0
    player.foreign = Finding(board.law["resolution.new-colony"], gained + 1, (moved,), (stand.name,))
    board.assume("assumptions.no-colony-on", stand.name, place)


@moves_in.when("ships-lost")
def may_move_in(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The outcome lets the owner move the ships that it lost."""
    if loser == power.who and on.ruling is not None and is_left(on.ruling, power, MAY):
        chance(on, power, power.who, ships)


@moves_in.carried_out(time=WHEN_IT_COMES_UP)
def move_in(on: Turn, power: Power, done: Act) -> None:
    """The lost ships leave the warp for a home planet of the offense; no compensation is owed for them."""
    table, who = on.table, power.who
    found = chance_of(on, power)
    place = first_of(done.args, table.home_planets(table.turn))
    nearest = [typed(power, *args) for args in offered(on, power)]
    if not place:
        on.keep(which_planet(who, f"one of {table.turn}'s home planets"), nearest=nearest)
    ships = min(found.ships, table.at(tbl.WARP, who))
    not_compensated(on, who, ships)
    came_back(on, who, ships)
    table.move(who, ships, tbl.WARP, place)
    on.steps.append(power.finding(ships, place, ships_of(ships)))
    on.check_power(who)
    note_winning(on)


def _planets_to_aim_at(on: Turn) -> list[str]:
    """Where the offense could meet the same defense: its home planets and colonies without a colony of the offense."""
    table = on.table
    there = dict.fromkeys((*table.home_planets(table.defense), *table.colonies(table.defense)))
    return [place for place in there if place != table.target and not table.at(place, table.turn)]


@effect.carried_out(time=AFTER_REVEAL, takes="planet")
def aims_anew(on: Turn, power: Power, done: Act) -> None:
    """Once the cards are turned up the gate is pointed at another planet where the offense could meet the defense."""
    place = planet_with(on, power, done, _planets_to_aim_at(on))
    on.table.target = place
    on.steps.append(power.finding(place, place))


@aims_anew.outcome("declare")
def aimed_anew(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The line says at which planet the gate is pointed then; the use names the same one."""
    target = board.position.target
    for used in board.uses(stand, use)[:1]:
        place = first_planet(used.args)
        whose, _, number = place.partition(".")
        told = (whose, number) == target if target is not None else whose == board.defense.name
        if used.zap is None and not place:
            planet = f"one where {board.offense.name} could meet {board.defense.name}"
            refuse_use(board, stand, use, used, which_planet(stand.name, planet))
        elif used.zap is None and not told:
            there = replace(board.position, target=(whose, number))
            refuse_use(board, stand, use, used, Forbidden("uses.aimed-anew", (place,)), instead=[there])
        else:
            tell(board, stand, use, place, (), (place,), used)


aims_anew.offered(one_of(lambda on, _: _planets_to_aim_at(on)))


moves_in.offered(one_of(lambda on, power: on.table.home_planets(on.table.turn)))


def _is_home_targeted(on: Turn, power: Power) -> bool:
    """True if the gate points at a planet of the defense's own system, where its owner is the offense."""
    return power.who == on.table.turn and on.table.target in on.table.home_planets(on.table.defense)


@effect.carried_out(time=BEFORE_INVITATIONS, offers=plainly(_is_home_targeted), states=stating(saying("a planet")))
def discovers_planet(on: Turn, power: Power, done: Act) -> None:
    """A planet without ships comes into the targeted system, and the gate is pointed at it."""
    if not _is_home_targeted(on, power):
        not_now(on, power)
    table = on.table
    whose = table.target.partition(".")[0]
    place = f"{whose}.{max(int(planet.partition('.')[2]) for planet in table.home_planets(whose)) + 1}"
    table.lay(place, {})
    table.target = place
    on.steps.append(power.finding(place, place))


# -- in the place of a regroup, or with it -----------------------------------------------------------------------------


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


@effect.carried_out(takes="planet")
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
