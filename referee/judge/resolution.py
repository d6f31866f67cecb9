"""The resolution: where every ship goes, for each outcome (consolidated 5.10.4 to 5.10.7)."""

from __future__ import annotations

from referee.judge import acts
from referee.judge.board import DEFENSIVE_ALLY, Board, Stand, ships_of
from referee.judge.finding import Finding
from referee.judge.powers import act
from referee.judge.ruling import BOTH_LOSE, CHOOSES, DEAL, DEFENSE_WINS, OFFENSE_WINS
from referee.law.law import Rule
from referee.position import encounter as pos


def resolve(board: Board) -> None:
    """Moves the ships as the outcome says; talks and deals are left to `deal`."""
    outcome = board.outcome.value if board.outcome is not None else None
    cancelled_go_home(board)
    if outcome == OFFENSE_WINS:
        _offense_wins(board)
    elif outcome == DEFENSE_WINS:
        _defense_wins(board)
    elif outcome == BOTH_LOSE:
        _both_lose(board)


def _both_lose(board: Board) -> None:
    """Two morphs: every ship in the encounter is lost (5.10.1.4.c; DF-26)."""
    rule = board.law["resolution.both-lose"]
    for stand in board.stands.values():
        if not stand.takes_part:
            continue
        if not stand.is_main or rule.value == "everybody":
            lose(board, stand, rule)
        elif stand is board.offense:
            go_home(board, stand, board.law["deal.gate-returns"])
        else:
            ships = board.ships(stand)
            stays = Finding(
                board.law["resolution.nothing-happens"], ships.value, (*_outcome(board), ships), (stand.name,)
            )
            board.players[stand.name].stays = stays


def _outcome(board: Board) -> tuple[Finding, ...]:
    return (board.outcome,) if board.outcome is not None else ()


def _offense_wins(board: Board) -> None:
    law = board.law
    for stand in board.side_of(pos.OFFENSE):
        ships = board.ships(stand)
        board.players[stand.name].lands = Finding(
            law["resolution.land"], ships.value, (*_outcome(board), ships), (stand.name,)
        )
    for stand in board.side_of(pos.DEFENSE):
        lose(board, stand, law["resolution.defense-lost"])


def _defense_wins(board: Board) -> None:
    law = board.law
    allied = any(stand.role == DEFENSIVE_ALLY for stand in board.side_of(pos.DEFENSE))
    for stand in board.side_of(pos.OFFENSE):
        lose(board, stand, law["resolution.offense-lost-beside-allies" if allied else "resolution.offense-lost"])
    ships = board.ships(board.defense)
    stays = law["resolution.defense-stays" if ships.value else "resolution.no-colony"]
    board.players[board.defense.name].stays = Finding(
        stays, ships.value, (*_outcome(board), ships), (board.defense.name,)
    )
    beside = law["resolution.offense-lost-beside-allies"]
    for stand in board.side_of(pos.DEFENSE):
        if stand.role == DEFENSIVE_ALLY and beside.value == "all-on-the-gate":
            lose(board, stand, beside)
        elif stand.role == DEFENSIVE_ALLY:
            go_home(board, stand, law["rewards.return"])


def lose(board: Board, stand: Stand, rule: Rule) -> None:
    """A player's ships in the encounter are lost to the warp, unless a power or a statement has it otherwise."""
    ships = board.ships(stand)
    fate = {"warp": Finding(rule, ships.value, (*_outcome(board), ships), (stand.name, ships_of(ships.value)))}
    divert(board, stand, fate)
    player = board.players[stand.name]
    player.warp = fate["warp"]
    player.removed = fate.get("removed", player.removed)
    board.fallen[stand.name] = fate["warp"].value
    if "returns" in fate:
        place(board, stand, fate["returns"])


def divert(board: Board, stand: Stand, fate: dict[str, Finding]) -> None:
    """What powers and statements do with ships bound for the warp: first those that never go there, then the saved."""
    act(board, "fate", stand, fate)
    act(board, "save", stand, fate)
    for a, finding in acts.live(board, "saves"):
        bound = fate["warp"].value
        if a.who == stand.name and bound:
            saved = bound if a.amount is None and not a.hidden else min(bound, board.amount(a))
            already = fate["returns"].value if "returns" in fate else 0
            law = board.law
            fate["warp"] = Finding(law["resolution.not-lost"], bound - saved, (fate["warp"],), (stand.name,))
            fate["returns"] = Finding(law["stated.saves"], already + saved, (finding,), (stand.name,))


def cancelled_go_home(board: Board) -> None:
    """Allies whose alliances were cancelled take their ships back (card Force Field)."""
    for stand in board.allies():
        if stand.cancelled is not None:
            go_home(board, stand, board.law["alliance.back"], stand.cancelled)


def go_home(board: Board, stand: Stand, rule: Rule, *why: Finding) -> None:
    """A player's ships in the encounter return to colonies of the owner's choice."""
    ships = board.ships(stand)
    place(board, stand, Finding(rule, ships.value, (*(why or _outcome(board)), ships), (stand.name,)))


def place(board: Board, stand: Stand, returns: Finding) -> None:
    """Ships that return need a colony; without one they go to the warp (2018 rulebook, moving ships; DF-44)."""
    player = board.players[stand.name]
    count: int = returns.value
    if not count:
        return
    nowhere = no_colony(board, stand)
    if nowhere is not None:
        strand(board, stand, count, (returns, nowhere))
        return
    player.returns = returns
    where = Finding(board.law["ships.return"], count, (returns,), (stand.name, ships_of(count)))
    board.do(stand.name, CHOOSES, f"where {ships_of(count)} return{'s' if count == 1 else ''}", where)


def no_colony(board: Board, stand: Stand) -> Finding | None:
    """That a player has no planet to return ships to; None if there is one or the line does not say (DF-45)."""
    left = colonies_left(board, stand)
    if left is None or left.value:
        return None
    where = board.law["ships.where"]
    found = Finding(where, where.value, (left,), (stand.name,))
    if where.value == "own-colonies":
        return found
    board.steps.append(found)
    return None


def strand(board: Board, stand: Stand, count: int, why: tuple[Finding, ...]) -> None:
    """Ships that cannot return go to the warp, or stay on the gate (DF-44)."""
    player = board.players[stand.name]
    rule = board.law["ships.no-colony"]
    words = (stand.name, ships_of(count))
    if rule.value == "gate":
        player.stays = Finding(rule, count, why, words)
        return
    warp = player.warp.value if player.warp is not None else 0
    player.warp = Finding(rule, warp + count, why, words)


def colonies_left(board: Board, stand: Stand) -> Finding | None:
    """How many colonies a player has to return to; None if the line does not say. A vacated target counts no more."""
    law = board.law
    position = board.position
    if position.home.get(stand.name, -1) == -1 or position.foreign.get(stand.name, -1) == -1:
        return None
    homes = board.homes(stand) or 0
    foreign = board.number("foreign", stand.name, 0, law["setup.planets"].value) or 0
    left = homes + foreign
    if board.outcome is not None and board.outcome.value == DEAL:
        player = board.players[stand.name]
        left += sum(gained.value for gained in (player.home, player.foreign) if gained is not None)
    if stand is board.defense and stand.count and board.outcome is not None:
        stays = board.players[stand.name].stays
        left -= 1 if board.outcome.value in (OFFENSE_WINS, BOTH_LOSE) and not (stays and stays.value) else 0
    return Finding(law["facts.colonies"], max(left, 0), (), (stand.name,))
