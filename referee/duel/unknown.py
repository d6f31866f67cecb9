"""Hidden facts of a line of Duel: what is asked, and the line once one is told."""

from __future__ import annotations

from dataclasses import replace

from referee.duel.line import Act, Fighter, Line
from referee.duel.on import Hidden
from referee.duel.state import UNKNOWN
from referee.duel.texts import signed

Told = int | str

# What is asked for each kind of hidden fact, and how a case of it is told.
ASKS = {
    "dial": "how many ships {0} sends",
    "tactic": "which tactic {0} reveals",
    "plan": "which plan {0} reveals",
    "plus": "the reinforcement on {0}'s side",
    "advantage": "the ship advantage that the card gives",
    "supply": "how many ships {0} has in supply",
    "warp": "how many ships {0} has in the Warp",
    "there": "how many ships {0} had on the planet",
    "controls": "how many other planets {0} controls",
    "spent": "how many of {0}'s tactics were spent",
    "icon": "which icon stands on {0}'s card",
    "snare": "which card is {0}'s snare",
    "last": "which card is the last in {0}'s hand",
    "new plan": "which card {0} takes as the new plan",
}
_WHEN = {
    "dial": "{0} sends {1}",
    "tactic": "{0} reveals {1}",
    "plan": "{0}'s plan is {1}",
    "plus": "the reinforcement on {0}'s side is {1}",
    "advantage": "the ship advantage is {1}",
    "supply": "{0} has {1} in supply",
    "warp": "{0} has {1} in the Warp",
    "there": "{0} had {1} on the planet",
    "controls": "{0} controls {1} other planets",
    "spent": "{1} of {0}'s tactics were spent",
    "icon": "the icon on {0}'s card is {1}",
    "snare": "{0}'s snare is {1}",
    "last": "{0}'s last card is {1}",
    "new plan": "{0}'s new plan is {1}",
}


def asks(hidden: Hidden) -> str:
    """The question to put to the players."""
    return ASKS[hidden.kind].format(_who(hidden))


def when(hidden: Hidden, told: str) -> str:
    """The condition of a case, as a player would say it."""
    return _WHEN[hidden.kind].format(_who(hidden), told)


def _who(hidden: Hidden) -> str:
    return hidden.name.partition(" #")[0]


def complete(line: Line, hidden: Hidden, value: Told) -> Line:
    """The line with one hidden fact told."""
    kind, name = hidden.kind, hidden.name
    if kind in ("dial", "tactic", "plan", "plus"):
        return _with_fighter(line, hidden, value)
    if kind == "advantage":
        return replace(line, advantage=int(value), told_advantage=True)
    if kind == "icon":
        return replace(line, icons={**line.icons, name: str(value)})
    if kind == "snare":
        return replace(line, snares={**line.snares, name: str(value)})
    if kind == "last":
        return replace(line, hands={**line.hands, name: (str(value),)})
    if kind == "new plan":
        return replace(line, acts=_with_new_plan(line, name, str(value)))
    return replace(line, **{kind: {**getattr(line, kind), name: int(value)}})  # type: ignore[arg-type]


def _with_fighter(line: Line, hidden: Hidden, value: Told) -> Line:
    def told(fighter: Fighter) -> Fighter:
        if fighter.name != hidden.name.partition(" #")[0]:
            return fighter
        if hidden.kind == "dial":
            return fighter._replace(dial=int(value))
        if hidden.kind == "tactic":
            other = fighter.tactic.partition("/")[2]
            return fighter._replace(tactic=f"{value}/{other}" if other else str(value))
        if hidden.kind == "plan":
            return fighter._replace(plan=str(value))
        at = next(place for place, card in enumerate(fighter.plus) if card == UNKNOWN)
        return fighter._replace(plus=(*fighter.plus[:at], signed(int(value)), *fighter.plus[at + 1 :]))

    if hidden.kind == "plus" and not any(UNKNOWN in fighter.plus for fighter in line.fighters()):
        acts = list(line.acts)
        at = next(n for n, act in enumerate(acts) if act.verb == "reinforce" and act.args[0] == UNKNOWN)
        acts[at] = acts[at]._replace(args=(signed(int(value)), acts[at].args[1]))
        return replace(line, acts=tuple(acts))
    return replace(line, leader=told(line.leader), straggler=told(line.straggler))


def _with_new_plan(line: Line, name: str, value: str) -> tuple[Act, ...]:
    place = [fighter.name for fighter in line.fighters()].index(name)
    acts = list(line.acts)
    for number, act in enumerate(acts):
        cards = [at for at, arg in enumerate(act.args) if arg == UNKNOWN or arg.lstrip("+-").isdigit()]
        if act.verb == "use" and place < len(cards) and act.args[cards[place]] == UNKNOWN:
            at = cards[place]
            acts[number] = act._replace(args=(*act.args[:at], value, *act.args[at + 1 :]))
            break
    return tuple(acts)
