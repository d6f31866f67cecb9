"""What was played in an encounter and is in force."""

from __future__ import annotations

from referee.book.loader import rulebase
from referee.judge.table.turn import Turn
from referee.state.commands import Command
from referee.state.encounter import Act
from referee.state.table import Table


def test_a_flare_of_an_alien_whose_name_has_a_space_is_found_with_what_was_said() -> None:
    on = Turn(Table("consolidated", seats=("red", "blue")), rulebase(), Command("end"))
    on.table.acts = (Act("flare", "red", name="The Cult", face="wild", args=("blue",)),)
    assert list(on.flares_played()) == [("red", "The Cult", "wild", ("blue",))]
