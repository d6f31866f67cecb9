"""What the players say that a power or card does, in words that name it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.book.power import Alien
from referee.judge.board import Board
from referee.judge.powers.acts import spoken
from referee.state.encounter import Act

NOTHING = "nothing"  # the statement that a power or card changes nothing
_BRACKETS = re.compile(r"\s*\(.*\)")


def covered(acts: Iterable[Act], who: str, name: str) -> bool:
    """True if players state what a power or card does by naming it, or that nothing of this player's does anything."""
    return any((act.verb == NOTHING and act.who == who and not act.why) or _names(act, name) for act in acts)


def is_told(board: Board, who: str, alien: Alien) -> bool:
    """True if players state what this sheet does, where its file lets them, or that it changes nothing.

    That stands for its uses.
    """
    acts = board.position.acts
    if (alien.states or alien.comes_up) and covered(acts, who, alien.name):
        return True
    return any(act.verb == NOTHING and act.who == who and _names(act, alien.name) for act in acts)


def _names(act: Act, name: str) -> bool:
    """True if a statement gives this power or card as its reason."""
    if not act.why:
        return False
    said = spoken(act.why)
    return spoken(name) in said or spoken(_BRACKETS.sub("", name)) in said
