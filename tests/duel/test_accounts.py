"""Two accounts of a duel or contest: how a line is read, which facts differ, and one with facts of the other."""

from __future__ import annotations

import pytest

from referee.duel.accounts import differences, judge, mixed, named, read, result, sheets, spelled_like
from referee.duel.api import books_of
from referee.duel.clauses import write
from referee.errors import ImpossibleError, MalformedError

BOOKS = books_of()
ONE = "orange 3 blast 2 : 13 vs blue 2 : 11 +8 ; advantage 3 ; supply blue 4 ; use orange Flex"


@pytest.mark.parametrize(
    ("line", "contest"),
    [
        ("orange 3 : 13 vs blue 2 : 11", False),
        ("orange none : 13 vs blue 2 : 11", False),
        ("duel orange 3 : 13 vs blue 2 : 11", False),
        ("orange : 13 vs blue : 11", True),
        ('orange/"Big : One" : 13 vs blue : 11', True),
        ("orange/Bouncer : 13 vs blue : 11", True),
        ("CONTEST orange : 13 vs blue : 11", True),
    ],
)
def test_a_line_is_a_contest_where_no_ships_stand_before_the_colon(line: str, contest: bool) -> None:
    assert read(line, BOOKS).contest is contest


@pytest.mark.parametrize(("line", "column"), [("duel orange 3 : 13 vs", 21), ("duel orange : 13 vs blue : 11", 12)])
def test_what_is_wrong_is_shown_at_its_place(line: str, column: int) -> None:
    with pytest.raises(MalformedError) as caught:
        read(line, BOOKS)
    assert caught.value.column == column


def test_each_fact_is_told_once_with_how_both_have_it() -> None:
    other = "orange 2 shield 1 : 13 vs blue 2 : 12 ; supply blue 3 ; envoy blue Cudgel ; hand blue 2 ; pass blue"
    told = {fact.what: (fact.says, fact.clauses) for fact in differences(read(ONE, BOOKS), read(other, BOOKS))}
    assert told == {
        "orange's ships": (("3 ships", "2 ships"), ("orange 3", "orange 2")),
        "orange's tactic": (("blast 2", "shield 1"), ("orange blast 2", "orange shield 1")),
        "blue's plan": (("11", "12"), ("blue : 11", "blue : 12")),
        "reinforcements on blue's side": (("+8", "none"), ("+8", "")),
        "the ship advantage": (("3", "not said"), ("advantage 3", "")),
        "blue's supply": (("4 ships", "3 ships"), ("supply blue 4", "supply blue 3")),
        "blue's hand": (("not said", "2 cards"), ("", "hand blue 2")),
        "blue's ally": (("no ally", "Cudgel"), ("", "envoy blue Cudgel")),
        "use orange Flex": (("done", "not done"), ("use orange Flex", "")),
        "pass blue": (("not done", "done"), ("", "pass blue")),
    }


def test_who_leads_is_one_fact_however_the_sides_are_written() -> None:
    (fact,) = differences(read("orange 3 : 13 vs blue 2 : 11", BOOKS), read("blue 2 : 11 vs orange 3 : 13", BOOKS))
    assert (fact.what, fact.says) == ("who leads", ("orange leads", "blue leads"))


@pytest.mark.parametrize("line", [ONE, "blue : 13 -7 vs orange : 11 ; effect draw 3 cards ; snare blue ?"])
def test_an_account_with_all_facts_of_the_other_is_the_other(line: str) -> None:
    one, other = read(line, BOOKS), read("duel orange 1 recover 1 : 5 vs blue 4 : ? ; card Vacant-Shipyard", BOOKS)
    assert write(mixed(one, other, differences(one, other))) == write(other)
    assert write(mixed(one, other, [])) == write(one)
    assert differences(one, one) == []


def test_one_fact_can_be_taken_from_the_other_account() -> None:
    one, other = read(ONE, BOOKS), read("orange 3 blast 2 : 42 vs blue 1 : 11", BOOKS)
    taken = [fact for fact in differences(one, other) if fact.what == "orange's plan"]
    assert write(mixed(one, other, taken)) == ONE.replace("orange 3 blast 2 : 13", "orange 3 blast 2 : 42")


def test_players_are_the_same_in_whatever_letters() -> None:
    other = read("Orange 3 : 13 vs BLUE 2 : 11 ; reinforce BLUE -7 on Orange ; supply BLUE 3", BOOKS)
    told = write(spelled_like(read("orange 3 : 13 vs blue 2 : 11", BOOKS), other))
    assert told == "orange 3 : 13 vs blue 2 : 11 ; supply blue 3 ; reinforce blue -7 on orange"


def test_the_result_leaves_the_clout_out() -> None:
    # 13 + 3 and 20 + 3 both beat 11: the same follows but for the plan that is discarded
    one, other = (
        result(judge(read(f"orange 3 : {plan} vs blue 2 : 11 ; advantage 3", BOOKS), BOOKS)) for plan in (13, 20)
    )
    assert {field for field in one if one[field] != other[field]} == {"discards.orange"}
    assert (one["winner"], one["players.orange.stays"], one["players.blue.retreats"]) == ("orange", 3, 2)


def test_a_name_means_what_the_book_has_of_it() -> None:
    assert [named(name, BOOKS) for name in ("Bouncer", "iron matron", "Vacant Shipyard", "Zombie")] == [
        "duel card-bouncer", "duel card-iron-matron", "duel card-vacant-shipyard", None
    ]  # fmt: skip
    line = read("orange/Bouncer 3 : 13 vs blue 2 : 11 ; envoy blue Cudgel ; card Vacant-Shipyard", BOOKS)
    assert sheets(line) == ["Bouncer", "Cudgel", "Vacant-Shipyard"]


def test_a_line_that_cannot_be_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="plans go up to 42"):
        read("orange 3 : 13 vs blue 2 : 54", BOOKS)


def test_a_duel_and_a_contest_differ_in_what_was_fought_and_in_no_ships_besides() -> None:
    one, other = (
        read("duel orange 3 blast 2 : 13 vs blue 2 : 11 ; advantage 3", BOOKS),
        read("orange : 13 vs blue : 12", BOOKS),
    )
    kind, plan = differences(one, other)
    assert (kind.what, kind.says, plan.what) == ("what was fought", ("a duel", "a contest"), "blue's plan")
    assert write(mixed(one, other, [kind])) == "orange : 13 vs blue : 11"
    assert write(mixed(other, one, [kind])) == "orange 3 blast 2 : 13 vs blue 2 : 12 ; advantage 3"
