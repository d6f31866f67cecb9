"""Precedents: what was decided before speaks up where it is to the point, and says what is different."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.book.fingerprints import prints, rulebook
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.disputes.holdings import AtPoint, same_rules
from referee.disputes.precedents import precedents, precedents_at, recheck
from referee.disputes.proofs import Proof
from referee.disputes.records import Precedent
from referee.judge.ruling import Ruling
from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import rule_question
from referee.ledger import disputes, rulings
from referee.ledger.disputes import Decision, Side

# Red lost three own ships and an ally two: by 2.5.1.2 and 5.10.8.2.a three cards, by another reading of DF-37 five.
COMPENSATION = "red 3 + green 2 : N vs blue 2 : 8 ; hand blue 8"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def judged(line: str, edition: str = "consolidated", **readings: str) -> tuple[Ruling, Rulebase]:
    books = rulebase(edition, {question.replace("_", "-"): reading for question, reading in readings.items()})
    return judge_encounter(line, edition, books=books), books


def opened(
    db: Path,
    *lines: str,
    question: str | None = None,
    claims: Sequence[str] = ("I am right", "No, I am"),
    game: str | None = None,
) -> int:
    """A dispute of Ann and Ben, on one line or on one each."""
    found = [judged(line)[0] for line in (lines * 2)[:2]]
    sides = [
        Side(party, claim, line, ruling.to_dict())
        for party, claim, line, ruling in zip(("Ann", "Ben"), claims, lines * 2, found, strict=False)
    ]
    relied = prints(id for ruling in found for id in ruling.citations)
    return disputes.open_dispute(db, sides, relied, rulebook(), "", question, game)


def decided(db: Path, *lines: str, decision: Decision | None = None, **how: Any) -> int:
    dispute = opened(db, *lines, **how)
    disputes.decide(db, dispute, decision or Decision("Ref", "as it was ruled", side=1))
    return dispute


def found(db: Path, line: str, edition: str = "consolidated", **readings: str) -> list[Precedent]:
    ruling, books = judged(line, edition, **readings)
    return precedents(db, ruling, books)


def states(db: Path, line: str, **readings: str) -> list[tuple[int, str]]:
    return [(one.dispute, one.state) for one in found(db, line, **readings)]


# -- followed and distinguished ----------------------------------------------------------------------------------------


def test_nothing_is_said_where_nothing_was_decided(db: Path) -> None:
    assert found(db, COMPENSATION) == []
    assert not rulings.decided(db)
    opened(db, COMPENSATION, question="DF-37")
    assert found(db, COMPENSATION) == []
    assert not rulings.decided(db)


def test_the_same_again_is_followed(db: Path) -> None:
    dispute = decided(db, COMPENSATION, question="DF-37", decision=Decision("Ref", "Three cards.", side=1))
    assert rulings.decided(db)
    (one,) = found(db, COMPENSATION)
    assert (one.dispute, one.state, one.question, one.fact) == (dispute, "followed", "DF-37", "")
    assert "consolidated 5.10.8.2.a" in one.clauses
    assert "is followed: “Three cards.”" in one.says
    assert one.to_dict()["decision"] == "Three cards."


@pytest.mark.parametrize(
    "line",
    [
        "ann 3 + carl 2 : N vs zoe 2 : 8 ; hand zoe 8",  # other players
        "red 3 + green 2 : N vs blue 2 : 15 ; hand blue 8",  # an attack is an attack
        "red 3 + green 1 : N vs blue 4 : 8 ; hand blue 8",  # the ally's ships do not count by this reading
    ],
)
def test_what_the_point_did_not_use_makes_no_difference(db: Path, line: str) -> None:
    decided(db, COMPENSATION, question="DF-37")
    assert [state for _, state in states(db, line)] == ["followed"]


def test_other_numbers_by_the_same_rules_are_followed_and_named(db: Path) -> None:
    """Four ships earn four cards by what three earned three by: the decision holds, and the number is told."""
    decided(db, COMPENSATION, question="DF-37")
    (one,) = found(db, "ann 4 + green 2 : N vs blue 2 : 10 ; hand blue 8")
    assert one.state == "followed"
    assert [(fact.then, fact.now) for fact in one.differs] == [(3, 4)]
    assert one.fact == "there the offense has 3 ships in the encounter, here 4"
    assert one.fact in one.says


@pytest.mark.parametrize(
    ("question", "then", "same", "other", "values"),
    [
        # The fifth foreign colony: what red had before counts, not with which cards it won.
        ("DF-05", "red 2 : 12 vs blue 3 : 4 ; foreign red 4", "ann 1 : 30 vs blue 3 : N ; foreign ann 4",
         "red 2 : 12 vs blue 3 : 4 ; foreign red 5", (4, 5)),
        # A defense with an ally that wins sends the offense's ships to the warp: how many is the fact.
        ("DF-21", "red 3 : 4 vs blue 2 + green 2 : 8", "red 3 : 5 vs blue 4 + zoe 1 : 9",
         "red 2 : 4 vs blue 2 + green 2 : 8", (3, 2)),
        # Two morphs: all ships of both go.
        ("DF-26", "red 3 : M vs blue 4 : M", "ann 3 : M vs ben 4 : M", "red 3 : M vs blue 2 : M", (4, 2)),
    ],
)  # fmt: skip
def test_a_question_decided_holds_in_other_numbers_and_they_are_told(
    db: Path, question: str, then: str, same: str, other: str, values: tuple[Any, Any]
) -> None:
    assert question in judged(then)[0].questions
    decided(db, then, question=question)
    (one,) = found(db, same)
    assert (one.state, one.differs) == ("followed", ())
    (one,) = found(db, other)
    assert one.state == "followed"
    assert (one.differs[0].then, one.differs[0].now) == values
    assert "in other numbers" in one.says


def test_a_rule_decides_the_same_point_on_either_side() -> None:
    """The higher total wins (5.10.1.1.d), 15 to 14 and 13 to 14 alike; at 14 to 14 the rule of ties decides."""
    proofs = [Proof(judge_encounter(f"red 4 : {card} vs blue 4 : 10").to_dict()) for card in (11, 9, 10)]
    clauses = ("consolidated 5.10.1.1.d", "consolidated 5.10.1.1.d.1")
    won, lost, tied = (AtPoint.of(proof, proof.citing(clauses)) for proof in proofs)
    assert same_rules(won, lost) and same_rules(lost, won)
    assert not same_rules(won, tied) and not same_rules(tied, won)


def test_a_ruling_that_does_not_raise_the_question_is_left_alone(db: Path) -> None:
    """With a card in hand nothing is asked of a second encounter (4.7.2.2), so what was decided on it is no matter."""
    decided(db, "red 2 : 12 vs blue 3 : 4 ; hand red 0", question="DF-07")
    assert [state for _, state in states(db, "ann 1 : 9 vs ben 1 : 4 ; hand ann 0")] == ["followed"]
    assert found(db, "red 2 : 12 vs blue 3 : 4 ; hand red 3") == []
    assert found(db, COMPENSATION) == []


def test_a_swap_of_colonies_is_known_again(db: Path) -> None:
    swap = "deal red gives colony red.2 for 1 from colonies, blue gives colony blue.3 for 2 from gate"
    decided(db, f"red 3 : N vs blue 2 : N ; {swap}", question="DF-32")
    assert [state for _, state in states(db, f"red 3 : N vs blue 2 : N ; {swap}")] == ["followed"]


def test_a_power_that_was_not_there_distinguishes(db: Path) -> None:
    """Zombie's ships do not reach the warp, so there is nothing to be compensated for (2.5.1.3)."""
    decided(db, "red 3 : N vs blue 2 : 8 ; hand blue 8")
    (one,) = found(db, "red/Zombie 3 : N vs blue 2 : 8 ; hand blue 8")
    assert one.state == "distinguished"
    assert one.fact.startswith("here it counts that Zombie")


def test_a_hidden_fact_is_said_to_be_hidden(db: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    (one,) = found(db, "red ? + green 2 : N vs blue 2 : 8 ; hand blue 8")
    assert (one.state, one.differs[0].then, one.differs[0].now) == ("distinguished", 3, None)
    assert "here that is hidden" in one.says


# -- the point ---------------------------------------------------------------------------------------------------------


def test_without_a_question_the_clause_that_a_claim_names_is_the_point(db: Path) -> None:
    """Ties go to the defense (5.10.1.1.d.1); a higher total says nothing of them."""
    claims = ("I had the bigger card", "A tie is mine, 5.10.1.1(d)(1) says so")
    dispute = decided(db, "red 2 : 8 vs blue 4 : 6", claims=claims)
    (one,) = found(db, "red 2 : 8 vs blue 4 : 6")
    assert (one.dispute, one.state, one.clauses) == (dispute, "followed", ("consolidated 5.10.1.1.d.1",))
    assert found(db, "red 2 : 8 vs blue 4 : 5") == []


def test_an_alien_that_a_claim_names_is_the_point(db: Path) -> None:
    decided(db, "red/Macron 1 : 8 vs blue 2 : 6", claims=("each Macron ship counts 4", "never"))
    assert [state for _, state in states(db, "ann/Macron 1 : 8 vs blue 2 : 6")] == ["followed"]
    assert found(db, "red 1 : 8 vs blue 2 : 6") == []


def test_where_nothing_is_named_the_figures_are_the_point(db: Path) -> None:
    decided(db, "red 3 : N vs blue 2 : 8 ; hand blue 8")
    (one,) = found(db, "red 3 : N vs blue 2 : 9 ; hand blue 2")
    assert one.state == "distinguished"
    assert "consolidated 5.10.8.1" in one.clauses
    assert "the defense holds 2 cards" in one.fact
    assert found(db, "red 3 : 10 vs blue 2 : 9") == []  # no compensation, so not to the point


def test_where_the_facts_were_disputed_those_that_were_found_true_count(db: Path) -> None:
    """Ann has Zombie's power kept, Ben has it lost: decided for Ben, so three ships reached the warp."""
    lines = ("red/Zombie 3 : N vs blue 2 : 8 ; hand blue 8", "red 3 : N vs blue 2 : 8 ; hand blue 8")
    decided(db, *lines, decision=Decision("Ref", "The power was lost.", side=2))
    assert [state for _, state in states(db, lines[1])] == ["followed"]


def test_what_nearly_every_ruling_rests_on_speaks_up_only_for_the_very_same(db: Path) -> None:
    decided(db, "red 3 : 8 vs blue 2 : 6")
    assert [state for _, state in states(db, "red 3 : 8 vs blue 2 : 6")] == ["followed"]
    assert found(db, "red 3 : 9 vs blue 2 : 6") == []


def test_a_forbidden_act_is_known_again_on_a_line_and_at_a_table(db: Path) -> None:
    """At most four ships are launched (5.6.3)."""
    decided(db, "red 5 : 8 vs blue 2 : 8")
    assert [state for _, state in states(db, "ann 5 : 8 vs blue 2 : 8")] == ["followed"]
    verdict = rule_question("launch red 5 at purple.2 ; offense red ; defense purple")
    assert "consolidated 5.6.3" in verdict.refused_by
    assert [one.dispute for one in precedents_at(db, verdict, rulebase())] == [1]


# -- overruled and stale -----------------------------------------------------------------------------------------------


def test_another_reading_overrules_and_says_which(db: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    (one,) = found(db, COMPENSATION, DF_37="whole-side")
    assert one.state == "overruled"
    assert "by whole-side, as was chosen here" in one.says


def test_a_tables_own_decision_against_the_ruling_is_shown_as_such(db: Path) -> None:
    own = Decision("the table", "All ships count.", house=True, reading="whole-side")
    decided(db, COMPENSATION, question="DF-37", decision=own, game="friday")
    ruling, books = judged(COMPENSATION)
    assert ruling.summary()["players"]["red"]["compensation"] == 3  # the referee rules as before
    (one,) = precedents(db, ruling, books, "friday")
    assert (one.state, one.house, one.game) == ("overruled", True, "friday")
    assert "the own decision of the table friday, DF-37) goes against this ruling: “All ships count.”" in one.says
    whole_side, books = judged(COMPENSATION, DF_37="whole-side")
    assert [one.state for one in precedents(db, whole_side, books, "friday")] == ["followed"]


@pytest.mark.parametrize("game", [None, "monday"])
def test_what_one_table_decided_for_itself_is_told_elsewhere_as_just_that(db: Path, game: str | None) -> None:
    own = Decision("the table", "All ships count.", house=True, reading="whole-side")
    decided(db, COMPENSATION, question="DF-37", decision=own, game="friday")
    for readings in ({}, {"DF_37": "whole-side"}):
        ruling, books = judged(COMPENSATION, **readings)
        (one,) = precedents(db, ruling, books, game)
        assert one.state == "also-decided"
        assert one.says.startswith("decided at the table friday: “All ships count.”")


def test_a_tables_own_words_are_never_said_to_be_followed(db: Path) -> None:
    own = Decision("the table", "Whoever owns the box decides.", house=True)
    decided(db, COMPENSATION, question="DF-37", decision=own)
    (one,) = found(db, COMPENSATION)
    assert one.state == "also-decided"
    assert one.says.startswith("the table has also decided: “Whoever owns the box decides.”")


def test_a_decision_on_appeal_overrules_the_first(db: Path) -> None:
    dispute = decided(db, COMPENSATION, question="DF-37", decision=Decision("Ref", "Three cards.", side=1))
    disputes.appeal(db, dispute, "Ben", "it was five last year")
    (one,) = found(db, COMPENSATION)
    assert "an appeal is not decided yet" in one.says
    disputes.decide(db, dispute, Decision("the table", "Five.", house=True, reading="whole-side"))
    both = found(db, COMPENSATION, DF_37="whole-side")
    assert [(one.state, one.decision) for one in both] == [("followed", "Five."), ("overruled", "Three cards.")]
    assert "superseded" in both[1].says and "“Five.”" in both[1].says


def test_of_two_decisions_the_one_that_holds_comes_first(db: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    decided(db, COMPENSATION, question="DF-37", decision=Decision("all", "Five.", house=True, reading="whole-side"))
    assert states(db, COMPENSATION) == [(1, "followed"), (2, "overruled")]
    assert states(db, COMPENSATION, DF_37="whole-side") == [(2, "followed"), (1, "overruled")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    return folder


def changed(folder: Path, file: str, old: str, new: str) -> Rulebase:
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return Rulebase(folder)


def test_what_rests_on_a_clause_that_says_something_else_now_is_stale(db: Path, copy: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    section = "books/consolidated/5.10-resolution-phase.toml"
    books = changed(copy, section, "equals the number of ships the", "is twice the number of ships the")
    (one,) = precedents(db, judge_encounter(COMPENSATION, books=books), books)
    assert one.state == "stale"
    assert "consolidated 5.10.8.2.a says something else now" in one.says


def test_what_rests_on_a_clause_that_is_gone_is_stale(db: Path, copy: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    books = changed(copy, "books/consolidated/5.10-resolution-phase.toml", 'id = "5.10.8.2.a"', 'id = "5.10.8.2.z"')
    (one,) = precedents(db, judge_encounter(COMPENSATION, books=books), books)
    assert one.state == "stale"
    assert "consolidated 5.10.8.2.a is not in the rulebase any more" in one.says


def test_a_clause_beside_the_point_may_change(db: Path, copy: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    book = "books/consolidated/5.10-resolution-phase.toml"
    books = changed(copy, book, 'id = "5.10.3"\n', 'id = "5.10.3"\ndiffers = "x"\n')  # the discards
    assert [one.state for one in precedents(db, judge_encounter(COMPENSATION, books=books), books)] == ["followed"]


# -- care --------------------------------------------------------------------------------------------------------------


def test_texts_of_players_come_back_as_they_are_and_a_long_one_is_cut_in_the_sentence(db: Path) -> None:
    text = "[bold]three[/bold]\x1b[31m\n" + "ש" * 100_000
    decided(db, COMPENSATION, question="DF-37", decision=Decision("Ann", text, side=1))
    (one,) = found(db, COMPENSATION)
    assert one.decision == text
    assert len(one.says) < 400
    assert "…" in one.says


def test_a_damaged_dispute_is_passed_over(db: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    decided(db, "red 3 + green 2 : N vs blue 4 : 8 ; hand blue 8", question="DF-37")
    base = sqlite3.connect(db)
    base.execute("drop trigger proofs_no_update")
    base.execute("update proofs set ruling = x'0102' where id = (select proof from sides where dispute = 1 limit 1)")
    base.commit()
    base.close()
    assert states(db, COMPENSATION) == [(2, "followed")]
    rows = list(recheck(db))
    assert [(row.dispute, row.otherwise) for row in rows] == [(1, True), (2, False), (2, False)]
    assert "damaged" in rows[0].says


# -- recheck -----------------------------------------------------------------------------------------------------------


def test_what_is_ruled_as_before_is_not_listed(db: Path) -> None:
    decided(db, COMPENSATION, question="DF-37")
    rulings.keep(db, "red 2 : 8 vs blue 4 : 6", judged("red 2 : 8 vs blue 4 : 6")[0].to_dict())
    assert [(row.name, row.otherwise) for row in recheck(db)] == [
        ("dispute 1, side 1", False),
        ("dispute 1, side 2", False),
        ("ruling 1", False),
    ]


def test_a_changed_law_is_told_with_its_clauses_and_rules(db: Path, copy: Path) -> None:
    """Had the books said that the offense takes ties, red would win this one."""
    decided(db, "red 2 : 8 vs blue 4 : 6")
    changed(copy, "law/reveal.toml", '[ties]\nsays = "If the totals are equal, the defense wins."',
            '[ties]\nsays = "If the totals are equal, the offense wins."')  # fmt: skip
    book = "books/consolidated/5.10-resolution-phase.toml"
    text = (copy / book).read_text()
    at = text.index('id = "5.10.1.1.d.1"')
    (copy / book).write_text(text[:at] + text[at:].replace('says = "', 'says = "Not any more: ', 1))
    law = (copy / "law/reveal.toml").read_text()
    at = law.index("[ties]")
    (copy / "law/reveal.toml").write_text(law[:at] + law[at:].replace('value = "defense"', 'value = "offense"', 1))
    first, second = recheck(db, Rulebase(copy))
    assert (first.dispute, first.side, first.otherwise) == (1, 1, True)
    assert ("outcome", "defense-wins", "offense-wins") in first.changed
    assert first.clauses == ("consolidated 5.10.1.1.d.1",)
    assert "resolution.land" in first.rules
    assert "outcome was defense-wins, is offense-wins" in first.says
    assert "consolidated 5.10.1.1.d.1 says something else now" in first.says
    assert second.changed == first.changed


def test_where_the_law_is_the_same_it_is_the_program(db: Path) -> None:
    ruling = judged("red 3 : 8 vs blue 2 : 6")[0].to_dict()
    ruling["players"]["red"]["lands"] = 2
    sides = [Side(name, "", ruling["position"], ruling) for name in ("Ann", "Ben")]
    relied = prints(cite["id"] for cite in ruling["citations"])
    disputes.open_dispute(db, sides, relied, (rulebook()[0], "0.0.1"))
    first, _ = recheck(db)
    assert first.changed == (("players.red.lands", 2, 3),)
    assert (first.clauses, first.rules, first.version) == ((), (), ("0.0.1", referee.__version__))
    assert f"only the program is another one: {referee.__version__}, then 0.0.1" in first.says


def test_a_line_that_is_not_understood_any_more_is_told(db: Path) -> None:
    ruling = judged("red 3 : 8 vs blue 2 : 6")[0].to_dict()
    ruling["position"] = "red/Nobody 3 : 8 vs blue 2 : 6"
    disputes.open_dispute(db, [Side("Ann", "", ruling["position"], ruling)], {}, rulebook())
    (row,) = recheck(db)
    assert row.otherwise
    assert "is not ruled any more" in row.says and "Nobody" in row.refused
    assert row.to_dict()["refused"] == row.refused
