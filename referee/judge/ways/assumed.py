"""What a question takes for granted, resting on the rule, sheet or card that makes it matter."""

from __future__ import annotations

from referee.book.loader import Rulebase
from referee.judge.board import ships_of
from referee.judge.finding import Finding
from referee.state import table as tbl

# How ships are said to stand in a place, and by what rule: those of the offense, those of others.
_WHERE = {
    tbl.WARP: ("in the warp", "regroup.one", "rewards.took-ships"),
    tbl.GATE: ("on the gate", "launch.ships", "alliance.ships"),
    tbl.BESIDE: ("beside the planet", "alliance.ships", "alliance.ships"),
}


def assumed(rulebase: Rulebase, by: str, says: str, rule: str = "table.assumed-encounter") -> Finding:
    """The assumption; `by` is the rule of the law on which it rests, or a sheet or card (`card Plague`)."""
    own = rulebase.law[rule]
    resting = own.resting_on(rulebase.text_cited(by)) if " " in by else own.resting_as(rulebase.law[by])
    return Finding(resting, True, (), (says,))


def assumed_ships(rulebase: Rulebase, offense: str, player: str, ships: int, place: str) -> Finding:
    """The assumption that so many ships of a player stand in a place."""
    if place not in _WHERE:
        return Finding(rulebase.law["table.assumed-ships"], True, (), (f"{player} has {ships_of(ships)} on {place}",))
    where, of_offense, of_others = _WHERE[place]
    by = of_offense if player == offense else of_others
    return assumed(rulebase, by, f"{player} has {ships_of(ships)} {where}", "table.assumed-ships")
