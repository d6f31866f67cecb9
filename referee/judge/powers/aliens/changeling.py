"""Changeling: a card drawn, or powers exchanged with the opponent, as soon as the defense is settled."""

from __future__ import annotations

from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.effects.exchanging import trade
from referee.judge.powers.moments import is_used, opponent
from referee.judge.powers.types import Act, Offers, Power, Turn
from referee.judge.table.extra import bound
from referee.judge.table.powers import demand, demanded


@effect.when("destiny")
def changes_form(on: Turn, power: Power, **_: object) -> None:
    """The defense is settled: a main player has to draw a card, or exchange powers, once in the encounter.

    With its own color the offense settles it only as it launches.
    """
    settled = on.table.defense not in ("", on.table.turn)
    if settled and not is_used(on, power) and demanded(on, power) is None:
        demand(on, power)


@changes_form.when("launched")
def changes_form_late(on: Turn, power: Power) -> None:
    """Who is the defense was settled without a destiny card, or only as the offense launched in its own system."""
    if on.table.target in on.table.home_planets(on.table.turn) or bound(on.table):
        changes_form.moments["destiny"](on, power)


@changes_form.carried_out()
def change_form(on: Turn, power: Power, done: Act) -> None:
    """With the opponent's name powers are exchanged, with all that lies on them; without one a card is drawn."""
    who, other = power.who, opponent(on, power.who)
    if demanded(on, power) is None or done.args not in ((), (other,)):
        not_now(on, power, (f"use {who}", f"use {who} {other}"))
    on.steps.append(power.finding(True, f"exchanges powers with {other}" if done.args else "draws a card"))
    if done.args:
        trade(on, who, other)
    else:
        on.draw(who, 1)


@changes_form.offered
def _changes(on: Turn, power: Power) -> Offers:
    yield from ((), (opponent(on, power.who),)) if demanded(on, power) is not None else ()
