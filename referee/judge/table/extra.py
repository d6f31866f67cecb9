"""Encounters out of turn, which a card gives: what waits for the end of an encounter, what goes on, and what follows.

After one of them play goes on where it was: the offense that was interrupted may still have its second encounter.
"""

from __future__ import annotations

from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state.pending import Extra
from referee.state.table import Table

_HOW = "with the player whom destiny names"


def running(table: Table) -> Extra | None:
    """The encounter out of turn that goes on now, or None."""
    return table.extras[0] if table.extras and table.extras[0].turn else None


def waiting(table: Table) -> tuple[Extra, ...]:
    """The encounters out of turn that come as soon as this encounter is over, in the order in which they were given."""
    return table.extras[1:] if running(table) is not None else table.extras


def bound(table: Table) -> str:
    """With whom the encounter out of turn is that goes on; none (an empty text) where destiny says, or without one."""
    now = running(table)
    return "" if now is None else now.against


def can_meet(on: Turn, who: str, against: str) -> bool:
    """Whether a player can have an encounter in another's system: there is a planet without its own colony.

    There are colonies of the other's besides, where who has none is not met at home (DF-16).
    """
    table = on.table
    there = any(who not in table.ships[place] for place in table.home_planets(against))
    return there and (on.law["launch.no-home-colony"].value != "redraw" or bool(table.home_colonies(against)))


def in_words(one: Extra) -> str:
    """What an encounter out of turn is, in words."""
    return f"against {one.against}, in {one.against}'s system" if one.against else _HOW


def check_first(on: Turn) -> None:
    """Refuses what would follow on this encounter while another one out of turn comes first, or was this one."""
    table = on.table
    now = running(table)
    if waiting(table):
        one, turn = waiting(table)[0], now.turn if now is not None else table.turn
        on.forbid("extra.tech-first" if one.by == "tech" else "extra.flare-first", one.who, turn, nearest=("end",))
    elif now is not None:
        on.forbid("extra.no-second", table.turn, now.turn, nearest=("end",))


def begin(on: Turn, left: tuple[Extra, ...], back: Extra) -> bool:
    """Begins the first encounter of these that can be had; whether there was any. `back` is where the turn stood.

    The table has been cleared of the encounter before it. It begins with the regroup phase (5.3.1), and no second one
    follows: it counts as the last that a turn has.
    """
    table = on.table
    for at, one in enumerate(left):
        if one.card and on.hand_of(one.who).lacks:
            on.find("extra.no-card", True, one.who, "extra encounter")
        elif one.against and not can_meet(on, one.who, one.against):
            on.find("extra.not-met", True, one.who, one.against)
        else:
            begun = one._replace(turn=back.turn, encounter=back.encounter, successful=back.successful)
            table.extras = (begun, *left[at + 1 :])
            table.turn, table.encounter, table.phase = one.who, on.law["second.most"].value, ph.REGROUP
            on.find("extra.begins", True, one.who, in_words(one))
            return True
    table.extras = ()
    return False
