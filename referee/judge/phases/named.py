"""On whom a power that is not applied is used: what its text allows with a player who is named."""

from __future__ import annotations

from referee.book.law import Rule
from referee.book.power import Alien
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.uses import barred_on
from referee.judge.stand import BYSTANDER, Stand
from referee.state.encounter import Act


def barred_rule(board: Board, stand: Stand, alien: Alien, named: str) -> Rule | None:
    """The rule by which a power is not used on a player; its super flare can let it do that all the same."""
    if any((act.verb, act.who, act.name) == ("flare", stand.name, alien.name) for act, _ in board.live_acts):
        return None
    role = stand.role if stand.cancelled is None else BYSTANDER
    barred = barred_on(stand.name, alien, role, named, (board.offense.name, board.defense.name))
    return board.law[barred] if barred else None


def check_saved(board: Board) -> None:
    """What a power is not used for, such as ships of its owner's, is not stated of it either."""
    for act, finding in board.live_acts if not board.position.checked else ():
        if act.verb == "saves":
            _check_saved(board, board.stands[act.who], act, finding)


def _check_saved(board: Board, stand: Stand, act: Act, finding: Finding) -> None:
    for alien in (alien for alien in stand.aliens if alien.name == act.why):
        barred = barred_rule(board, stand, alien, act.who)
        if barred is not None:
            board.forbid(barred.citing(alien.rule), (act.who, alien.name), [board.without(act)], (finding,))
