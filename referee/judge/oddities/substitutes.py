"""Reserve: attacks played as reinforcements, and a negotiate thrown away to cancel one."""

from __future__ import annotations

from typing import Any

from referee.judge.board import Board, Plus, Stand
from referee.judge.powers import verb
from referee.law.power import Use
from referee.position import encounter as pos


@verb("plays_attacks", "reinforce")
def plays_attacks(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """`at_most`: attacks up to this value may be played from hand as reinforcements, for either side."""
    for said, act in board.used.get(stand.name, ()):
        value = next((int(arg) for arg in said if arg.lstrip("-").isdigit()), None)
        if value is None or not stand.takes_part:
            continue
        if value > args["at_most"]:
            board.forbid(use.rule, (stand.name, value), [], (act,))
            continue
        side = _side(board, stand, said)
        played = board.apply(stand, use, value, (act,), (value,))
        if played is not None:
            board.plus.append(Plus(side, value, stand.name, str(value), played))


@verb("cancels_reinforcement", "reinforce")
def cancels_reinforcement(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """A negotiate discarded from hand cancels a reinforcement that another player played; it is discarded too."""
    for said, act in board.used.get(stand.name, ()):
        if "N" not in said or not stand.takes_part:
            continue
        value = next((int(arg[1:]) for arg in said if arg.startswith("+")), None)
        found = next((p for p in board.plus if p.by != stand.name and value in (None, p.value)), None)
        if found is None:
            board.forbid(board.law["powers.nothing-to-cancel"], (stand.name,), [], (act,))
            continue
        cancelled = board.apply(stand, use, f"+{found.value}", (act, found.finding), (f"+{found.value}",))
        if cancelled is not None:
            board.plus.remove(found)
            board.steps.append(cancelled)
            board.spent += [(found.by, found.card), (stand.name, "N")]


def _side(board: Board, stand: Stand, said: tuple[str, ...]) -> str:
    for arg in said:
        if arg in (pos.OFFENSE, pos.DEFENSE):
            return arg
        if arg in board.stands and board.stands[arg].side:
            return board.stands[arg].side
    return stand.side
