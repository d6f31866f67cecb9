"""Players who change seats, with their alien sheets or with all that they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.judge.counted import ships_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers import effect
from referee.judge.powers.asked import named_with, not_now, say_with_use
from referee.judge.powers.at_table import found_colony, one_of, others, restate
from referee.judge.powers.common import assume_done, first_number, first_of, saying, saying_with, stating, tell
from referee.judge.powers.effects.exchanging import trade
from referee.judge.powers.moments import (
    AFTER_ALLIANCES,
    is_before_launch,
    is_before_selection,
    is_turn_start,
    is_used,
    once,
    only,
)
from referee.judge.powers.types import Act, Args, Board, Offers, Power, Stand, Turn, Use
from referee.judge.table.destiny import named
from referee.judge.table.extra import running
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state.encounter import Position
from referee.state.pending import Extra


def _may_trade(on: Turn, power: Power, before: Sequence[Act] | None = None) -> bool:
    """True if nobody has traded seats in this encounter: the act that did it names the alien."""
    acts = on.table.acts if before is None else before
    return is_before_launch(on) and not any(act.verb == "use" and act.name == power.use.alien for act in acts)


@effect.carried_out(takes="player")
def trades_seats(on: Turn, power: Power, done: Act) -> None:
    """The owner carries its alien sheets to another seat, whose occupant brings his own; the turn goes along.

    Who sits at a seat has its color and all that is of it: players are called by their colors here, so that the sheets
    change hands and the other color is the offense. The destiny card stays as it was drawn.
    """
    table, who = on.table, power.who
    if not _may_trade(on, power, table.acts[:-1]):
        not_now(on, power)
    to = named_with(on, power, done, "to whose seat it goes", others(on, power))
    table.acts = (*table.acts[:-1], replace(table.acts[-1], name=power.use.alien))
    on.steps.append(power.finding(True, to))
    trade(on, who, to)
    drawn, table.turn, table.defense, table.phase = table.defense, to, "", ph.DESTINY
    named(on, drawn)


trades_seats.outcome("declare")(stating(saying("player")))
trades_seats.offered(one_of(others, _may_trade))


def _may_reveal(on: Turn, power: Power) -> bool:
    """True if the defense is known and the mark has not been revealed."""
    table = on.table
    return is_before_launch(on) and table.defense != table.turn and not table.tokens.get(power.who)


@effect.carried_out(time=only(_may_reveal), takes="player planet* count*")
def swaps_identities(on: Turn, power: Power, done: Act) -> None:
    """The owner reveals whose mark it has laid, and both are each other from then on: seats, colors and all they have.

    What lies on the table stays with its color. That the mark is revealed is kept as a token on the sheet.
    """
    mark = named_with(on, power, done, "whose mark it reveals", others(on, power))
    on.table.tokens[power.who] = 1
    on.steps.append(power.finding(True, mark))


swaps_identities.outcome("declare")(stating(saying("player")))
swaps_identities.offered(one_of(others))


def _planets_of_offense(on: Turn, power: Power) -> Iterator[str]:
    if is_turn_start(on):
        yield from (place for place in on.table.home_planets(on.table.turn) if not on.table.at(place, power.who))


def _may_settle(on: Turn, power: Power) -> bool:
    """True if the mark is revealed, and there is a planet to settle."""
    return any(_planets_of_offense(on, power)) and bool(on.table.tokens.get(power.who))


@effect.carried_out(time=once(_may_settle))
def settles_offense(on: Turn, power: Power, done: Act) -> None:
    """As another's turn starts, the owner whose mark is revealed founds a colony on a home planet of the offense's.

    The text names no number of ships: as many as are said come off other colonies.
    """
    planets = [*_planets_of_offense(on, power)]
    place, ships = first_of(done.args, planets), first_number(done.args, 0)
    if not place or not ships:
        what = f"on which home planet of {on.table.turn}'s it founds a colony, and with how many ships"
        say_with_use(on, power, what, (f"{planet} 1" for planet in planets))
    found_colony(on, power, place, ships, done)
    on.steps.append(power.finding(ships, ships_of(ships), place))


settles_offense.outcome("declare")(stating(saying("ships", "planet")))


@settles_offense.offered
def _ways_to_settle(on: Turn, power: Power) -> Offers:
    if on.table.on_colonies(power.who):
        yield from ((place, "1") for place in _planets_of_offense(on, power))


# -- another offense ---------------------------------------------------------------------------------------------------


@effect.outcome("declare", takes="player player")
def delegates(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red green`: green is a main player in place of an other; `use red green blue`: of blue, its ally since.

    The line shows the sides as they are since, and the encounter counts as successful for who was the offense before.
    """
    assume_done(board, stand, use)
    for used in board.uses(stand, use)[:1]:
        named = [board.stands[name] for name in used.args if name in board.stands]
        if not named or used.zap is not None:
            tell(board, stand, use, True, (), ("another player a main player",), used)
        elif named[0].is_main:
            _tell_displaced(board, stand, use, used, named)
        elif named[0].side:
            main = board.main(named[0].side)
            words = (stand.name, named[0].name, main.role, main.name)
            since = [_led_by(board, used, main, named[0])]
            board.refuse(Forbidden("uses.delegated", words), since, (used.finding,), use.rule)


def _tell_displaced(board: Board, stand: Stand, use: Use, used: Used, named: Sequence[Stand]) -> None:
    """Tells in whose place a main player is one: of the ally who was named, or of the only one that it can be."""
    main = named[0]
    allies = [ally for ally in board.side_of(main.side) if not ally.is_main]
    displaced = next((ally for ally in named[1:] if ally in allies), allies[0] if len(allies) == 1 else None)
    of = f" in place of {displaced.name}" if displaced is not None else ""
    if tell(board, stand, use, True, (), (f"{main.name} the {main.role}{of}",), used) is not None:
        board.turn_of = displaced if main is board.offense else board.offense


def _led_by(board: Board, used: Used, before: Stand, main: Stand) -> Position:
    """The line on which an ally is the main player, and who was that before its ally, which is said with the use."""
    side = board.position.side(main.side)
    player = next(ally for ally in side.allies if ally.name == main.name)
    others = tuple(side.main if ally is player else ally for ally in side.allies)
    position, led = saying_with(board, used, (main.name, before.name)), replace(side, main=player, allies=others)
    return replace(position, offense=led) if main.side == pos.OFFENSE else replace(position, defense=led)


@delegates.carried_out(ruled=True, time=AFTER_ALLIANCES)
def delegate(on: Turn, power: Power, done: Act) -> None:
    """An offensive ally is the offense from now on, and the offense its ally; whose turn it is goes on afterwards."""
    table, before = on.table, on.table.turn
    offense = named_with(on, power, done, "which offensive ally is the offense", _offensive_allies(on, power))
    restate(on, offense, before)
    table.turn = offense
    table.allies = {**{name: side for name, side in table.allies.items() if name != offense}, before: pos.OFFENSE}
    if running(table) is None:  # who has an encounter out of turn has no second one
        turn = Extra(offense, by="use", turn=before, encounter=table.encounter)
        table.extras = (turn, *table.extras)
    on.steps.append(power.finding(True, f"{offense} the offense in place of {before}"))


def _offensive_allies(on: Turn, power: Power) -> list[str]:
    return [name for name, side in on.table.allies.items() if side == pos.OFFENSE]


delegates.offered(one_of(_offensive_allies, lambda on, power: is_before_selection(on) and not is_used(on, power)))
