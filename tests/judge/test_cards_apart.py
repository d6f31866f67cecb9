"""Cards that one power lays apart are not taken for those of another."""

from __future__ import annotations

from referee.duel.games import game

PLAY = """
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


def test_what_a_merchant_hired_is_discarded_and_the_tower_beside_its_planet_stays() -> None:
    """The Merchant has lost against an attack: its 8 is discarded as the ship that it was; the Citadel's 6 lies on."""
    table = game("consolidated").play(PLAY, "consolidated", None).table
    assert table is not None
    assert table.aside.get("purple.5") == ("6",)
    assert "8" in table.discards and "8" not in table.hands["purple"]
