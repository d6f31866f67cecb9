"""Main players without an encounter card, where a power that is not applied rules otherwise than 4.7.2 and 4.7.3."""

from __future__ import annotations

from referee.book.law import Rule
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.legality import sheet_lifting
from referee.judge.powers.said_of import covered
from referee.judge.ruling import wins
from referee.judge.stand import Stand, admitted
from referee.state import encounter as pos


def is_spared(board: Board, stand: Stand) -> bool:
    """True if a player's power, used or not, spares it what befalls those who have no encounter card."""
    return sheet_lifting(board, stand, "no-card") is not None


def defeat(board: Board) -> Finding | None:
    """The outcome where a main player has no encounter card left by its opponent's power, and so loses; or None."""
    if "opponents-no-card" not in board.sheet_words:
        return None
    law = board.law
    for loser, winner in ((board.offense, board.defense), (board.defense, board.offense)):
        if board.position.side(loser.side).card.kind != pos.NONE:
            continue
        rule = _defeats(board, winner)
        if rule is not None and not is_spared(board, loser):
            fact = Finding(law["facts.no-card"], True, (), (loser.name,))
            found = Finding(
                law["planning.loses-without-card"].citing(rule), wins(winner.side), (fact,), (loser.name, winner.name)
            )
            board.kept_cards[winner.name] = found  # no card is turned up, so the one that was selected is not played
            return found
    return None


def _defeats(board: Board, winner: Stand) -> Rule | None:
    """The text by which the opponent of a player loses if it has no encounter card, unless it is said to do nothing."""
    alien = sheet_lifting(board, winner, "opponents-no-card")
    if alien is None or not admitted(winner.role, alien.roles) or board.zap_on(winner, alien.name) is not None:
        return None
    said = [act for act, _ in board.live_acts]
    return None if covered(said, winner.name, alien.name) else alien.rule
