"""Amoeba: the number of its own ships in the encounter, changed after the cards are selected."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.legality import with_ships
from referee.judge.powers.in_force import verb
from referee.judge.ruling import wins
from referee.state import encounter as pos


@verb("changes_ships", "limit")
def changes_ships(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """More ships from colonies, or fewer, as many as the owner likes: no limit and no least number then holds.

    The line tells how many are there when the cards are turned up. An offense with more than it can launch, or with
    none, shows that the power was used. With `by`, the number changes by so many at most.
    """
    if not board.admits(stand, use):
        return
    said = board.usage(stand, use) if use.played is not None or stand.name in board.used else None
    low, high = board.law["launch.ships"].value
    shows = stand.role == pos.OFFENSE and stand.count is not None and not low <= stand.count <= high
    if use.zappable and board.zap_on(stand, use.alien) is not None:
        if said or shows:
            board.apply(stand, use, stand.count)  # shows what was zapped
        return
    if not said:
        if stand.role == pos.OFFENSE and "by" not in args:
            board.freed.add(stand.name)
        if shows:
            board.steps.append(Finding(use.rule, stand.count, (), (stand.name, ships_of(stand.count or 0))))
        return
    board.freed.add(stand.name)
    sources: tuple[Finding, ...] = (said[1],) if said[1] is not None else ()
    most = high + args["by"] if "by" in args and stand.role == pos.OFFENSE else None
    if most is not None and stand.count is not None and stand.count > most:
        rule = board.law["uses.shifts"].citing(use.rule)
        board.forbid(rule, (stand.name, args["by"]), [with_ships(board.position, stand.name, most)], sources)
        return
    told = next((int(arg) for arg in said[0] if arg.isdigit()), None)
    if told is not None and stand.count is not None and told != stand.count:
        rule = board.law["uses.ships-then"].citing(use.rule)
        words = (stand.name, ships_of(told), stand.count)
        nearest = [with_ships(board.position, stand.name, told), *board.without_this(stand, use)]
        board.forbid(rule, words, nearest, sources)
        return
    if stand.count is None and told is not None:  # the use says what the line leaves open
        stand.count, stand.ships = told, Finding(board.law["facts.ships"], told, (), (stand.name, ships_of(told)))
    then = ships_of(stand.count) if stand.count is not None else "some number of ships"
    changed = board.apply(stand, use, stand.count, (), (then,))
    if changed is not None:
        board.steps.append(changed)


@verb("lands_nothing", "staked")
def lands_nothing(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """A win without any ship of one's own in the encounter gives no colony."""
    outcome = board.outcome
    if stand.name in board.freed and stand.count == 0 and outcome is not None and outcome.value == wins(stand.side):
        rule = board.law["uses.no-colony"].citing(use.rule)
        board.steps.append(Finding(rule, 0, (outcome, board.ships(stand)), (stand.name,)))
