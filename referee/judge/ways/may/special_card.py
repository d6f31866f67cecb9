"""A table on which a special destiny card names whom a question says, as far as the facts leave room for it."""

from __future__ import annotations

from collections.abc import Mapping, Set

from referee.book.law import Law
from referee.judge.table.meeting import named_by_special
from referee.state import table as tbl
from referee.state.table import Table

Stacks = Mapping[str, Mapping[str, int]]  # what is told or assumed to stand in a place


def named_as_said(table: Table, law: Law, who: str, told: Set[str], stacks: Stacks) -> tuple[Table, str, str]:
    """The table with a hand, or else ships in the warp, for which a card names this player; and what that assumes.

    That is the rule of the card, and a sentence. `told` are the players whose hands are told. The same table, and
    nothing, where none is needed or none can be.
    """
    named = named_by_special(table)
    by_condition = law["destiny.special-condition"].value != "as-the-card-says"
    if not by_condition or who == table.turn or who in named.values():
        return table, "", ""
    richest = _with_most_cards(table, who, told)
    if named_by_special(richest)["destiny.most-cards"] == who:
        return richest, "destiny.most-cards", f"of the others {who} holds the most cards"
    emptier = _with_fewest_in_warp(table, who, stacks)
    if named_by_special(emptier)["destiny.fewest-warp"] == who:
        return emptier, "destiny.fewest-warp", f"of the others {who} has the fewest ships in the warp"
    return table, "", ""


def _with_most_cards(table: Table, who: str, told: Set[str]) -> Table:
    """The table with a larger hand; where that hand is told, with smaller ones of those whose hands are not."""
    found = table.copy()
    others = [name for name in table.clockwise(table.turn) if name != who]
    if who not in told:
        most = max((len(table.hands[name]) for name in others), default=0)
        found.hold(who, (tbl.UNKNOWN,) * (most + 1))
        return found
    held = len(table.hands[who])
    for name in others:
        if name not in told and len(table.hands[name]) >= held:
            found.hold(name, (tbl.UNKNOWN,) * max(0, held - 1))
    return found


def _with_fewest_in_warp(table: Table, who: str, stacks: Stacks) -> Table:
    """The table with a ship in the warp of each other player of whom it is not told how many there are."""
    found, warp = table.copy(), stacks.get(tbl.WARP, {})
    for name in table.clockwise(table.turn) if who not in warp else ():
        homes = [place for place in table.home_colonies(name) if place not in stacks]
        if homes and name != who and name not in warp:
            fullest = max((table.at(place, name), place) for place in homes)[1]
            found.move(name, 1, fullest, tbl.WARP)
    return found
