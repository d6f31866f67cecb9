"""Hacker: compensation out of any hand, cards of its own choice; and what it gives itself it picks."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.resolution import left_open


@verb("takes_from_anybody", "collect")
def takes_from_anybody(board: Board, stand: Stand, use: Use, args: dict[str, Any], loser: Stand, winner: Stand) -> None:
    """Who is due compensation takes it from any player, the winner where none is named, and chooses the cards."""
    if stand is not loser or _refused(board, stand):
        return
    used = board.usage(stand, use)
    if used is None:
        if board.admits(stand, use):
            left_open(board, stand, use, use.may)
        return
    name = next((arg for arg in used[0] if arg in board.stands and arg != stand.name), winner.name)
    payer = board.stands[name]
    hacked = board.apply(stand, use, name, (), (name,))
    if hacked is not None:
        board.payer = (payer, hacked)
        board.steps.append(hacked)


@verb("picks_what_it_gives", "collect")
def picks_what_it_gives(
    board: Board, stand: Stand, use: Use, args: dict[str, Any], loser: Stand, winner: Stand
) -> None:
    """Whose hand compensation comes from picks the cards, where the opponent would have drawn them at random."""
    if stand is not winner or board.payer is not None or _refused(board, stand):
        return
    if board.usage(stand, use) is None:
        if board.admits(stand, use):
            left_open(board, stand, use, use.may.format(loser.name))
        return
    board.picked = board.apply(stand, use, True, (), (loser.name,))


def _refused(board: Board, stand: Stand) -> bool:
    """Whether a use that was said comes too late: the power was lost with the encounter (4.6.2.1)."""
    said = board.used.get(stand.name)
    if not said or stand.powerless is None:
        return False
    rule = board.law["power.unusable"].citing(stand.powerless.rule)
    board.forbid(rule, (stand.name,), board.without_use(stand), (said[0].finding, stand.powerless))
    return True
