"""Powers in force: which uses the sheets on the line have, and the windows in which they act.

The effects themselves are in `effects` (the vocabulary) and `aliens` (a module for each alien that it cannot say).
An alien's file names them; no alien is named here.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from referee.book.moments import NOT_PLACED
from referee.book.power import Alien, Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.power import least_homes
from referee.judge.powers.effect import Reckoning, find
from referee.judge.powers.said_of import is_told
from referee.judge.stand import Stand
from referee.state import phases as ph

Planned = tuple[Stand, Use, Reckoning, dict[str, Any]]
Plan = dict[str, list[Planned]]  # by window, in timing order

# The windows of an encounter in printed order. An effect acts in the one for which it is declared.
WINDOWS = (
    "limit",  # launch and alliance: how many ships may be sent
    "join",  # alliance: who may come along
    "declare",  # planning: what is announced before the cards are turned up
    "selected",  # planning: what is done with the cards that lie facedown
    "bound",  # planning: which cards the main players could select at all
    "claim",  # reveal: a card that stays facedown, and what is said of it
    "turned",  # reveal: as the cards are turned up
    "drawn",  # reveal: a card that takes the place of a revealed one, or is added to it
    "flared",  # reveal: what a flare makes of a revealed card, ahead of what powers do to its value
    "card",  # reveal: what a card counts as, afterwards
    "thrown",  # reveal: cards out of a hand that the values of the revealed ones let in
    "reinforce",  # reveal: what is added from hands
    "worth",  # reveal: what a ship adds
    "method",  # reveal: how totals are compared
    "total",  # reveal: what is added to a total
    "winner",  # the outcome as a power has it
    "upset",  # the outcome turned round, after everything else
    "staked",  # the outcome is known: cards that were put at stake for it
    "deal",  # resolution: what a power lets its owner put into a deal
    "no-deal",  # resolution: what a failed deal costs
    "landed",  # resolution: what a card makes of the ships once the outcome has moved them
    "fate",  # resolution: where ships bound for the warp go instead, whoever sends them there
    "extra",  # resolution: ships that a power costs on top of those that the outcome does
    "lost",  # resolution: what follows on ships that were lost
    "heal",  # resolution: lost ships that are given back
    "rewarded",  # resolution: rewards besides those of a winning defense's allies
    "count",  # resolution: what a ship counts for compensation and rewards
    "hands",  # resolution: what happens to hands before compensation
    "consoled",  # resolution: whose own ships count for compensation though they were not lost
    "collect",  # resolution: from whom compensation is taken, and who picks the cards
    "repaid",  # resolution: who is compensated besides the main player that lost
    "discard",  # resolution: the played cards
    "discarded",  # resolution: what becomes of encounter cards that were discarded
    "won",  # resolution: who meets another condition of winning than colonies
    "after",  # resolution: what the encounter leaves behind
)

# The first window of each phase.
_FIRST_OF_PHASE = {
    "limit": "launch",
    "join": "alliance",
    "declare": "planning",
    "claim": "reveal",
    "staked": "resolution",
}


def _phases() -> dict[str, str]:
    found, phase = {}, ""
    for window in WINDOWS:
        phase = _FIRST_OF_PHASE.get(window, phase)
        found[window] = phase
    return found


PHASE_OF = _phases()  # by window


def prepare(board: Board) -> None:
    """Lays out, by window and in timing order, every effect of every sheet on the line (consolidated 4.8.2).

    A player with fewer home colonies than the power needs has no power (4.6.2).
    """
    least = least_homes(board.law)
    with_sheets = False
    for stand in board.stands.values():
        if stand.aliens:
            with_sheets = True
    for stand in board.order if with_sheets else ():
        if not stand.aliens:
            continue
        homes = board.homes(stand)
        if homes is not None and homes < least and board.keeps_power(stand) is None:
            fact = Finding(board.law["facts.home"], homes, (), (stand.name,))
            stand.powerless = Finding(board.law["power.unusable"], "none", (fact,), (stand.name,))
            board.steps.append(stand.powerless)
            board.powerless.add(stand.name)
        for alien in stand.aliens:
            lay_out_uses(board, stand, alien)
    if with_sheets:
        put_in_order(board)


# Windows in which a number is put together: what it is made of has no order in time, only an order of the players.
_RECKONED = frozenset(("worth", "method", "total", "count"))


def put_in_order(board: Board) -> None:
    """Puts the effects of each window in order: by the moments that their texts name, then by role (4.8.1, 4.8.2)."""
    if sum(map(len, board.plan.values())) > len(board.plan):
        roles = {stand.name: at for at, stand in enumerate(board.order)}
        for window, plan in board.plan.items():
            plan.sort(key=lambda planned: roles[planned[0].name])
            if window not in _RECKONED:
                plan.sort(key=partial(_moment_of, board, window))


def _moment_of(board: Board, window: str, planned: Planned) -> int:
    return moment_place(board, planned[1], window)


def moment_place(board: Board, use: Use, window: str) -> int:
    """The place of a use in the phase of a window, by its text; a text that names no time comes with the hinge.

    What was said in an earlier phase stands by then, and comes before that.
    """
    events, phase = board.rulebase.moments, PHASE_OF[window]
    moment = events.in_phase(use.moments, phase)
    if moment is NOT_PLACED and all(one in ph.PHASES and ph.is_after(phase, one) for one in use.phases):
        return events.at(f"before {events.hinges[phase]}")
    place = events.place(moment, phase)
    return events.at(f"when {events.hinges[phase]}") if place is None else place


def lay_out_uses(board: Board, stand: Stand, alien: Alien) -> None:
    """Adds the effects of one sheet to the plan, each at the end of its window; none where players say what it does."""
    if alien.uses and is_told(board, stand.name, alien):
        return
    plan = board.plan
    for use in alien.uses:
        for verb, args in use.effects:
            effect = find(verb)
            if effect is not None and effect.reckon is not None:  # else a table does it, before or after this
                plan.setdefault(effect.window, []).append((stand, use, effect.reckon, args))


def act(board: Board, window: str, *context: object) -> None:
    """Lets every effect of a window act, in timing order."""
    if window in board.plan:
        for stand, use, function, args in board.plan[window]:
            board.acting = use.alien if board.tells_apart and use.played is None else ""
            function(board, stand, use, args, *context)
        board.acting = ""
