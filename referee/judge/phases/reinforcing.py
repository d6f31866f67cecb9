"""Who may reinforce a side once the cards are turned up, and when (consolidated 4.2.1)."""

from __future__ import annotations

from collections.abc import Set

from referee.book.law import Law
from referee.judge.phases.forbidden import Forbidden
from referee.state.encounter import ATTACK


def who_reinforces(player: str, takes_part: bool) -> Forbidden | None:
    """Only who takes part in the encounter may reinforce a side (4.2.1)."""
    return None if takes_part else Forbidden("reveal.who-reinforces", (player,))


def reinforced_cards(law: Law, kinds: Set[str]) -> Forbidden | None:
    """In some editions only two attacks are reinforced; `kinds` are those of the cards that the main players showed."""
    if law["reveal.reinforced-cards"].value == "any" or kinds <= {ATTACK}:
        return None
    return Forbidden("reveal.reinforced-cards")
