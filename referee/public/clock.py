"""The minute of a deal: when it began, and what is left of it. Nothing is enforced."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.book.told import Told
from referee.duel.games import game, is_of_big_game
from referee.errors import LedgerError
from referee.ledger import tables as kept_tables

if TYPE_CHECKING:
    from referee.duel.games import Laid
    from referee.ledger.changes import State


class Clock(Told):
    """The time for a deal: when it `began` (UTC), how many `seconds` the rules give, how many are `left`.

    `left` is negative when it is over; `cites` are the clauses.
    """

    began: str
    seconds: int
    left: int
    cites: list[str]


def clock_at(path: Path, name: str | None, table: Laid, now: bool = False) -> Clock:
    """The clock of the deal that is to be made at a table: it began with the command that led to the talks.

    With `now` it begins now. LedgerError where there is no deal to be made.
    """
    time = None
    if is_of_big_game(table):
        from referee.judge.ways.standing import time_for_deal

        time = time_for_deal(table)
    if time is None:
        raise LedgerError("there is no deal to be made now: the clock is for two negotiates")
    began = datetime.now(UTC) if now else _began(path, name)
    left = time.seconds - int((datetime.now(UTC) - began).total_seconds())
    told = {"began": began.isoformat(timespec="seconds"), "seconds": time.seconds, "left": left}
    return Clock({"format": 1, **told, "cites": list(time.cites)})


def _began(path: Path, name: str | None) -> datetime:
    """When the command was done after which there has been a deal to make."""
    entries = [entry for entry in kept_tables.history(path, name)[1] if not entry["undone"]]
    states = kept_tables.states(path, name)[1]
    first = len(states) - 1
    while first > 0 and _has_a_deal(states[first - 1]):
        first -= 1
    return datetime.fromisoformat(entries[first]["at"])


def _has_a_deal(state: State) -> bool:
    """True if a deal was still to be made then."""
    return any(due.what == "deal" for due in game(state["edition"]).from_data(state).due)
