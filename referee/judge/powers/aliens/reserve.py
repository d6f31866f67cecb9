"""Reserve: attacks played as reinforcements, and a negotiate thrown away to cancel one."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Plus, Stand
from referee.judge.powers.in_force import verb
from referee.state import encounter as pos


@verb("plays_attacks", "reinforce")
def plays_attacks(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """`at_most`: attacks up to this value may be played from hand as reinforcements, for either side."""
    for used in board.used.get(stand.name, ()):
        value = next((int(arg) for arg in used.args if arg.lstrip("-").isdigit()), None)
        if value is None or not stand.takes_part:
            continue
        if value > args["at_most"]:
            rule = board.law["powers.too-high"].citing(use.rule)
            board.forbid(rule, (stand.name, value, args["at_most"]), board.without_use(stand, used), (used.finding,))
            continue
        side = _side(board, stand, used.args)
        played = board.apply(stand, use, value, (), (value,), used)
        if played is not None:
            board.plus.append(Plus(side, value, stand.name, str(value), played))


@verb("cancels_reinforcement", "reinforce")
def cancels_reinforcement(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """A negotiate discarded from hand cancels a reinforcement that another player played; it is discarded too."""
    for used in board.used.get(stand.name, ()):
        if "N" not in used.args or not stand.takes_part:
            continue
        value = next((int(arg[1:]) for arg in used.args if arg.startswith("+")), None)
        found = next((p for p in board.plus if p.by != stand.name and value in (None, p.value)), None)
        if found is None:
            rule = board.law["powers.nothing-to-cancel"].citing(use.rule)
            board.forbid(rule, (stand.name,), board.without_use(stand, used), (used.finding,))
            continue
        cancelled = board.apply(stand, use, f"+{found.value}", (found.finding,), (f"+{found.value}",), used)
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
