"""What a power leaves to its owner: said with its use, asked for where it must act, else refused without it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.phases.reveal import SIDES
from referee.judge.phases.uses import nothing_came_up, unsaid_with_use
from referee.judge.powers.at_table import Offers, uses
from referee.judge.powers.common import first_number, first_of, refuse_use, said_with, side_meant
from referee.judge.powers.effect import Offering
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import is_moment
from referee.judge.powers.types import Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.used import Used


def in_use(board: Board, stand: Stand, use: Use) -> bool:
    """True if a power acts here, or a flare does; notes the Cosmic Zap that cancels it."""
    if board.in_force(stand, use):
        return True
    board.apply(stand, use, True)
    return False


def chosen(board: Board, stand: Stand, use: Use, ways: Sequence[str]) -> str:
    """Which of these words was said with a power or a flare; the only one where nothing was said.

    None (an empty text) where it does not act, or the ruling waits for it, or the use was refused.
    """
    if not in_use(board, stand, use):
        return ""
    said = said_with(board, stand, use)
    word = first_of(said.args, ways, ways[0] if len(ways) == 1 and not said.args else "")
    side = "" if word else side_meant(said.args, (board.offense.name, board.defense.name))
    word = side if side in ways else word
    if not word and said.args and board.position.checked and board.uses(stand, use):
        is_over(board, stand, use, board.uses(stand, use)[0], nothing_came_up(stand.name))
    elif not word and not said.sources:
        ask_for(board, stand, use, *(f"use {stand.name} {way}" for way in ways))
    elif not word:
        unsaid_on_line(board, stand, use, " or ".join(ways), *ways)
    return word


def sides_meant(board: Board, stand: Stand, use: Use, args: Args) -> tuple[str, ...]:
    """The sides whose cards a use changes: both, or with `one` the only one that was said, itself or by its player."""
    side = side_meant(said_with(board, stand, use).args, (board.offense.name, board.defense.name))
    return (side,) if side and args.get("one") else SIDES


def counted(board: Board, stand: Stand, use: Use, most: int) -> int | None:
    """The number said with a use, or None if none was said; refused where there cannot be so many."""
    count = first_number(said_with(board, stand, use).args, None)
    if count is None or count <= most or board.position.checked:
        return count
    for used in board.uses(stand, use)[:1]:
        so_many = unsaid_with_use(stand.name, f"how many there are, 0 to {most}")
        refuse_use(board, stand, use, used, so_many)
    return most


def not_involved(board: Board, stand: Stand) -> int:
    """How many ships of a player there can be outside the encounter."""
    owned = stand.owns(board.law["setup.ships"].value) - board.position.removed.get(stand.name, 0)
    return max(owned - (stand.count or 0), 0)


def is_over(board: Board, stand: Stand, use: Use, used: Used, forbidden: Forbidden | None) -> bool:
    """True if a use has nothing to do here: it is refused, unless a table has ruled it when it was made."""
    if forbidden is None or not board.position.checked:
        return refuse_use(board, stand, use, used, forbidden)
    board.idle.add(use.alien)
    rule = board.law["powers.as-it-was"].citing(use.rule)
    board.steps.append(Finding(rule, False, (used.finding,), (stand.name,)))
    return True


def refuse_in_vain(board: Board, stand: Stand, use: Use) -> None:
    """Refuses what was said of an optional power for which nothing has come up."""
    for used in board.uses(stand, use) if not use.mandatory else ():
        if used.zap is None:
            is_over(board, stand, use, used, nothing_came_up(stand.name))


def is_unused_now(on: Turn, power: Power) -> bool:
    """True if the moment of a power has come, and nothing was said of it."""
    return is_moment(on, power) and not uses(on, power.who)


def ways_now(*ways: str) -> Offering:
    """Offers a use with each of these words at its moment, until one was said."""

    def offer(on: Turn, power: Power) -> Offers:
        if is_unused_now(on, power):
            yield from ((way,) for way in ways)

    return offer
