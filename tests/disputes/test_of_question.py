"""A dispute about a question in words: what the books answer, and that no document does."""

from __future__ import annotations

import pytest

from referee.book.loader import rulebase
from referee.disputes.arguing import QUESTION, argue_again, kind_of
from referee.disputes.of_question import argue, ruled
from referee.disputes.records import Claim, Told
from referee.duel.games import books_by
from referee.ledger.shapes import check_ruling


def test_what_the_clauses_settle_is_the_ruling() -> None:
    ruling = ruled("does the offense win a tie", rulebase())
    assert (ruling.status, ruling.answer["verdict"]) == ("determined", "no")
    assert list(ruling.citations) == ["consolidated 5.10.1.1.d.1"]
    check_ruling(ruling.to_dict())


def test_what_no_document_says_is_open_with_the_point_that_it_is() -> None:
    argument = argue([Claim("blue", "it stands", "")], "what if a mistake is found later", rulebase())
    (ruling,) = argument.rulings
    assert (ruling.status, ruling.grade, ruling.citations) == ("open", "house", {})
    assert [point.id for point in argument.registry] == ["DF-82"]
    assert {reading.name for reading in argument.registry[0].readings} >= {"stands", "repair", "again"}
    assert not any(reading.taken for reading in argument.registry[0].readings)


def test_what_no_sentence_answers_is_answered_by_what_the_rules_have_on_the_claims() -> None:
    claims = [
        Claim("red", "my second flare in this encounter, in the planning phase", ""),
        Claim("blue", "only one flare", ""),
    ]
    argument = argue(claims, "a flare at the start of the turn and another one later", rulebase("ffg2018"))
    assert [step.cites for answer in argument.answers for step in answer.steps] == [("ffg2018 flare-cards.6",)]


def test_what_no_document_rules_is_told_as_that_and_nothing_else() -> None:
    asks = "how long may a player think before he lays his challenge card"
    argument = argue([Claim("blue", "a minute, as for a deal", "")], asks, rulebase("mayfair1991"))
    assert [answer.says for answer in argument.answers] == ["No document rules that: the table decides."]


def test_a_question_of_duel_is_argued_again() -> None:
    ruling = ruled("who wins a tie", books_by("duel")).to_dict()
    side = {"party": "", "claim": "", "line": "", "ruling": ruling}
    assert argue_again({"sides": [side], "edition": "duel", "readings": {}, "question": None}) is not None


@pytest.mark.parametrize(("clause", "rests"), [("5.10.1.1.d.1", True), ("5.7.2.1", False)])
def test_the_clauses_that_a_party_names_are_held_against_the_answer(clause: str, rests: bool) -> None:
    argument = argue([Claim("red", f"see {clause}", "")], "does the offense win a tie", rulebase())
    assert [cite.rests for cite in argument.cited[0]] == [rests]


def test_it_is_argued_again_while_it_is_answered_alike() -> None:
    ruling = ruled("does the offense win a tie", rulebase()).to_dict()
    side = {"party": "", "claim": "", "line": "", "ruling": ruling}
    told: Told = {"sides": [side], "edition": "consolidated", "readings": {}, "question": None}
    assert kind_of(ruling) == QUESTION
    assert argue_again(told) is not None
    otherwise = {**ruling, "answer": {**ruling["answer"], "verdict": "yes"}}
    assert argue_again({**told, "sides": [{**side, "ruling": otherwise}]}) is None
