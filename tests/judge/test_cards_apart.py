"""Cards that one power lays apart are not taken for those of another."""

from __future__ import annotations

from referee.duel.games import game
from referee.state.table import Table

HIRED = """
table red/Citadel purple/Merchant yellow blue
wild purple
use red 6 purple.5
launch red 3 at purple.5
play purple N
play red ?
use purple 8
reveal purple N, red 7
resolve
"""


FUEL = """
table blue red/Fire-Dancer green
set hand blue: 13; hand red: 12
destiny red
launch blue 3 from blue.1 at red.1
invite blue: none
invite red: green
ally green defense 1 from green.1
play blue 13
play red 12
reveal
use red
resolve
"""


def _played(play: str) -> Table:
    table = game("consolidated").play(play, "consolidated", None).table
    assert isinstance(table, Table)
    return table


def test_what_a_merchant_hired_is_discarded_and_the_tower_beside_its_planet_stays() -> None:
    """The Merchant has lost against an attack: its 8 is discarded as the ship that it was; the Citadel's 6 lies on."""
    table = _played(HIRED)
    assert table.aside.get("purple.5") == ("6",)
    assert "8" in table.discards and "8" not in table.hands["purple"]


def test_fuel_lies_under_the_fire_and_nowhere_else() -> None:
    """Both attacks go under the new fire; they are not the encounter's any more while green's reward is still due."""
    table = _played(FUEL)
    assert "reward" in [due.what for due in table.due]
    assert table.aside["fire of red"] == ("13", "12")
    assert (table.cards, table.discards) == ({}, ())
