"""Effects of the reveal: values, totals, and who wins."""

from __future__ import annotations

from typing import Any

from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers import verb
from referee.judge.verbs.common import SWAPPED, Args, wins
from referee.law.power import Use
from referee.position import encounter as pos


@verb("ship_value", "worth")
def ship_value(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships adds to the total."""
    if stand.takes_part:
        worth = board.apply(stand, use, args["value"])
        if worth is not None:
            board.worth[stand.name] = worth


@verb("subtracts_ships", "worth")
def subtracts_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Against two attacks, the owner's ships and every ally's ships count minus."""
    if board.admits(stand, use):
        minus = board.apply(stand, use, -1)
        if minus is not None:
            for other in board.stands.values():
                if other.takes_part and (other is stand or not other.is_main):
                    board.minus[other.name] = minus


@verb("lower_total_wins", "method")
def lower_total_wins(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The lower total wins."""
    board.lower_wins = board.apply(stand, use, "lower") or board.lower_wins


@verb("add_to_total", "total")
def add_to_total(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`amount`: a number, `tokens` (on the owner's sheet) or `warp` (ships of any color there); `after = "attack"`:
    only if the owner's side showed an attack."""
    if not stand.takes_part or (args.get("after") == "attack" and board.shown[stand.side].kind != pos.ATTACK):
        return
    amount: Any = args["amount"]
    sources: tuple[Finding, ...] = ()
    if isinstance(amount, str) and board.in_force(stand, use):
        counted = board.tokens(stand) if amount == "tokens" else board.warp_of_all()
        amount, sources = counted.value, (counted,)
    added = board.apply(stand, use, amount, sources)
    if added is not None:
        board.adds[stand.side].append(added)


@verb("wins_with", "winner")
def wins_with(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`, `against`: with this kind of card against that kind, the owner's side wins."""
    mine = board.shown[stand.side]
    theirs = board.shown[pos.DEFENSE if stand.side == pos.OFFENSE else pos.OFFENSE]
    if mine.kind == args["card"] and theirs.kind == args["against"]:
        won = board.apply(stand, use, wins(stand.side), (mine.finding, theirs.finding))
        if won is not None:
            board.outcome, board.by_totals = won, False


@verb("wins_if_zapped", "winner")
def wins_if_zapped(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """If a Cosmic Zap cancels this power, its owner's side wins."""
    zap = board.zap_on(stand, use.alien)
    if zap is not None and stand.takes_part and board.admits(stand, use):
        board.zapped.add(stand.name)
        board.outcome = Finding(use.rule, wins(stand.side), (zap,), (stand.name,))
        board.by_totals = False
        board.totals = board.margin = None  # what is not compared is not stated


@verb("reverse_result", "upset")
def reverse_result(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The side that would win loses, and the side that would lose wins; applied after everything else."""
    outcome = board.outcome
    if outcome is None or outcome.value not in SWAPPED:
        return
    upset = board.apply(stand, use, SWAPPED[outcome.value], (outcome,))
    if upset is not None:
        board.outcome = upset
        board.declared["upset"] = upset
