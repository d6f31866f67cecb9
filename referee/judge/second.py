"""The second encounter: who may have one (consolidated 2.4.2, 4.7.2.2 and 5.10.9)."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.ruling import DEAL, MAKE_A_DEAL, OFFENSE_WINS
from referee.position.encounter import Hand


def second(board: Board, won: Finding) -> Finding | None:
    """Whether the offense may have a second encounter; None while a deal has still to be made."""
    law = board.law
    outcome = board.outcome
    if outcome is None or outcome.value == MAKE_A_DEAL:
        return None
    name = board.offense.name
    if outcome.value not in (OFFENSE_WINS, DEAL):
        return Finding(law["second.next-player"], False, (outcome,), (name,))
    if (2 if board.position.second else 1) >= law["second.most"].value:
        return Finding(law["second.only-one"], False, (outcome,), (name,))
    if won.value:
        return Finding(law["win.check"], False, (won,), (" and ".join(won.value),))
    holds = _holds_one(board)
    if holds is not None and not holds.value:
        without = law["second.no-card"].value == "not-needed"
        return Finding(law["second.no-card"], without, (outcome, holds), (name,))
    if holds is None:
        holds = board.assume("assumptions.holds-a-card", name)
    return Finding(law["second.may"], True, (outcome, holds), (name,))


def _holds_one(board: Board) -> Finding | None:
    """Whether the offense holds an encounter card when the encounter is over; None if the line does not settle it."""
    law = board.law
    name = board.offense.name
    if name in board.kept_cards:
        return Finding(law["facts.holds-encounter-card"], True, (board.kept_cards[name],), (name,))
    hand = board.position.hands.get(name)
    if hand is None or hand.count is None:
        return None
    taken = board.players[board.defense.name].compensation
    lost = taken.value if taken is not None and board.outcome is not None and board.outcome.value == OFFENSE_WINS else 0
    given, received = _traded(board, name)
    if any(_is_encounter(board, card) for card in received):
        return Finding(law["facts.holds-encounter-card"], True, (), (name,))
    if "?" in received:
        return None
    left = hand.count - lost - given
    why = (taken,) if taken is not None and lost else ()
    if left <= 0:
        return Finding(law["facts.holds-no-encounter-card"], False, why, (name,))
    if hand.cards is None:
        return None
    return _among(board, hand, lost + given, name, why)


def _among(board: Board, hand: Hand, gone: int, name: str, why: tuple[Finding, ...]) -> Finding | None:
    law = board.law
    cards = list(hand.cards or ())
    for a, _ in board.live_acts:
        for term in a.terms:
            for card in term.cards if term.giver == name else ():
                if card in cards:
                    cards.remove(card)
                    gone -= 1
    sure = sum(_is_encounter(board, card) for card in cards)
    if sure > gone:
        return Finding(law["facts.holds-encounter-card"], True, why, (name,))
    if sure == 0 and "?" not in cards:
        return Finding(law["facts.holds-no-encounter-card"], False, why, (name,))
    return None


def _is_encounter(board: Board, card: str) -> bool:
    if card in ("N", "M", "A") or card.lstrip("-").isdigit():
        return True
    known = board.rulebase.card(card) if card[0].isalpha() else None
    return known is not None and known.type in board.law["cards.encounter"].value


def _traded(board: Board, name: str) -> tuple[int, list[str]]:
    """(how many cards a main player gives, which it receives: `?` for one not named) in the deal that was made."""
    given = 0
    received: list[str] = []
    if board.outcome is None or board.outcome.value != DEAL:
        return given, received
    for a, _ in board.live_acts:
        for term in a.terms:
            if term.giver == name:
                given += term.count or 0
            elif not term.colony:
                received += term.cards or ["?"]
    return given, received
