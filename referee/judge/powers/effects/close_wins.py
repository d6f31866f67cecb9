"""Rewards for a win by little."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.rewards import gain_besides
from referee.judge.powers import effect
from referee.judge.powers.choices import in_use
from referee.judge.powers.common import Args
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import wins
from referee.judge.stand import Stand


@effect.outcome("rewarded", told=True)
def rewards_close_win(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`by`: where the owner's side wins by so much at most, each player on it gets a reward for each of its ships.

    What a win is by whose totals were turned round no text says: that is asked for.
    """
    won, margin = board.outcome, board.margin
    if won is None or won.value != wins(stand.side) or margin is None or margin.value > args["by"]:
        return
    if "upset" in board.declared:
        ask_for(board, stand, use)
        return
    for player in board.side_of(stand.side) if in_use(board, stand, use) else ():
        ships = board.ships(player)
        if not ships.value or (player is board.defense and _nothing_for_defense(board)):
            continue
        more = board.apply(stand, use, ships.value, (margin, ships), (player.name,))
        if more is not None:
            gain_besides(board, player, more)


def _nothing_for_defense(board: Board) -> bool:
    """True if no power gives the defense anything for winning (DF-41)."""
    rule = board.law["rewards.for-winning"]
    board.steps.append(Finding(rule, rule.value))
    return bool(rule.value == "nothing")
