"""Which cards the main players may select (consolidated 5.8.1)."""

from __future__ import annotations

from referee.book.law import Law
from referee.judge.phases.forbidden import Forbidden


def encounter_card(law: Law, player: str, card: str, kind: str) -> Forbidden | None:
    """Only an encounter card can be selected (5.8.1); `kind` is the type that is printed on the card."""
    if kind in law["cards.encounter"].value:
        return None
    return Forbidden("planning.encounter-card", (player, card, kind))
