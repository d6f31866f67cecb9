"""Disputes of Duel: opened from a line, a ruling and a table, decided, made house rules, and found again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee
from referee.duel.api import books_of
from referee.duel.may import read_question
from referee.errors import MalformedError

PILE = "orange 3 : 13 vs blue 2 : 11 ; advantage 3 ; reinforce orange -7 on blue"
TABLE = ("top blue 13, orange 7", "destiny Vacant-Shipyard symbol ring next event", "dial blue 3, orange 2",
         "choose blue", "choose orange", "tactics blue blast 1, orange shield 2", "plans blue 13, orange 20",
         "pass blue", "reinforce orange -7 on blue")  # fmt: skip


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def _opened(db: Path, line: str, one: str = "a", other: str = "b", second: str = "", **more: Any) -> Any:
    disputes = referee.Disputes(db)
    claims = [("orange", one), ("blue", other, second) if second else ("blue", other)]
    return disputes.open(disputes.start(line, edition=more.pop("edition", "duel")), claims, **more)


def _table(db: Path) -> referee.TableSession:
    table = referee.TableSession.lay("duel blue/Bouncer orange", db=db, name="kitchen")
    for command in TABLE:
        assert table.do(command).legal, command
    return table


# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "edition"), [(PILE, "duel"), (f"duel {PILE}", "consolidated")])
def test_a_line_of_duel_is_argued_by_its_own_book(db: Path, line: str, edition: str) -> None:
    told = _opened(db, line, "by DU-10 it is yours", "reinforcements.8", edition=edition).to_dict()
    assert (told["edition"], told["question"], told["sides"][0]["outcome"]) == ("duel", "DU-10", "leader-wins")
    cited = told["argument"]["cited"]
    assert [[cite["id"] for cite in side] for side in cited] == [["DU-10"], ["duel reinforcements.8"]]
    assert all(cite["rests"] for side in cited for cite in side)
    (point,) = told["argument"]["registry"]
    here = {reading["name"]: reading.get("here", {}).get("parts") for reading in point["readings"]}
    # the -7 is on blue's pile by the preferred reading, on orange's by the other
    assert here["own-pile"] == [
        {"field": "discards.orange", "values": [["13"], ["13", "-7"]]},
        {"field": "discards.blue", "values": [["11", "-7"], ["11"]]},
    ]


def test_two_accounts_are_ruled_and_the_fact_that_decides_is_named(db: Path) -> None:
    # 13 + 3 against 11, or against 16: a tie, which is the straggler's
    told = _opened(
        db, "orange 3 : 13 vs blue 2 : 11 ; advantage 3", second="orange 3 : 13 vs blue 2 : 16 ; advantage 3"
    )
    assert [side["outcome"] for side in told.sides] == ["leader-wins", "straggler-wins"]
    assert told.to_dict()["argument"]["decisive"] == ["blue's plan"]


def test_a_contest_is_argued_too(db: Path) -> None:
    told = _opened(db, "contest blue : 20 +12 vs orange : 31 -10", "a tie is mine", "contests.9")
    assert told.sides[0]["ruling"]["kind"] == "contest"


def test_a_claim_that_names_a_sheet_is_held_against_its_clauses(db: Path) -> None:
    line = "orange/Bouncer 3 blast 2 : 13 vs blue 2 blast 2 : 11 ; advantage 3 ; use orange Flex"
    told = _opened(db, line, "my Bouncer says so", "no").to_dict()
    assert [(cite["id"], cite["rests"]) for cite in told["argument"]["cited"][0]] == [("duel card-bouncer", True)]


def test_a_dispute_starts_from_a_kept_ruling(db: Path) -> None:
    kept = referee.Rulings(db).duel("blue : 10 vs orange : 3", contest=True, readings={"DU-10": "own-pile"})
    assert kept.kept
    disputes = referee.Disputes(db)
    told = disputes.open(disputes.start(ruling=1), [("a", "x"), ("b", "y")])
    assert (told.edition, told.to_dict()["readings"]) == ("duel", {"DU-10": "own-pile"})


def test_a_dispute_starts_from_the_duel_on_a_table(db: Path) -> None:
    table = _table(db)
    disputes = referee.Disputes(db)
    told = disputes.open(disputes.start(table=""), [("blue", "x"), ("orange", "y")])
    # 13 less 7 and the advantage of 8 for three ships: 14 against 20
    assert told.sides[0]["ruling"]["totals"] == {"leader": 14, "straggler": 20}
    table.do("pass blue")
    table.do("pass orange")
    again = disputes.open(disputes.start(table="kitchen"), [("blue", "x"), ("orange", "y")])
    assert again.sides[0]["position"].startswith(told.sides[0]["position"])


def test_at_a_table_without_a_duel_the_last_act_is_argued_about(db: Path) -> None:
    referee.TableSession.lay("duel blue orange", db=db)
    disputes = referee.Disputes(db)
    start = disputes.start(table="")
    told = disputes.open(start, [("blue", "we have no planets yet")])
    assert (told.kind, told.about, told.sides[0]["status"]) == ("act", "table duel blue orange", "determined")


# The set-up and the first card are commands 1 to 9; with the two that follow the duel is over.
WHOLE = (*TABLE, "pass blue", "pass orange", "done")


@pytest.mark.parametrize(
    ("step", "kind", "phase"),
    [
        (1, "act", "setup"),
        (3, "act", "dials"),
        (4, "act", "choose"),
        (5, "encounter", "choose"),  # both plans lie there
        (11, "encounter", "reinforcements"),
        (12, "act", "effect"),  # blue has won, and its prize is left
    ],
)
def test_a_step_of_a_table_is_the_act_until_both_plans_are_chosen(db: Path, step: int, kind: str, phase: str) -> None:
    table = _table(db)
    for command in WHOLE[len(TABLE) :]:
        assert table.do(command).legal, command
    disputes = referee.Disputes(db)
    told = disputes.open(disputes.start(table="kitchen", step=step), [("blue", "x"), ("orange", "y")])
    moment = told.sides[0]["ruling"]["moment"]
    assert (told.kind, moment["phase"], moment["number"], moment["encounter"]) == (kind, phase, step, 1)
    assert told.id is not None


def test_an_act_at_a_table_is_ruled_and_kept_and_ruled_again(db: Path) -> None:
    """A dial has one to four (set-dials.1); what is ruled stands when it is judged again, and in another ledger."""
    table = _table(db)
    disputes = referee.Disputes(db)
    asked = disputes.start(table="kitchen", step=3, may="can blue dial 5?")
    told = disputes.open(asked, [("orange", "five is too many"), ("blue", "I have fifteen")])
    ruling = told.sides[0]["ruling"]
    assert (told.kind, told.about, ruling["status"]) == ("act", "dial blue 5, orange 1", "illegal")
    assert ruling["illegal"][0]["cites"][0] == "duel set-dials.1"
    assert {name: player["role"] for name, player in ruling["players"].items()} == {
        "blue": "leader",
        "orange": "straggler",
    }
    assert disputes.show(1).record.argument is not None
    assert disputes.recheck().otherwise == []
    assert disputes.rule(1).state == "decided"
    other = db.with_name("other.db")
    referee.Ledger(other).merge(db)
    assert referee.Disputes(other).show(1).to_dict()["argument"] == disputes.show(1).to_dict()["argument"]
    assert table.show().phase == "reinforcements"


def test_two_accounts_of_one_act_differ_in_what_was_done(db: Path) -> None:
    _table(db)
    disputes = referee.Disputes(db)
    told = disputes.open(
        disputes.start(table="kitchen", step=3), [("blue", "five", "dial blue 3, orange 5"), ("orange", "two")]
    )
    assert [side["status"] for side in told.sides] == ["illegal", "determined"]
    assert not told.to_dict()["argument"]["agree"]


def test_a_refused_act_is_what_the_next_dispute_is_about(db: Path) -> None:
    table = _table(db)
    assert not table.do("recover blue 3").legal
    disputes = referee.Disputes(db)
    told = disputes.open(disputes.start(table="kitchen"), [("blue", "I may recover three")])
    assert (told.about, told.sides[0]["status"]) == ("recover blue 3", "illegal")


@pytest.mark.parametrize("edition", ["duel", "consolidated"])
def test_an_act_is_asked_about_on_the_facts_that_are_told(db: Path, edition: str) -> None:
    disputes = referee.Disputes(db)
    told = disputes.open(disputes.start(may="dial blue 5 ; supply blue 3", edition=edition), [("blue", "x")])
    assert (told.edition, told.kind, told.sides[0]["status"]) == ("duel", "act", "illegal")


@pytest.mark.parametrize("step", range(1, len(WHOLE) + 1))
def test_the_position_of_an_act_is_a_question_that_may_reads(db: Path, step: int) -> None:
    table = _table(db)
    for command in WHOLE[len(TABLE) :]:
        assert table.do(command).legal, command
    disputes = referee.Disputes(db)
    start = disputes.start(table="kitchen", step=step, may=WHOLE[step - 1])
    (side,) = disputes.open(start, [("blue", "x")]).sides
    assert side["ruling"]["status"] == "determined"
    assert read_question(side["position"], books_of()).command.verb == WHOLE[step - 1].split()[0]


def test_what_is_asked_at_a_table_without_a_word_of_an_act_is_a_question(db: Path) -> None:
    table = referee.TableSession.lay("duel blue orange", db=db)
    for command in (*TABLE[:3], "set hand orange 0"):
        assert table.do(command).legal, command
    disputes = referee.Disputes(db)
    asked = disputes.open(
        disputes.start(table=""), [("orange", "I draw six first")], about="orange has no cards in hand to choose a plan"
    )
    assert asked.kind == "question"
    cites = [
        cite for answer in asked.to_dict()["argument"]["answers"] for step in answer["steps"] for cite in step["cites"]
    ]
    assert "duel having-zero-cards-in-hand.2" in cites
    act = disputes.open(disputes.start(table=""), [("orange", "that is so")], about="a correction")
    assert (act.kind, act.sides[0]["ruling"]["act"]["command"]) == ("act", "set hand orange 0")


def test_what_is_illegal_is_shown_in_three_ways(db: Path) -> None:
    """A fifth ship cannot be dialed (set-dials.1): it stands, or orange has sent four, 13 to 11 either way."""
    told = _opened(db, "orange 5 : 13 vs blue 2 : 11", "you said nothing", "no dial has a five").to_dict()
    (late,) = told["argument"]["late"]
    assert late["stands"]["ruling"]["outcome"] == "leader-wins"
    assert [way["line"] for way in late["put_right"]] == ["orange 4 : 13 vs blue 2 : 11"]
    assert late["question"] == "DF-82"


def test_a_question_of_duel_is_judged_again(db: Path) -> None:
    disputes = referee.Disputes(db)
    told = disputes.open(disputes.start("", edition="duel"), [], about="who wins a tie")
    assert next(clause["id"] for clause in told.sides[0]["ruling"]["answer"]["clauses"]).startswith("duel ")
    assert disputes.recheck().otherwise == []


def test_a_line_that_is_not_understood_names_its_party(db: Path) -> None:
    with pytest.raises(MalformedError, match="This is what blue says happened"):
        _opened(db, PILE, second="orange 3 : 13 vs")


# -- deciding ----------------------------------------------------------------------------------------------------------


def test_a_decision_is_kept_shown_written_down_and_judged_again(db: Path) -> None:
    _opened(db, PILE, "DU-10", "no")
    disputes = referee.Disputes(db)
    assert disputes.rule(1, by="Ann").state == "decided"
    shown = disputes.show(1)
    assert shown.record.argument is not None
    assert "leader, wins the duel, 16 to 4" in disputes.export(1)
    assert '"leader-wins"' in disputes.export(1, "json")
    assert disputes.recheck().otherwise == []


def test_a_house_rule_rules_the_table_from_then_on(db: Path) -> None:
    table = _table(db)
    disputes = referee.Disputes(db)
    disputes.open(disputes.start(table=""), [("blue", "x"), ("orange", "y")], question="DU-10")
    disputes.rule(1, by="us", house=True, reading="own-pile")
    disputes.promote(1, "kitchen")
    table.do("pass blue")
    done = table.do("pass orange")
    assert done.legal
    table.do("done")
    assert table.show().to_dict()["discards"] == {"blue": ["13"], "orange": ["20", "-7"]}
    line = referee.Rulings(db).duel(PILE, house="kitchen").to_dict()
    assert line["discards"] == {"orange": ["13", "-7"], "blue": ["11"]}
    assert [rule["question"] for rule in line["house"]] == ["DU-10"]


def test_a_house_rule_on_the_course_of_a_game_rules_the_table(db: Path) -> None:
    # by DU-24 five planets win before the next card; the table's rule is that they win at once
    disputes = referee.Disputes(db)
    table = referee.TableSession.lay("duel blue orange", db=db, name="kitchen")
    _opened(db, PILE, question="DU-24")
    disputes.rule(1, by="us", house=True, reading="first-to-five")
    disputes.promote(1, "kitchen")
    five = "; ".join(["set supply blue 10", *(f"planet {planet} blue 1" for planet in range(1, 6))])
    for command in ("top blue 13, orange 7", "destiny Forsaken-Planet"):
        assert table.do(command).legal
    table.do(five)
    assert table.show().winners == []  # one of them is fought for
    assert table.do("set supply blue 9; planet 6 blue 1").legal
    assert table.show().winners == ["blue"]


# -- precedents --------------------------------------------------------------------------------------------------------


def _precedents(db: Path, line: str) -> list[tuple[int, str]]:
    told = referee.Rulings(db).duel(line).to_dict()
    return [(one["dispute"], one["state"]) for one in told.get("precedents", [])]


def test_a_decision_on_a_disputable_point_is_followed_whoever_it_is(db: Path) -> None:
    _opened(db, PILE, "DU-10", "no")
    referee.Disputes(db).rule(1)
    assert _precedents(db, "blue 2 : 5 vs orange 3 : 20 ; advantage 1 ; pass blue ; reinforce orange +8 on blue") == [
        (1, "followed")
    ]
    assert _precedents(db, "blue 2 : 5 vs orange 3 : 20 ; advantage 1 ; reinforce blue +8") == []


def test_the_tables_own_reading_goes_against_a_ruling_by_another(db: Path) -> None:
    _opened(db, PILE, question="DU-10")
    referee.Disputes(db).rule(1, by="us", house=True, reading="own-pile")
    assert _precedents(db, PILE) == [(1, "overruled")]


@pytest.mark.parametrize("line", ["blue 2 : 10 vs orange 2 : 10", "blue 2 : 10 vs orange 1 : 12 ; advantage 2"])
def test_a_tie_is_a_tie_by_whatever_cards(db: Path, line: str) -> None:
    _opened(db, "orange 3 : 13 vs blue 3 : 13", "determine-winner.2", "it is mine")
    referee.Disputes(db).rule(1)
    assert _precedents(db, line) == [(1, "followed")]
    (found,) = referee.Rulings(db).duel(line).to_dict()["precedents"]
    assert "“the totals are equal, and the straggler wins the duel”" in found["says"]


def test_a_decision_is_followed_in_other_numbers(db: Path) -> None:
    _opened(db, "orange 3 : 13 vs blue 2 : 13 ; advantage 3", "plans-and-clout.6", "no")
    referee.Disputes(db).rule(1)
    told = referee.Rulings(db).duel("blue 1 : 10 vs orange 3 : 10 ; advantage 5").to_dict()
    (found,) = told["precedents"]
    assert (found["state"], found["differs"][0]["then"], found["differs"][0]["now"]) == ("followed", 3, 5)


def test_a_decision_is_distinguished_where_its_rule_finds_something_else(db: Path) -> None:
    # an Even Support counts 10 on an even clout, and -10 on an odd one
    _opened(db, "orange 3 : 13 +Even-Support vs blue 3 : 11", "miscellaneous.9", "no")
    referee.Disputes(db).rule(1)
    assert _precedents(db, "blue 1 : 10 +Even-Support vs orange 1 : 9") == [(1, "distinguished")]
    assert _precedents(db, "blue 1 : 15 +Even-Support vs orange 1 : 30") == [(1, "followed")]


def test_what_a_table_decided_is_told_with_the_command_that_comes_to_it(db: Path) -> None:
    table = _table(db)
    _opened(db, PILE, "DU-10", "no")
    referee.Disputes(db).rule(1)
    table.do("pass blue")
    table.do("pass orange")
    done = table.do("done").to_dict()
    assert [(one["dispute"], one["state"]) for one in done["precedents"]] == [(1, "followed")]
