"""`acquire`: new techs in place of a second encounter (ffg2018 acquiring-new-tech)."""

from __future__ import annotations

from referee.judge.phases.another import is_last
from referee.judge.table.ending import finish, pass_on
from referee.judge.table.extra import check_first
from referee.judge.table.played import gather_up
from referee.judge.table.technology import check_in_game, check_played, techs_of
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.table import Tech


@command("acquire", ph.RESOLUTION)
def acquire(on: Turn) -> None:
    """The offense gives up its second encounter, draws techs and keeps one; its turn is over (acquiring-new-tech)."""
    table, c = on.table, on.command
    check_played(on, "`acquire`")
    if c.word:
        check_in_game(on, c.word)
    _check_acquire(on)
    finish(on)
    if table.winners:
        return
    if on.law["technology.acquire-card"].value and on.hand_of(c.who).lacks:
        on.forbid("technology.acquire-card", c.who, nearest=("end",))
    drawn = on.law["technology.drawn"].value + len(table.foreign_colonies(c.who))
    if c.number not in (None, drawn):
        there = f"{len(table.foreign_colonies(c.who))} foreign colonies"
        on.forbid("technology.drawn-otherwise", c.who, there, techs_of(drawn), c.number, nearest=(f"acquire {c.who}",))
    kept = on.law["technology.kept"].value
    if c.ships not in (None, kept):
        on.forbid("technology.kept-otherwise", c.who, kept, c.ships, nearest=(f"acquire {c.who}",))
    on.find("technology.acquire", True, c.who)
    _draw(on, c.number or drawn)
    on.find("technology.kept", kept, c.who)
    table.techs = {**table.techs, c.who: (*table.techs.get(c.who, ()), Tech(c.word or tbl.UNKNOWN))}
    table.tech_discards = (*table.tech_discards, *(tbl.UNKNOWN,) * ((c.number or drawn) - kept))
    on.find("technology.new", True, c.who)
    on.find("technology.any-number", techs_of(len(table.techs[c.who])), c.who)
    gather_up(on)
    pass_on(on)


def _check_acquire(on: Turn) -> None:
    table, who = on.table, on.command.who
    if who != table.turn:
        on.cannot("technology.acquire-offense", who, table.turn, nearest=(f"acquire {table.turn}",))
    check_first(on)
    more = on.alien_allows(who, "goes_again")
    if table.encounter > 1 or not table.successful:
        if more is None:
            on.forbid("technology.acquire-first", who, nearest=("end",))
        else:
            on.find("technology.later", True, who, sources=(more,))
    if more is None and is_last(on.law, table.encounter):
        if not on.law["technology.without-second"].value:
            on.forbid("technology.without-second", who, nearest=("end",))
        on.find("technology.without-second", True, who)


def _draw(on: Turn, count: int) -> None:
    """Draws from the tech deck, as far as it is counted: it is made anew from the discards when it runs out."""
    table = on.table
    on.find("technology.drawn", on.law["technology.drawn"].value, on.command.who, techs_of(count))
    if table.tech_deck is None:
        return
    left = table.tech_deck - count
    if left < 0:
        left += len(table.tech_discards)
        on.find("technology.reshuffle", len(table.tech_discards))
        table.tech_discards = ()
    table.tech_deck = max(0, left)


def may_acquire(on: Turn) -> bool:
    """Whether the offense may draw techs in place of a second encounter, if it holds an encounter card then."""
    table = on.table
    if not on.law["technology.played"].value or table.extras:
        return False
    if on.alien_allows(table.turn, "goes_again") is not None:
        return True
    if not table.successful or table.encounter > 1:
        return False
    return not is_last(on.law, table.encounter) or bool(on.law["technology.without-second"].value)
