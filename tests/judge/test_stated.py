"""What players state of powers and cards that are not applied: whatever it is, no ship and no card is lost or made."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import referee
from referee.book.loader import Names, rulebase
from referee.errors import ImpossibleError, MalformedError
from referee.judge.hidden.cases import judge
from referee.judge.ruling import ILLEGAL, MAKE_A_DEAL, NO_DEAL
from referee.state.canonical import write
from referee.state.encounter import Position
from referee.state.faults import faults
from referee.state.notation import read
from tests import effort
from tests.lines import NAMES, positions, statements


@st.composite
def stated(draw: st.DrawFn) -> Position:
    """A position of which some things are stated, of those who take part."""
    position: Position = draw(positions(hidden=False, anything=False))
    names = [player.name for player in position.participants()]
    position.acts = tuple(draw(st.lists(statements(names), min_size=1, max_size=5)))
    return position


@given(stated())
@settings(
    max_examples=effort.times(400, 40),
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_every_ship_has_one_fate_whatever_is_stated(position: Position) -> None:
    """CONTRACT: ships = lands + returns + stays + removed + those of the warp that were in the encounter."""
    assume(not faults(position, 20, 5, set(NAMES)))
    ruling = judge(position, rulebase())
    if ruling.status == ILLEGAL or ruling.outcome is None or ruling.outcome.value in (NO_DEAL, MAKE_A_DEAL):
        return
    for name, player in ruling.players.items():
        told = player.to_dict()
        parts = [told[key] for key in ("lands", "returns", "stays", "removed", "warp")]
        if None in parts:
            continue
        assert min(parts) >= 0, (name, write(position))
        besides = player.besides.value if player.besides is not None else 0
        assert told["ships"] == sum(parts) - besides, (name, write(position))


@given(stated())
@settings(max_examples=effort.times(200, 30), deadline=None)
def test_what_is_stated_is_written_as_it_is_read(position: Position) -> None:
    names = Names(rulebase())
    assert write(read(write(position), names)) == write(position)
    assert read(write(position), names).acts == position.acts


def told(line: str) -> dict[str, Any]:
    return referee.judge_encounter(line).to_dict()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        # blue has four ships there: a fifth cannot stay, be removed, or be saved
        ("red 3 : 14 vs blue 4 : 8 ; stays blue 5", "4 ships in the encounter"),
        ("red 3 : 14 vs blue 4 : 8 ; removed blue 5", "4 ships in the encounter"),
        ("red 3 : 14 vs blue 4 : 8 ; removed blue 2 ; stays blue 3", "4 ships in the encounter"),
        # 20 ships, 12 of them in the warp
        ("red 3 : 14 vs blue 4 : 8 ; warp blue 12 ; loses blue 9", "8 ships outside the warp"),
        ("red 3 : 14 vs blue 4 : 8 ; hand red 5 ; compensation blue 6", "red holds 5 cards"),
        ("red 3 : 14 vs blue 4 + green 1 : 8 ; hand red 5 ; compensation blue 3 ; compensation green 3", "holds 5"),
        ("red 3 : 14 vs blue 4 : 8 ; compensation blue 2 ; compensation blue 3", "2 times"),
        ("red 3 : 14 vs blue 4 : 8 ; rewards red 2 ; rewards red 3", "2 times"),
        ("red 3 : 14 vs blue 4 : 8 ; stays red 2", "red has no ships on the planet"),
        ("red 3 : 14 vs blue 4 : 8 ; seats red blue green ; removed green 1", "green is not in the encounter"),
        ("red 3 + green 2 : 14 vs blue 4 : 8 ; value green N", "green is no main player"),
        ("red 3 : 14 vs blue 4 : 8 ; rewards green 2", "nobody called green"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(line: str, says: str) -> None:
    with pytest.raises(ImpossibleError, match=says):
        referee.judge_encounter(line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("red 3 : 14 vs blue 4 : 8 ; loses blue -1", "how many more"),
        ("red 3 : 14 vs blue 4 : 8 ; loses blue Guerrilla", "how many more"),
        ("red 3 : 14 vs blue 4 : 8 ; value blue", "N, M"),
        ("red 3 : 14 vs blue 4 : 8 ; rewards", "who gets rewards"),
    ],
)
def test_what_is_not_understood_says_what_comes_next(line: str, says: str) -> None:
    with pytest.raises(MalformedError, match=says):
        referee.judge_encounter(line)


def test_a_hidden_number_of_rewards_is_ruled_by_cases() -> None:
    ruling = told("red 3 : 14 vs blue 4 : 8 ; rewards red ? Ghoul")
    assert ruling["outcome"] == "offense-wins"
    assert ruling["players"]["red"]["rewards"] is None
    assert ruling["status"] == "depends"


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        # Human's text leaves nothing to say but that it is zapped; Pacifist's names no side.
        ("red/Human 3 : 10 vs blue 2 : 8 ; use red blue.3", "red says blue.3 with its use of Human"),
        ("red/Pacifist 3 : N vs blue 2 : 8 ; use red offense", "red says offense with its use of Pacifist"),
        # Vacuum's says whose ships; of these one can be meant once, and no planet.
        ("red 3 : 4 vs blue/Vacuum 4 : 8 ; use blue red 3 blue.3", "blue says blue.3 with its use of Vacuum"),
        # Mirror's owner may say when it reverses, and says nothing else.
        ("red/Mirror 3 : 15 vs blue 2 : 8 ; use red", ""),
        ("red 3 : 4 vs blue/Vacuum 4 : 8 ; use blue red 3", ""),
    ],
)
def test_words_that_no_text_asks_for_are_refused(line: str, refused: str) -> None:
    said = [one["says"] for one in referee.judge_encounter(line).illegal]
    unasked = [text.partition(",")[0] for text in said if "with its use of" in text]
    assert unasked == ([refused] if refused else [])
