"""Citadel: attack cards laid beside planets, which can be put at stake for the defense's total."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb
from referee.judge.ruling import BOTH_LOSE, OFFENSE_WINS
from referee.state import encounter as pos


@verb("stakes_cards", "declare")
def stakes_cards(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """The attacks beside the target planet, all of them, add their values to the defense's total.

    `sign`: -1 where they are taken off it instead.
    """
    for used in board.used.get(stand.name, ()):
        if any("." in arg for arg in used.args) or not board.admits(stand, use):
            continue  # laying one is another part of the power
        cards = tuple(arg for arg in used.args if arg.lstrip("-").isdigit())
        if not cards and used.zap is None:
            rule = board.law["uses.name-cards"].citing(use.rule)
            board.forbid(rule, (stand.name,), board.without_use(stand, used), (used.finding,))
            continue
        words = (" and ".join(cards),)
        added = board.apply(stand, use, args.get("sign", 1) * sum(int(card) for card in cards), (), words, used)
        if added is not None:
            board.adds[pos.DEFENSE].append(added)
            board.staked.append((stand.name, cards, added))
            board.steps.append(added)


@verb("loses_staked", "staked")
def loses_staked(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """Cards at stake are discarded if the defense loses; otherwise they stay where they lie."""
    outcome = board.outcome
    if outcome is None or outcome.value not in (OFFENSE_WINS, BOTH_LOSE):
        return
    for name, cards, added in board.staked:
        if name == stand.name:
            rule = board.law["uses.staked-lost"].citing(use.rule)
            words = (stand.name, " and ".join(cards))
            board.steps.append(Finding(rule, len(cards), (outcome, added), words))
            board.spent += [(name, card) for card in cards]
