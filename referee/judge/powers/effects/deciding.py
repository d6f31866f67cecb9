"""Who wins without any card being turned up, because a power settles it."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.resolution import Fate
from referee.judge.phases.reveal import SIDES
from referee.judge.powers import effect
from referee.judge.powers.at_table import one_of, plainly
from referee.judge.powers.common import Args, first_of, opponent_of, refuse_use, said_with, take_from_warp
from referee.judge.powers.moments import check_once, is_before_reveal, is_before_selection, is_used
from referee.judge.ruling import wins
from referee.judge.stand import Stand
from referee.judge.table.alliance import answers
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state.encounter import Act


@effect.outcome("declare")
def settles_winner(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Before the cards are selected chance settles which side wins: `offense` or `defense`, as it is said.

    No card is played, so that a card that stands on the line is in hand again.
    """
    used = board.uses(stand, use)
    side = first_of(said_with(board, stand, use).args, SIDES)
    if used and used[0].zap is None and refuse_use(board, stand, use, used[0], _which_side(stand.name, side)):
        return
    decided = board.apply(stand, use, wins(side), (), (side,))
    if decided is not None:
        board.decided = decided
        mains = [main for main in (board.offense, board.defense) if board.shown_up(main.side)]
        board.kept_cards.update({main.name: decided for main in mains})


def _which_side(who: str, side: str) -> Forbidden | None:
    """Which side wins by chance is said with the use."""
    return None if side else Forbidden("uses.which-side", (who,), waivable=False)


@settles_winner.carried_out(ruled=True)
def settle_winner(on: Turn, power: Power, done: Act) -> None:
    """The side that is said wins: no card is selected, and the outcome is carried out next."""
    if not is_before_selection(on):
        on.forbid("uses.after-alliances", power.who, nearest=answers(on) if on.table.phase == ph.ALLIANCE else ())
    check_once(on, power)
    side = first_of(done.args, SIDES)
    on.keep(_which_side(power.who, side), nearest=[f"use {power.who} {one}" for one in SIDES])
    on.steps.append(power.finding(wins(side), side))
    on.table.phase = ph.REVEAL


settles_winner.offered(
    one_of(lambda on, power: SIDES, lambda on, power: is_before_selection(on) and not is_used(on, power))
)


@effect.outcome("selected")
def flees(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The opponent wins before the cards are turned up; it is a success for the owner all the same.

    The owner gets a reward for each of the opponent's ships.
    """
    opponent = opponent_of(board, stand)
    for used in board.uses(stand, use):
        used.came_up = True
    decided = board.apply(stand, use, wins(opponent.side), (), (opponent.name,))
    if decided is None:
        return
    board.decided = decided
    ships = board.ships(opponent)
    words = (stand.name, opponent.name, ships_of(ships.value))
    board.rewarded[stand.name] = Finding(
        board.law["uses.rewards-for-ships"].citing(use.rule), ships.value, (decided, ships), words
    )
    if stand is board.offense:
        success = board.law["second.declared-by-power"].citing(use.rule)
        board.declared["success"] = Finding(success, True, (decided,), (stand.name,))
        board.steps.append(board.declared["success"])


@flees.carried_out(ruled=True)
def flee(on: Turn, power: Power, done: Act) -> None:
    """The owner flees once both cards are selected; the outcome reckons with it."""
    check_once(on, power)
    on.steps.append(power.finding(True, on.table.defense if power.who == on.table.turn else on.table.turn))


flees.offered(plainly(lambda on, power: is_before_reveal(on) and len(on.table.cards) > 1 and not is_used(on, power)))


@effect.outcome("fate", told=True)
def takes_side_home(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """Where this use has settled who wins, the ships of the owner's side go home instead of being lost."""
    decided = board.decided
    if decided is None or decided.rule.id != use.rule.id or loser.side != stand.side or not fate["warp"].value:
        return
    rule = board.law["uses.home-by-power"].citing(use.rule)
    home = Finding(rule, fate["warp"].value, (decided, fate["warp"]), (loser.name, ships_of(fate["warp"].value)))
    take_from_warp(board, loser, fate, "returns", home)
