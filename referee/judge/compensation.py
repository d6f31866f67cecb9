"""Compensation: cards for the ships that a negotiate cost against an attack (consolidated 2.5.1 and 5.10.8)."""

from __future__ import annotations

from referee.judge import acts
from referee.judge.board import Board, Stand, cards_of
from referee.judge.finding import Finding
from referee.judge.ruling import DEFENSE_WINS, MUST, OFFENSE_WINS
from referee.judge.unknown import NeedsFactError, Unknown
from referee.position import encounter as pos


def collect(board: Board) -> None:
    """Rules how many cards the loser takes from the winner's hand."""
    outcome = board.outcome
    if outcome is None or outcome.value not in (OFFENSE_WINS, DEFENSE_WINS) or not board.shown:
        return
    lost = pos.DEFENSE if outcome.value == OFFENSE_WINS else pos.OFFENSE
    won = pos.OFFENSE if lost == pos.DEFENSE else pos.DEFENSE
    mine, theirs = board.shown[lost], board.shown[won]
    if mine.kind == pos.ATTACK and theirs.kind == pos.NEGOTIATE:
        _won_with_negotiate(board, outcome, board.main(won))
    if mine.kind != pos.NEGOTIATE or theirs.kind != pos.ATTACK:
        return
    loser, winner = board.main(lost), board.main(won)
    due = Finding(board.law[f"compensation.for-the-{lost}"], True, (mine.finding, theirs.finding), (loser.name,))
    owed = _counted(board, loser, _owed(board, loser, (outcome, due)))
    player = board.players[loser.name]
    player.compensation = owed
    if not owed.value:
        board.steps.append(owed)
        return
    for _, gas in acts.live(board, "ionic-gas"):
        player.compensation = Finding(board.law["compensation.gas"], 0, (owed, gas), (loser.name,))
        board.steps.append(player.compensation)
        return
    taken = _capped(board, owed, loser, winner)
    player.compensation = taken
    if taken.value:
        what = f"take {cards_of(taken.value)} at random from {winner.name}'s hand"
        board.do(loser.name, MUST, what, Finding(board.law["compensation.take"], taken.value, (taken,), (loser.name,)))


def _takes_back(board: Board, stand: Stand) -> bool:
    """Whether a power that is in force takes the player's card back when cards are discarded."""
    return any(owner is stand and board.in_force(owner, use) for owner, use, *_ in board.plan.get("discard", ()))


def _won_with_negotiate(board: Board, outcome: Finding, winner: Stand) -> None:
    none = Finding(board.law["compensation.winner-negotiated"], 0, (outcome,), (winner.name,))
    for side in (pos.OFFENSE, pos.DEFENSE):
        board.players[board.main(side).name].compensation = none


def _owed(board: Board, loser: Stand, why: tuple[Finding, ...]) -> Finding:
    """One card for each own ship that went to the warp by losing; a power may count a ship more (5.10.8.2.a)."""
    law = board.law
    player = board.players[loser.name]
    fallen = board.fallen.get(loser.name, 0)
    kept = board.ships(loser).value - fallen
    sources = (*why, player.warp) if player.warp is not None else why
    if kept and player.returns is not None:
        sources = (*sources, player.returns)
    if kept and player.removed is not None:
        sources = (*sources, player.removed)
    each = board.counts.get(loser.name)
    if each is not None and fallen:
        counted = Finding(law["compensation.owed"], fallen, sources, (loser.name,))
        return Finding(each.rule, fallen * each.value, (counted, *each.sources), (loser.name,))
    if kept:
        return Finding(law["compensation.not-warped"], fallen, sources, (loser.name,))
    allied = any(stand is not loser for stand in board.side_of(loser.side))
    return Finding(law["compensation.owed-alone" if allied else "compensation.owed"], fallen, sources, (loser.name,))


def _counted(board: Board, loser: Stand, owed: Finding) -> Finding:
    """Whether ships of allies, or own ships lost otherwise, are counted as well (5.10.8.2.a; DF-37)."""
    rule = board.law["compensation.counted"]
    allies = [stand for stand in board.side_of(loser.side) if stand is not loser and board.fallen.get(stand.name)]
    warp = board.players[loser.name].warp
    given = board.sacrificed.get(loser.name)
    elsewhere = (warp.value if warp is not None else 0) - board.fallen.get(loser.name, 0)
    elsewhere += given.value if given is not None else 0
    if not allies and not elsewhere:
        return owed
    more = 0
    if rule.value == "whole-side":
        more = sum(board.fallen[stand.name] * _each(board, stand) for stand in allies)
    elif rule.value == "whole-encounter":
        more = elsewhere * _each(board, loser)
    sources = (owed,) if given is None else (owed, given)
    return Finding(rule, owed.value + more, sources, (loser.name,))


def _each(board: Board, stand: Stand) -> int:
    counts = board.counts.get(stand.name)
    return counts.value if counts is not None else 1


def _capped(board: Board, owed: Finding, loser: Stand, winner: Stand) -> Finding:
    """No more than the winner holds (5.10.8.3)."""
    law = board.law
    hand = board.position.hands.get(winner.name)
    if hand is None:
        board.assume("assumptions.enough-cards", winner.name, cards_of(owed.value))
        return owed
    if hand.count is None:
        raise NeedsFactError(Unknown("hand", winner.name, 0, owed.value + 1))
    if hand.count >= owed.value:
        return owed
    held = Finding(law["facts.hand"], hand.count, (), (winner.name, cards_of(hand.count)))
    back = _back_in_hand(board, winner)
    there = hand.count + sum(finding.value for finding in back)
    if there >= owed.value:
        board.steps += back
        return owed
    return Finding(law["compensation.short"], there, (owed, held, *back), (loser.name, winner.name))


def _back_in_hand(board: Board, winner: Stand) -> list[Finding]:
    """Cards played in this encounter that may be in the winner's hand again: 1 if one is (DF-39, DF-52)."""
    law = board.law
    moment = law["discards.moment"]
    back = []
    if winner.name in board.kept_cards or _takes_back(board, winner):
        back.append(Finding(moment, int(winner.name in board.kept_cards), (), (winner.name,)))
    for a, finding in acts.live(board, "flare"):
        if a.who == winner.name:
            flare = law["flares.on-the-table"]
            back.append(Finding(flare, flare.value, (finding,), (winner.name,)))
    return back
