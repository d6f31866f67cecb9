"""What would turn the result: the smallest addition to a total, or change of ships, that makes another side win."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.law import FACT, Rule
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.reveal import SIDES, compare
from referee.judge.powers.common import SWAPPED
from referee.judge.stand import Stand
from referee.state import encounter as pos

_WHAT_IF = Rule("what-if", FACT, "what if {value}")


def flips(board: Board) -> list[tuple[str, str]]:
    """(what would be different, the outcome then), smallest first; empty where totals do not decide."""
    if not board.by_totals and "upset" not in board.declared:
        return []
    if board.totals is None or board.outcome is None or board.outcome.value not in SWAPPED:
        return []
    then = SWAPPED[board.outcome.value]
    found: list[tuple[str, str]] = []
    for side in SIDES:
        need = _needed(board, side, then)
        if need is None:
            continue
        found.append((board.rulebase.said(f"{need} more for the {side}"), then))
    for side in SIDES:
        change = _ships(board, side, then)
        if change:
            found.append((board.rulebase.said(change), then))
    return found


def _outcome(board: Board, offense: int, defense: int) -> str | None:
    outcome: str | None = compare(board, (Finding(_WHAT_IF, offense), Finding(_WHAT_IF, defense))).value
    return SWAPPED[outcome] if outcome is not None and "upset" in board.declared else outcome


def _shifted(board: Board, side: str, by: int) -> str | None:
    assert board.totals is not None
    offense, defense = board.totals[0].value, board.totals[1].value
    return _outcome(board, offense + by, defense) if side == pos.OFFENSE else _outcome(board, offense, defense + by)


def _needed(board: Board, side: str, then: str) -> int | None:
    """The least addition to a side's total that turns the result, None if none does."""
    assert board.margin is not None
    margin: int = board.margin.value
    return next((by for by in (margin, margin + 1) if by > 0 and _shifted(board, side, by) == then), None)


def _ships_told(name: str, change: int, more: bool, worth: int) -> str:
    """So many ships of a player more or fewer, in words, with what each is worth where that is not 1."""
    ships = ships_of(change)
    ships = ships.replace(" ", " more ", 1) if more else f"{ships} fewer"
    return f"{ships} of {name}" + (f" (worth {worth} each)" if worth != 1 else "")


def _ships(board: Board, side: str, then: str) -> str:
    """The smallest change of one player's ships on a side that turns the result, in words; empty if none does."""
    turning = min(_turning(board, side, then), key=lambda change: change[0], default=None)
    return turning[1] if turning is not None else ""


def _turning(board: Board, side: str, then: str) -> Iterator[tuple[int, str]]:
    """(how many, in words) of the fewest ships more, or fewer, of each player of a side that turn the result."""
    for stand in board.side_of(side):
        each = board.marginal.get(stand.name, 0)
        if not each or stand.count is None:
            continue
        for step in (1, -1):
            if step > 0 and each == 1:
                continue  # as many ships as would have to be added anyway
            change = _change(board, side, then, stand, each, step)
            if change is not None:
                yield change, _ships_told(stand.name, change, step > 0, abs(each))


def _bounds(board: Board, stand: Stand) -> tuple[int, int]:
    """The fewest and the most ships that a player can have in the encounter."""
    low, high = board.law["launch.ships"].value
    if stand.role == pos.DEFENSE:
        target = board.position.target
        low = 1 if target is not None and target[0] == board.offense.name else 0
        high = stand.owns(board.law["setup.ships"].value) - (board.position.warp.get(stand.name) or 0)
    limit = board.limits.get(stand.name)
    return low, min(high, limit.value) if limit is not None else high


def _change(board: Board, side: str, then: str, stand: Stand, each: int, step: int) -> int | None:
    count = stand.count or 0
    low, high = _bounds(board, stand)
    room = high - count if step > 0 else count - low
    if room <= 0 or _shifted(board, side, step * each * room) != then:
        return None
    return next(k for k in range(1, room + 1) if _shifted(board, side, step * each * k) == then)
