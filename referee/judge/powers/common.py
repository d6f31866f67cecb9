"""What several effects need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.ruling import DEFENSE_WINS, MAY, OFFENSE_WINS
from referee.state import encounter as pos
from referee.state.encounter import Act, Card
from referee.state.reader import LETTER_CARDS

Args = dict[str, Any]

SWAPPED = {OFFENSE_WINS: DEFENSE_WINS, DEFENSE_WINS: OFFENSE_WINS}


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


def take_from_warp(board: Board, loser: Stand, fate: dict[str, Finding], to: str, moved: Finding) -> None:
    """Ships bound for the warp go elsewhere: `fate` maps `warp`, `returns` and `removed` to findings of ships."""
    before, already = fate["warp"], fate.get(to)
    fate[to] = moved
    if already is not None:
        fate[to] = Finding(moved.rule, already.value + moved.value, (already, moved), moved.words)
    rule = board.law["resolution.not-lost"].citing(moved.rule)
    fate["warp"] = Finding(rule, before.value - moved.value, (before, moved), (loser.name,))


def stating(words: Callable[[Board, Act], tuple[str, ...]]) -> Callable[..., None]:
    """What an outcome makes of a use that was over before it: it is stated, with the words that its text needs."""

    def state(board: Board, stand: Stand, use: Use, args: Args) -> None:
        for used in board.used.get(stand.name, ()):
            done = board.apply(stand, use, True, (), words(board, used.act), used)
            if done is not None:
                board.steps.append(done)

    return state


def player_touched(board: Board, said: Act) -> tuple[str, ...]:
    """`NAME`: whom a use touches."""
    return (next((arg for arg in said.args if arg in board.stands), "somebody"),)


def tell_use(board: Board, stand: Stand, use: Use, value: object, *words: object) -> Finding | None:
    """What a use did before the moment of the line, which shows it already: a step, or what a zap took back (None)."""
    done = board.apply(stand, use, value, (), words)
    if done is not None:
        board.steps.append(done)
    return done


def opponent_of(board: Board, stand: Stand) -> Stand:
    """The other main player, for one of the two."""
    return board.defense if stand is board.offense else board.offense


def main_player_said(board: Board, stand: Stand, use: Use) -> str:
    """The main player on whom a power was used, or `a main player`; none (an empty text) where it was not, or wrongly.

    A main player can only mean its opponent.
    """
    used = board.usage(stand, use)
    if used is None or not board.admits(stand, use):
        return ""
    able = [opponent_of(board, stand).name] if stand.is_main else [board.offense.name, board.defense.name]
    named = next((arg for arg in used[0] if arg in board.stands), able[0] if stand.is_main else "a main player")
    if named in board.stands and named not in able:
        sources: tuple[Finding, ...] = (used[1],) if used[1] is not None else ()
        rule = board.law["uses.main-player"].citing(use.rule)
        board.forbid(rule, (stand.name, named, " or ".join(able)), board.without_use(stand), sources)
        return ""
    return named


def left_open(board: Board, stand: Stand, use: Use, what: str, *sources: Finding) -> None:
    """An optional power that nobody said was used is left to its owner."""
    rule = board.law["powers.left-open"].citing(use.rule)
    board.do(stand.name, MAY, what, Finding(rule, None, sources, (stand.name,)))


def is_saved(args: Args, owner: tuple[str, str], loser: tuple[str, str]) -> bool:
    """Whether a power saves a loser's ships: its owner's own, or with `whose = "allies"` those of the others on its
    side. Both are (name, side); a bystander has no side."""
    if args.get("whose") == "allies":
        return loser != owner and loser[1] == owner[1]
    return loser == owner


def sources(use: Use) -> tuple[Finding, ...]:
    """What a card that was played rests on: that it was, if it is a card."""
    return () if use.played is None or use.played[1] is None else (use.played[1],)


def drawing(board: Board, stand: Stand, use: Use) -> list[str]:
    """The allies for whom something was played: those that were named, or else all of them."""
    allies = [other.name for other in board.side_of(stand.side) if not other.is_main]
    used = board.usage(stand, use)
    named = [arg for arg in used[0] if arg in allies] if used is not None else []
    return named or allies
