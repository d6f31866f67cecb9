"""Sentences in no known phrase: by what they name and the moment, and never where a word may turn their sense."""

from __future__ import annotations

import pytest

from referee.errors import MalformedError
from referee.judge.ways.table import lay_table, tell_command
from referee.state.table import Table

SEATS = "table red/Sorcerer blue/Zombie green/Macron yellow/Human"
MET = ("destiny blue",)
SENT = (*MET, "launch red 3 at blue.2")
LAID = (*SENT, "play red 9", "play blue 12")
SHOWN = (*LAID, "reveal")


def _at(before: tuple[str, ...]) -> Table:
    table = lay_table(SEATS)
    for sentence in before:
        verdict = tell_command(table, sentence)
        assert verdict.legal, sentence
        table = verdict.table
    return table


@pytest.mark.parametrize(
    ("before", "sentence", "command"),
    [
        ((), "red finds blue in the deck", "destiny blue"),
        (MET, "three of red's come flying over to blue.2", "launch red 3 at blue.2"),
        (MET, "red empties out red.1, all four, onto blue.2", "launch red 4 from red.1 4 at blue.2"),
        (MET, "she launches three from her second planet at blue.1", "launch red 3 from red.2 3 at blue.1"),
        (SENT, "yellow guards blue with two", "ally yellow defense 2"),
        (SENT, "yelow tags on behind red, 2 of em", "ally yellow offense 2"),
        (
            SENT,
            "one guy from green for blue and two from yellow for red",
            "ally green defense 1 / ally yellow offense 2",
        ),
        (SENT, "its a nine from red, twelve from blue", "reveal red 9, blue 12"),
        (LAID, "red does the sorcerer switcheroo", "use red/Sorcerer"),
        (SHOWN, "blue chucks a +3 on top", "reinforce blue +3 defense"),
        (SHOWN, "red and blue each add a +2", "reinforce red +2 offense / reinforce blue +2 defense"),
        (SHOWN, "green burns a zap on the zombie", "zap blue Zombie by green"),
        (SHOWN, "zap the zombie, says green", "zap blue Zombie by green"),  # whoever is named last
    ],
)
def test_what_is_meant_by_names_and_moment(before: tuple[str, ...], sentence: str, command: str) -> None:
    told = tell_command(_at(before), sentence)
    assert (told.legal, told.command) == (True, command)


def test_it_is_told_as_what_a_sentence_was_taken() -> None:
    told = tell_command(_at(SENT), "yellow guards blue with two")
    assert "this is what was said: ally yellow defense 2 (`undo` if not)" in [step.says for step in told.steps]


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ((), "set blue.2 blue 2; hand red: +2 Quatsch"),  # facts are typed
        ((), "draw blue 500 Remora"),  # a number that nothing is counted to is not passed over
        (MET, "three of red's come flying over to blue.2, or was it two"),  # it may be turned
        (MET, "didn't three of red's fly over to blue.2"),
        (MET, "five of red's come flying over to blue.2"),  # it would not be legal
        (MET, "blue gets his ship out of the warp to blue.4"),  # it is no launch of red's
        (MET, "red goes in at blue.5 with everything from blue.3"),  # of which none is red's
        (SENT, "yellow guards somebody with two"),  # no side
        (SENT, "yellow guards blue with two and a 12"),  # a number is left over
        (SHOWN, "a zap flies at the zombie"),  # whose it is, is not said
        (SHOWN, "frank chucks a +3 on top"),
    ],
)
def test_what_is_not_plain_is_not_taken_for_anything(before: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(MalformedError):
        tell_command(_at(before), sentence)
