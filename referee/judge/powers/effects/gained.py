"""Sheets that give their owner another alien: beside its own, or in its place for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.book.power import Alien
from referee.judge.board import Board
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, say_with_use
from referee.judge.powers.at_table import Offers, one_of
from referee.judge.powers.common import first_not_of, stating
from referee.judge.powers.effects.exchanging import (
    alien_said,
    check_anew,
    has_setup,
    kept_out,
    lay_upon,
    unused,
    who_has,
)
from referee.judge.powers.moments import earlier, is_used
from referee.judge.table.played import standing
from referee.judge.table.powers import Power, demand, demanded
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act


def _alien_gained(board: Board, said: Act) -> tuple[str, ...]:
    """`ALIEN`: which one it was."""
    return first_not_of(said.args, board.stands, "no alien").strip('"'), "has its power"


@effect.when("destiny")
def gains_buddy(on: Turn, power: Power, target: str) -> None:
    """Once the defense is known its opponent draws an unused alien for the owner: a buddy, or discarded."""
    table = on.table
    if table.defense not in ("", table.turn) and demanded(on, power) is None and not is_used(on, power):
        demand(on, power)


@gains_buddy.carried_out()
def keep_buddy(on: Turn, power: Power, done: Act) -> None:
    """The alien that is kept lies on the sheet in the place of an earlier one; without any named it was discarded."""
    if demanded(on, power) is None:
        not_now(on, power)
    if not done.args:
        on.steps.append(power.finding(False, "no new buddy"))
        return
    _, alien = alien_said(on, power.who, done, f"use {power.who}")
    lay_upon(on, power.who, power.use.alien, alien.name)
    on.steps.append(power.finding(alien.name, alien.name))
    note_winning(on)


gains_buddy.outcome("declare")(stating(_alien_gained))


@gains_buddy.offered
def _buddies(on: Turn, power: Power) -> Offers:
    if demanded(on, power) is not None:
        yield ()
        yield from ((name,) for name in unused(on))


@effect.carried_out()
def gains_for_flare(on: Turn, power: Power, done: Act) -> None:
    """After another player's flare a flare of an unused alien is discarded, and the owner has that alien besides.

    It comes out of the hand, or where none is there off the unused flares. One with a game setup, or that the game
    does not allow, is discarded for nothing.
    """
    who = power.who
    if _flares_of_others(on, power) <= len(earlier(on, who, power.use.alien)):
        not_now(on, power)
    said = next((arg.strip('"') for arg in done.args if on.rulebase.alien(arg.strip('"'))), "")
    alien = on.rulebase.alien(said) if said else None
    if alien is None or alien.name in who_has(on):
        say_with_use(on, power, "of which alien that nobody has the flare is discarded", _flares(on, power))
    _discard_flare(on, power, alien)
    if has_setup(on, alien.name) or kept_out(on, who, alien.name):
        on.steps.append(
            power.finding(False, alien.name, "gains nothing, for that alien cannot be drawn into this game")
        )
        return
    lay_upon(on, who, power.use.alien, alien.name)
    on.steps.append(power.finding(alien.name, alien.name, "has its power besides its own"))
    note_winning(on)


def _is_open(on: Turn, power: Power) -> bool:
    """True if another player has played a flare that stands, for which the power was not used yet."""
    return _flares_of_others(on, power) > len([*earlier(on, power.who, power.use.alien), *_last_use(on, power)])


def _flares_of_others(on: Turn, power: Power) -> int:
    """How many flares of other players stand in this encounter."""
    acts = on.table.acts
    stand = zip(acts, standing(acts, on.rulebase), strict=True)
    return sum(stands and act.verb == "flare" and act.who != power.who for act, stands in stand)


def _last_use(on: Turn, power: Power) -> list[Act]:
    """The act that was put down last, if it is a use of the power."""
    return [act for act in on.table.acts[-1:] if (act.verb, act.who) == ("use", power.who)]


def _held(on: Turn, power: Power) -> Sequence[str]:
    """The flares of unused aliens that the owner is known to hold."""
    taken = who_has(on)
    hand = dict.fromkeys(on.table.hands[power.who])
    return [card for card in hand if on.rulebase.flare(card) is not None and card not in taken]


def _discard_flare(on: Turn, power: Power, alien: Alien) -> None:
    """The flare leaves the hand, if it may be there; off the unused flares nothing of the table's moves."""
    who, hand, held = power.who, on.table.hands[power.who], _held(on, power)
    if alien.name not in hand and held:
        on.cannot("exchange.flare-first", who, " or ".join(held), nearest=[f"use {who} {name}" for name in held])
    if alien.name not in hand and tbl.UNKNOWN not in hand:
        return
    if alien.name not in hand:
        on.presume("exchange.flare-first", f"{who} discards the {alien.name} flare out of its hand")
    on.give_up(who, alien.name)
    on.discard((alien.name,))


def _flares(on: Turn, power: Power) -> Offers:
    yield from ((name,) for name in _held(on, power) or unused(on))


gains_for_flare.outcome("declare")(stating(_alien_gained))
gains_for_flare.offered(one_of(lambda on, power: [name for (name,) in _flares(on, power)], _is_open))


@effect.when("regroup")
def changes_at_last(on: Turn, power: Power) -> None:
    """`tokens`: each encounter begins with one of them less; with the last one the owner becomes another alien."""
    table, who = on.table, power.who
    if is_used(on, power) or is_last_token(on, power):
        return
    table.tokens[who] -= 1
    table.acts = (*table.acts, Act("use", who, name=power.use.alien))
    table.carried = (*table.carried, len(table.acts) - 1)
    on.steps.append(power.finding(table.tokens[who], f"{table.tokens[who]} tokens are left"))


@changes_at_last.before_leaving(ph.START)
@changes_at_last.before_leaving(ph.REGROUP)
def is_last_token(on: Turn, power: Power) -> bool:
    """True if the encounter that begins takes the last token, and the new alien has not been chosen."""
    on.check_known(power.who, tbl.TOKENS)
    return not is_used(on, power) and on.table.tokens.get(power.who, 0) <= 1


@changes_at_last.carried_out()
def become_for_good(on: Turn, power: Power, done: Act) -> None:
    """The owner is the alien that it chose among ten unused flares, with that flare in hand and without its sheet."""
    table, who = on.table, power.who
    if table.tokens.get(who, 0) > 1 or table.regrouped or earlier(on, who, power.use.alien):
        not_now(on, power)
    _, alien = alien_said(on, who, done, f"use {who}")
    table.acts = (*table.acts[:-1], replace(table.acts[-1], name=power.use.alien))
    table.tokens.pop(who, None)
    aliens = table.aliens[who]
    table.aliens[who] = tuple(alien.name if name == power.use.alien else name for name in aliens)
    table.gain(who, alien.name)
    on.steps.append(power.finding(alien.name, f"it is the {alien.name} for good, with that flare in hand"))
    check_anew(on, who)
    note_winning(on)


def _change(board: Board, said: Act) -> tuple[str, ...]:
    """`ALIEN`: which one the owner chose, with the last token."""
    alien = first_not_of(said.args, board.stands).strip('"')
    return (f"it is the {alien} for good" if alien else "some are left",)


changes_at_last.outcome("declare")(stating(_change))
changes_at_last.offered(one_of(lambda on, _: unused(on), is_last_token))
