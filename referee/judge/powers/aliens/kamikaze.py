"""Kamikaze: ships given up for cards before the cards are selected."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand, cards_of, ships_of
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.flares import not_said


@verb("sacrifice", "declare")
def sacrifice(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """`most`, `cards`: up to so many ships from colonies to the warp, so many cards drawn for each, if any.

    It is done before the line's moment; what it leaves behind is ships in the warp.
    """
    used = board.usage(stand, use)
    if used is None or not board.admits(stand, use):
        return
    ships = next((int(arg) for arg in used[0] if arg.isdigit()), None)
    if ships is not None and not 1 <= ships <= args["most"]:
        rule = board.law["flares.too-many" if use.played is not None else "powers.too-many"].citing(use.rule)
        sources: tuple[Finding, ...] = (used[1],) if used[1] is not None else ()
        board.forbid(rule, (stand.name, ships_of(ships), args["most"]), board.without_this(stand, use), sources)
        return
    if ships is None and use.played is not None:
        not_said(board, stand, use, "how many ships it gives up", *map(str, range(1, args["most"] + 1)))
        return
    told = ships_of(ships) if ships is not None else "some ships"
    drawn = cards_of(ships * args.get("cards", 0)) if ships is not None else f"{args.get('cards', 0)} cards for each"
    given = board.apply(stand, use, ships, (), (told, drawn))
    if given is None:
        return
    board.steps.append(given)
    if ships is None:
        board.assume("assumptions.warp-includes", stand.name)
    else:
        board.sacrificed[stand.name] = given
