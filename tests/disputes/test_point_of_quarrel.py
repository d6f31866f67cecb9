"""What a slip names is the point of the quarrel: the thing that is named, what is asked, what is unusual."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from referee.book.index import claims
from referee.book.loader import rulebase
from referee.disputes.accounts import argue
from referee.disputes.in_time import when_told
from referee.disputes.nearest_steps import Measure
from referee.disputes.records import Claim
from referee.duel.games import books_by
from tests.cli.test_commands import run

# The edition, what is asked, what is claimed on it, and the clause that settles it, which is nearest of all.
QUESTIONS = [
    # the clarification on the Warpplanet, and not what holds of any planet
    (
        "duel",
        "the Warpplanet holds three blue ships and two orange ships: who controls it",
        ("we both do, two people can hold a planet", "not this one, most ships takes it"),
        "duel warpplanet.4",
    ),
    (
        "duel",
        "the Warpplanet has ships of both on it: who controls it",
        ("both", "whoever has more"),
        "duel warpplanet.4",
    ),
    # several comets for one challenge
    (
        "warp",
        "two comets came up one after the other before red drew a color for the same challenge",
        ("both count", "the last one replaces the first"),
        "warp comets.3",
    ),
    # what is asked is if it counts as a challenge; the case told before it has its clauses too
    (
        "mayfair1991",
        "red turned up its own color and put tokens on its empty home planet; does that use up a challenge",
        ("nobody was challenged", "it is one of your two"),
        "mayfair1991 step-2.23",
    ),
]


@pytest.mark.parametrize(("edition", "asks", "claimed", "clause"), QUESTIONS)
def test_the_clause_on_the_thing_that_is_named_or_on_what_is_asked_is_nearest(
    edition: str, asks: str, claimed: tuple[str, ...], clause: str
) -> None:
    nearest = Measure(claimed, books_by(edition, {}), asks=asks).clauses(examples=True)
    assert nearest[0][0] == clause


def test_what_no_document_rules_is_told_only_where_it_is_asked(tmp_path: Path) -> None:
    # "moved back" tells the case; that regaining the base uses up a challenge stands in the book (Challenges 2)
    about = "own destiny card, I moved back onto an empty planet of mine, is that one of my two challenges"
    shown = _opened(tmp_path, "--edition", "mayfair1991", "--about", about, yellow="no fight, no challenge").stdout
    assert "step-2.23" in shown and "DF-82" not in shown


def test_a_power_that_is_lost_is_told_by_its_clause_where_it_is_called_upon(tmp_path: Path) -> None:
    # 4.6.2: with fewer than three home colonies no part of the power can be used
    line = "red 3 : 15 vs blue/Human 8 : 8 ; home red 5, blue 2 ; second"
    shown = _opened(tmp_path, line, blue="I'm Human, where is my plus four", red="you have two planets left").stdout
    assert "18 to 16" in shown
    assert "4.6.2" in shown.partition("blue calls upon")[2].partition("but on")[2].splitlines()[1]


def test_beside_a_sheet_that_forbids_no_general_rule_is_told(tmp_path: Path) -> None:
    # the Macron may send one ship as an ally too; 5.7.3 (one to four) gives way to it
    line = "red 2 + green/Macron 2 : 9 vs blue 4 : 12"
    shown = _opened(
        tmp_path, line, green="helping out I bring what I like, 19 to 16", blue="one, as a helper too"
    ).stdout
    assert "may send only one ship" in shown and "5.7.3" not in shown


def test_what_happens_now_and_then_comes_before_what_happens_every_evening() -> None:
    # 2.3.2.1.b.2: without a ship there the defense founds no colony, whoever held the planet for it
    line = "red 2 : 6 vs blue 0 + green 1 : 8 ; home blue 3 ; warp green 2"
    said = [
        Claim("blue", "I won, so I have a colony there again", line),
        Claim("green", "nobody has, and you get nothing", line),
    ]
    speaks = [cite.step for cite in argue(said, books=rulebase()).speaks]
    assert "blue has no ships there and founds no colony" in speaks
    assert not any("rewards" in step for step in speaks)


def test_what_is_given_over_to_somebody_is_not_over() -> None:
    assert when_told("green shoved his +3 over to us, then he left") is None
    assert when_told("I played it when the encounter was over already") is not None


def test_whose_account_was_true_is_no_precedent_on_the_other_one(tmp_path: Path) -> None:
    ours, yours = "red 3 + green 1 : 10 +3 vs blue 4 : 10", "red 3 + green 1 : 10 vs blue 4 : 10 +3"
    run("dispute", "open", ours, "--party", "red", "--claim", "the three was for us", "--party", "blue",
        "--claim", "it was for me", "--line", yours, db=tmp_path / "ledger.db")  # fmt: skip
    assert run("dispute", "rule", "1", "--side", "1", "--by", "Ann", db=tmp_path / "ledger.db").returncode == 0
    assert "dispute 1" not in run("encounter", yours, db=tmp_path / "ledger.db").stdout


def test_what_a_step_denies_that_a_table_gave_goes_against_the_ruling(tmp_path: Path) -> None:
    # Ionic Gas: nobody collects compensation or defender rewards in that encounter
    line = "red 3 : 4 vs blue 4 + yellow 3 : 12 ; ionic gas by red ; warp yellow 3"
    _opened(tmp_path, line, yellow="it stops compensation only, I take my rewards", red="rewards are stopped too")
    assert (
        run("dispute", "rule", "1", "--house", "--side", "1", "--by", "Ann", db=tmp_path / "ledger.db").returncode == 0
    )
    again = "yellow 2 : 6 vs purple 3 + red 2 : 10 ; ionic gas ; warp red 2"
    shown = run("encounter", again, db=tmp_path / "ledger.db").stdout
    assert "goes against this ruling" in " ".join(shown.split())


def test_a_decision_is_on_the_clause_that_its_reason_names(tmp_path: Path) -> None:
    # 4.7.4: a kicker can be played first, and the hand shown and discarded after it
    about = "planning phase: the defense holds nothing but a kicker and two flares"
    _opened(tmp_path, "--about", about, red="a kicker is an encounter card", blue="I play it, then I draw eight")
    db = tmp_path / "ledger.db"
    assert run("dispute", "rule", "1", "--by", "Ann", "--reason", "4.7.4", db=db).returncode == 0
    other = "may the defense lay its kicker first and then show and discard its hand as it has no encounter card"
    shown = _opened(tmp_path, "--about", other, yellow="no, the kicker is what you play", purple="yes").stdout
    assert "dispute 1" in shown.partition("decided before")[2]


def test_a_matter_has_its_sentence_of_its_own_or_of_a_statement_that_answers(tmp_path: Path) -> None:
    _, matters = claims(rulebase())
    assert any(matter.of for matter in matters.values())
    shown = _opened(
        tmp_path, "--about", "may green be made to help", red="I invited you, you must", green="I refuse it"
    ).stdout
    assert "Any invitation may be turned down." in shown  # 5.7.6, in the words of the statement that answers questions


def _opened(folder: Path, *words: str, **claimed: str) -> CompletedProcess[str]:
    said = [word for party, claim in claimed.items() for word in ("--party", party, "--claim", claim)]
    return run("dispute", "open", *words, *said, db=folder / "ledger.db")
