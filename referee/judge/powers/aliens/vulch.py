"""Vulch: artifacts that others discard go to its hand instead of the discards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.book.loader import Rulebase
from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers.acts import with_faces
from referee.judge.powers.answers import ARTIFACTS, answer_of
from referee.judge.powers.in_force import verb
from referee.judge.ruling import MUST
from referee.state.encounter import Act


@verb("salvages", "declare")
def salvages(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """Every artifact that another player played, negated or not. `type`: what is taken at the table.

    A Cosmic Zap cancels the taking that it answers, and with it all that would come later in this encounter.
    """
    acts = board.position.acts
    shut = next((at for at, act in enumerate(acts) if _shuts(board, act, stand)), None)
    safe = len(acts) if shut is None else chain_before(board.rulebase, with_faces(board), shut)
    played = [act for act in acts if act.verb in ARTIFACTS and act.by != stand.name]
    if not played or not board.admits(stand, use):
        return
    _take(board, stand, use, [act for act in acts[:safe] if act in played])
    if shut is not None:
        board.apply(stand, use, None)  # shows what was zapped


def _shuts(board: Board, act: Act, stand: Stand) -> bool:
    """Whether this is a Cosmic Zap against the player's power that stands."""
    return act.verb == "zap" and act.who == stand.name and any(live is act for live, _ in board.live_acts)


def chain_before(rulebase: Rulebase, acts: Sequence[Act], at: int) -> int:
    """Where the artifact that an act answers was played: the first of it and of the cards that answered it."""
    start = at - 1
    while start > 0 and answer_of(rulebase, acts[start]) is not None:
        start -= 1
    return max(start, 0)


def _take(board: Board, stand: Stand, use: Use, played: Sequence[Act]) -> None:
    cards = []
    for act in played:
        card = ARTIFACTS[act.verb]
        if (act.by, card) not in board.spent:
            continue
        board.spent.remove((act.by, card))
        cards.append(card)
        if not act.by:
            board.assume("assumptions.played-by-another", stand.name, card)
    if cards:
        taken = Finding(use.rule, cards, (), (stand.name, ", ".join(cards)))
        board.do(stand.name, MUST, f"take into hand instead of the discards: {', '.join(cards)}", taken)
