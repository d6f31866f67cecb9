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
from referee.disputes import house_files, house_rules
from referee.errors import LedgerError, RulebaseError
from referee.judge.ways.line import judge_encounter
from referee.ledger import disputes
from referee.ledger import house as kept_rules
from referee.ledger.disputes import Decision, Side
from referee.ledger.labels import is_laid
from tests.cli.test_commands import run

# Three of red's own ships and two of its ally's: three cards by the preferred reading of DF-37, five by `whole-side`.
COMPENSATION = "red 3 + green 2 : N vs blue 2 : 8 ; hand blue 8"
FIFTH = "red 2 : 12 vs blue 3 : 4 ; foreign red 4"
OWN = Decision("the table", "All ships of the side count.", house=True, reading="whole-side")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def decided(db: Path, line: str, decision: Decision, question: str | None = None, claim: str = "mine") -> int:
    ruling = judge_encounter(line)
    sides = [Side(name, claim, line, ruling.to_dict()) for name in ("Ann", "Ben")]
    dispute = disputes.open_dispute(db, sides, prints(ruling.citations), rulebook(), "", question)
    disputes.decide(db, dispute, decision)
    return dispute


def promoted(db: Path, dispute: int, table: str, **how: Any) -> house_rules.HouseRule:
    """Makes a decision a house rule of a table, which is laid if it is not."""
    if not is_laid(db, table):
        referee.TableSession.lay("red blue green", db=db, name=table)
    return house_rules.promote(db, dispute, table, **how)


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
    assert promoted(db, dispute, "friday").reading == "whole-side"
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
    promoted(db, decided(db, COMPENSATION, own, "DF-37"), "friday")
    told = encounter(db, COMPENSATION, "--house", "friday")
    assert (told["players"]["red"]["compensation"], told["grade"]) == (3, "house")


def test_a_house_rule_is_silent_where_a_ruling_does_not_rest_on_it(db: Path) -> None:
    promoted(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    told = encounter(db, "red 3 : 8 vs blue 2 : 6", "--house", "friday")
    assert "house" not in told
    assert (told["readings"], told["grade"]) == ({}, encounter(db, "red 3 : 8 vs blue 2 : 6")["grade"])


def test_a_reading_that_is_asked_for_goes_before_the_house(db: Path) -> None:
    promoted(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    told = encounter(db, COMPENSATION, "--house", "friday", "--reading", "DF-37=own-by-outcome")
    assert told["players"]["red"]["compensation"] == 3
    (rule,) = told["house"]
    assert not rule["applied"] and "as was asked for" in rule["why"]


def test_a_decision_without_a_reading_is_named_and_not_applied(db: Path) -> None:
    own = Decision("the table", "Cards owed are drawn [b]one at a time[/b].", house=True)
    dispute = decided(db, COMPENSATION, own, claim="by 5.10.8.2 they are taken at random")
    rule = promoted(db, dispute, "friday")
    assert (rule.question, rule.clauses) == (None, ("consolidated 5.10.8.2",))
    told = encounter(db, "ann 1 : N vs ben 2 : 8", "--house", "friday")
    assert [(one["applied"], one["says"]) for one in told["house"]] == [(False, own.says)]
    assert told["grade"] != "house"
    assert "house" not in encounter(db, "ann 1 : 7 vs ben 2 : 8", "--house", "friday")  # no compensation
    shown = page(db, "encounter", "ann 1 : N vs ben 2 : 8", "--house", "friday")
    assert "house rule, not applied: on consolidated 5.10.8.2" in shown
    assert "[b]one at" in shown


def test_the_ledger_reads_back_whatever_was_said(db: Path) -> None:
    says = 'quote " back\\slash [markup] \x7f \x1b[31m\nsecond line \u202e ש'
    own = Decision("the table", says, house=True, reading="whole-side")
    name = "../friday/night: “x”"
    promoted(db, decided(db, COMPENSATION, own, "DF-37"), name)
    kept = house_rules.read(db, name)
    assert kept is not None
    assert kept.rules[0].says == says
    assert not (db.parent / "house").exists()


# -- refused -----------------------------------------------------------------------------------------------------------


def test_one_that_contradicts_another_of_equal_rank_is_refused_until_that_is_superseded(db: Path) -> None:
    first = decided(db, FIFTH, Decision("all", "At once.", house=True, reading="ffg2018"), "DF-05")
    second = decided(db, FIFTH, Decision("all", "At the end.", house=True, reading="consolidated"), "DF-05")
    promoted(db, first, "friday")
    with pytest.raises(LedgerError, match=r"DF-05 already: by ffg2018 \(dispute 1.*referee dispute appeal 1"):
        promoted(db, second, "friday")
    assert len(kept_rules.rules(db, "friday")) == 1  # nothing is recorded of what was refused
    promoted(db, second, "saturday")  # another table is free to
    disputes.appeal(db, first, "Ben", "no")
    disputes.decide(db, first, Decision("all", "Let us see.", house=True, reading="consolidated"))
    told = encounter(db, FIFTH, "--house", "friday")
    assert told["house"][0]["outdated"]
    promoted(db, second, "friday")
    kept = house_rules.read(db, "friday")
    assert kept is not None and kept.readings == {"DF-05": "consolidated"}


def test_other_words_on_the_same_clauses_and_facts_are_refused(db: Path) -> None:
    claim = "5.10.8.2 is plain"
    first = decided(db, COMPENSATION, Decision("all", "One at a time.", house=True), claim=claim)
    second = decided(db, COMPENSATION, Decision("all", "All at once.", house=True), claim=claim)
    promoted(db, first, "friday")
    with pytest.raises(LedgerError, match="cannot both hold"):
        promoted(db, second, "friday")


def test_promoting_twice_records_once(db: Path) -> None:
    dispute = decided(db, COMPENSATION, OWN, "DF-37")
    assert promoted(db, dispute, "friday") == promoted(db, dispute, "friday")
    assert len(kept_rules.rules(db, "friday")) == 1


def test_what_is_not_decided_or_under_appeal_is_no_house_rule(db: Path) -> None:
    ruling = judge_encounter(FIFTH)
    side = Side("Ann", "", FIFTH, ruling.to_dict())
    dispute = disputes.open_dispute(db, [side], {}, rulebook(), "", "DF-05")
    with pytest.raises(LedgerError, match="not decided yet"):
        promoted(db, dispute, "friday")
    disputes.decide(db, dispute, Decision("all", "At once.", house=True, reading="ffg2018"))
    disputes.appeal(db, dispute, "Ben", "no")
    with pytest.raises(LedgerError, match="an appeal against dispute 1 is open"):
        promoted(db, dispute, "friday")


# -- in words ----------------------------------------------------------------------------------------------------------


def argued(db: Path, line: str, *claims: str, table: str = "") -> int:
    """A dispute of red and blue that is opened as it is typed."""
    sides = [
        word for side in zip(("red", "blue"), claims, strict=True) for word in ("--party", side[0], "--claim", side[1])
    ]
    at = ("--table", table) if table else ()
    return int(json.loads(run("dispute", "open", line, *at, *sides, "--json", db=db).stdout)["id"])


def ruled(db: Path, dispute: int, *args: str, status: int = 0) -> str:
    shown = run("dispute", "rule", str(dispute), *args, db=db)
    assert shown.returncode == status, shown
    return shown.stdout + shown.stderr


TIE = "red 3 : 10 vs blue 3 : 10"


def test_a_table_that_decides_for_a_side_keeps_what_that_side_claims(db: Path) -> None:
    """By the rules the defense wins a tie (5.10.1.1.d.1); red claims otherwise, and the table goes with red."""
    dispute = argued(db, TIE, "a tie goes to the attacker", "it is mine")
    refused = ruled(db, dispute, "--side", "1", status=2)
    assert "the referee's ruling is against red; --house if the table says otherwise" in refused
    shown = ruled(db, dispute, "--house", "--side", "1", "--by", "all")
    assert "a tie goes to the attacker" in shown and "The defense wins" not in shown
    told = encounter(db, "green 2 : 7 vs yellow 3 : 6")["precedents"]
    assert [one["state"] for one in told] == ["overruled"]
    assert "goes against this ruling: “a tie goes to the attacker”" in told[0]["says"]


def test_a_house_rule_in_words_is_told_once(db: Path) -> None:
    """Not also as a precedent that goes against the ruling."""
    assert run("table", "red", "blue", "green", "-t", "home", db=db).returncode == 0
    ruled(db, argued(db, TIE, "a tie goes to the attacker", "it is mine", table="home"), "--house", "--side", "1")
    house_rules.promote(db, 1, "home")
    shown = " ".join(page(db, "encounter", "red 3 : 9 vs blue 3 : 9", "--house", "home").split())
    assert "house rule, not applied: on consolidated 5.10.1.1.d.1" in shown
    assert shown.count("a tie goes to the attacker") == 1 and "precedent" not in shown
    elsewhere = " ".join(page(db, "encounter", "red 3 : 9 vs blue 3 : 9").split())
    assert "precedent: decided at the table home: “a tie goes to the attacker”" in elsewhere


def test_a_side_that_claims_what_is_ruled_may_be_right(db: Path) -> None:
    dispute = argued(db, TIE, "a tie goes to the attacker", "it is mine")
    assert "The totals are equal, so the defense wins." in ruled(db, dispute, "--side", "2")
    (told,) = encounter(db, "green 2 : 7 vs yellow 3 : 6")["precedents"]
    assert (told["state"], told["holding"]) == ("followed", "the totals are equal, so the defense wins")


def test_a_side_that_claims_nothing_is_asked_for(db: Path) -> None:
    dispute = argued(db, TIE, "", "")
    assert '--says "..."' in ruled(db, dispute, "--house", "--side", "1", status=2)


def test_where_the_facts_were_disputed_a_side_is_right_on_these(db: Path) -> None:
    claims = (
        "--party",
        "red",
        "--claim",
        "I showed a 12",
        "--party",
        "blue",
        "--claim",
        "a 9",
        "--line",
        "red 3 : 9 vs blue 3 : 10",
    )
    told = json.loads(run("dispute", "open", "red 3 : 12 vs blue 3 : 10", *claims, "--json", db=db).stdout)
    assert "The offense wins, 15 to 13." in ruled(db, told["id"], "--house", "--side", "1")


def test_how_a_table_behaves_is_told_at_that_table_and_goes_against_nothing(db: Path) -> None:
    for table in ("home", "club"):
        assert run("table", "red", "blue", "green", "-t", table, db=db).returncode == 0
    line, later = "red 2 : 4 vs blue 3 + green 2 : 9", "red 2 + green 1 : 20 vs blue 3 : 8"
    for says in ("a forgotten reward may be taken until the end of the turn", "who is invited answers within a minute"):
        ruled(db, argued(db, line, "I may", "you may not", table="home"), "--house", "--says", says)
    assert "precedents" not in encounter(db, later)
    for number in (1, 2):
        assert run("dispute", "promote", str(number), "--table", "home", db=db).returncode == 0
    told = encounter(db, later, "--house", "home")
    assert [(rule["dispute"], rule["clauses"], rule["applied"]) for rule in told["house"]] == [
        (1, [], False), (2, [], False),
    ]  # fmt: skip
    assert "precedents" not in told  # once is enough
    shown = " ".join(page(db, "encounter", later, "--house", "home").split())
    assert shown.count("the table has also decided: “") == 2
    assert "goes against" not in shown and "precedent" not in shown


def test_what_a_table_has_decided_in_words_is_told_before_it_is_a_house_rule(db: Path) -> None:
    assert run("table", "red", "blue", "green", "-t", "home", db=db).returncode == 0
    dispute = argued(db, "red 2 : 4 vs blue 3 + green 2 : 9", "I may", "you may not", table="home")
    ruled(db, dispute, "--house", "--says", "who is invited answers within a minute")
    at_table(
        db,
        "destiny blue",
        "launch red 2 at blue.1",
        "invite red: none",
        "invite blue: none",
        "play red 8",
        "play blue 4",
        "reveal",
    )
    told = json.loads(run("do", "resolve", "--json", db=db).stdout)
    assert [one["state"] for one in told["precedents"]] == ["also-decided"]
    assert told["precedents"][0]["says"].startswith("the table has also decided: “who is invited answers")


def test_a_house_rule_is_listed_and_withdrawn_as_it_is_typed(db: Path) -> None:
    promoted(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    assert "DF-37 by whole-side" in page(db, "dispute", "house", "--table", "friday")
    shown = page(db, "dispute", "withdraw", "1", "--table", "friday", "--by", "Ann", "--reason", "too many cards")
    assert shown.startswith("The table friday does not play by this any more.")
    assert page(db, "dispute", "house", "--table", "friday") == "This table has no house rules.\n"
    history = " ".join(page(db, "dispute", "show", "1").split())
    assert "a house rule of friday since" in history and "by Ann: too many cards" in history
    (told,) = encounter(db, COMPENSATION)["precedents"]
    assert told["state"] == "overruled"  # the decision stands: nobody but that table withdrew anything


def test_a_decision_on_clauses_that_changed_is_marked_as_stale(db: Path) -> None:
    decided(db, COMPENSATION, Decision("Ref", "Three cards.", side=1), "DF-37")
    assert "stale" not in page(db, "dispute", "list") + page(db, "dispute", "show", "1")
    base = sqlite3.connect(db)
    base.execute("drop trigger clauses_no_update")
    base.execute("update clauses set print = 'another' where name = 'consolidated 5.10.8.2.a'")
    base.commit()
    base.close()
    assert "decided stale: Three cards." in " ".join(page(db, "dispute", "list").split())
    assert "stale: consolidated 5.10.8.2.a says something else now" in page(db, "dispute", "show", "1")


def test_stats_are_not_led_by_what_every_ruling_rests_on(db: Path) -> None:
    decided(db, COMPENSATION, OWN, "DF-37")
    told = json.loads(run("ledger", "stats", "--json", db=db).stdout)
    counted = {row["name"] for row in told["clauses"]}
    assert counted & {"consolidated 2.5.1.2", "consolidated 5.10.8.2.a"}
    assert not counted & {"consolidated 1.2.1", "consolidated 4.6.2", "consolidated 4.10.2", "consolidated 5.10.1.1.d"}


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
        (HEAD + '[[rule]]\nclauses = ["5.6.3"]\n', 3, "needs `says`"),
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
    path = house_files.file_of(db, "friday")
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(RulebaseError) as error:
        house_rules.read(db, "friday")
    assert error.value.place == f"{path}:{line}"
    assert said in error.value.fault


def test_a_damaged_file_stops_the_table_plainly(db: Path) -> None:
    assert run("table", "red", "blue", "green", "-t", "friday", db=db).returncode == 0
    path = house_files.file_of(db, "friday")
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe")
    for args in (("encounter", FIFTH, "--house", "friday"), ("do", "destiny blue"), ("legal",)):
        shown = run(*args, db=db)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert str(path) in shown.stderr and "UTF-8" in shown.stderr
        assert "Traceback" not in shown.stderr


def test_a_table_without_house_rules_is_said_with_those_that_have_some(db: Path) -> None:
    promoted(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
    shown = run("encounter", FIFTH, "--house", "monday", db=db)
    assert shown.returncode == 2
    assert "there are no house rules of a table called 'monday'; there are some of friday" in shown.stderr


def test_a_rule_written_by_hand_is_applied(db: Path) -> None:
    path = house_files.file_of(db, "friday")
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
    dispute = decided(db, COMPENSATION, OWN, "DF-37")
    for name, cards in (("friday", 5), ("monday", 3)):
        assert run("table", "red", "purple", "yellow", "-t", name, db=db).returncode == 0
        if name == "friday":
            promoted(db, dispute, name)
        at_table(db, *TO_REVEAL, "reveal")
        told = json.loads(run("do", "resolve", "--json", db=db).stdout)
        assert told["ruling"]["players"]["red"]["compensation"] == cards
        assert ("house" in told) == (name == "friday")
        assert [one["state"] for one in told["precedents"]] == ["followed" if cards == 5 else "overruled"]


def test_the_page_of_a_table_has_them_once(db: Path) -> None:
    assert run("table", "red", "purple", "yellow", "-t", "friday", db=db).returncode == 0
    promoted(db, decided(db, COMPENSATION, OWN, "DF-37"), "friday")
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
