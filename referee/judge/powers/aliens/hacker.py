"""Hacker: compensation out of any hand, cards of its own choice; and what it gives itself it picks."""

from __future__ import annotations

from referee.judge.powers import effect
from referee.judge.powers.at_table import is_card_offered
from referee.judge.powers.common import left_open
from referee.judge.powers.types import Args, Board, Offers, Power, Stand, Turn, Use
from referee.judge.table.resolution import owed


@effect.outcome("collect", told=True, takes="player")
def takes_from_anybody(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
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


def _refused(board: Board, stand: Stand) -> bool:
    """Whether a use that was said comes too late: the power was lost with the encounter (4.6.2.1)."""
    said = board.used.get(stand.name)
    if not said or stand.powerless is None:
        return False
    rule = board.law["power.unusable"].citing(stand.powerless.rule)
    board.forbid(rule, (stand.name,), board.without_use(stand), (said[0].finding, stand.powerless))
    return True


@takes_from_anybody.offered
def _payers(on: Turn, power: Power) -> Offers:
    if is_card_offered(on, power) and not _has_taken(on, power.who):
        yield from ((name,) for name in on.table.clockwise(power.who) if on.table.hands[name])


def _has_taken(on: Turn, who: str) -> bool:
    """Whether compensation was due and is none any more."""
    last = on.table.last
    took = last is not None and last.told["players"].get(who, {}).get("compensation")
    return bool(took) and owed(on, who, "take") is None


@effect.outcome("collect", told=True, takes="card*")
def picks_what_it_gives(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """Whose hand compensation comes from picks the cards, where the opponent would have drawn them at random."""
    if stand is not winner or board.payer is not None or _refused(board, stand):
        return
    if board.usage(stand, use) is None:
        if board.admits(stand, use):
            left_open(board, stand, use, use.may.format(loser.name))
        return
    board.picked = board.apply(stand, use, True, (), (loser.name,))


@picks_what_it_gives.offered
def _picks(on: Turn, power: Power) -> Offers:
    if any(due.what == "take" and due.source == power.who for due in on.table.due) and is_card_offered(on, power):
        yield ()
