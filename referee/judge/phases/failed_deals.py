"""No deal: both main players lose ships of their choice, and the gate is cleared (consolidated 5.10.7.1)."""

from __future__ import annotations

from referee.book.law import Rule
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases import deal_terms
from referee.judge.phases.resolution import (
    Fate,
    choose_saved,
    colonies_left,
    divert,
    go_home,
    no_colony,
    power_in_doubt,
    strand,
)
from referee.judge.powers.in_force import act
from referee.judge.ruling import CHOOSES, NO_DEAL, Then
from referee.judge.stand import Stand


def fail(board: Board, rule: Rule, *why: Finding) -> None:
    """Both main players lose three ships of their choice; the offense's others go home (5.10.7.1, DF-34, DF-35)."""
    sources = (*why, board.outcome) if board.outcome is not None else why
    outcome = Finding(rule, NO_DEAL, sources)
    board.outcome = outcome
    act(board, "no-deal")
    for stand in (board.offense, board.defense):
        _pay(board, stand, outcome)


def _pay(board: Board, stand: Stand, outcome: Finding) -> None:
    law = board.law
    owed, outcome = _cost(board, stand, outcome)
    power_in_doubt(board, stand, owed)
    owns = _owns(board, stand, owed)
    player = board.players[stand.name]
    cleared = stand is board.offense and _is_cleared(board)
    if cleared and not deal_terms.is_gate_cleared(board.law):
        go_home(board, stand, law["deal.rest-returns"])
    before = None
    if cleared:
        before = player.warp
    else:
        player.lands = player.returns = player.stays = None
    player.foreign = player.home = None
    loss = _loss(board, stand, outcome, owed, owns)
    if loss is None:
        return
    fate = Fate(loss)
    divert(board, stand, fate)
    choose_saved(board, stand, fate)
    player.warp = warp = fate["warp"]
    if before is not None and before.value:  # the gate was cleared, and its ships had nowhere to go
        player.warp = Finding(before.rule, before.value + warp.value, (before, warp), before.words)
        return
    if owns is not None and warp.value == owns.value:
        _has_nothing_left(board, stand, warp)
    else:
        _choose_ships(board, stand, outcome, warp, owns)


def _cost(board: Board, stand: Stand, outcome: Finding) -> tuple[int, Finding]:
    """(how many ships a failed deal costs a main player, by what), which a power can make more or fewer."""
    owed: int = board.law["deal.cost"].value
    shift = board.dearer.get(stand.name)
    if shift is None:
        return owed, outcome
    owed = max(owed + shift.value, 0)
    return owed, Finding(shift.rule, owed, (outcome, *shift.sources), shift.words)


def _has_nothing_left(board: Board, stand: Stand, warp: Finding) -> None:
    nothing = Finding(board.law["resolution.nothing-left"], 0, (warp,), (stand.name,))
    player = board.players[stand.name]
    player.lands = player.returns = player.stays = nothing


def _choose_ships(board: Board, stand: Stand, outcome: Finding, warp: Finding, owns: Finding | None) -> None:
    """Leaves it to a player which of its ships are lost, and where those that are left on the gate return."""
    ask_which(board, stand, warp)
    if stand is board.offense and not _is_cleared(board):
        _return_rest(board, stand, outcome, warp, owns)


def ask_which(board: Board, stand: Stand, lost: Finding, instead_of: Finding | None = None) -> None:
    """Its owner chooses the ships that a failed deal costs; `instead_of`: fewer than those that were lost before."""
    at = next((at for at, then in enumerate(board.then) if then.finding is instead_of), len(board.then))
    del board.then[at : at + 1]
    if not lost.value:
        board.steps.append(lost)
        return
    source = "from colonies or the gate" if stand is board.offense and not _is_cleared(board) else "from colonies"
    what = f"which {ships_of(lost.value)} go{'es' if lost.value == 1 else ''} to the warp, {source}"
    board.then.insert(at, Then(stand.name, CHOOSES, board.rulebase.said(what), lost))


def _return_rest(board: Board, stand: Stand, outcome: Finding, warp: Finding, owns: Finding | None) -> None:
    """The ships of the offense that are left on the gate return to colonies of its choice, if it has any."""
    nowhere = no_colony(board, stand)
    if nowhere is not None and owns is not None:
        _has_nothing_left(board, stand, warp)
        strand(board, stand, owns.value - warp.value, (warp, nowhere))
        return
    rest_home = Finding(board.law["deal.rest-returns"], True, (outcome,), (stand.name,))
    board.do(stand.name, CHOOSES, "where its ships left on the gate return", rest_home)


def _loss(board: Board, stand: Stand, outcome: Finding, owed: int, owns: Finding | None) -> Finding | None:
    """The ships that a failed deal costs; None where there are fewer and no rule says what follows (DF-34)."""
    law = board.law
    if owns is None or owns.value >= owed:
        sources = (outcome,) if owns is None else (outcome, owns)
        return Finding(law["deal.cost"], owed, sources, (stand.name, ships_of(owed)))
    few = law["deal.cost-of-few"]
    loss = Finding(few, owns.value, (outcome, owns), (stand.name, ships_of(owns.value)))
    if few.value == "as-many-as-there-are":
        return loss
    board.is_open = Finding(few, None, (outcome, owns), (stand.name,))
    board.steps.append(board.is_open)
    return None


def _only_in_encounter(board: Board, stand: Stand, ships: int, colonies: int) -> int | None:
    """How many ships a player has that has so many in the encounter, and none anywhere else; None if it can have."""
    if stand is board.offense and colonies == 0:
        return 0 if _is_cleared(board) else ships
    if stand is board.defense and (colonies == 0 or (colonies == 1 and ships)):
        return ships
    return None


def _assume_enough(board: Board, stand: Stand, owed: int) -> None:
    """Takes for granted that a player has the ships that it owes, where nobody tells; a table sees them."""
    if owed and not board.position.checked:
        board.assume("assumptions.enough-ships", stand.name, ships_of(owed))


def _owns(board: Board, stand: Stand, owed: int) -> Finding | None:
    """How many ships outside the warp the line lets a player have, if that can be fewer than are owed."""
    law = board.law
    ships = board.ships(stand).value if stand.count is not None else None
    left = colonies_left(board, stand)
    fewest = _only_in_encounter(board, stand, ships, left.value) if left is not None and ships is not None else None
    owned = stand.owns(law["setup.ships"].value)
    warp = board.number("warp", stand.name, 0, owned)
    if warp is not None and owned - warp <= owed:
        fewest = min(owned - warp, owned if fewest is None else fewest)
        left = Finding(law["setup.ships"], owned)
    if fewest is None:
        _assume_enough(board, stand, owed)
        return None
    return Finding(law["facts.owns"], fewest, () if left is None else (left,), (stand.name, ships_of(fewest)))


def _is_cleared(board: Board) -> bool:
    """Whether a failed deal finds no ships of the offense on the gate (DF-35)."""
    return deal_terms.is_gate_cleared(board.law) or board.law["deal.rest-returns"].value == "before-the-talks"
