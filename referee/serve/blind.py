"""What was refused, as a phone may be told it: ruled on a table on which others' hands are only counted.

A refusal names what is legal instead, and among that are acts that only a told hand makes legal, such as a Cosmic Zap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.disputes.decided_before import books_at, house_at
from referee.duel.games import game
from referee.errors import RefereeError
from referee.public.table_answers import Done
from referee.serve.secrets_kept import is_open
from referee.serve.texts import say
from referee.state.table import UNKNOWN

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.serve.site import Visit
    from referee.state.table import Table


def refusal_for(visit: Visit, command: str, anyway: bool, done: Done) -> dict[str, Any]:
    """What was ruled of a command that was not done, as JSON, as the phone of this visit may read it."""
    if is_open(visit.seat):
        return done.to_dict()
    _, table = visit.table().read()
    played = game(table.edition)
    told = done.to_dict()
    if played.is_big:
        try:
            verdict = played.tell(blinded(table, visit.seat), command, anyway, books_of(visit, table.edition))
        except RefereeError:
            verdict = None
        if verdict is not None and not verdict.legal:
            return {**Done(verdict).to_dict(), "table": told["table"]}
    return {**told, "illegal": [{**one, "says": say("rests-on-a-hand"), "nearest": []} for one in told["illegal"]]}


def books_of(visit: Visit, edition: str) -> Rulebase | None:
    """The books by which the table of a room plays, with its house rules; None where it has none."""
    return books_at(house_at(visit.site.db, visit.room.table or None), edition)


def blinded(table: Table, seat: str) -> Table:
    """The table with every hand but that of this seat only counted."""
    found = table.copy()
    found.hands = {
        who: cards if who == seat else (UNKNOWN,) * len(cards) if cards is not None else None
        for who, cards in table.hands.items()
    }
    return found
