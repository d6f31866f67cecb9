"""Powers at a table: what a use does when it is said, and what a power does when its moment comes.

What only the outcome reckons with is in `judge.verbs`. Here an effect of an alien file, by the name of its verb, is
given what it does to the table itself:

* `carries_out(verb)`: what a `use` does at once; with `ruled`, the outcome reckons with the use as well.
* `when(moment, verb)`: what the power does by itself at a moment of the encounter. Where its owner has something to
  choose there, it asks with `demand`, and the table waits for the `use`.
* `offers(verb)`: the uses that can be typed now.

No alien is named here. A power that is lost, facedown or zapped does nothing, nor one in a role that its bar excludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.judge.board import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.finding import Finding
from referee.judge.table.turn import Turn
from referee.judge.timing import in_order
from referee.law.power import Use
from referee.position import table as tbl
from referee.position.canonical import write_act
from referee.position.encounter import DEFENSE, OFFENSE, Act
from referee.position.table import Due

USE = "use"  # what a player owes who has a mandatory power to use: `Due.source` is its verb

Args = dict[str, Any]


class Power(NamedTuple):
    """One effect of a power at a table: whose it is, the use it belongs to, and its arguments in the alien's file."""

    who: str
    use: Use
    verb: str
    args: Args

    def finding(self, value: Any, *words: Any, sources: tuple[Finding, ...] = ()) -> Finding:
        """What the use comes to, resting on the sheet: the use's own text with the owner's name first."""
        return Finding(self.use.rule, value, sources, (self.who, *words))


class Carried(NamedTuple):
    """What carries a use out, and whether the outcome reckons with the use as well."""

    function: Callable[[Turn, Power, Act], None]
    ruled: bool


Offer = Callable[[Turn, Power], Iterator[tuple[str, ...]]]
Happening = Callable[..., None]

USES: dict[str, Carried] = {}
MOMENTS: dict[tuple[str, str], Happening] = {}
OFFERS: dict[str, Offer] = {}


def carries_out(verb: str, ruled: bool = False) -> Callable[[Callable[[Turn, Power, Act], None]], Any]:
    """Registers what a `use` of this effect does at the table as soon as it is said."""

    def register(function: Callable[[Turn, Power, Act], None]) -> Any:
        USES[verb] = Carried(function, ruled)
        return function

    return register


def when(moment: str, verb: str) -> Callable[[Happening], Happening]:
    """Registers what this effect does by itself at a moment; it is called with the facts that `happens` was given."""

    def register(function: Happening) -> Happening:
        MOMENTS[moment, verb] = function
        return function

    return register


def offers(verb: str) -> Callable[[Offer], Offer]:
    """Registers the ways in which this effect can be used now, each as the arguments of a `use`."""

    def register(function: Offer) -> Offer:
        OFFERS[verb] = function
        return function

    return register


# -- what is in force --------------------------------------------------------------------------------------------------


def role_of(on: Turn, who: str) -> str:
    """The player's role at this moment; before destiny everybody but the offense is a bystander."""
    if who == on.table.turn:
        return OFFENSE
    if who == on.table.defense:
        return DEFENSE
    side = on.table.allies.get(who)
    return BYSTANDER if side is None else OFFENSIVE_ALLY if side == OFFENSE else DEFENSIVE_ALLY


def in_force(on: Turn, who: str) -> Iterator[Power]:
    """The effects of a player's power that work now: power in force and faceup, role admitted, use not zapped."""
    if on.table.powers.get(who) != tbl.HAS:
        return
    role = role_of(on, who)
    for name in on.table.aliens.get(who, ()):
        alien = on.rulebase.alien(name)
        for use in alien.uses if alien is not None else ():
            if admitted(role, use.roles) and not (use.zappable and on.is_zapped(who)):
                yield from (Power(who, use, verb, args) for verb, args in use.effects)


def players(on: Turn) -> list[str]:
    """Everybody with an alien sheet, in timing order (4.8.2)."""
    table = on.table
    others = [name for name in table.clockwise(table.turn) if name != table.defense]
    order = in_order(on.law["timing.order"].value, table.turn, table.defense, others)
    return [name for name in order if name in table.aliens]


def happens(on: Turn, moment: str, **facts: Any) -> None:
    """Lets every power in force act that has something to do at this moment, in timing order."""
    if not on.table.aliens:
        return
    for who in players(on):
        for power in list(in_force(on, who)):
            act = MOMENTS.get((moment, power.verb))
            if act is not None:
                act(on, power, **facts)


# -- what must be used before anything else ----------------------------------------------------------------------------


def demand(on: Turn, power: Power, count: int = 1, about: str = "") -> None:
    """The owner has to use the power before anything else goes on; `about` is for the effect itself, such as a name."""
    on.table.due.append(Due(power.who, USE, count, place=about, source=power.verb))


def demanded(on: Turn, power: Power) -> Due | None:
    """The use of this effect that its owner still owes, or None."""
    return next((due for due in on.table.due if due.what == USE and _is_of(due, power)), None)


def _is_of(due: Due, power: Power) -> bool:
    return (due.who, due.source) == (power.who, power.verb)


def check_demands(on: Turn) -> None:
    """Refuses what would go on while a mandatory power has still to be used; it can be used, or zapped."""
    due = next((due for due in on.table.due if due.what == USE), None)
    if due is None:
        return
    done = on.command.act
    if done is not None and (done.verb == "card-zap" or (done.verb in (USE, "zap") and done.who == due.who)):
        return
    nearest = tuple(write_act(use) for who, use in options(on) if who == due.who)
    on.forbid("powers.must-use", due.who, nearest=nearest)
    on.table.due.remove(due)  # the table goes on without it


def lapse(on: Turn, who: str) -> None:
    """A zapped power has nothing more to be used for."""
    on.table.due = [due for due in on.table.due if due.what != USE or due.who != who]


# -- uses --------------------------------------------------------------------------------------------------------------


def carried_by(on: Turn, done: Act) -> Power | None:
    """The effect that a `use` has at once at this moment, or None: the first that is offered, else the first at all."""
    able = [power for power in in_force(on, done.who) if power.verb in USES and _is_now(on, power)]
    owed = [power for power in able if demanded(on, power) is not None]
    said = [power for power in able if power.verb in OFFERS and done.args in OFFERS[power.verb](on, power)]
    return next(iter((*owed, *said, *able)), None)


def carry_out(on: Turn, power: Power, done: Act) -> None:
    """Does what a use does at once, and settles it where it was owed."""
    due = demanded(on, power)
    USES[power.verb].function(on, power, done)
    if due is not None and due in on.table.due:
        due.count -= 1
        if due.count <= 0:
            on.table.due.remove(due)


def options(on: Turn) -> Iterator[tuple[str, Act]]:
    """(who, use) for every use that could be said now; only what must be used, where something must."""
    dues = [due for due in on.table.due if due.what == USE]
    for who in on.table.aliens:
        for power in in_force(on, who):
            if power.verb not in OFFERS or not _is_now(on, power):
                continue
            if not dues or _is_of(dues[0], power):
                yield from ((who, Act(USE, who, args=args)) for args in OFFERS[power.verb](on, power))


def _is_now(on: Turn, power: Power) -> bool:
    return "any" in power.use.phases or not on.open_phases().isdisjoint(power.use.phases)
