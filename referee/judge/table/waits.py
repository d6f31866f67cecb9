"""The one thing that somebody has still to do before a table goes on."""

from __future__ import annotations

from typing import NamedTuple

from referee.judge.counted import cards_of, ships_of
from referee.judge.table.alliance import not_invited_yet, waiting
from referee.judge.table.dues import may_end_by_itself
from referee.judge.table.planning import hidden_cards
from referee.judge.table.powers import USE
from referee.judge.table.resolution import owed
from referee.judge.table.start import regroup_is_due
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.pending import Due


class Wait(NamedTuple):
    """What is still to be done, in words, and how: by whom and with which commands."""

    says: str
    who: str
    verbs: tuple[str, ...]


def wait_of(on: Turn) -> Wait | None:
    """The first thing that has still to be done; None when the game is over."""
    table = on.table
    if table.phase == ph.OVER:
        return None
    dues = [due for due in table.due if not may_end_by_itself(on, due)]
    if dues:
        return _owed(on, next((due for due in dues if due.what == USE), dues[0]))
    if on.turn_is_over():
        return Wait(f"{table.turn}'s turn has still to end", table.turn, ("end",))
    return _WAITS[table.phase](on)


def phase_now(on: Turn) -> str:
    """The phase in words, with what has still to be done in it."""
    wait, phase = wait_of(on), ph.named(on.table.phase)
    return phase if wait is None else f"{phase}, and {wait.says}"


def _owed(on: Turn, due: Due) -> Wait:
    """What a player has still to do of what an outcome, a card or a power demands."""
    who, count = due.who, due.count
    if due.what == USE:
        return Wait(f"{who} has still to use its power", who, ("use",))
    if due.what == "deal":
        mains = on.table.mains()
        return Wait(
            f"{' and '.join(mains)} have still to make a deal, or to say that there is none", who, ("deal", "no-deal")
        )
    if due.what == "lose":
        return Wait(f"{who} has still to lose {ships_of(count)}", who, ("lose", "discard"))
    if due.what == "return":
        return Wait(f"{ships_of(on.table.to_return(due))} of {who}'s have still to return", who, ("return",))
    if due.what == "reward":
        rewards = "1 reward" if count == 1 else f"{count} rewards"
        return Wait(f"{who} has still to take {rewards}", who, ("reward",))
    if due.what == "take":
        return Wait(f"{who} has still to take {cards_of(count)} from {due.source}", who, ("take",))
    return Wait(f"{who} has still to discard cards", who, ("discard",))


def _start(on: Turn) -> Wait:
    who = on.table.turn
    if on.table.phase == ph.START and on.lacks_encounter_card(who):
        return Wait(f"{who} has still to draw a new hand", who, ("new hand",))
    if regroup_is_due(on):
        return Wait(f"{who} has still to regroup a ship", who, ("regroup",))
    if not on.law["destiny.pile"].value:
        return Wait(f"{who} has still to launch", who, ("launch", "aim"))
    return Wait("destiny has still to be turned up", who, ("destiny", "wild", "special"))


def _launch(on: Turn) -> Wait:
    table = on.table
    early = ph.LAUNCH in on.law["planning.new-hand-when"].value and table.defense not in ("", table.turn)
    if early and on.lacks_encounter_card(table.defense):
        return Wait(f"{table.defense} has still to draw a new hand", table.defense, ("new hand",))
    return Wait(f"{table.turn} has still to launch", table.turn, ("launch", "aim", "end", "destiny"))


def _alliance(on: Turn) -> Wait:
    missing, queue = not_invited_yet(on), waiting(on)
    if missing or not queue:
        who = missing or on.table.turn
        return Wait(f"{who} has still to invite allies, or nobody", who, ("invite",))
    return Wait(f"{queue[0]} has still to join a side or to decline", queue[0], ("ally", "decline"))


def _planning(on: Turn) -> Wait:
    table = on.table
    who = next((name for name in table.mains() if name not in table.cards), table.turn)
    if who == table.defense and on.lacks_encounter_card(who):
        return Wait(f"{who} has still to draw a new hand", who, ("new hand",))
    return Wait(f"{who} has still to select a card", who, ("play", "new hand"))


def _reveal(on: Turn) -> Wait:
    table = on.table
    if not table.revealed:
        return Wait("the cards have still to be turned up", table.turn, ("reveal",))
    hidden = [name for name in hidden_cards(table) if table.cards[name] == tbl.UNKNOWN]
    if hidden:
        return Wait(f"{hidden[0]}'s card has still to be told", hidden[0], ("reveal", "resolve"))
    return Wait("the encounter has still to be resolved", table.turn, ("resolve", "reveal", "wins"))


def _resolution(on: Turn) -> Wait:
    who = on.table.turn
    if owed(on, who, "deal") is not None:
        return _owed(on, Due(who, "deal"))
    return Wait(f"{who}'s encounter has still to end", who, ("end", "second"))


_WAITS = {
    ph.START: _start,
    ph.REGROUP: _start,
    ph.DESTINY: _start,
    ph.LAUNCH: _launch,
    ph.ALLIANCE: _alliance,
    ph.PLANNING: _planning,
    ph.REVEAL: _reveal,
    ph.RESOLUTION: _resolution,
}
