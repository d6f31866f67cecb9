"""Disputes argued out: what is expected is worked out from the clauses named beside it, not from what was printed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import Names, Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.disputes.accounts import argue, argue_again, line_at, prints, rulebook
from referee.disputes.citations import clauses_of
from referee.disputes.records import Argument, Claim
from referee.errors import ImpossibleError, MalformedError, RulebaseError
from referee.judge.ways.table import play
from referee.state.notation import read

PLAIN = "red 3 : 8 vs blue 4 : N ; hand red 6"


def _argued(one: str, other: str, *says: str) -> Argument:
    claims = says or ("it was so", "it was not")
    return argue([Claim("blue", claims[0], one), Claim("red", claims[1], other)])


def _decisive(argument: Argument) -> list[str]:
    return [fact.difference.what for fact in argument.decisive]


# -- facts -------------------------------------------------------------------------------------------------------------


def test_facts_need_not_be_settled_where_both_accounts_come_to_the_same() -> None:
    # 5.10.8.2.a: a card for each of blue's four ships; hands of six and of seven are both enough (5.10.8.3)
    argument = _argued(PLAIN, "red 3 : 8 vs blue 4 : N ; hand red 7")
    assert (argument.agree, argument.same_facts) == (True, False)
    assert [fact.difference.what for fact in argument.differences] == ["red's hand"]
    assert argument.differences[0].difference.clauses == ("hand red 6", "hand red 7")
    assert argument.differences[0].difference.says == ("6 cards", "7 cards")
    assert argument.decisive == []
    assert argument.apart == []


def test_totals_alone_make_no_other_result() -> None:
    # 12 + 3 against 8 + 4, or 13 + 3 against 7 + 4: the offense wins, and the same ships land and go to the warp
    assert _argued("red 3 : 12 vs blue 4 : 8", "red 3 : 13 vs blue 4 : 7").agree


def test_the_fact_that_decides_is_told_from_one_that_does_not() -> None:
    # 5.10.8.3: a winner with two cards gives two; ships that red lost earlier have no part in blue's compensation
    argument = _argued(PLAIN, "red 3 : 8 vs blue 4 : N ; hand red 2 ; warp red 1")
    assert not argument.agree
    assert _decisive(argument) == ["red's hand"]
    (turn, back) = argument.decisive[0].turns
    assert (turn.into, turn.like_other, back.into, back.like_other) == (1, True, 2, True)
    assert ("players.blue.compensation", (4, 2)) in turn.parts
    assert ("players.blue.compensation", (2, 4)) in back.parts
    assert [fact.difference.what for fact in argument.differences if not fact.turns] == ["red's ships in the warp"]


def test_of_several_cards_the_one_that_turns_the_totals_decides() -> None:
    # Blue's account: 12+2+3 = 17 against 14+1+4 = 19. Red's: 12+3 = 15 against 8+4 = 12. With blue's 14 it is 15
    # against 18, and with 8 in blue's account 17 against 13; the reinforcements turn neither (5.10.1.1.d).
    argument = _argued("red 3 : 12 +2 vs blue 4 : 14 +1", "red 3 : 12 vs blue 4 : 8")
    assert len(argument.differences) == 3
    assert _decisive(argument) == ["blue's card"]


def test_facts_that_decide_only_together_are_named_together() -> None:
    # 10+3+3 = 16 against 8+4 = 12 by one account. By the other 7+3 = 10 against 8+2+4 = 14: each of the three alone
    # leaves 13 to 12 or 16 to 14 there, and 13 to 14 or 10 to 12 here; any two turn it (a tie is the defense's).
    argument = _argued("red 3 : 10 +3 vs blue 4 : 8", "red 3 : 7 vs blue 4 : 8 +2")
    assert not argument.agree
    assert argument.decisive == []
    assert len(argument.differences) == 3
    assert sorted(len(facts) for facts in argument.together) == [2, 2, 2]


def test_accounts_that_agree_as_a_whole_warn_of_their_mixture() -> None:
    # 13 against 12, or 23 against 22: the offense wins. But with one card of each it is 13 against 22.
    argument = _argued("red 3 : 10 vs blue 4 : 8", "red 3 : 20 vs blue 4 : 18")
    assert argument.agree
    assert _decisive(argument) == ["red's card", "blue's card"]


def test_the_ships_of_the_defense_are_one_fact_though_they_are_told_twice() -> None:
    # 5.10.8.2.a: four cards for four ships, two for two
    one, other = "red 3 : 8 vs blue 4 : N ; planet blue 4", "red 3 : 8 vs blue 2 : N ; planet blue 2"
    argument = _argued(one, other)
    assert _decisive(argument) == ["blue's ships"]
    assert len(argument.differences) == 1


def test_facts_that_cannot_stand_alone_are_tried_together() -> None:
    argument = _argued("red 3 : 8 vs blue 4 : N", "blue 3 : 8 vs red 4 : N")
    swapped = [fact for fact in argument.differences if fact.difference.what.startswith("who the ")]
    assert [fact.cannot for fact in swapped] == [[1, 2], [1, 2]]
    assert not argument.agree
    assert argument.together == [tuple(swapped)]


def test_what_was_done_and_in_which_order_is_a_fact() -> None:
    # alien Zombie: its ships return to colonies; a Cosmic Zap cancels that, and they go to the warp (5.10.4.2)
    zapped = "red 3 : 12 vs blue/Zombie 4 : 8 ; zap blue by red"
    argument = _argued(zapped, "red 3 : 12 vs blue/Zombie 4 : 8")
    assert _decisive(argument) == ["zap blue by red"]
    assert argument.decisive[0].difference.says == ("done", "not done")
    stated = _argued("red 3 : 9 vs blue 4 : 8 ; add defense 6 Oracle", "red 3 : 9 vs blue 4 : 8 ; add defense 2 Oracle")
    assert stated.decisive == [] or _decisive(stated) == ["what was done"]
    assert stated.differences[0].difference.clauses == ("add defense 6 Oracle", "add defense 2 Oracle")


def test_names_are_compared_without_case_and_allies_in_any_order() -> None:
    one = "red 3 + green 1 + yellow 2 : 8 vs blue 4 : N ; hand red 6"
    assert _argued(one, "Red 3 + YELLOW 2 + green 1 : 8 vs Blue 4 : N ; hand RED 6").same_facts


def test_three_parties_of_whom_two_tell_the_same() -> None:
    other = "red 3 : 8 vs blue 4 : N ; hand red 2"
    claims = [Claim("blue", "a", PLAIN), Claim("red", "b", other), Claim("green", "c", other)]
    argument = argue(claims)
    assert [fact.between for fact in argument.differences] == [(1, 2)]
    assert [apart[:2] for apart in argument.apart] == [(1, 2)]


def test_hidden_facts_are_ruled_by_cases_on_both_accounts() -> None:
    # 4+8 = 12 against a hidden card, or against 20+4
    argument = _argued("red 4 : 8 vs blue 4 : ?", "red 4 : 8 vs blue 4 : 20")
    assert [ruling.status for ruling in argument.rulings] == ["depends", "determined"]
    assert _decisive(argument) == ["blue's card"]


def test_an_account_that_cannot_be_names_its_party() -> None:
    with pytest.raises(ImpossibleError, match="as red has it"):
        _argued(PLAIN, "red 3 : 8 vs blue 25 : N")
    with pytest.raises(MalformedError, match="what red says happened"):
        _argued(PLAIN, "red 3 : 8 vs blue")
    with pytest.raises(RulebaseError):
        argue([Claim("a", "", PLAIN), Claim("b", "", PLAIN)], "no-such-edition")


# -- the rule ----------------------------------------------------------------------------------------------------------


def test_each_sides_clause_is_held_against_the_proof() -> None:
    # 5.10.1.2.a: the attack beats the negotiate, so the offense wins. 5.10.8.2.a counts blue's ships. 5.10.5.1 is for
    # a defense that wins, so nothing here rests on it.
    argument = _argued(PLAIN, PLAIN, "four cards by 5.10.8.2.a", "no: 5.10.5.1")
    assert argument.same_facts
    (compensation,), (survives,) = argument.cited
    assert (compensation.id, compensation.grade, compensation.rests) == ("consolidated 5.10.8.2.a", "rulebook", True)
    assert "4 cards" in compensation.step
    assert (survives.id, survives.rests) == ("consolidated 5.10.5.1", False)
    assert "consolidated 5.10.1.2.a" in [support.id for support in survives.instead]
    assert all(support.step and support.grade for support in survives.instead)


def test_a_counterpart_in_another_book_counts_as_the_clause() -> None:
    # ffg2018 attack-versus-attack.4: the higher total wins, as the consolidated rules have it in 2.4 and in 5.10.1
    line = "red 3 : 12 vs blue 4 : 8"
    argument = _argued(line, line, "ffg2018 attack-versus-attack.4", "whatever")
    (told,) = argument.cited[0]
    assert told.rests
    assert told.by in ("consolidated 2.4.1.2", "consolidated 5.10.1.1.d")
    assert told.step == "red has the higher total and wins"


def test_an_alien_that_does_not_act_and_one_that_nobody_has() -> None:
    line = "red 3 : 8 vs blue/Zombie 4 : N ; hand red 6"
    argument = _argued(line, line, "my zombie saves them", "the Clone does not matter; nor does Ionic Gas")
    zombie, (clone, gas) = argument.cited[0][0], argument.cited[1]
    assert (zombie.id, zombie.rests, zombie.grade) == ("alien Zombie", True, "reported")
    assert (clone.id, clone.rests, clone.step) == ("alien Clone", False, "nobody on this line has it")
    assert (gas.id, gas.rests, gas.grade) == ("card Ionic-Gas", False, "card")


def test_the_question_in_the_registry_is_shown_with_what_each_reading_comes_to() -> None:
    # DF-37: by `whole-side` the two ships of green count as well: 4 + 2; by `whole-encounter` blue lost no others
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    argument = _argued(line, line, "my allies' ships count, DF-37", "they do not")
    assert argument.questions == ["DF-37"]
    (point,) = argument.registry
    assert (point.id, point.why, point.rests) == ("DF-37", "named", True)
    readings = {reading["name"]: reading for reading in point.to_dict()["readings"]}
    assert readings["own-by-outcome"]["taken"]
    assert readings["whole-encounter"]["here"] == {"tried": True, "why": "", "parts": []}
    compensation = {"field": "players.blue.compensation", "values": [4, 6]}
    assert compensation in readings["whole-side"]["here"]["parts"]


def test_without_a_clause_the_matter_itself_finds_what_the_ruling_rests_on() -> None:
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    argument = _argued(line, line, "I am compensated for the ships of my allies as well", "no, your own ships only")
    assert "consolidated 5.10.8.2.a" in [cite.id for cite in argument.speaks]
    assert [point.id for point in argument.registry] == ["DF-37"]


def test_a_reading_that_no_line_can_show_says_why() -> None:
    argument = argue([Claim("a", "x", PLAIN), Claim("b", "y", PLAIN)], question="df-1")
    (point,) = argument.registry
    other = next(reading for reading in point.readings if not reading.taken)
    assert point.why == "asked"
    assert not point.rests
    assert other.here is not None
    assert "course of a game" in other.here.why


@pytest.mark.parametrize(
    ("says", "names"),
    [
        ("see 5.10.8.2.a", ["consolidated 5.10.8.2.a"]),
        ("see CR 5.10.8.2a!", ["consolidated 5.10.8.2.a"]),
        ("rule 5.10.1.1.c.(1), or all of section 5.10", ["consolidated 5.10.1.1.c.1", "consolidated 5.10"]),
        ("ffg2018:the-colony-track.3 says so", ["ffg2018 the-colony-track.3"]),
        ("DF 5 and df-37", ["DF-05", "DF-37"]),
        ("version 2.5 of 10.30 pm on 3.4.", []),
        ("clause 9.9.9 then", ["consolidated 9.9.9"]),
        ("my zombie's ships", ["alien Zombie"]),
        ("Zombie!", ["alien Zombie"]),
        ("what about Macron", ["alien Macron"]),
        ("Will you love my mirror? Void it.", []),
        ("but the Void comes", ["alien Void"]),
        ("a cosmic zap and Ionic-Gas", ["card Cosmic-Zap", "card Ionic-Gas"]),
        ("[bold]5.10.8.2.a[/] ' or 1=1 --", ["consolidated 5.10.8.2.a"]),
        ("", []),
    ],
)
def test_what_a_claim_names(says: str, names: list[str]) -> None:
    known = rulebase()
    position = read("red 3 : 8 vs blue/Zombie 4 : N", Names(known))
    assert clauses_of(says, position, known) == names


def test_a_name_that_the_books_do_not_have_says_so() -> None:
    argument = _argued(PLAIN, PLAIN, "by 9.9.9 I win", "no")
    (unknown,) = argument.cited[0]
    assert (unknown.grade, unknown.rests) == ("", False)
    assert "no such clause" in unknown.says


# -- kept, and prints --------------------------------------------------------------------------------------------------


def test_a_kept_dispute_is_argued_again_unless_the_rules_have_changed() -> None:
    argument = _argued(PLAIN, "red 3 : 8 vs blue 4 : N ; hand red 2")
    sides: list[dict[str, Any]] = [
        {"party": claim.party, "claim": claim.claim, "line": claim.line, "ruling": ruling.to_dict()}
        for claim, ruling in zip(argument.claims, argument.rulings, strict=True)
    ]
    told: dict[str, Any] = {"edition": "consolidated", "readings": {}, "question": None, "sides": sides}
    again = argue_again(told)
    assert again is not None
    assert again.to_dict() == argument.to_dict()
    sides[1]["ruling"]["outcome"] = "defense-wins"
    assert argue_again(told) is None


def test_the_encounter_on_a_table_is_a_line() -> None:
    begun = "table red blue\noffense red\ndestiny blue\nlaunch red 3 at blue.1\ninvite red: none\ninvite blue: none\n"
    table = play(begun).table
    assert table is not None
    assert line_at(table) == ""
    table = play(f"{begun}play red 8\nplay blue N\n").table
    assert table is not None
    position = read(line_at(table), Names(rulebase()))
    assert (position.offense.main.ships, position.defense.main.ships, str(position.offense.card)) == (3, 4, "8")


def test_prints_follow_what_a_clause_says_and_not_how_its_file_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    ids = ["consolidated 5.10.8.2.a", "consolidated 5.10.8.3", "alien Zombie", "card Ionic-Gas", "card Zombie-flare",
           "question DF-37", "house DF-37", "players"]  # fmt: skip
    before = prints(ids)
    assert all(before.values())
    assert len(set(before.values())) == len(ids) - 1  # a house rule is a reading of its question
    assert prints(ids, Rulebase(folder)) == before
    assert prints(["consolidated 99.9", "alien Nobody", "card Nothing", "question DF-99", "atlantis 1"]) == {
        "consolidated 99.9": "", "alien Nobody": "", "card Nothing": "", "question DF-99": "", "atlantis 1": "",
    }  # fmt: skip
    book = folder / "books" / "consolidated" / "5.10-resolution-phase.toml"
    text = book.read_text(encoding="utf-8")
    book.write_text(f"# a comment\n{text.replace('the number of cards taken equals', 'the count of cards equals')}")
    zombie = folder / "aliens" / "zombie.toml"
    zombie.write_text(zombie.read_text(encoding="utf-8").replace("[wild]\nsummary", "[wild]\n# so\nsummary"))
    after = prints(ids, Rulebase(folder))
    assert [id for id in ids if after[id] != before[id]] == ["consolidated 5.10.8.2.a"]
    assert rulebook(Rulebase(folder))[0] != rulebook()[0]
    assert len(rulebook()[1].split(".")) == 3
