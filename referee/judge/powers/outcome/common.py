"""What several effects need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.ruling import DEFENSE_WINS, OFFENSE_WINS
from referee.state import encounter as pos
from referee.state.encounter import Card
from referee.state.reader import LETTER_CARDS

Args = dict[str, Any]


def other_side(side: str) -> str:
    """The side across the table."""
    return pos.DEFENSE if side == pos.OFFENSE else pos.OFFENSE


def is_attack(text: str) -> bool:
    """Whether a card, as it is written in a hand, is an attack with a value."""
    return text.lstrip("-").isdigit()


def card_of(board: Board, text: str) -> Card | None:
    """The encounter card that is written so in a hand; None for what is no encounter card, or not known."""
    if is_attack(text):
        return Card(pos.ATTACK, int(text))
    letter = LETTER_CARDS.get(text.lower())
    if letter is not None:
        return letter if letter.kind in (pos.NEGOTIATE, pos.MORPH) else None
    known = board.rulebase.card(text)
    return Card(pos.OTHER, None, text) if known is not None and known.type in _encounter_types(board) else None


def _encounter_types(board: Board) -> Sequence[str]:
    types: Sequence[str] = board.law["cards.encounter"].value
    return types


SWAPPED = {OFFENSE_WINS: DEFENSE_WINS, DEFENSE_WINS: OFFENSE_WINS}


def take_from_warp(board: Board, loser: Stand, fate: dict[str, Finding], to: str, moved: Finding) -> None:
    """Ships bound for the warp go elsewhere: `fate` maps `warp`, `returns` and `removed` to findings of ships."""
    before, already = fate["warp"], fate.get(to)
    fate[to] = moved
    if already is not None:
        fate[to] = Finding(moved.rule, already.value + moved.value, (already, moved), moved.words)
    rule = board.law["resolution.not-lost"].citing(moved.rule)
    fate["warp"] = Finding(rule, before.value - moved.value, (before, moved), (loser.name,))
