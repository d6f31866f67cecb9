"""Mirror: the two digits of every attack change places."""

from __future__ import annotations

from referee.judge.cards_shown import Shown
from referee.judge.powers import effect
from referee.judge.powers.at_table import facedown
from referee.judge.powers.choices import sides_meant
from referee.judge.powers.types import Args, Board, Stand, Use
from referee.state import encounter as pos


@effect.outcome("turned", told=True, takes="side|player")
def reverse_digits(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Called between selection and reveal: the attacks that are turned up have their digits swapped.

    With `one` it can be said for the card of one side only.
    """
    meant = sides_meant(board, stand, use, args)
    for side, shown in list(board.shown.items()):
        if shown.kind == pos.ATTACK and side in meant:
            turned = board.apply(stand, use, reversed_digits(shown.value), (shown.finding,), (board.main(side).name,))
            if turned is not None:
                board.shown[side] = Shown(pos.ATTACK, turned.value, turned)


def reversed_digits(value: int) -> int:
    """An attack's value with its two printed digits swapped: 15 is 51, 8 is printed 08 and is 80; a sign stays."""
    swapped = int(f"{abs(value):02d}"[::-1])
    return -swapped if value < 0 else swapped


reverse_digits.offered(facedown)
