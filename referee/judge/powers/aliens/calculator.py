"""Calculator: of two attacks one is lowered by the other."""

from __future__ import annotations

from referee.judge.powers import effect
from referee.judge.powers.asked import not_said
from referee.judge.powers.at_table import facedown, one_of
from referee.judge.powers.common import first_of, other_side, said_with, show
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import AS_NAMED
from referee.judge.powers.types import Act, Args, Board, Power, Stand, Turn, Use
from referee.state import encounter as pos

PARITIES = ("odd", "even")


@effect.outcome("turned", told=True)
def equalizes(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Called between selection and reveal: the higher attack loses the value of the lower one, which stays.

    Equal attacks stay as they are, since neither is the higher one.
    """
    high, low = pos.OFFENSE, pos.DEFENSE
    if board.shown[high].value < board.shown[low].value:
        high, low = low, high
    higher, lower = board.shown[high], board.shown[low]
    both = higher.kind == lower.kind == pos.ATTACK
    if not both or higher.value == lower.value or board.valueless:
        return
    words = (board.main(high).name, higher.value, lower.value)
    _lower(board, stand, use, high, words)


def _lower(board: Board, stand: Stand, use: Use, side: str, words: tuple[object, ...]) -> None:
    """The attack of a side loses the value of the one that it faces."""
    lowered, by = board.shown[side], board.shown[other_side(side)]
    left = board.apply(stand, use, lowered.value - by.value, (lowered.finding, by.finding), words)
    show(board, side, pos.ATTACK, lowered.value - by.value, left)


equalizes.offered(facedown)


@effect.outcome("turned", by=effect.MAIN)
def predicts_parity(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`odd` or `even` was said of the sum of two attacks: if rightly, the opponent's loses the owner's value.

    If wrongly, the owner's loses the opponent's.
    """
    said = first_of(said_with(board, stand, use).args, PARITIES)
    if not said:
        unsaid_on_line(board, stand, use, "odd or even", *PARITIES)
        return
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    if not mine.kind == theirs.kind == pos.ATTACK or board.valueless:
        return
    total = mine.value + theirs.value
    right = said == ("odd" if total % 2 else "even")
    side, lowered, by = (other_side(stand.side), theirs, mine) if right else (stand.side, mine, theirs)
    words = (said, f"{mine.value} + {theirs.value}", board.main(side).name, lowered.value, by.value)
    _lower(board, stand, use, side, words)


@predicts_parity.carried_out(ruled=True, time=AS_NAMED)
def predict(on: Turn, power: Power, done: Act) -> None:
    """`odd` or `even` is said when both cards lie facedown; the outcome reckons with it."""
    if not first_of(done.args, PARITIES):
        not_said(on, power, "odd or even", PARITIES)


predicts_parity.offered(one_of(lambda on, power: PARITIES))
