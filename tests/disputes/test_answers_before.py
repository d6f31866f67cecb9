"""What was decided on a question in words is followed when it is asked again in others, and on no other question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import run

# The edition, and two ways to ask and claim the same.
SAME = [
    (
        "consolidated",
        ("a Cosmic Zap played on the Warrior while it puts a token on its alien sheet", "any time means any time"),
        ("the Warrior takes a token for its sheet, can I zap that", "no, only when it adds to the total"),
    ),
    (
        "consolidated",
        ("the destiny card says yellow, may red attack a purple colony on a yellow planet", "your card says yellow"),
        ("destiny was blue, green wants to have the encounter with red's colony in the blue system", "same system"),
    ),
    (
        "ffg2018",
        ("the same flare is played twice in one encounter by two different players", "it's my first flare"),
        (
            "someone took my flare after I had played it and wants to play that very card in the same encounter",
            "not twice",
        ),
    ),
]
# The editions, and two questions that are not the same.
OTHERS = [
    # 4.3.3.5 has the Warrior's tokens and the Zombie's releases: two examples in one clause
    (
        ("consolidated", "may I zap the Warrior while it puts tokens on its sheet", "yes"),
        ("consolidated", "may I zap the Zombie while it frees ships in a deal", "yes"),
    ),
    # 5.5.2.4 is of another's system, 5.5.2.1 of one's own colour
    (
        ("consolidated", "red drew yellow and already has a colony on every yellow planet", "draw again"),
        ("consolidated", "red drew its own color and has a colony on every planet of its own system", "draw again"),
    ),
    # may, by Mayfair's rules; must, by the later ones
    (
        ("mayfair1991", "must the offensive player take one of its own back from the warp", "you have to"),
        ("consolidated", "must the offense take one of its own back from the warp", "you have to"),
    ),
]


def _asked(db: Path, edition: str, about: str, claim: str) -> str:
    shown = run("dispute", "open", "--edition", edition, "--about", about, "--party", "red", "--claim", claim, db=db)
    assert shown.returncode == 0, shown.stderr
    return shown.stdout


@pytest.mark.parametrize(("edition", "one", "other"), SAME)
def test_a_decision_is_followed_on_the_same_question(
    tmp_path: Path, edition: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    db = tmp_path / "ledger.db"
    _asked(db, edition, *one)
    assert run("dispute", "rule", "1", "--by", "Ann", db=db).returncode == 0
    assert "dispute 1" in _asked(db, edition, *other).partition("decided before")[2]


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_a_decision_on_another_question_is_not_named(
    tmp_path: Path, one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    db = tmp_path / "ledger.db"
    _asked(db, *one)
    assert run("dispute", "rule", "1", "--by", "Ann", db=db).returncode == 0
    assert "dispute 1 " not in _asked(db, *other)


def test_what_nobodys_table_decided_on_a_question_is_not_told_beside_an_encounter(tmp_path: Path) -> None:
    db = tmp_path / "ledger.db"
    _asked(db, "consolidated", "may a reinforcement still be played after the totals have been counted", "no")
    says = ("--house", "--says", "once the totals are said aloud no more reinforcements", "--by", "Ann")
    assert run("dispute", "rule", "1", *says, db=db).returncode == 0
    shown = run("encounter", "yellow 3 : 10 +3 vs purple 4 : 10", db=db).stdout
    assert "16 to 14" in shown and "dispute 1" not in shown


def test_which_side_told_right_what_was_done_is_no_rule_for_another_encounter(tmp_path: Path) -> None:
    db = tmp_path / "ledger.db"
    line = "red 3 : 12 vs blue 4 : N ; hand red 9"
    opened = run("dispute", "open", f"{line} ; blue took 5 of 4", "--party", "red", "--claim", "you drew five",
                 "--party", "blue", "--claim", "four", "--line", f"{line} ; blue took 4 of 4", db=db)  # fmt: skip
    assert "What decides is how many blue took." in " ".join(opened.stdout.split())
    assert run("dispute", "rule", "1", "--side", "1", "--by", "Ann", db=db).returncode == 0
    assert "dispute 1" not in run("encounter", "yellow 3 : 12 vs purple 4 : N ; hand yellow 9", db=db).stdout


def test_a_case_that_is_told_and_asks_nothing_has_no_yes_or_no(tmp_path: Path) -> None:
    db = tmp_path / "ledger.db"
    shown = _asked(db, "consolidated", "I said I hold five cards but in truth I hold seven", "the count must be true")
    assert "4.1.3" in shown  # the number must be told truthfully, whatever else may be said (4.1.2)
    assert "Yes." not in shown


def test_what_is_asked_at_a_table_without_a_word_of_its_last_act_is_a_question(tmp_path: Path) -> None:
    db = tmp_path / "ledger.db"
    run("table", "duel", "blue/Bouncer", "orange/Iron-Matron", db=db)
    run("do", "top blue 13, orange 7", db=db)
    shown = run("dispute", "open", "--table", "--about", "orange increases its friendship with blue's allied envoy",
                "--party", "orange", "--claim", "it comes over to me", db=db).stdout  # fmt: skip
    assert "top blue 13" not in shown and "envoy" in shown.partition("about")[2]
