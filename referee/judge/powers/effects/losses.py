"""Where ships go that were lost: saved, given back, taken along or out of the game."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board, Stand, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.resolution import Fate, divert, lose_more, lost, place
from referee.judge.powers.common import SWAPPED, Args
from referee.judge.powers.effect import Effect
from referee.judge.ruling import DEAL, MAY, OFFENSE_WINS, wins
from referee.state import encounter as pos

DRAGS_ALONG = Effect("drags_along", told=True)


@DRAGS_ALONG.outcome("landed")
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
        fate = Fate(bound)
        divert(board, other, fate)
        player.lands = Finding(board.law["resolution.nothing-else"], 0, (dragged,))
        player.warp, player.removed = fate["warp"], fate.get("removed", player.removed)
        if "returns" in fate:
            place(board, other, fate["returns"])


CLEARS_PLANET = Effect("clears_planet", told=True)


@CLEARS_PLANET.outcome("landed")
def clears_planet(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An offense that gains a colony sends whoever else has ships on that planet to the warp, but for the allies of
    this encounter. The beaten defense's are lost anyway."""
    outcome, planet = board.outcome, board.position.planet or {}
    lands = board.players[stand.name].lands
    if outcome is None or outcome.value == DEAL or stand is not board.offense:
        if outcome is not None and outcome.value == DEAL and stand is board.offense:
            board.mattered.add(use)
            board.do(
                stand.name,
                MAY,
                args["by_deal"],
                Finding(use.rule, None, (outcome,), (stand.name, "others", "what it has")),
            )
        return
    if lands is None or not lands.value or planet.get(stand.name, 0) != 0:
        return
    for name in planet:
        other = board.stands[name]
        if other.takes_part:
            continue
        if planet[name] != 0:
            _drive_off(board, stand, use, other, planet[name])


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
    fate = Fate(driven)
    divert(board, other, fate)
    player.warp = fate["warp"]
    if "returns" in fate:
        place(board, other, fate["returns"])


NOTHING_FOR_ALLIES = Effect("nothing_for_allies", told=True)


@NOTHING_FOR_ALLIES.outcome("staked")
def nothing_for_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the owner's opponent wins, the allies of that one only go home: no landing and no rewards."""
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != SWAPPED.get(wins(stand.side)):
        return
    allies = [ally for ally in board.allies() if ally.takes_part and ally.side != stand.side]
    denied = board.apply(stand, use, 0, (outcome,)) if allies else None
    if denied is not None:
        board.steps.append(denied)
        board.unrewarded.update({ally.name: denied for ally in allies})


COSTS_MORE = Effect("costs_more", told=True)


@COSTS_MORE.outcome("extra")
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
    opponent = board.defense if stand is board.offense else board.offense
    losers = [opponent]
    if args.get("allies"):
        losers += [ally for ally in board.allies() if ally.takes_part and ally.side == opponent.side]
    names = " and ".join(loser.name for loser in losers)
    more = board.apply(stand, use, ships.value, (outcome, shown.finding, ships), (names,))
    if more is not None:
        for loser in losers:
            lose_more(board, loser, ships.value, more)
