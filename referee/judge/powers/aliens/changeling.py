"""Changeling: a card drawn, or powers exchanged with the opponent, as soon as the defense is settled."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.common import Args, opponent_of, tell, with_aliens
from referee.judge.powers.effects.exchanging import trade
from referee.judge.powers.moments import is_used
from referee.judge.powers.types import Act, Offers, Power, Turn
from referee.judge.powers.unapplied import ask_for
from referee.judge.stand import Stand
from referee.judge.table.extra import bound
from referee.judge.table.powers import demand, demanded
from referee.state.canonical import write
from referee.state.encounter import Position


@effect.when("destiny", takes="player|swapped")
def changes_form(on: Turn, power: Power, **_: object) -> None:
    """The defense is settled: a main player has to draw a card, or exchange powers, once in the encounter.

    With its own color the offense settles it only as it launches.
    """
    settled = on.table.defense not in ("", on.table.turn)
    if settled and not is_used(on, power) and demanded(on, power) is None:
        demand(on, power)


@changes_form.outcome("declare")
def changed_form(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A line tells who has which power afterwards: `use red` if red drew a card, `use blue swapped` if blue has it now.

    Which of the two it was is asked for; a table has carried it out.
    """
    if not board.admits(stand, use) or board.position.checked:
        return
    other, zap = opponent_of(board, stand), board.zap_on(stand, use.alien)
    for used in board.uses(stand, use)[:1]:
        if used.args == ():
            tell(board, stand, use, True, (), ("draws a card",), used)
        elif used.args == (_SWAPPED,):
            tell(board, stand, use, True, (), ("has this power by an exchange",), used)
        elif zap is None:
            since = _exchanged(board, stand, other, used.act)
            words = (stand.name, other.name)
            board.refuse(Forbidden("uses.after-exchange", words), [since], (used.finding,), use.rule)
        return
    if zap is None and not other.aliens:
        board.assume("assumptions.on-the-line", stand.name, use.alien, by=use.rule)
    elif zap is None:
        since = _exchanged(board, stand, other, None)
        ways = (f"use {stand.name} (it drew a card)", f"the line after an exchange ({write(since)})")
        ask_for(board, stand, use, *ways, stated=False)


_SWAPPED = "swapped"  # said: the powers were exchanged, and the line shows them as they are since


def _exchanged(board: Board, one: Stand, other: Stand, said: Act | None) -> Position:
    """The line on which two players have each other's aliens and tokens, which the other one says; without what was
    `said` before."""
    names, position = {one.name: other.name, other.name: one.name}, board.position
    aliens = {names[stand.name]: tuple(alien.name for alien in stand.aliens) for stand in (one, other)}
    tokens = {names.get(name, name): count for name, count in position.tokens.items()}
    acts = (*(act for act in position.acts if act is not said), Act("use", other.name, args=(_SWAPPED,)))
    return with_aliens(position.but(acts=acts, tokens=tokens), aliens)


@changes_form.when("launched")
def changes_form_late(on: Turn, power: Power) -> None:
    """Who is the defense was settled without a destiny card, or only as the offense launched in its own system."""
    if on.table.target in on.table.home_planets(on.table.turn) or bound(on.table):
        changes_form.moments["destiny"](on, power)


@changes_form.carried_out()
def change_form(on: Turn, power: Power, done: Act) -> None:
    """With the opponent's name powers are exchanged, with all that lies on them; without one a card is drawn."""
    who, other = power.who, on.opponent(power.who)
    if demanded(on, power) is None or done.args not in ((), (other,)):
        not_now(on, power, (f"use {who}", f"use {who} {other}"))
    on.steps.append(power.finding(True, f"exchanges powers with {other}" if done.args else "draws a card"))
    if done.args:
        trade(on, who, other)
    else:
        on.draw(who, 1)


@changes_form.offered
def _changes(on: Turn, power: Power) -> Offers:
    yield from ((), (on.opponent(power.who),)) if demanded(on, power) is not None else ()
