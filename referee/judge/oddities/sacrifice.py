"""Kamikaze: ships given up for cards before the cards are selected."""

from __future__ import annotations

from typing import Any

from referee.judge.board import Board, Stand, cards_of, ships_of
from referee.judge.powers import verb
from referee.judge.ruling import MUST
from referee.law.power import Use


@verb("sacrifice", "declare")
def sacrifice(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """`most`, `cards`: up to so many ships from colonies to the warp, so many cards drawn for each."""
    used = board.usage(stand, use)
    if used is None or not board.admits(stand, use):
        return
    ships = next((int(arg) for arg in used[0] if arg.isdigit()), None)
    if ships is not None and not 1 <= ships <= args["most"]:
        board.forbid(use.rule, (stand.name, ships_of(ships)), [], ())
        return
    given = board.apply(stand, use, ships, (), (ships_of(ships) if ships is not None else "some ships",))
    if given is None:
        return
    drawn = cards_of(ships * args["cards"]) if ships is not None else f"{args['cards']} cards for each ship"
    lost = ships_of(ships) if ships is not None else f"up to {args['most']} ships"
    board.do(
        stand.name, MUST, f"send {lost} from colonies to the warp and draw {drawn}, before cards are selected", given
    )
