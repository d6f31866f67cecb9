"""Fire Dancer: fires in the systems, the attacks that feed them, and what a fire adds for the defense."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, say_with_use
from referee.judge.powers.at_table import note_use, uses
from referee.judge.powers.choices import is_over
from referee.judge.powers.common import first_number, is_attack
from referee.judge.powers.moments import cards_said, is_after_reveal, is_before_launch, is_used
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import results_of
from referee.judge.table.deals import hand_over
from referee.state import encounter as pos


class Lit(NamedTuple):
    """A fire was lit."""


class Burnt(NamedTuple):
    """The fuel of a fire has added to a total."""


def _fire(on: Turn, system: str = "") -> str:
    """Where the fuel of a system lies: of the one that is targeted, or of the defense before that."""
    table = on.table
    return f"fire of {system or table.target.partition('.')[0] or table.defense}"


@effect.outcome("total", takes="card* player*")
def adds_fuel(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use green 18`: with two attacks turned up at a fire its fuel adds to the defense's total, unless the owner is
    on the offense's side. On a line it is said what the fuel comes to, 0 where there is no fire."""
    attacks = [shown.kind for shown in board.shown.values()] == [pos.ATTACK, pos.ATTACK]
    if not attacks or stand.side == pos.OFFENSE or not board.admits(stand, use):
        return
    counts = [used.args[0] for used in board.uses(stand, use) if len(used.args) == 1]  # the last: others fed it
    fuel = 0 if not counts and _lights(board, stand, use) else first_number(counts[-1:], None)
    if fuel is None and stand.name not in board.declared:
        ask_for(board, stand, use, f"use {stand.name} NUMBER")
    elif fuel:
        added = Finding(use.rule, fuel, (), (stand.name, board.defense.name))
        board.adds[pos.DEFENSE].append(added)
        board.note(stand, use, Burnt())


def _lights(board: Board, stand: Stand, use: Use) -> bool:
    """True if the owner says that it lights a fire, which it can only where there is none yet."""
    return stand.is_main and any(not used.args for used in board.uses(stand, use))


@adds_fuel.when("reveal")
def count_fuel(on: Turn, power: Power) -> None:
    """The fuel is counted as the cards are turned up."""
    fuel = [card for card in on.table.aside.get(_fire(on), ()) if is_attack(card)]
    note_use(on, power, str(sum(map(int, fuel))))


@adds_fuel.when("settled")
def burn_out(on: Turn, power: Power, ruling: Ruling) -> None:
    """A fire that has added is out, and its fuel is discarded."""
    if results_of(ruling, power.who, power.use.alien, Burnt):
        on.discard(on.table.aside.pop(_fire(on), ()))


@effect.outcome("repaid")
def lights_fire(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red`: red turned up an attack, and the attacks of the main players feed a fire: they are not discarded.

    That is so whatever else would become of them, and so it is settled ahead of the discards.
    """
    shown = board.shown.get(stand.side)
    lighting = next((used for used in board.uses(stand, use) if not used.act.args), None)  # others tell of the fuel
    if not stand.is_main or shown is None or lighting is None:
        return
    attack = board.faces[stand.side].kind == pos.ATTACK
    if lighting.zap is None and is_over(board, stand, use, lighting, None if attack else nothing_came_up(stand.name)):
        return
    lit = board.apply(stand, use, True, (shown.finding,), used=lighting) if attack else None
    if lit is None:
        return
    board.steps.append(lit)
    board.note(stand, use, Lit())
    for main in (board.offense, board.defense):
        if board.faces[main.side].kind == pos.ATTACK:
            board.buried[main.name] = Finding(use.rule, True, (lit,), (stand.name,))


@lights_fire.carried_out(ruled=True, fits=lambda done: not done.args)
def light_fire(on: Turn, power: Power, done: Act) -> None:
    """Said once the cards are turned up, in a system without a fire."""
    table, who = on.table, power.who
    if not is_after_reveal(on) or not is_attack(table.cards.get(who, "")) or table.aside.get(_fire(on)):
        not_now(on, power)


@lights_fire.offered
def _may_light(on: Turn, power: Power) -> Offers:
    said = [act for act in uses(on, power.who) if not act.args]
    attack = is_attack(on.table.cards.get(power.who, "")) and power.who in on.table.mains()
    if is_after_reveal(on) and attack and not said and not on.table.aside.get(_fire(on)):
        yield ()


@lights_fire.when("settled")
def lay_fuel(on: Turn, power: Power, ruling: Ruling) -> None:
    """The attacks lie under the fire from now on, if the outcome did not cost its owner the power."""
    for name in on.table.mains() if results_of(ruling, power.who, power.use.alien, Lit) else ():
        if is_attack(on.table.cards.get(name, "")):
            on.lay_played(name, _fire(on))


@effect.carried_out(fits=lambda done: bool(done.args), takes="card* player*")
def feeds_fire(on: Turn, power: Power, done: Act) -> None:
    """`use red 10 purple 8`: paid by the defense, the owner starts or feeds the fire there; each may add an attack."""
    table, who = on.table, power.who
    if not is_before_launch(on) or who in table.mains():
        not_now(on, power)
    givers = [(who, card) for card in cards_said(on, done)[:1]] if done.args[0] not in table.seats else []
    givers += [(name, card) for name, card in pairwise(done.args) if name == table.defense]
    if not givers or not all(is_attack(card) for _, card in givers):
        say_with_use(on, power, "which attacks feed the fire", (card for card in table.hands[who] if is_attack(card)))
    fuel = [card for name, given in givers for card in hand_over(on, name, (given,), 1)]
    place = _fire(on, table.defense)
    table.aside[place] = (*table.aside.get(place, ()), *fuel)
    on.steps.append(power.finding(len(fuel), table.defense))


@feeds_fire.offered
def _to_feed(on: Turn, power: Power) -> Offers:
    if is_before_launch(on) and not is_used(on, power) and power.who not in on.table.mains():
        yield from ((card,) for card in dict.fromkeys(on.table.hands[power.who]) if is_attack(card))


@feeds_fire.outcome("declare")
def is_fed(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """What a fire was fed with a line tells by what its fuel comes to."""
