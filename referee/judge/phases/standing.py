"""Ships that leave the place where the outcome has put them: by a power, or as the players state."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.resolution import Fate, divert, more_of, place
from referee.judge.phases.rewards import also_in_warp
from referee.judge.ruling import BOTH_LOSE, DEFENSE_WINS, OFFENSE_WINS, RETURN, wins
from referee.judge.stand import Stand
from referee.state.encounter import Act

_STANDING = ("stays", "lands", "returns")


def stated_losses(board: Board) -> None:
    """Ships in the encounter that leave it as the players state, of those that the outcome leaves there.

    What is said of ships bound for the warp was done as they were lost.
    """
    for a, finding in board.live_acts:
        stand = board.stands.get(a.who)
        if a.verb == "saves" and stand is not None and stand.takes_part:
            _send_home(board, stand, a, finding)
        if a.verb in ("loses", "removed") and stand is not None and not a.args:
            _leave(board, stand, a, finding)


def _leave(board: Board, stand: Stand, a: Act, finding: Finding) -> None:
    """So many ships of a player are lost or leave the game as stated, of those that still stand in the encounter."""
    left = board.amount(a) - board.placed.get(id(a), 0)
    count = min(left, standing(board, stand)) if stand.takes_part else 0
    if count <= 0:
        return
    board.placed[id(a)] = board.placed.get(id(a), 0) + count
    gone = Finding(board.law[f"stated.{a.verb}"], count, (finding,), (a.who,))
    if a.verb == "loses":
        lose_where_they_stand(board, stand, gone, "stated.fewer", _has_lost(board, stand))
        return
    _take_off(board, stand, count)
    player = board.players[stand.name]
    player.removed = more_of(player.removed, gone)


def _has_lost(board: Board, stand: Stand) -> bool:
    """True if the player's side has lost, so that what it has left there was saved from the warp."""
    lost = {OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE} - {wins(stand.side)}
    return board.outcome is not None and board.outcome.value in lost


def lose_where_they_stand(
    board: Board, stand: Stand, gone: Finding, fewer: str = "resolution.fewer", saved: bool = False
) -> None:
    """So many of a player's ships in the encounter as `gone` says go to the warp after the outcome has moved them.

    `fewer` is the rule of those that are left there; those that were `saved` before are not saved once more.
    """
    _take_off(board, stand, gone.value, fewer=fewer)
    player, fate = board.players[stand.name], Fate(gone)
    if not saved:
        divert(board, stand, fate)
    if fate["warp"].value:
        player.warp = more_of(player.warp, fate["warp"])
        also_in_warp(board, stand, fate["warp"])
    if "removed" in fate:
        player.removed = more_of(player.removed, fate["removed"])
    if "returns" in fate:
        place(board, stand, more_of(player.returns, fate["returns"]))


def _send_home(board: Board, stand: Stand, act: Act, finding: Finding) -> None:
    """Ships that would land go home instead, if so many are said to be saved; without a number only the lost are."""
    player = board.players[stand.name]
    if player.lands is None or not player.lands.value:
        return
    if act.amount is None and not act.hidden:
        board.steps.append(Finding(board.law["stated.none-saved"], 0, (finding,), (stand.name,)))
        return
    count = min(board.amount(act) - board.placed.get(id(act), 0), player.lands.value)
    if count > 0:
        board.placed[id(act)] = board.placed.get(id(act), 0) + count
        send_home(board, stand, Finding(board.law["stated.home"], count, (finding,), (stand.name,)), "stated.fewer")


def send_home(board: Board, stand: Stand, home: Finding, fewer: str = "resolution.fewer") -> None:
    """So many of a player's ships that would land go home instead; `fewer` is the rule of those that land."""
    player = board.players[stand.name]
    before = player.lands.value if player.lands is not None else 0
    _take_off(board, stand, home.value, ("lands",), fewer)
    if before:
        place(board, stand, more_of(player.returns, home))


def standing(board: Board, stand: Stand) -> int:
    """How many of a player's ships in the encounter the outcome leaves on a planet or sends back."""
    player = board.players[stand.name]
    return sum(there.value for field in _STANDING if (there := getattr(player, field)) is not None)


def _take_off(
    board: Board, stand: Stand, count: int, fields: Sequence[str] = _STANDING, fewer: str = "stated.fewer"
) -> None:
    """So many of a player's ships that stand in the encounter, or go back from it, do so no more."""
    player = board.players[stand.name]
    for field in fields:
        there: Finding | None = getattr(player, field)
        if there is None or not there.value or not count:
            continue
        gone = min(count, there.value)
        count -= gone
        left = Finding(board.law[fewer], there.value - gone, (there,), (stand.name,))
        setattr(player, field, left)
        if field == "returns":
            board.do_no_more(stand.name, RETURN)
            place(board, stand, left)
