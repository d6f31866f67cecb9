"""Players who change seats, with their alien sheets or with all that they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.judge.counted import ships_of
from referee.judge.powers import effect
from referee.judge.powers.asked import named_with, not_now, say_with_use
from referee.judge.powers.at_table import found_colony, one_of, others
from referee.judge.powers.common import first_number, first_of, saying, stating
from referee.judge.powers.effects.exchanging import trade
from referee.judge.powers.moments import is_before_launch, is_turn_start, once, only
from referee.judge.powers.types import Act, Offers, Power, Turn
from referee.judge.table.destiny import named
from referee.state import phases as ph


def _may_trade(on: Turn, power: Power, before: Sequence[Act] | None = None) -> bool:
    """True if nobody has traded seats in this encounter: the act that did it names the alien."""
    acts = on.table.acts if before is None else before
    return is_before_launch(on) and not any(act.verb == "use" and act.name == power.use.alien for act in acts)


@effect.carried_out()
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


@effect.carried_out(time=only(_may_reveal))
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
