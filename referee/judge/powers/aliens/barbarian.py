"""Barbarian: the loser's hand taken before compensation, one card kept for each own ship."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand, cards_of
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb
from referee.judge.ruling import MUST, wins
from referee.state import encounter as pos


@verb("loots", "hands")
def loots(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """The whole hand of the opponent who lost: as many cards as own ships in the encounter are kept.

    How many that is is not known where the hand is not; the rest is discarded, and compensation is paid afterwards.
    """
    outcome = board.outcome
    if outcome is None or not stand.takes_part or outcome.value != wins(stand.side) or not board.shown:
        return
    opponent = board.main(pos.DEFENSE if stand.side == pos.OFFENSE else pos.OFFENSE)
    ships = board.ships(stand)
    hand = board.position.hands.get(opponent.name)
    held = hand.count if hand is not None else None
    if held is not None:
        held += int(opponent.name in board.kept_cards)
    if held == 0:
        return
    kept = min(ships.value, held) if held is not None else None
    sources: tuple[Finding, ...] = (outcome, ships)
    if held is not None:
        sources = (*sources, Finding(board.law["facts.hand"], held, (), (opponent.name, cards_of(held))))
    told = cards_of(kept) if kept is not None else f"{cards_of(ships.value)} at most"
    looted = board.apply(stand, use, kept, sources, (opponent.name, told))
    if looted is None:
        return
    board.looted[stand.name] = looted
    rest = "" if held is not None and kept == held else f", keep {told} of its choice, and discard the rest"
    board.do(stand.name, MUST, f"take {opponent.name}'s hand{rest}", looted)
