"""Vector: an ally that has the benefits of the other side's allies, if it chooses so as it joins."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.phases.reveal import SIDES
from referee.judge.powers import effect
from referee.judge.powers.asked import typed
from referee.judge.powers.at_table import one_of
from referee.judge.powers.common import first_of, other_side, said_with
from referee.judge.powers.moments import WHEN_DUE
from referee.judge.powers.types import Act, Args, Board, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import wins
from referee.judge.table.powers import demand


@effect.outcome("staked", takes="side|normal|reverse")
def swaps_benefits(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A side was said: a winning ally has what an ally of that side would have, which can be the other one.

    It has to be said, and nothing else is ruled of who has won before it is.
    """
    outcome = board.outcome
    if stand.is_main or outcome is None or outcome.value != wins(stand.side) or not board.admits(stand, use):
        return
    face = _face(said_with(board, stand, use).args, stand.side)
    if not face and board.zap_on(stand, use.alien) is None:
        ask_for(board, stand, use, *(f"use {stand.name} {word}" for word in SIDES), late=True)
    elif face and face != stand.side:
        swapped = board.apply(stand, use, True, said_with(board, stand, use).sources)
        if swapped is not None:
            board.declared[f"swapped by {stand.name}"] = swapped


def _face(said: Sequence[str], side: str) -> str:
    """The side whose benefits were said, by its name or by the token's face; none (an empty text) where it was not."""
    by_face = {"normal": side, "reverse": other_side(side)}
    return by_face.get(first_of(said, by_face)) or first_of(said, SIDES)


@swaps_benefits.when("alliances")
def choose_face(on: Turn, power: Power) -> None:
    """The token is laid once the alliances are made."""
    demand(on, power)


@swaps_benefits.carried_out(ruled=True, time=WHEN_DUE)
def lay_face(on: Turn, power: Power, done: Act) -> None:
    """The side whose benefits the token gives is said; the outcome reckons with it."""
    if not _face(done.args, on.side_of(power.who)):
        on.cannot("powers.which-face", power.who, nearest=[typed(power, face) for face in SIDES])


swaps_benefits.offered(one_of(lambda on, power: SIDES))
