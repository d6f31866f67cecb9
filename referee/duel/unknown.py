"""Hidden facts of a line of Duel: what is asked, how a case is told, and the line once one is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from referee.duel.line import DuelLine, Fighter
from referee.duel.on import Hidden
from referee.duel.state import UNKNOWN
from referee.duel.texts import number, signed

Value = int | str  # what a hidden fact can be
Tell = Callable[[DuelLine, str, Value], DuelLine]  # the line with the fact of this player, or of this card, told


class Hiding(NamedTuple):
    """A kind of fact that can be hidden: what is asked, how a case of it is told, and how it is told on a line."""

    asks: str
    when: str
    tell: Tell


def asks(hidden: Hidden) -> str:
    """The question to put to the players."""
    return UNKNOWNS[hidden.kind].asks.format(hidden.name)


def when(hidden: Hidden, told: str) -> str:
    """The condition of a case, as a player would say it."""
    return UNKNOWNS[hidden.kind].when.format(hidden.name, told)


def complete(line: DuelLine, hidden: Hidden, value: Value) -> DuelLine:
    """The line with one hidden fact told."""
    return UNKNOWNS[hidden.kind].tell(line, hidden.name, value)


# -- telling it --------------------------------------------------------------------------------------------------------


def _of_side(told: Callable[[Fighter, Value], Fighter]) -> Tell:
    """Tells something of one side."""

    def tell(line: DuelLine, name: str, value: Value) -> DuelLine:
        leader, straggler = (told(one, value) if one.name == name else one for one in line.fighters())
        return replace(line, leader=leader, straggler=straggler)

    return tell


def _by_name(fact: str, told: Callable[[Value], object] = int) -> Tell:
    """Tells a fact that the line keeps by name."""

    def tell(line: DuelLine, name: str, value: Value) -> DuelLine:
        changed = replace(line)
        setattr(changed, fact, {**getattr(line, fact), name: told(value)})
        return changed

    return tell


def _tactic(fighter: Fighter, value: Value) -> Fighter:
    other = fighter.tactic.partition("/")[2]
    return fighter._replace(tactic=f"{value}/{other}" if other else str(value))


def _with_plus(fighter: Fighter, value: Value) -> Fighter:
    at = fighter.plus.index(UNKNOWN)
    return fighter._replace(plus=(*fighter.plus[:at], signed(int(value)), *fighter.plus[at + 1 :]))


def _plus(line: DuelLine, name: str, value: Value) -> DuelLine:
    if any(UNKNOWN in fighter.plus for fighter in line.fighters() if fighter.name == name):
        return _of_side(_with_plus)(line, name, value)
    for at, act in enumerate(line.acts):
        told = act.values
        if act.verb == "reinforce" and told["card"] == UNKNOWN and (told["whose"] or told["who"]) == name:
            return _with_act(line, at, card=signed(int(value)))
    return line


def _new_plan(line: DuelLine, name: str, value: Value) -> DuelLine:
    place = [fighter.name for fighter in line.fighters()].index(name)
    for at, act in enumerate(line.acts):
        args = act.values["args"] if act.verb == "use" else ()
        cards = [n for n, arg in enumerate(args) if arg == UNKNOWN or number(arg) is not None]
        if place < len(cards) and args[cards[place]] == UNKNOWN:
            told = (*args[: cards[place]], str(value), *args[cards[place] + 1 :])
            return _with_act(line, at, args=told)
    return line


def _with_act(line: DuelLine, at: int, **values: object) -> DuelLine:
    """The line with other values in one of its acts."""
    act = line.acts[at]
    return replace(line, acts=(*line.acts[:at], act.form(**act.values | values), *line.acts[at + 1 :]))


# What can be hidden; what usually decides most comes first.
UNKNOWNS = {
    "tactic": Hiding("which tactic {0} reveals", "{0} reveals {1}", _of_side(_tactic)),
    "plan": Hiding(
        "which plan {0} reveals", "{0}'s plan is {1}", _of_side(lambda side, value: side._replace(plan=str(value)))
    ),
    "new plan": Hiding("which card {0} takes as the new plan", "{0}'s new plan is {1}", _new_plan),
    "snare": Hiding("which card is {0}'s snare", "{0}'s snare is {1}", _by_name("snares", str)),
    "plus": Hiding("the reinforcement on {0}'s side", "the reinforcement on {0}'s side is {1}", _plus),
    "dial": Hiding(
        "how many ships {0} sends", "{0} sends {1}", _of_side(lambda side, value: side._replace(dial=int(value)))
    ),
    "advantage": Hiding(
        "the ship advantage that the card gives",
        "the ship advantage is {1}",
        lambda line, _, value: replace(line, advantage=int(value), told_advantage=True),
    ),
    "icon": Hiding("which icon stands on {0}'s card", "the icon on {0}'s card is {1}", _by_name("icons", str)),
    "last": Hiding(
        "which card is the last in {0}'s hand",
        "{0}'s last card is {1}",
        _by_name("hands", lambda value: (str(value),)),
    ),
    "supply": Hiding("how many ships {0} has in supply", "{0} has {1} in supply", _by_name("supply")),
    "warp": Hiding("how many ships {0} has in the Warp", "{0} has {1} in the Warp", _by_name("warp")),
    "there": Hiding("how many ships {0} had on the planet", "{0} had {1} on the planet", _by_name("there")),
    "controls": Hiding("how many other planets {0} controls", "{0} controls {1} other planets", _by_name("controls")),
    "spent": Hiding("how many of {0}'s tactics were spent", "{1} of {0}'s tactics were spent", _by_name("spent")),
}
