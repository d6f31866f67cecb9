"""Bride: a spouse, whose ship lies on the sheet, and what a divorce takes out of its hand."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import leave_for_home, plainly, uses
from referee.judge.powers.common import first_of, saying, stating
from referee.judge.powers.effects.captives import captives_by_owner, capture
from referee.judge.powers.moments import is_before_invitations
from referee.judge.powers.types import Act, Offers, Power, Turn
from referee.judge.table.deals import hand_over
from referee.judge.table.resolution import note_winning
from referee.state import table as tbl
from referee.state.commands import Stack

DIVORCE = "divorce"  # said: the owner divorces its spouse


def _spouse(on: Turn, who: str) -> str:
    return next((name for name, ships in captives_by_owner(on, who).items() if ships), "")


def _can_marry(on: Turn, power: Power) -> bool:
    """Ahead of the invitations, as a main player without a spouse, and with none divorced in this encounter."""
    other, divorced = on.opponent(power.who), any(DIVORCE in act.args for act in uses(on, power.who))
    free = bool(other) and not divorced and not _spouse(on, power.who)
    return free and is_before_invitations(on) and on.table.on_colonies(other) > 0


@effect.carried_out(
    fits=lambda done: DIVORCE not in done.args, states=stating(saying("marries")), takes="player* planet*"
)
def marries(on: Turn, power: Power, done: Act) -> None:
    """`use red`: the opponent puts a ship on the sheet, off the colony that is said (`use red purple.2`)."""
    if not _can_marry(on, power):
        not_now(on, power)
    other = on.opponent(power.who)
    place = first_of(done.args, on.table.colonies(other))
    stacks = on.taken_from("launch.from-colonies", other, 1, (Stack(place, 1),) if place else ())
    on.presume("powers.not-now", f"{power.who} has not been divorced from {other}, who could not be married again")
    on.send(other, stacks, tbl.REMOVED)
    on.steps.append(power.finding(other, f"marries {other}"))
    capture(on, power.who, other, 1)
    note_winning(on)


marries.offered(plainly(_can_marry))


@effect.carried_out(
    fits=lambda done: DIVORCE in done.args, states=stating(saying("divorces its spouse")), takes="divorce"
)
def divorces(on: Turn, power: Power, done: Act) -> None:
    """`use red divorce`: half of the spouse's hand, rounded down and at random, is the owner's."""
    table, who, other = on.table, power.who, _spouse(on, power.who)
    if not other:
        not_now(on, power)
    cards = hand_over(on, other, (), len(table.hands[other]) // 2)
    table.gain(who, *cards)
    on.steps.append(power.finding(len(cards), f"divorces {other} and takes {cards_of(len(cards))}"))
    table.hold_on_sheet(who, {**table.captured[who], other: 0})
    leave_for_home(on, other, 1, tbl.REMOVED)
    on.presume("powers.not-now", f"{other}'s ship on the sheet goes home")


@divorces.offered
def _divorces(on: Turn, power: Power) -> Offers:
    if _spouse(on, power.who):
        yield (DIVORCE,)
