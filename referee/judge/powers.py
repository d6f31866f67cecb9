"""Powers in force: which uses the sheets on the line have, and the windows in which they act.

The effects themselves are in `verbs` (the vocabulary) and `oddities` (one module for each power that it cannot say).
An alien's file names them; no alien is named here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.judge.board import Board
from referee.judge.finding import Finding

Verb = Callable[..., Any]

# The windows of an encounter in printed order. An effect acts in the one its verb is registered for.
WINDOWS = (
    "limit",  # launch and alliance: how many ships may be sent
    "join",  # alliance: who may come along
    "declare",  # planning: what is announced before the cards are turned up
    "turned",  # reveal: as the cards are turned up
    "card",  # reveal: what a card counts as, afterwards
    "reinforce",  # reveal: what is added from hands
    "worth",  # reveal: what a ship adds
    "method",  # reveal: how totals are compared
    "total",  # reveal: what is added to a total
    "winner",  # the outcome as a power has it
    "upset",  # the outcome turned round, after everything else
    "deal",  # resolution: what a power lets its owner put into a deal
    "fate",  # resolution: where losing ships go instead of the warp
    "save",  # resolution: ships that would go to the warp
    "count",  # resolution: what a ship counts for compensation and rewards
    "discard",  # resolution: the played cards
    "after",  # resolution: what the encounter leaves behind
)

VERBS: dict[str, tuple[str, Verb]] = {}


def verb(name: str, window: str) -> Callable[[Verb], Verb]:
    """Registers an effect under the name that alien files use, for one window."""
    assert window in WINDOWS, window

    def register(function: Verb) -> Verb:
        VERBS[name] = (window, function)
        return function

    return register


def prepare(board: Board) -> None:
    """Lays out, by window and in timing order, every effect of every sheet on the line (consolidated 4.8.2).

    A player with fewer home colonies than the power needs has no power (4.6.2).
    """
    plan = board.plan
    least: int = board.law["power.lost"].value
    for stand in board.order:
        if not stand.aliens:
            continue
        homes = board.homes(stand)
        if homes is not None and homes < least:
            fact = Finding(board.law["facts.home"], homes, (), (stand.name,))
            stand.powerless = Finding(board.law["power.unusable"], "none", (fact,), (stand.name,))
            board.steps.append(stand.powerless)
        for alien in stand.aliens:
            for use in alien.uses:
                for verb, args in use.effects:
                    if verb not in VERBS:  # done at the table, before or after what the line tells
                        continue
                    window, function = VERBS[verb]
                    if window in plan:
                        plan[window].append((stand, use, function, args))
                    else:
                        plan[window] = [(stand, use, function, args)]


def act(board: Board, window: str, *context: Any) -> None:
    """Lets every effect of a window act, in timing order."""
    if window in board.plan:
        for stand, use, function, args in board.plan[window]:
            function(board, stand, use, args, *context)
