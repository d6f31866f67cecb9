"""Where ships go that were lost: saved, given back, taken along or out of the game."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.resolution import Fate, divert, lose_more, lost, place
from referee.judge.powers import effect
from referee.judge.powers.common import SWAPPED, Args, opponent_of, tell
from referee.judge.ruling import DEAL, MAY, OFFENSE_WINS, wins
from referee.judge.stand import Stand
from referee.state import encounter as pos


@effect.outcome("landed", told=True)
def drags_along(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: for so many of its own from outside the encounter, a defense beaten by an attack sends every ship of
    the offense's side to the warp, so that none of them lands."""
    outcome, shown = board.outcome, board.shown.get(pos.OFFENSE)
    if outcome is None or outcome.value != OFFENSE_WINS or stand is not board.defense:
        return
    if shown is None or shown.kind != pos.ATTACK:
        return
    dragged = board.apply(stand, use, args["ships"], (outcome, shown.finding))
    if dragged is None:
        return
    owned: int = board.law["setup.ships"].value
    warp = board.number("warp", stand.name, 0, owned)
    if warp is not None and owned - warp - lost(board, stand) < args["ships"]:
        board.steps.append(Finding(board.law["resolution.all-it-has"], 0, (dragged,), (stand.name,)))
        return
    lose_more(board, stand, args["ships"], dragged)
    for other in board.side_of(pos.OFFENSE):
        player, ships = board.players[other.name], board.ships(other)
        bound = Finding(dragged.rule, ships.value, (dragged, ships), dragged.words)
        fate = _bound_for_warp(board, other, bound)
        player.lands = Finding(board.law["resolution.nothing-else"], 0, (dragged,))
        player.warp, player.removed = fate["warp"], fate.get("removed", player.removed)


def _bound_for_warp(board: Board, loser: Stand, bound: Finding) -> Fate:
    """Ships go to the warp, unless a power has it otherwise: those that return are placed."""
    fate = Fate(bound)
    divert(board, loser, fate)
    if "returns" in fate:
        place(board, loser, fate["returns"])
    return fate


@effect.outcome("landed", told=True)
def clears_planet(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An offense that gains a colony sends whoever else has ships on that planet to the warp, but for the allies of
    this encounter. The beaten defense's are lost anyway."""
    outcome, planet = board.outcome, board.position.planet or {}
    lands = board.players[stand.name].lands
    if outcome is None or stand is not board.offense:
        return
    if outcome.value == DEAL:
        board.mattered.add(use)
        words = (stand.name, "others", "what it has")
        board.do(stand.name, MAY, args["by_deal"], Finding(use.rule, None, (outcome,), words))
        return
    if lands is None or not lands.value or planet.get(stand.name, 0) != 0:
        return
    for other in map(board.stands.__getitem__, planet):
        if not other.takes_part and planet[other.name] != 0:
            _drive_off(board, stand, use, other, planet[other.name])


def _drive_off(board: Board, stand: Stand, use: Use, other: Stand, count: int | None) -> None:
    """All ships that a bystander has on the target planet are lost, and its colony with them; None: nobody says how
    many these are."""
    driven = board.apply(stand, use, count, (), (other.name, "its ships" if count is None else ships_of(count)))
    if driven is None:
        return
    board.driven_off[other.name] = driven
    player = board.players[other.name]
    if count is None:
        player.warp = player.returns = None
        board.steps.append(driven)
        return
    player.warp = _bound_for_warp(board, other, driven)["warp"]


@effect.outcome("staked", told=True)
def nothing_for_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the owner's side loses, the allies of the other one only go home: no landing and no rewards."""
    outcome = board.outcome
    if outcome is None or not stand.takes_part or outcome.value != SWAPPED.get(wins(stand.side)):
        return
    allies = [ally for ally in board.allies() if ally.takes_part and ally.side != stand.side]
    denied = tell(board, stand, use, 0, (outcome,)) if allies else None
    if denied is not None:
        board.unrewarded.update({ally.name: denied for ally in allies})


@effect.outcome("extra", told=True)
def costs_more(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Winning as a main player with an attack, the owner costs the opponent as many ships more as it had in it.

    With `allies` it costs each ally of the opponent as many besides.
    """
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != wins(stand.side):
        return
    shown = board.shown.get(stand.side)
    ships = board.ships(stand)
    if shown is None or shown.kind != pos.ATTACK or not ships.value:
        return
    opponent = opponent_of(board, stand)
    allies = [ally for ally in board.allies() if ally.takes_part and ally.side == opponent.side]
    losers = [opponent, *(allies if args.get("allies") else ())]
    names = " and ".join(loser.name for loser in losers)
    more = board.apply(stand, use, ships.value, (outcome, shown.finding, ships), (names,))
    if more is not None:
        for loser in losers:
            lose_more(board, loser, ships.value, more)
