"""House rules from the decision to the ruling: made, applied, refused, damaged; and precedents on the page."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.book.fingerprints import prints, rulebook
from referee.book.loader import rulebase
from referee.disputes import house_rules
from referee.errors import LedgerError, RulebaseError
from referee.ledger import disputes
from referee.ledger.disputes import Decision, Side
from tests.cli.test_commands import run

# Three of red's own ships and two of its ally's: three cards by the preferred reading of DF-37, five by `whole-side`.
COMPENSATION = "red 3 + green 2 : N vs blue 2 : 8 ; hand blue 8"
FIFTH = "red 2 : 12 vs blue 3 : 4 ; foreign red 4"
OWN = Decision("the table", "All ships of the side count.", house=True, reading="whole-side")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def decided(db: Path, line: str, decision: Decision, question: str | None = None, claim: str = "mine") -> int:
    ruling = referee.judge_encounter(line)
    sides = [Side(name, claim, line, ruling.to_dict()) for name in ("Ann", "Ben")]
    dispute = disputes.open_dispute(db, sides, prints(ruling.citations()), rulebook(), "", question)
    disputes.decide(db, dispute, decision)
    return dispute


def encounter(db: Path, *args: str, status: int = 0) -> Any:
    shown = run("encounter", *args, "--json", db=db)
    assert (shown.returncode, shown.stderr) == (status, ""), shown
    return json.loads(shown.stdout)


def page(db: Path, *args: str) -> str:
    shown = run(*args, db=db, NO_COLOR="1", COLUMNS="80")
    assert shown.stderr == "", shown
    return shown.stdout


# -- made --------------------------------------------------------------------------------------------------------------


def test_a_promoted_decision_is_applied_graded_and_cited(db: Path) -> None:
    dispute = decided(db, COMPENSATION, OWN, "DF-37")
    assert house_rules.promote(db, dispute, "friday").reading == "whole-side"
    plain = encounter(db, COMPENSATION)
    assert plain["players"]["red"]["compensation"] == 3  # no house rule without its table
    assert "house" not in plain
    told = encounter(db, COMPENSATION, "--house", "friday")
    assert (told["players"]["red"]["compensation"], told["grade"]) == (5, "house")
    assert {"id": "house DF-37", "grade": "house"} in told["citations"]
    (rule,) = told["house"]
    assert (rule["question"], rule["reading"], rule["dispute"], rule["applied"]) == ("DF-37", "whole-side", 1, True)
    assert rule["says"] == OWN.says
    assert [one["state"] for one in told["precedents"]] == ["followed"]


def test_a_preferred_reading_can_be_a_house_rule_too(db: Path) -> None:
    own = Decision("the table", "Only own ships.", house=True, reading="own-by-outcome")
    house_rules.promote(db, decided(db, COMPENSATION, own, "DF-37"), "friday")
    told = encounter(db, COMPENSATION, "--house", "friday")
    assert (told["players"]["red"]["compensation"], told["grade"]) == (3, "house")


def test_a_house_rule_is_silent_where_a_ruling_does_not_rest_on_it(db: Path) -> None:
    house_rules.promote(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    told = encounter(db, "red 3 : 8 vs blue 2 : 6", "--house", "friday")
    assert "house" not in told
    assert (told["readings"], told["grade"]) == ({}, encounter(db, "red 3 : 8 vs blue 2 : 6")["grade"])


def test_a_reading_that_is_asked_for_goes_before_the_house(db: Path) -> None:
    house_rules.promote(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    told = encounter(db, COMPENSATION, "--house", "friday", "--reading", "DF-37=own-by-outcome")
    assert told["players"]["red"]["compensation"] == 3
    (rule,) = told["house"]
    assert not rule["applied"] and "as was asked for" in rule["why"]


def test_a_decision_without_a_reading_is_named_and_not_applied(db: Path) -> None:
    own = Decision("the table", "Cards owed are drawn [b]one at a time[/b].", house=True)
    dispute = decided(db, COMPENSATION, own, claim="by 5.10.8.2 they are taken at random")
    rule = house_rules.promote(db, dispute, "friday")
    assert (rule.question, rule.clauses) == (None, ("consolidated 5.10.8.2",))
    told = encounter(db, "ann 1 : N vs ben 2 : 8", "--house", "friday")
    assert [(one["applied"], one["says"]) for one in told["house"]] == [(False, own.says)]
    assert told["grade"] != "house"
    assert "house" not in encounter(db, "ann 1 : 7 vs ben 2 : 8", "--house", "friday")  # no compensation
    shown = page(db, "encounter", "ann 1 : N vs ben 2 : 8", "--house", "friday")
    assert "house rule, not applied: on consolidated 5.10.8.2" in shown
    assert "[b]one at" in shown


def test_the_file_reads_back_whatever_was_said(db: Path) -> None:
    says = 'quote " back\\slash [markup] \x7f \x1b[31m\nsecond line \u202e ש'
    own = Decision("the table", says, house=True, reading="whole-side")
    name = "../friday/night: “x”"
    house_rules.promote(db, decided(db, COMPENSATION, own, "DF-37"), name)
    kept = house_rules.read(db, name)
    assert kept is not None
    assert kept.rules[0].says == says
    assert house_rules.file_of(db, name).parent == db.parent / "house"
    assert house_rules.file_of(db, "x" * 300) != house_rules.file_of(db, "x" * 301)


# -- refused -----------------------------------------------------------------------------------------------------------


def test_one_that_contradicts_another_of_equal_rank_is_refused_until_that_is_superseded(db: Path) -> None:
    first = decided(db, FIFTH, Decision("all", "At once.", house=True, reading="ffg2018"), "DF-05")
    second = decided(db, FIFTH, Decision("all", "At the end.", house=True, reading="consolidated"), "DF-05")
    house_rules.promote(db, first, "friday")
    before = house_rules.file_of(db, "friday").read_text()
    with pytest.raises(LedgerError, match=r"DF-05 already: by ffg2018 \(dispute 1.*referee dispute appeal 1"):
        house_rules.promote(db, second, "friday")
    assert house_rules.file_of(db, "friday").read_text() == before
    assert len(disputes.house_rules(db, "friday")) == 1  # nothing is recorded of what was refused
    house_rules.promote(db, second, "saturday")  # another table is free to
    disputes.appeal(db, first, "Ben", "no")
    disputes.decide(db, first, Decision("all", "Let us see.", house=True, reading="consolidated"))
    told = encounter(db, FIFTH, "--house", "friday")
    assert told["house"][0]["outdated"]
    house_rules.promote(db, second, "friday")
    kept = house_rules.read(db, "friday")
    assert kept is not None and kept.readings == {"DF-05": "consolidated"}


def test_other_words_on_the_same_clauses_and_facts_are_refused(db: Path) -> None:
    claim = "5.10.8.2 is plain"
    first = decided(db, COMPENSATION, Decision("all", "One at a time.", house=True), claim=claim)
    second = decided(db, COMPENSATION, Decision("all", "All at once.", house=True), claim=claim)
    house_rules.promote(db, first, "friday")
    with pytest.raises(LedgerError, match="cannot both hold"):
        house_rules.promote(db, second, "friday")


def test_promoting_twice_records_once(db: Path) -> None:
    dispute = decided(db, COMPENSATION, OWN, "DF-37")
    assert house_rules.promote(db, dispute, "friday") == house_rules.promote(db, dispute, "friday")
    assert len(disputes.house_rules(db, "friday")) == 1


def test_what_is_not_decided_or_under_appeal_is_no_house_rule(db: Path) -> None:
    ruling = referee.judge_encounter(FIFTH)
    side = Side("Ann", "", FIFTH, ruling.to_dict())
    dispute = disputes.open_dispute(db, [side], {}, rulebook(), "", "DF-05")
    with pytest.raises(LedgerError, match="not decided yet"):
        house_rules.promote(db, dispute, "friday")
    disputes.decide(db, dispute, Decision("all", "At once.", house=True, reading="ffg2018"))
    disputes.appeal(db, dispute, "Ben", "no")
    with pytest.raises(LedgerError, match="an appeal against dispute 1 is open"):
        house_rules.promote(db, dispute, "friday")


def test_a_folder_that_cannot_be_written_records_nothing(db: Path) -> None:
    dispute = decided(db, COMPENSATION, OWN, "DF-37")
    (db.parent / "house").write_text("no folder")
    with pytest.raises(LedgerError, match="house rules could not be written"):
        house_rules.promote(db, dispute, "friday")
    assert disputes.house_rules(db, "friday") == []


# -- damaged -----------------------------------------------------------------------------------------------------------

HEAD = 'format = 1\ntable = "friday"\n'


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD + "[[rule]\n", 3, "not TOML"),
        ('format = 9\ntable = "friday"\n', 1, "format 9"),
        ('format = 1\ntable = "monday"\n', 2, "of the table 'monday'"),
        (HEAD + '\n[[rule]]\nquestion = "DF-99"\nreading = "x"\n', 4, "no question 'DF-99'"),
        (HEAD + '[[rule]]\nquestion = "DF-05"\nreading = "x"\n', 3, "has the readings consolidated, ffg2018"),
        (HEAD + '[[rule]]\nsays = "x"\n', 3, "needs `says` and the `clauses`"),
        (HEAD + '[[rule]]\nclauses = "5.6.3"\nsays = "x"\n', 3, "clauses is not a list"),
        (HEAD + '[[rule]]\nruling = "x"\n', 3, "'ruling' is no part of a house rule"),
        (
            HEAD + '[[rule]]\nquestion = "DF-05"\nreading = "ffg2018"\n'
            '[[rule]]\nquestion = "DF-05"\nreading = "consolidated"\n',
            6,
            "DF-05 is settled twice",
        ),
        (HEAD + "rule = 3\n", 3, "headed [[rule]]"),
    ],
)
def test_a_damaged_file_is_said_with_its_line(db: Path, text: str, line: int, said: str) -> None:
    path = house_rules.file_of(db, "friday")
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(RulebaseError) as error:
        house_rules.read(db, "friday")
    assert error.value.place == f"{path}:{line}"
    assert said in error.value.fault


def test_a_damaged_file_stops_the_table_plainly(db: Path) -> None:
    assert run("table", "red", "blue", "green", "-t", "friday", db=db).returncode == 0
    path = house_rules.file_of(db, "friday")
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe")
    for args in (("encounter", FIFTH, "--house", "friday"), ("do", "destiny blue"), ("legal",)):
        shown = run(*args, db=db)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert str(path) in shown.stderr and "UTF-8" in shown.stderr
        assert "Traceback" not in shown.stderr


def test_a_table_without_house_rules_is_said_with_those_that_have_some(db: Path) -> None:
    house_rules.promote(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    shown = run("encounter", FIFTH, "--house", "monday", db=db)
    assert shown.returncode == 2
    assert "there are no house rules of a table called 'monday'; there are some of friday" in shown.stderr


def test_a_rule_written_by_hand_is_applied(db: Path) -> None:
    path = house_rules.file_of(db, "friday")
    path.parent.mkdir()
    path.write_text(HEAD + '[[rule]]\nquestion = "DF-05"\nreading = "ffg2018"\n')
    assert encounter(db, FIFTH, "--house", "friday")["grade"] == "house"
    assert "DF-05 by ffg2018, written by hand" in page(db, "encounter", FIFTH, "--house", "friday")


def test_a_reading_that_the_edition_cannot_take_is_left_out_and_said() -> None:
    """DF-58 has no second reading that is applied; the rest of the house holds all the same."""
    rules = (house_rules.HouseRule("x", "DF-58", "ffg2018"), house_rules.HouseRule("y", "DF-05", "ffg2018"))
    books = house_rules.books(house_rules.House("friday", rules), "consolidated")
    assert books.house == {"DF-05": "house DF-05"}
    with pytest.raises(RulebaseError):
        house_rules.books(house_rules.House("friday", rules), "consolidated", {"DF-05": "nonsense"})


# -- at a table --------------------------------------------------------------------------------------------------------

TO_REVEAL = (
    "destiny purple",
    "launch red 3 at purple.2",
    "invite red: yellow",
    "invite purple: none",
    "ally yellow offense 2",
    "play red N",
    "play purple 8",
)


def at_table(db: Path, *commands: str) -> subprocess.CompletedProcess[str]:
    for command in commands:
        shown = run("do", command, db=db, NO_COLOR="1", COLUMNS="80")
        assert shown.returncode == 0, shown
    return shown


def test_the_table_of_that_name_is_ruled_by_its_house_rules(db: Path) -> None:
    house_rules.promote(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    for name, cards in (("friday", 5), ("monday", 3)):
        assert run("table", "red", "purple", "yellow", "-t", name, db=db).returncode == 0
        at_table(db, *TO_REVEAL, "reveal")
        told = json.loads(run("do", "resolve", "--json", db=db).stdout)
        assert told["ruling"]["players"]["red"]["compensation"] == cards
        assert ("house" in told) == (name == "friday")
        assert [one["state"] for one in told["precedents"]] == ["followed" if cards == 5 else "overruled"]


def test_the_page_of_a_table_has_them_once(db: Path) -> None:
    house_rules.promote(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    assert run("table", "red", "purple", "yellow", "-t", "friday", db=db).returncode == 0
    at_table(db, *TO_REVEAL, "reveal")
    shown = at_table(db, "resolve").stdout
    assert shown.count("house rule: DF-37 by whole-side") == 1
    assert "a house rule of the table" in shown
    assert "readings chosen" not in shown
    assert "precedent" not in shown  # the house rule says it


def test_the_page_shows_a_precedent_in_a_line_or_two(db: Path) -> None:
    decided(db, COMPENSATION, Decision("Ref", "Three cards.", side=1), "DF-37")
    shown = page(db, "encounter", COMPENSATION)
    (place,) = [at for at, line in enumerate(shown.splitlines()) if line.startswith("  precedent: dispute 1 (")]
    told = " ".join(line.strip() for line in shown.splitlines()[place : place + 2])
    assert told.endswith("decided by Ref, DF-37) is followed: “Three cards.”")


def test_a_ruling_stands_beside_a_damaged_ledger(db: Path) -> None:
    decided(db, COMPENSATION, Decision("Ref", "Three cards.", side=1), "DF-37")
    base = sqlite3.connect(db)
    base.execute("drop table relied")
    base.commit()
    base.close()
    shown = run("encounter", COMPENSATION, db=db)
    assert shown.returncode == 0
    assert shown.stdout.startswith("The defense wins.")
    assert "what was decided before is not known" in shown.stderr and "is damaged" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_nothing_is_said_of_precedents_where_there_are_none(db: Path) -> None:
    assert "precedents" not in encounter(db, COMPENSATION)
    decided(db, COMPENSATION, Decision("Ref", "Three cards.", side=1), "DF-37")
    assert "precedents" not in encounter(db, "red 3 : 8 vs blue 2 : 6")
    assert "precedents" in encounter(db, COMPENSATION, "--no-log")
    assert rulebase().house == {}
