"""How an encounter stands before it is over: the totals and what they are made of, and the time for a deal."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.book.loader import Rulebase, rulebase
from referee.judge.phases.reveal import SIDES
from referee.judge.table.encounter_ruling import outcome_of, ruled
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state.commands import Command
from referee.state.table import Table


class Standing(NamedTuple):
    """The totals as they would be now, and the outcome they lead to (none, an empty text, where it is open).

    `totals` are by side, and `made_of` the parts of each, by name, with what each adds; both are empty where no totals
    are compared.
    """

    outcome: str
    totals: dict[str, int]
    made_of: dict[str, list[tuple[str, int]]]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        parts = {side: [{"what": what, "adds": adds} for what, adds in told] for side, told in self.made_of.items()}
        return {"outcome": self.outcome or None, "totals": self.totals or None, "made_of": parts or None}


def _is_between(table: Table) -> bool:
    """True once the cards are turned up, and as long as their outcome is not carried out."""
    return table.phase == ph.REVEAL and table.revealed and not table.winners


def as_it_stands(table: Table, books: Rulebase | None = None) -> Standing | None:
    """How the encounter stands once its cards are turned up; None before that, after it, and where nothing is settled.

    What may still be played is not reckoned with.
    """
    if not _is_between(table):
        return None
    ruling = ruled(Turn(table, books or rulebase(table.edition), Command("resolve"), looks=True))
    if ruling is None:
        return None
    outcome, totals = outcome_of(ruling), ruling.totals
    if totals is None or any(total.value is None for total in totals):
        return Standing(outcome, {}, {}) if outcome else None
    both = list(zip(SIDES, totals, strict=True))
    return Standing(
        outcome, {side: total.value for side, total in both}, {side: ruling.summands(side) for side in SIDES}
    )


class DealTime(NamedTuple):
    """How long the main players may talk, in seconds, and by which clauses."""

    seconds: int
    cites: tuple[str, ...]


def time_for_deal(table: Table, books: Rulebase | None = None) -> DealTime | None:
    """The time that the rules give for a deal; None where there is none to be made now."""
    if not any(due.what == "deal" for due in table.due):
        return None
    rule = (books or rulebase(table.edition)).law["deal.talks"]
    return DealTime(60 * rule.value, tuple(cite.id for cite in rule.cites))
