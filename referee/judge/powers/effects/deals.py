"""What a power lets its owner put into a deal, and what a failed deal costs."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.powers import effect
from referee.judge.powers.common import Args
from referee.judge.ruling import MAY
from referee.judge.stand import Stand


@effect.outcome("deal", told=True)
def may_in_deal(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: something that the owner may do as part of a deal of its own; no use of the power."""
    if stand.is_main and board.admits(stand, use):
        board.do(stand.name, MAY, args["what"], Finding(use.rule, None, (), (stand.name,)))


@effect.outcome("no-deal", told=True)
def cheaper_failure(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many fewer than the rules say for the owner of a failed deal, and so many more for the other."""
    if not stand.is_main:
        return
    other = board.defense if stand is board.offense else board.offense
    cheaper = board.apply(stand, use, -args["ships"], (), (other.name,))
    if cheaper is not None:
        shift_cost(board, stand, cheaper)
        shift_cost(board, other, Finding(cheaper.rule, args["ships"], cheaper.sources, cheaper.words))


def shift_cost(board: Board, stand: Stand, shift: Finding) -> None:
    """So many ships more or fewer for a failed deal, on top of what another card changed already."""
    before = board.dearer.get(stand.name)
    if before is not None:
        shift = Finding(shift.rule, before.value + shift.value, (before, *shift.sources), shift.words)
    board.dearer[stand.name] = shift
