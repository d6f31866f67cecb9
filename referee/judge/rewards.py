"""Defender rewards: a card or a ship for each ship a defensive ally sent (consolidated 2.5.2 and 5.10.5.2)."""

from __future__ import annotations

from referee.judge import acts
from referee.judge.board import DEFENSIVE_ALLY, Board, Stand
from referee.judge.finding import Finding
from referee.judge.resolution import colonies_left
from referee.judge.ruling import CHOOSES, DEFENSE_WINS


def gain(board: Board) -> None:
    """Rules the picks of every defensive ally, in timing order; the defense itself gets none (2.5.2.4)."""
    outcome = board.outcome
    if outcome is None or outcome.value != DEFENSE_WINS:
        return
    allied = False
    for stand in board.order:
        if stand.role == DEFENSIVE_ALLY and stand.cancelled is None:
            _gain(board, stand, outcome)
            allied = True
        elif stand.role == DEFENSIVE_ALLY:
            none = Finding(board.law["rewards.cancelled"], 0, (outcome,), (stand.name,))
            board.players[stand.name].rewards = none
    gainers = [stand.name for stand in board.order if stand.role == DEFENSIVE_ALLY and stand.cancelled is None]
    if len(gainers) > 1:
        order = Finding(board.law["timing.order"], True)
        board.steps.append(Finding(board.law["rewards.in-turn"], gainers, (order,), (", then ".join(gainers),)))
    if allied:
        none = Finding(board.law["rewards.not-the-defense"], 0, (outcome,), (board.defense.name,))
        board.players[board.defense.name].rewards = none


def _gain(board: Board, stand: Stand, outcome: Finding) -> None:
    law = board.law
    player = board.players[stand.name]
    ships = board.ships(stand)
    picks = Finding(law["rewards.picks"], ships.value, (outcome, ships), (stand.name,))
    each = board.counts.get(stand.name)
    if each is not None:
        picks = Finding(each.rule, ships.value * each.value, (picks, *each.sources), (stand.name,))
    for _, gas in acts.live(board, "ionic-gas"):
        player.rewards = Finding(law["rewards.gas"], 0, (picks, gas), (stand.name,))
        return
    player.rewards = picks
    count: int = picks.value
    what = f"{count} rewards, each a card or one of its ships from the warp"
    if count == 1:
        what = "1 reward, a card or one of its ships from the warp"
    board.do(stand.name, CHOOSES, what, Finding(law["rewards.options"], count, (picks,), (stand.name,)))
    if stand.name not in board.position.warp:
        player.rewards_as_ships = None
        return
    warp = board.number("warp", stand.name, 0, law["setup.ships"].value) or 0
    held = Finding(law["facts.in-warp"], warp, (), (stand.name,))
    left = colonies_left(board, stand)
    if left is not None and left.value == 0:
        player.rewards_as_ships = Finding(law["rewards.nowhere"], 0, (picks, left), (stand.name,))
    else:
        player.rewards_as_ships = Finding(law["rewards.as-ships"], min(count, warp), (picks, held), (stand.name,))
