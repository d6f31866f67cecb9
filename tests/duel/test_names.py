"""Nobody's name means anything to the rules of Duel."""

from __future__ import annotations

from referee.duel.api import judge_duel

LINE = "{} 2 blast 4 : 6 vs orange 3 shield 1 : 13 ; advantage 8"


def test_a_player_may_be_called_again() -> None:
    told, blue = judge_duel(LINE.format("again")).to_dict(), judge_duel(LINE.format("blue")).to_dict()
    assert told["outcome"] == blue["outcome"] == "leader-wins"
    assert told["winner"] == "again"
