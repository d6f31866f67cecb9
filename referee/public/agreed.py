"""What was not by the rules and stands all the same, where a later ruling is about those whom it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.duel.games import AnyVerdict


def agreed_in(verdict: AnyVerdict) -> list[str]:
    """What was not by the rules and stands all the same, as far as it is about a player of this ruling."""
    if verdict.ruling is None or not verdict.table.agreed:
        return []
    players = verdict.ruling.summary()["players"]
    names = {name.casefold() for name, told in players.items() if told.get("role") != "bystander"}
    about = [agreed for agreed in verdict.table.agreed if names.intersection(map(str.casefold, agreed.players))]
    return [f"agreed at this table: {agreed.says}" for agreed in about]
