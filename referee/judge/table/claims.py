"""`claim`: what somebody says is so, ruled true or refused with the clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.book.law import Rule
from referee.judge.counted import foreign_colonies_of
from referee.judge.finding import Finding
from referee.judge.hidden.cases import judge
from referee.judge.phases.reveal import added_up
from referee.judge.ruling import OF_TALKS
from referee.judge.table.encounter_ruling import grounds, ruled
from referee.judge.table.ending import unsettled
from referee.judge.table.lines import position_of
from referee.judge.table.resolution import note_winning
from referee.judge.table.start import win_as_regroup_starts, win_as_turn_starts
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn, command
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import write_command
from referee.state.encounter import OFFENSE

# Figures of the ruling that a wrong claim is refused with a clause of their own for.
_RULED = {"compensation": "compensation.as-many", "rewards": "rewards.as-many"}


@command("claim")
def claim(on: Turn) -> None:
    """Compares what is claimed with the table and with the ruling of this encounter."""
    _CLAIMS.get(on.command.word, _of_player)(on)


def _free(on: Turn) -> None:
    on.find("table.claim-free", True, on.command.who)


def _of_total(on: Turn) -> None:
    side = on.command.side
    rests = grounds(on, side, "total")
    _compare(on, f"the {side}'s total", _total(on, side), "reveal.higher-total", rests, sum=_parts(on, side))


def _of_foreign_colonies(on: Turn) -> None:
    _of_colonies(on, on.table.foreign_colonies(on.command.who), "table.foreign-colonies")


def _of_home_colonies(on: Turn) -> None:
    _of_colonies(on, on.table.home_colonies(on.command.who), "table.home-colonies")


def _of_colonies(on: Turn, there: Sequence[str], rule: str) -> None:
    who, kind = on.command.who, on.command.word
    _compare(on, f"{who}'s {kind} colonies", len(there), rule, grounds(on, who, kind), who)


def _of_techs(on: Turn) -> None:
    who = on.command.who
    have = len(on.table.techs.get(who, ())) if on.law["technology.played"].value else None
    dealt = have == on.law["technology.dealt"].value
    _compare(on, f"{who}'s techs", have, "technology.dealt" if dealt else "technology.any-number")


def _of_flares(on: Turn) -> None:
    rule, count = _flares(on)
    _compare(on, "the flares put into the cosmic deck", count, rule, who=tbl.THE_DECK)


def _of_ships(on: Turn) -> None:
    _compare(on, f"{on.command.who}'s ships", on.table.total(on.command.who), "setup.ships")


def _of_hand(on: Turn) -> None:
    who = on.command.who
    on.check_known(who, tbl.HAND)
    _compare(on, f"the number of cards in {who}'s hand", len(on.table.hands[who]), "table.hand-size", who=who)


def _of_player(on: Turn) -> None:
    """What the ruling of this encounter gives a player."""
    c = on.command
    player = _last(on).get("players", {}).get(c.who, {})
    rule = _RULED.get(c.word, "resolution.nothing-else")
    if c.word == "rewards" and on.table.outcome in OF_TALKS:
        rule = "deal.no-rewards"
    elif c.word == "rewards" and on.table.reverse:
        rule = "cone.offense-only"
    _compare(on, f"{c.who}'s {c.word}", player.get(c.word), rule, grounds(on, c.who, c.word))


def _last(on: Turn) -> dict[str, Any]:
    """The ruling of this encounter, as far as there is one."""
    return on.table.last.told if on.table.last is not None and on.table.ruled else {}


def _total(on: Turn, side: str) -> Any:
    """A total as it was ruled; before that, as the cards that are turned up make it now."""
    table = on.table
    if table.phase == ph.REVEAL and table.revealed:
        totals = judge(position_of(table, on.rulebase), on.rulebase, True).totals
        return None if totals is None else totals[0 if side == OFFENSE else 1].value
    return (_last(on).get("totals") or {}).get(side)


def _parts(on: Turn, side: str) -> str:
    """What a total is made of, in words; none (an empty text) where there is no total, or it is no plain sum."""
    ruling = ruled(on)
    if ruling is None or ruling.totals is None:
        return ""
    return added_up(ruling.summands(side))


def _flares(on: Turn) -> tuple[str, int | None]:
    """How many flares are shuffled into the cosmic deck where flares are played with, and by which rule.

    Those that were dealt, kept alien or not (5.1.4.1.a.5), and random ones where these are too few (DF-51). None where
    the book does not say how many there are.
    """
    each, least = on.law["setup.flares-dealt"].value, on.law["setup.flares-least"].value
    dealt = each * len(on.table.seats) if isinstance(each, int) else None
    if dealt is None or not isinstance(least, int) or dealt >= least:
        return "setup.flares-dealt", dealt
    return "setup.flares-least", least


def _compare(
    on: Turn, what: str, value: int | None, rule: str, rests: tuple[Rule, ...] = (), who: str = "", sum: str = ""
) -> None:
    """True or refused, with the clauses of a rule and of what the figure rests on, and what it is the `sum` of.

    Where `who` is given the rule is a step of its own.
    """
    said = on.command.number
    if value is None:
        won = tuple(f"claim winner {name}" for name in on.table.winners)
        on.cannot("table.no-such-figure", what, nearest=won)
    if value != said:
        refused = on.law["table.claim-refused"].citing(on.law[rule])
        for other in rests:
            refused = refused.citing(other)
        right = write_command(replace(on.command, number=value))
        told = f"{value} ({sum})" if sum else value
        nearest = (right,) if isinstance(value, int) else ()
        raise RefusedError(Refusal(Finding(refused, value, (), (what, told, said)), nearest, ()))
    sources = (Finding(on.law[rule], value, (), (who,)),) if who else ()
    found = on.find("table.claim-true", value, what, sources=sources)
    for other in rests if who else (on.law[rule], *rests):
        found.rule = found.rule.citing(other)


def _winner(on: Turn) -> None:
    """Who has five foreign colonies wins when the phase ends, or at once (1.2.1, 4.12.1; DF-05)."""
    who, table = on.command.who, on.table
    needed: int = on.law["win.colonies"].value
    have = len(table.foreign_colonies(who))
    if not table.winners:
        note_winning(on)
        win_as_turn_starts(on)
        win_as_regroup_starts(on)
    if table.phase == ph.OVER and who in table.winners:
        on.find("turn.won", True, who)
    elif have < needed and who not in table.winning:
        won = [f"claim winner {name}" for name in table.winners] or [f"claim {who} foreign {have}"]
        on.cannot("table.too-few-to-win", who, foreign_colonies_of(have), needed, nearest=won)
    elif on.law["win.check"].value == "at-once":
        on.find("win.check", True, who)
    else:
        unsettled(on, (who,), ("end",) if table.phase == ph.RESOLUTION else ())


# What is claimed, by its word; other words name a figure of the ruling.
_CLAIMS: dict[str, Callable[[Turn], None]] = {
    "winner": _winner,
    "holds": _free,
    "plays": _free,
    "total": _of_total,
    "foreign": _of_foreign_colonies,
    "home": _of_home_colonies,
    "techs": _of_techs,
    "flares": _of_flares,
    "ships": _of_ships,
    "hand": _of_hand,
}
