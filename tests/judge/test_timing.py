"""Who resolves first: the pure order, and what is ruled with it. Expectations are worked out from consolidated 4.8."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from referee.errors import ImpossibleError, MalformedError, RulebaseError
from referee.judge.timing.players import Slot, arrange, cancelled, in_order
from referee.judge.timing.question import rule_timing
from referee.state.contenders import asked, read_words

ROLES = ["offense", "defense", "others"]
TABLE = {"offense": "red", "defense": "purple", "seats": "red,purple,yellow,blue"}


def told(
    *words: str, edition: str = "consolidated", readings: dict[str, str] | None = None, **more: str
) -> dict[str, Any]:
    return rule_timing(asked(words, **{**TABLE, **more}), edition, readings).to_dict()


# -- the pure order ----------------------------------------------------------------------------------------------------


def test_the_roles_say_who_comes_when() -> None:
    assert in_order(ROLES, "red", "purple", ["yellow", "blue"]) == ["red", "purple", "yellow", "blue"]
    assert in_order(["others", "offense", "defense"], "red", "purple", ["yellow"]) == ["yellow", "red", "purple"]


def test_phase_then_moment_then_player() -> None:
    players = {key: ["red", "blue"] for key in ((0, 0), (0, 1), (1, 0))}
    slots = [Slot(1, 0, "red"), Slot(0, 1, "red"), Slot(0, 0, "blue"), Slot(0, 1, "blue")]
    assert arrange(slots, players) == [[(2,)], [(1,)], [(3,)], [(0,)]]


def test_one_players_own_effects_share_a_place() -> None:
    assert arrange([Slot(0, 0, "red"), Slot(0, 0, "red"), Slot(0, 1, "red")], {(0, 0): ["red"], (0, 1): ["red"]}) == [
        [(0,), (1,)],
        [(2,)],
    ]


def test_answers_stand_before_what_they_answer_the_newest_first() -> None:
    players = {(0, 0): ["red", "blue", "green"]}
    slots = [Slot(0, 0, "green"), Slot(0, 0, "red", 0), Slot(0, 0, "blue", 1), Slot(0, 0, "red")]
    assert arrange(slots, players) == [[(3,)], [(2, 1, 0)]]


def test_an_answer_that_is_cancelled_cancels_nothing() -> None:
    slots = [Slot(0, 0, "green"), Slot(0, 0, "red", 0), Slot(0, 0, "blue", 1)]
    assert cancelled([2, 1, 0], slots) == {1: 2}
    assert cancelled([1, 0], slots[:2]) == {0: 1}
    assert cancelled([0, 1], slots[:2]) == {}, "it comes too late"
    assert cancelled([1, 0], slots[:2], frozenset({1})) == {}, "it cannot cancel that"


# -- what is ruled -----------------------------------------------------------------------------------------------------


def test_the_order_in_which_it_is_typed_changes_nothing() -> None:
    words = ["red:regroup", "blue:Plague", "yellow:Masochist", "hazard"]
    orders = {tuple(told(*way)["order"]) for way in itertools.permutations(words)}
    assert orders == {("yellow:Masochist", "red:regroup", "blue:Plague", "hazard")}


@pytest.mark.parametrize("edition", ["consolidated", "ffg2018", "warp", "mayfair1991"])
def test_the_order_is_that_of_the_roles_at_any_table(edition: str) -> None:
    chance = random.Random(7)
    for _ in range(40):
        seats = chance.sample(["red", "blue", "green", "white", "black", "gold"], chance.randint(3, 6))
        offense, defense = chance.sample(seats, 2)
        acting = chance.sample(seats, chance.randint(2, len(seats)))
        at = seats.index(offense)
        others = [name for name in seats[at:] + seats[:at] if name not in (offense, defense)]
        late = edition in ("warp", "mayfair1991")
        roles = [*others, offense, defense] if late else [offense, defense, *others]
        found = rule_timing(asked(acting, offense, defense, ",".join(seats)), edition)
        assert found.order == [name for name in roles if name in acting]


def test_other_names_rule_the_same() -> None:
    one = told("blue:Plague", "red:regroup", "red:Card-Zap")
    new = {"red": "uno", "purple": "dos", "yellow": "tres", "blue": "cuatro"}
    words = [f"{new[name]}:{what}" for name, what in (("blue", "Plague"), ("red", "regroup"), ("red", "Card-Zap"))]
    other = told(*words, offense="uno", defense="dos", seats="uno,dos,tres,cuatro")
    assert [word.partition(":")[2] for word in one["order"]] == [word.partition(":")[2] for word in other["order"]]
    assert one["citations"] == other["citations"]


def test_answers_in_timing_order_come_too_late() -> None:
    words = ("red:Sorcerer", "blue:Cosmic-Zap")
    assert told(*words)["cancelled"] == ["red:Sorcerer"]
    other = told(*words, readings={"DF-72": "timing-order"})
    assert (other["order"], other["cancelled"]) == (["red:Sorcerer", "blue:Cosmic-Zap"], [])
    assert other["readings"] == {"DF-72": "timing-order"}
    assert told("blue:Plague", "red:Card-Zap", readings={"DF-72": "timing-order"})["cancelled"] == ["blue:Plague"]


def test_the_other_reading_of_the_discards_puts_the_defense_second() -> None:
    words = ("blue:discard", "purple:discard", "red:discard")
    assert told(*words)["order"] == ["red:discard", "blue:discard", "purple:discard"]
    timing = told(*words, readings={"DF-54": "timing-order"})
    assert timing["order"] == ["red:discard", "purple:discard", "blue:discard"]
    assert told(*words, readings={"DF-54": "ffg2018"})["status"] == "open"


def test_a_flare_in_either_spelling_keeps_its_bars() -> None:
    found = told("red:flare-Amoeba", "purple:amoeba-flare")
    assert found["order"] == ["red:flare-Amoeba", "purple:amoeba-flare"]
    assert found["phase"] == "planning"
    assert told("red:flare-Amoeba", phase="reveal")["status"] == "illegal"


def test_of_two_players_the_other_one_is_the_defense() -> None:
    found = rule_timing(asked(["blue:Human", "red"], "red", "", "red,blue")).to_dict()
    assert (found["order"], found["defense"], found["assumes"]) == (["red", "blue:Human"], "blue", [])
    assert "consolidated 4.8.2.2" in {cite["id"] for cite in found["citations"]}


def test_what_is_barred_says_what_to_type_instead() -> None:
    found = told("yellow:Mind", "red", phase="planning")
    assert (found["status"], found["order"]) == ("illegal", ["red"])
    assert found["illegal"][0]["nearest"] == ["yellow:Mind@alliance"]
    assert "consolidated 4.8.1" in found["illegal"][0]["cites"]


def test_a_barred_contender_takes_its_answer_with_it() -> None:
    found = told("yellow:Sorcerer", "red:Cosmic-Zap", "blue", phase="planning")
    assert found["order"] == ["blue"]
    assert [barred["effect"] for barred in found["illegal"]] == ["yellow:Sorcerer", "red:Cosmic-Zap"]


def test_no_step_goes_without_a_clause() -> None:
    for words in (("blue", "red"), ("red:Sorcerer", "blue:Cosmic-Zap"), ("blue:Plague", "hazard"), ("red:Mind",)):
        found = told(*words)
        assert all(step["cites"] for step in found["steps"])
        assert {cite["id"] for cite in found["citations"]} >= {
            cite for step in found["steps"] for cite in step["cites"]
        }


def test_taking_the_order_out_of_the_law_breaks_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.book.loader import rulebase

    known = rulebase("consolidated", None, judged=False)
    monkeypatch.setattr(known, "law", known.law.without("timing.offense"))
    with pytest.raises(RulebaseError, match=r"timing\.offense"):
        told("red", "blue")


# -- what is not understood --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "column", "hint"),
    [
        ("red:Sorceror --offense red", 4, "Sorcerer"),
        ("red:flare-Amoba --offense red", 4, "flare-Amoeba"),
        ("red:Cosmic-Zip --offense red", 4, "Cosmic-Zap"),
        ("red: --offense red", 4, ""),
        (":Mind --offense red", 0, ""),
        ("red blue@planing --offense red", 9, "planning"),
        ("red blue --offense red --phase lunch", 31, "launch"),
        ("red --ofense red", 4, ""),
        ("--offense red", 0, ""),
        ("red", 3, ""),
    ],
)
def test_the_caret_stands_where_it_stopped_making_sense(words: str, column: int, hint: str) -> None:
    with pytest.raises(MalformedError) as caught:
        rule_timing(read_words(words))
    assert caught.value.column == column
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("gren --offense red --seats red,green", "did you mean green?"),
        ("red --offense red --defense rad --seats red,blue", "--defense rad"),
        ("red --offense red --defense Red --seats red,blue", "offense and defense at once"),
        ("red blue --offense red --seats red,blue,RED", "two places"),
        ("red:Plague red:plague --offense red", "stands there twice"),
        ("red --offense hazard --seats red,hazard", "always comes last"),
        ("red --offense red --seats red", "one player alone"),
    ],
)
def test_what_cannot_be_is_said_with_its_reason(words: str, fault: str) -> None:
    with pytest.raises(ImpossibleError) as caught:
        rule_timing(read_words(words))
    assert any(fault in said for said in caught.value.faults)


def test_every_fault_is_said_at_once() -> None:
    with pytest.raises(ImpossibleError) as caught:
        rule_timing(read_words("pink black --offense red --seats red,blue"))
    assert len(caught.value.faults) == 2


def test_words_and_arguments_are_read_alike() -> None:
    words = 'red:Mind "hazard:Black Hole" --offense=red --defense purple --seats red,purple'
    plain = asked(["red:Mind", "hazard:Black Hole"], "red", "purple", "red,purple")
    assert read_words(words) == plain


def test_players_are_compared_without_case() -> None:
    found = rule_timing(asked(["BLUE", "Red"], "RED", "", "red,blue"))
    assert found.order == ["Red", "BLUE"]
    assert found.offense == "red"


def test_odd_words_never_end_in_a_traceback() -> None:
    chance = random.Random(11)
    pieces = ["red", "blue", ":", "@", "Mind", "flare-", "Card-Zap", "hazard", "--offense", "--phase", "?", "before",
              "{0}", "[b]", "'", '"', "reveal", "--seats", ",", " ", " ", "red,blue", "\u202e", "0"]  # fmt: skip
    for _ in range(400):
        text = "".join(chance.choice(pieces) for _ in range(chance.randint(1, 12)))
        try:
            rule_timing(read_words(text)).to_dict()
        except (MalformedError, ImpossibleError) as error:
            assert str(error)
