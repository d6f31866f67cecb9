"""Hidden facts: every completion agrees with the case that covers it, and too many are asked for."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.book.loader import rulebase
from referee.judge.hidden.cases import judge
from referee.judge.ways.line import judge_encounter
from referee.state import encounter as pos
from referee.state.canonical import write
from referee.state.encounter import Card, Position
from tests import effort
from tests.lines import positions


def _covers(when: str, card: Card) -> bool:
    """Whether the words of a case (such as `red's card is an attack of 9 or more or a morph`) cover a card."""
    if card.kind != pos.ATTACK:
        return {pos.NEGOTIATE: "a negotiate", pos.MORPH: "a morph"}[card.kind] in when
    if "any attack" in when:
        return True
    value = card.value or 0
    for said in re.findall(r"an attack of ([^a]*?)(?= or an? |$)", when):
        if match := re.fullmatch(r"(-?\d+) or more", said):
            found = value >= int(match[1])
        elif match := re.fullmatch(r"(-?\d+) or less", said):
            found = value <= int(match[1])
        elif match := re.fullmatch(r"(-?\d+) (?:to|or) (-?\d+)", said):
            found = int(match[1]) <= value <= int(match[2])
        else:
            found = value == int(said)
        if found:
            return True
    return False


all_cards = st.one_of(
    st.integers(-7, 40).map(lambda value: Card(pos.ATTACK, value)),
    st.sampled_from([Card(pos.NEGOTIATE), Card(pos.MORPH)]),
)


@given(positions(hidden=False, anything=False), all_cards, st.booleans())
@settings(max_examples=effort.times(250, 31), deadline=None)
def test_a_hidden_card_told_is_ruled_as_its_case_says(position: Position, card: Card, offense: bool) -> None:
    side = position.offense if offense else position.defense
    position.tokens = {player.name: 3 for player in position.participants()}
    position.warp = {position.offense.main.name: 2}
    hidden = replace(position, **{"offense" if offense else "defense": replace(side, card=Card(pos.HIDDEN))})  # type: ignore[arg-type]
    told = replace(position, **{"offense" if offense else "defense": replace(side, card=card)})  # type: ignore[arg-type]
    by_cases, settled = judge(hidden, rulebase()), judge(told, rulebase()).summary()
    if by_cases.status != "depends":
        assert by_cases.summary()["outcome"] == settled["outcome"], write(told)
        return
    covering = [case for case in by_cases.cases if _covers(case.when, card)]
    assert len(covering) == 1, (write(told), [case.when for case in by_cases.cases])
    case = covering[0].told
    assert (case["outcome"], case["second_encounter"]) == (settled["outcome"], settled["second_encounter"]), write(told)
    for name, player in settled["players"].items():
        assert case["players"][name] == player, (write(told), name)


def test_thresholds_are_found_in_the_players_words() -> None:
    # 3 ships against 2 + 12 = 14: the offense needs 15, so a card of 12 or more; a morph is a 12: 15 to 14
    ruling = judge_encounter("red 3 : ? vs blue 2 : 12")
    assert ruling.status == "depends"
    assert {case.when: case.told["outcome"] for case in ruling.cases} == {
        "red's card is an attack of 11 or less": "defense-wins",
        "red's card is an attack of 12 or more or a morph": "offense-wins",
        "red's card is a negotiate": "defense-wins",
    }
    assert ruling.needs == ["which card red plays"]


def test_a_short_hand_decides_about_compensation() -> None:
    ruling = judge_encounter("red 2 : N vs blue 3 : 8 ; hand blue ?")
    assert {c.when: c.differs["players"]["red"]["compensation"] for c in ruling.cases} == {
        "blue holds 0 cards": 0,
        "blue holds 1 card": 1,
        "blue holds 2 or more cards": 2,
    }


@pytest.mark.parametrize(
    "line",
    [
        "red 3 : 10 vs blue 2 : 4 ; hand blue ?",  # nobody is compensated
        "red ? : A vs blue 2 : N ; hand red 9",  # an attack beats a negotiate whatever it is
        "red 3 : 8 vs blue 2 : 4 ; warp red ? ; tokens blue ?",
    ],
)
def test_a_hidden_fact_that_decides_nothing_leaves_the_ruling_determined(line: str) -> None:
    assert judge_encounter(line).status == "determined"


def test_too_much_that_is_hidden_is_asked_for() -> None:
    line = "red/Mirror ? : ? vs blue/Tripler ? : ? ; use red ; hand red ? ; hand blue ? ; home blue ?"
    ruling = judge_encounter(line)
    assert ruling.status == "depends"
    assert ruling.cases == []
    assert ruling.needs[0].startswith("which card")
    assert ruling.to_dict()["outcome"] is None


def test_two_hidden_cards_never_say_more_than_holds() -> None:
    ruling = judge_encounter("red 3 : ? vs blue 2 : ?")
    for case in ruling.cases:
        if " and " in case.when:
            continue
        # red's card alone: blue's is still hidden, so an outcome may be stated only if it holds for every card of blue
        assert case.told["outcome"] is None or "negotiate" not in case.when
    assert ruling.to_dict()["outcome"] is None
