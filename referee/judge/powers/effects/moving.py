"""Ships that are moved onto a planet when the outcome is carried out, and the gate that is pointed anew."""

from __future__ import annotations

from referee.judge.board import Used
from referee.judge.counted import ships_of
from referee.judge.phases.uses import nothing_came_up, which_planet
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, planet_with, typed
from referee.judge.powers.at_table import one_of
from referee.judge.powers.common import first_of, first_planet, left_open, refuse_use, saying, stating
from referee.judge.powers.effects.saved import is_left, not_compensated
from referee.judge.powers.moments import AFTER_REVEAL, WHEN_IT_COMES_UP
from referee.judge.powers.types import Act, Args, Board, Finding, Power, Stand, Turn, Use
from referee.judge.ruling import MAY, MUST, OFFENSE_WINS
from referee.judge.table.losses import came_back, chance
from referee.judge.table.powers import offered
from referee.judge.table.resolution import note_winning
from referee.state import table as tbl


@effect.outcome("extra")
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
    board.do(stand.name, MUST, f"put {ships_of(ships)} on {place}", moved)
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


@effect.carried_out(time=AFTER_REVEAL)
def aims_anew(on: Turn, power: Power, done: Act) -> None:
    """Once the cards are turned up the gate is pointed at another planet where the offense could meet the defense."""
    place = planet_with(on, power, done, _planets_to_aim_at(on))
    on.table.target = place
    on.steps.append(power.finding(place, place))


aims_anew.outcome("declare")(stating(saying("planet", planet="another planet")))
aims_anew.offered(one_of(lambda on, _: _planets_to_aim_at(on)))


moves_in.offered(one_of(lambda on, power: on.table.home_planets(on.table.turn)))
