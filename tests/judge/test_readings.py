"""A table may choose another reading of a disputable point, which then changes the ruling."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import referee
from referee.book.files import read_toml
from referee.book.loader import rulebase
from referee.book.places import RULEBASE
from referee.errors import RefereeError, RulebaseError
from referee.judge.ways.line import judge_encounter
from tests import cases, effort


def told(line: str, **readings: str) -> dict[str, Any]:
    chosen = {question.replace("_", "-"): reading for question, reading in readings.items()}
    return referee.judge_encounter(line, readings=chosen).to_dict()


def test_the_win_counts_at_once_by_the_2018_rulebook() -> None:
    line = "red 2 : 12 vs blue 3 : 4 ; foreign red 4"
    assert "consolidated 4.12.1" in {c["id"] for c in told(line)["citations"]}
    other = told(line, DF_05="ffg2018")
    assert other["winners"] == ["red"]
    assert "ffg2018 the-colony-track.3" in {c["id"] for c in other["citations"]}
    assert "consolidated 4.12.1" not in {c["id"] for c in other["citations"]}
    assert (other["questions"], other["readings"]) == (["DF-05"], {"DF-05": "ffg2018"})


def test_a_second_encounter_without_a_card() -> None:
    line = "red 2 : 12 vs blue 3 : 4 ; hand red 0"
    assert told(line)["second_encounter"] is False
    assert told(line, DF_07="success-suffices")["second_encounter"] is True


def test_two_morphs_cost_only_the_allies() -> None:
    line = "red 3 + green 2 : M vs blue 4 : M"
    assert [told(line)["players"][name]["warp"] for name in ("red", "green", "blue")] == [3, 2, 4]
    players = told(line, DF_26="allies-only")["players"]
    assert [players[name]["warp"] for name in ("red", "green", "blue")] == [0, 2, 0]
    assert (players["red"]["returns"], players["blue"]["stays"], players["blue"]["colonies"]["home"]) == (3, 4, 0)


def test_a_swap_of_colonies_is_one_too_many_in_all() -> None:
    swap = "red gives colony red.2 for 1 from colonies, blue gives colony blue.3 for 2 from gate"
    line = f"red 3 : N vs blue 2 : N ; deal {swap}"
    assert told(line)["status"] == "determined"
    assert told(line, DF_32="one-in-all")["status"] == "illegal"


def test_read_to_the_letter_defensive_allies_are_lost_too() -> None:
    line = "red 3 : 4 vs blue 2 + green 2 : 8"
    assert told(line)["players"]["green"]["returns"] == 2
    literal = told(line, DF_21="literal")["players"]["green"]
    assert (literal["returns"], literal["warp"]) == (0, 2)


# What each reading makes of a line, worked out by hand from the clauses that the reading cites (from its own sentence
# where it cites none). A row: question, reading, the line, the field that parts, what it is by the preferred reading
# and by this one, and a clause that the ruling must then cite.
READINGS = [
    # 12 + 2 = 14 against 4 + 3 = 7. Yellow had its fifth before; only those who found it in one step share (1.2.2).
    ("DF-06", "same-step", "red 2 : 12 vs blue 3 : 4 ; foreign red 4, yellow 5", "winners",
     ["red", "yellow"], ["yellow"], "consolidated 1.2.2"),
    # Blue draws eight cards; 5.8.2 repeats nothing.
    ("DF-10", "once", "red 3 : 8 vs blue 2 : none", "then.0.what",
     "show and discard its hand and draw eight cards, until it has an encounter card",
     "show and discard its hand and draw eight cards, once", "consolidated 5.8.2"),
    # By 5.5.2.5 and 5.6.2 read to the letter blue cannot be the opponent in red's system.
    ("DF-13", "literal", "red 3 : 10 vs blue 2 : 8 ; at red.4", "status",
     "determined", "illegal", "consolidated 5.5.2.5"),
    # 13 against 10: red wins on its own planet; the 2018 rulebook gives a home planet back by landing alone.
    ("DF-15", "ffg2018", "red 3 : 10 vs blue 2 : 8 ; at red.4", "players.red.colonies.home",
     1, 0, "ffg2018 re-establishing-a-home-colony.1"),
    ("DF-15", "consolidated", "red 3 : 10 vs blue 2 : 8 ; at red.4", "players.red.colonies.home",
     1, 1, "consolidated 4.6.1.2"),
    # A deal is not among the ways of 4.6.1.2, nor is it the landing.
    ("DF-15", "consolidated", "red 3 : N vs blue 2 : N ; deal blue gives colony red.4 for 1 from gate", "status",
     "determined", "illegal", "consolidated 4.6.1.2"),
    ("DF-15", "ffg2018", "red 3 : N vs blue 2 : N ; deal blue gives colony red.4 for 1 from gate", "status",
     "determined", "illegal", "ffg2018 re-establishing-a-home-colony.1"),
    # 5.5.2.3 asks for a redraw; by the 2018 rulebook blue defends without ships: 8 + 3 = 11 against 6.
    ("DF-16", "ffg2018", "red 3 : 8 vs blue 0 : 6 ; home blue 0", "outcome",
     None, "offense-wins", "ffg2018 losing-home-planets-and-alien-powers.3"),
    # Red is on all its home planets, and 5.5.2.4 read to the letter makes no exception for the own color.
    ("DF-17", "literal", "red 3 : 20 vs blue 4 : 7 ; at red.1 ; home red 5", "status",
     "determined", "illegal", "consolidated 5.5.2.4"),
    ("DF-17", "ffg2018", "red 3 : 20 vs blue 4 : 7 ; at red.1 ; home red 5", "players.red.lands",
     3, 3, "ffg2018 launch-phase.2"),
    # Green has no ship on any colony: excused, or an ally that adds nothing: 8 + 3 = 11 against 6 + 2 = 8.
    ("DF-19", "zero-ships", "red 3 + green 0 : 8 vs blue 2 : 6 ; home green 0 ; foreign green 0", "totals",
     None, {"offense": 11, "defense": 8}, "question DF-19"),
    # Defensive allies lie beside the planet in both readings.
    ("DF-21", "ffg2018", "red 3 : 4 vs blue 2 + green 2 : 8", "players.green.returns",
     2, 2, "ffg2018 defense-wins.1"),
    # A retreat is no encounter card of the 2018 rulebook.
    ("DF-25", "ffg2018", "red 3 : 8 vs blue 2 : Retreat", "status", "open", "illegal", "ffg2018 start-turn-phase.3"),
    ("DF-25", "consolidated", "red 3 : 8 vs blue 2 : Retreat", "status", "open", "open", "consolidated 2.1.2.1"),
    # Each morph would copy the other.
    ("DF-26", "ffg2018", "red 3 : M vs blue 4 : M", "status",
     "determined", "open", "ffg2018 morph-versus-other-card.1"),
    # Copied, the 8 makes 11 against 10; without a printed value there is no total.
    ("DF-27", "consolidated", "red 3 : M vs blue 2 : 8", "totals",
     {"offense": 11, "defense": 10}, None, "consolidated 5.10.1.4.a"),
    ("DF-27", "consolidated", "red 3 : M vs blue 2 : 8", "status",
     "determined", "open", "consolidated 5.10.1.4.a"),
    # 8 + 3 + 2 = 13 against 10 + 2 = 12; without the reinforcement 11 against 12.
    ("DF-28", "short-formula", "red 3 : 8 +2 vs blue 2 : 10", "outcome",
     "offense-wins", "defense-wins", "consolidated 5.10.1.1.b"),
    # What the players state is something more, too.
    ("DF-28", "short-formula", "red 3 : 8 vs blue 2 : 9 ; add defense 6 Oracle", "totals",
     {"offense": 11, "defense": 17}, {"offense": 11, "defense": 11}, "consolidated 5.10.1.1.c"),
    # Besides the card red may put two ships to those it has on blue.3; the third goes home.
    ("DF-33", "open-list", "red 3 : N vs blue 2 : N ; at blue.3 ; planet blue 2, red 1 ;"
     " deal red gives 1 card, blue gives colony blue.3 for 2 from gate", "outcome", None, "deal", "question DF-33"),
    # Red has two ships on the gate and no colony: three it cannot pay.
    ("DF-34", "exactly-three", "red 2 : N vs blue 4 : N ; foreign red 0 ; home red 0 ; no deal", "players.red.warp",
     2, None, "ffg2018 unsuccessful-deal.1"),
    ("DF-34", "exactly-three", "red 2 : N vs blue 4 : N ; foreign red 0 ; home red 0 ; no deal", "status",
     "determined", "open", "ffg2018 unsuccessful-deal.1"),
    # All four ships leave the gate first, so it is known how many return.
    ("DF-35", "cleared-first", "red 4 : N vs blue 4 : N ; no deal", "players.red.returns",
     None, 4, "question DF-35"),
    # Red lost three ships, green two; Kamikaze sent two more to the warp before the cards were selected.
    ("DF-37", "whole-side", "red 3 + green 2 : N vs blue 2 : 8 ; hand blue 8", "players.red.compensation",
     3, 5, "question DF-37"),
    ("DF-37", "whole-encounter", "red/Kamikaze 3 : N vs blue 2 : 8 ; use red 2 ; hand blue 8",
     "players.red.compensation", 3, 5, "question DF-37"),
    # Two cards in hand, and the 10 that Clone takes back: in hand before compensation or after it.
    ("DF-39", "consolidated", "red 3 : N vs blue/Clone 4 : 10 ; hand blue 2 ; use blue", "players.red.compensation",
     2, 3, "consolidated 5.10.3"),
    # 9 + 3 = 12 against 6 + 2 = 8: blue is left with two home colonies; the 6 was taken back before that, or cannot be.
    ("DF-39", "consolidated", "red 3 : 9 vs blue/Clone 2 : 6 ; home blue 3 ; use blue", "discards",
     None, ["9"], "consolidated 5.10.3"),
    # Red has its third home colony only with the ships landed: too late for a power used before that.
    ("DF-39", "consolidated", "red/Clone 2 : 10 vs blue 1 : 6 ; at red.4 ; home red 2 ; use red", "status",
     "determined", "illegal", "consolidated 5.10.3"),
    ("DF-40", "always", "red 2 : 4 vs blue 3 + green 1 : 8", "then.0.what",
     "1 reward, a card or one of its ships from the warp",
     "1 reward, a cosmic card, a rewards card or one of its ships from the warp", "consolidated 2.5.2.2.b"),
    ("DF-40", "ffg2018", "red 2 : 4 vs blue 3 + green 1 : 8", "then.0.what",
     "1 reward, a card or one of its ships from the warp",
     "1 reward, a cosmic card or one of its ships from the warp", "ffg2018 defense-wins.3"),
    # 4 + 2 = 6 against 8 + 3 + 1 = 12: Warrior's token for a win, or nothing in any case.
    ("DF-41", "absolute", "red 2 : 4 vs blue/Warrior 3 : 8 ; tokens blue 1", "then.0.what",
     "put 1 token on its alien sheet", None, "consolidated 2.5.2.4"),
    # Green committed two ships and was sent home.
    ("DF-42", "as-committed", "red 2 : 4 vs blue 3 + green 2 : 8 ; force field green", "players.green.rewards",
     0, 2, "ffg2018 defense-wins.2"),
    # Green has no colony for its two ships.
    ("DF-44", "on-the-gate", "red 2 : 6 vs blue 3 + green 2 : 8 ; home green 0 ; foreign green 0",
     "players.green.stays", 0, 2, "question DF-44"),
    ("DF-44", "on-the-gate", "red 2 : 6 vs blue 3 + green 2 : 8 ; home green 0 ; foreign green 0 ; warp green 3",
     "players.green.rewards_as_ships", 0, 2, "question DF-44"),
    # Four ships on the gate and no colony: three are the loss, the fourth has nowhere to go.
    ("DF-44", "on-the-gate", "red 4 : N vs blue 4 : N ; foreign red 0 ; home red 0 ; no deal", "players.red.stays",
     0, 1, "question DF-44"),
    # Only lost planets are closed.
    ("DF-45", "consolidated", "red 2 : 6 vs blue 3 + green 2 : 8 ; home green 0 ; foreign green 0",
     "players.green.returns", 0, 2, "consolidated 4.6.1.1"),
    # 12 + 2 = 14 against 4 + 1 = 5: blue leaves red.4 with its last ship and had five foreign colonies.
    ("DF-46", "ffg2018", "red 2 : 12 vs blue 1 : 4 ; at red.4 ; foreign blue 5", "winners",
     [], ["blue"], "ffg2018 losing-home-planets-and-alien-powers.1"),
    ("DF-47", "consolidated", "red 2 : 12 vs blue 1 : 4 ; at red.4 ; foreign blue 5", "winners",
     [], ["blue"], "consolidated 5.10.4.1.a.1"),
    # Two ships lost, and the power with the third home colony: counted once each, or still double.
    ("DF-48", "ffg2018", "red 3 : 10 vs blue/Macron 2 : N ; home blue 3 ; hand red 8", "players.blue.compensation",
     2, 4, "ffg2018 losing-home-planets-and-alien-powers.5"),
    # Three cards owed, two in hand, and a flare on the table or back in hand.
    ("DF-52", "ffg2018", "red 3 : N vs blue 2 : 8 ; hand blue 2 ; flare blue Amoeba", "players.red.compensation",
     2, 3, "ffg2018 flare-cards.5"),
    # Green's 4 lies before the defense's card, or after it as green acts last; the 2018 rulebook gives no order.
    ("DF-54", "timing-order", "red 3 : 8 vs blue 2 + green/Reserve 2 : 9 ; use green 4", "discards",
     ["8", "4", "9"], ["8", "9", "4"], "consolidated 4.10.3"),
    ("DF-54", "ffg2018", "red 3 : 8 vs blue 2 : 4", "discards", ["8", "4"], None, "ffg2018 resolution-phase.2"),
    # The offense's zap is settled before the defense's Card Zap: 13 against 6 + 2 = 8 instead of 6 + 2 times 4.
    ("DF-72", "timing-order", "red 3 : 10 vs blue/Macron 2 : 6 ; zap blue by red ; card zap by blue", "totals",
     {"offense": 13, "defense": 14}, {"offense": 13, "defense": 8}, "consolidated 4.8.2"),
    # The offense uses its power before the defense can zap it: 10 + 4 instead of 10 + 1.
    ("DF-72", "timing-order", "red/Macron 1 : 10 vs blue 2 : 6 ; zap red by blue", "totals",
     {"offense": 11, "defense": 8}, {"offense": 14, "defense": 8}, "ffg2018 timing.2"),
    # The zapped Human is the offense and wins first, the defense's Pacifist after it.
    ("DF-73", "first", "red/Human 3 : 8 vs blue/Pacifist 2 : N ; zap red", "outcome",
     "defense-wins", "offense-wins", "consolidated 4.8.2"),
    # Blue has had red lay its card faceup.
    ("DF-74", "facedown-only", "red/Sorcerer 3 : 8 vs blue/Oracle 2 : 10 ; use red", "status",
     "determined", "illegal", "consolidated 5.8.1"),
]  # fmt: skip


def field(ruling: dict[str, Any], path: str) -> Any:
    """A field of a ruling by its path; None where there is no such entry."""
    found: Any = ruling
    for key in path.split("."):
        if isinstance(found, list):
            found = dict(enumerate(found)).get(int(key))
        elif found is not None:
            found = found[key]
    return found


@pytest.mark.parametrize(("question", "reading", "line", "path", "preferred", "other", "cites"), READINGS)
def test_a_reading_rules_as_it_says(
    question: str, reading: str, line: str, path: str, preferred: Any, other: Any, cites: str
) -> None:
    assert field(told(line), path) == preferred
    chosen = referee.judge_encounter(line, readings={question: reading}).to_dict()
    assert field(chosen, path) == other
    cited = {cite["id"] for cite in chosen["citations"]}
    assert cites in cited
    assert question in chosen["questions"]


@pytest.mark.parametrize(("question", "line"), dict.fromkeys((row[0], row[2]) for row in READINGS if row[4] != row[5]))
def test_where_readings_part_the_preferred_ruling_names_the_question(question: str, line: str) -> None:
    assert (question in told(line)["questions"]) == ((question, line) not in QUIET)


# On every page with rewards or discards these would be noise: the question is named once another reading is chosen.
QUIET = {
    ("DF-28", "red 3 : 8 +2 vs blue 2 : 10"),
    ("DF-28", "red 3 : 8 vs blue 2 : 9 ; add defense 6 Oracle"),
    ("DF-40", "red 2 : 4 vs blue 3 + green 1 : 8"),
    ("DF-54", "red 3 : 8 vs blue 2 : 4"),
}


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("DF-06", "red 2 + green 2 : 12 vs blue 3 : 4 ; foreign red 4, green 4"),  # both found the fifth in one step
        ("DF-09", "red 3 : none vs blue 2 : 4"),  # no reading lets the offense go on from Planning
        ("DF-28", "red 3 : 8 vs blue 2 : 10"),  # nothing is added
        ("DF-29", "red 2 : 4 vs blue 0 : 10"),  # no ships by any reading
        ("DF-34", "red 3 : N vs blue 4 : N ; foreign red 0 ; home red 0 ; no deal"),  # exactly three
        ("DF-36", "red 3 : N vs blue 2 : N ; no deal"),
        ("DF-37", "red 3 : N vs blue/Zombie 2 : 8"),  # nobody else lost a ship
        ("DF-37", "red/Zombie 3 : N vs blue 2 : 8"),  # saved ships reach no warp
        ("DF-39", "red 3 : N vs blue/Clone 4 : 10 ; hand blue 3 ; use blue"),  # three cards are in hand anyway
        ("DF-45", "red 3 : 4 vs blue 2 + green 2 : 8"),
        ("DF-48", "red 3 : 10 vs blue 2 : N ; home blue 3 ; hand red 8"),  # no power on the line that could still act
        ("DF-54", "red 3 : 8 vs blue 2 : 4"),
        ("DF-72", "red 3 : 8 vs blue/Macron 2 : 4 ; zap blue by red"),  # the offense is first in any order
    ],
)
def test_where_readings_agree_the_question_is_not_named(question: str, line: str) -> None:
    assert question not in told(line)["questions"]


def test_a_stated_value_settles_what_no_rule_prints() -> None:
    ruling = told("red 3 : M vs blue 2 : 8 ; value red 9 agreed", DF_27="consolidated")
    assert (ruling["status"], ruling["totals"]) == ("determined", {"offense": 12, "defense": 10})


def test_ships_for_a_colony_that_is_there_are_no_deal_by_themselves() -> None:
    line = "red 3 : N vs blue 2 : N ; at blue.3 ; planet blue 2, red 1 ; deal blue gives colony blue.3 for 2 from gate"
    ruling = told(line, DF_33="open-list")
    assert [illegal["cites"] for illegal in ruling["illegal"]] == [["consolidated 5.10.1.3.b.2"]]
    assert ruling["questions"] == ["DF-33"]


def test_what_the_talks_leave_on_the_gate_can_pay_the_loss_or_not() -> None:
    line = "red 4 : N vs blue 4 : N ; no deal"
    assert "from colonies or the gate" in told(line)["then"][0]["what"]
    assert [then["what"] for then in told(line, DF_35="cleared-first")["then"]] == [
        "where 4 ships return",
        "which 3 ships go to the warp, from colonies",
        "which 3 ships go to the warp, from colonies",
    ]


def test_a_reading_that_no_document_prints_is_a_house_ruling() -> None:
    line = "red 3 + green 2 : N vs blue 2 : 8 ; hand blue 8"
    assert told(line)["grade"] != "house"
    assert told(line, DF_37="whole-side")["grade"] == "house"


def test_a_printed_reading_of_a_house_rule_is_no_house_ruling() -> None:
    line = "red 2 : N vs blue 4 : N ; foreign red 0 ; home red 0 ; no deal"
    assert told(line)["grade"] == "house"
    assert told(line, DF_34="exactly-three")["grade"] != "house"


CHOOSABLE = sorted({(row[0], row[1]) for row in READINGS})
LINES = effort.some([case.encounter for case in cases.cases() if case.encounter], 80)


@cache
def _preferred(line: str) -> dict[str, Any] | None:
    """What is ruled of a line by the readings that are preferred; None where it is none. It is only read."""
    try:
        return told(line)
    except RefereeError:
        return None


@pytest.mark.parametrize(("question", "reading"), effort.some(CHOOSABLE, 9))
def test_on_every_line_of_the_cases_a_reading_that_tells_is_named_and_no_ship_is_lost(
    question: str, reading: str
) -> None:
    for line in LINES:
        preferred = _preferred(line)
        if preferred is None:
            continue
        other = referee.judge_encounter(line, readings={question: reading}).to_dict()
        if any(other[key] != preferred[key] for key in ("status", "outcome", "totals", "players", "winners", "then")):
            assert question in other["questions"], line
        if other["status"] != "determined" or other["outcome"] not in ("offense-wins", "defense-wins", "both-lose"):
            continue
        for name, player in other["players"].items():
            went = [player[key] for key in ("lands", "returns", "stays", "removed", "warp")]
            besides = _besides(other["then"], name)  # in the warp too, unless they were given back
            if player["role"] == "bystander":  # what it loses, by a power or a card, it had elsewhere
                assert not player["lands"] and not player["stays"], line
            elif None not in (*went, player["ships"]):
                aboard = sum(went) - player["ships"]  # of a Leviathan's own world, which is lost with its ships
                is_aboard = "/Leviathan" in line and 0 < aboard <= player["warp"]
                # whose ships off which planet are lost besides, or instead, is said with the use
                is_picked = re.search(rf"use \w+[^;]* {name}\.\d", line) and 0 < aboard <= player["warp"]
                assert is_aboard or is_picked or aboard in (0, besides), line


def _besides(then: list[dict[str, Any]], name: str) -> int:
    """How many ships of a player a power costs that were not in the encounter: it chooses which, or somebody does."""
    mine, others = r"which (\d+) ships? more", rf"which (\d+) ships? more of {name}'s"
    said = [re.match(mine if step["who"] == name else others, step["what"]) for step in then]
    return sum(int(found[1]) for found in said if found)


@pytest.mark.long
def test_every_reading_that_is_not_preferred_can_be_chosen_or_says_why_not() -> None:
    """All but a hand limit, for which there is no clause to cite, and the rank of texts, which no single rule holds.

    And two on the texts of aliens, which their effects would have to ask for.
    """
    left = set()
    for path in sorted((RULEBASE / "questions").glob("[DF][FM]-*.toml")):
        question = read_toml(path)
        for name in question["reading"].keys() - {question["prefers"]}:
            try:
                rulebase("consolidated", {question["id"]: name})
            except RulebaseError as error:
                if "not applied yet" in str(error):
                    left.add(question["id"])
    assert left == {"DF-31", "DF-58", "DF-83", "DF-85"}


def test_the_preferred_reading_changes_nothing() -> None:
    line = "red 2 : 12 vs blue 3 : 4 ; foreign red 4"
    assert told(line, DF_05="consolidated")["citations"] == told(line)["citations"]


@pytest.mark.parametrize(
    ("question", "reading", "said"),
    [
        ("DF-99", "x", "no such question"),
        ("DF-05", "x", "has the readings"),
        ("DF-58", "ffg2018", "not applied yet"),
        ("DF-38", "reveal", "concerns the course of a game"),
        ("DF-42", "announced-first", "concerns the course of a game"),
        ("DF-63", "literal", "concerns how the documents are read"),
        ("DF-22", "players", "no line is ruled otherwise"),
    ],
)
def test_a_reading_that_cannot_be_chosen_is_said(question: str, reading: str, said: str) -> None:
    with pytest.raises(RulebaseError, match=said):
        referee.judge_encounter("red 2 : 12 vs blue 3 : 4", readings={question: reading})


def test_where_a_deal_may_found_any_number_each_colony_counts() -> None:
    """Two colonies from one giver (5.10.1.3.b.2: at least one): the receiver gains two."""
    given = "deal blue gives colony blue.1 for 1 from red.1, blue gives colony blue.2 for 1 from red.2"
    ruled = judge_encounter(f"red 3 : N vs blue 2 : N ; {given}", readings={"DF-32": "no-maximum"}).to_dict()
    assert ruled["players"]["red"]["colonies"] == {"foreign": 2, "home": 0}
