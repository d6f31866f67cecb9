"""`referee duel`, `contest` and a table of Duel as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee.cli.app import app

EXAMPLE = "orange/Preservationist 3 shield 2 : 13 vs blue/Bouncer 2 blast 4 : 6 ; card Vacant-Shipyard"

SPENT = "orange 3 blast 4 : 13 vs blue 2 shield 1 : 11 ; spent orange 5"
STARS = "blue 3 : 10 vs orange 4 : 9 ; card It's-Full-of-Stars ; warp blue 2"
TACTICS = "blue 3 ? : 13 vs orange 2 ? : 10 ; advantage 4"
SNARE = "blue/Pitfall : 7 vs orange : 13 ; snare blue ? ; use blue Tempting-Dive blue orange"


@pytest.fixture
def run(tmp_path: Path):  # type: ignore[no-untyped-def]
    def call(*words: str) -> Result:
        env = {"REFEREE_DB": str(tmp_path / "referee.db"), "NO_COLOR": "1", "COLUMNS": "110"}
        return CliRunner().invoke(app, list(words), env=env)

    return call


def test_the_printed_example_is_ruled_and_kept(run) -> None:  # type: ignore[no-untyped-def]
    shown = run("duel", EXAMPLE)
    assert shown.exit_code == 0
    assert "blue, the straggler, wins the duel, 13 to 14." in shown.output
    assert "orange may recover up to 8 ships" in shown.output
    assert "wins the duel" in run("log").output
    told = json.loads(run("duel", EXAMPLE, "--json").output)
    assert told["totals"] == {"leader": 13, "straggler": 14}
    assert told["position"] == EXAMPLE
    assert told["proof"]["from"]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("contest", "blue : 10 vs orange : 3"), 0, "blue, the leader, wins the contest, 10 to 3."),
        (("duel", "blue 5 : 10 vs orange 2 : 3 ; advantage 2"), 1, "instead: blue 4 : 10 vs orange 2 : 3"),
        (("duel", "blue 2 : ? vs orange 2 : 3"), 3, "if blue's plan is 3 or less"),
        (("duel", "blue 2 : 10 vs"), 2, "Expected a player's name"),
        (("encounter", "red 2 : 10 vs blue 4 : 8", "--edition", "duel"), 2, "Duel is a game of its own"),
        (("duel", "blue 2 : 13 vs orange 2 : 3 ; envoy blue Deuce", "--card", "Deuce: add 2", "--why"), 0, "add 2"),
        (("duel", EXAMPLE, "--reading", "DU-99=x"), 2, "no such question"),
        (("card", "duel", "Bouncer"), 0, "Flex: may be used in duels"),
        (("alien", "duel", "Cudgel"), 0, "Bash: must be carried out in duels"),
        (("card", "duel", "Vacant-Shipyard"), 0, "advantage 8"),
        (("card", "duel", "Deuce"), 0, "does not print"),
        (("card", "duel", "Vacant-Shipjard"), 2, "did you mean Vacant-Shipyard"),
        (("rule", "duel clout.tie"), 0, "straggler"),
        (("table", "duel", "blue"), 2, "Duel is for 2 players; named"),
        (("table", "duel", "blue", "orange", "red"), 2, "Duel is for 2 players; named"),
        (("table", "duel", "blue", "orange/[x]"), 2, "table duel blue orange/[x]\n" + " " * 23 + "^"),
        (("duel", "blue 1 : 6 vs orange 1 : 6 ; advantage 2"), 0, "1 ship of blue retreats into supply"),
        (("duel", "blue 1 : 6 vs orange 1 : 6 ; advantage 2"), 0, "1 ship of orange stays"),
        (("duel", "blue 1 : 6 vs orange 1 : 6"), 0, "blue's and orange's ships are those"),
        (("duel", "[bold]"), 2, "For example: blue 2 blast 4 : 6 vs orange 3"),
        (("duel", "blue 2 : 6 vs orange 2 : 6 ; supply"), 2, "It is typed so: supply blue 4, orange 6"),
        (("duel", "blue/Chosen 2 : 6 vs orange 2 : 6"), 2, "Chosen is an envoy"),
        (("duel", "blue 2 : 6 vs orange 2 : 6 ; hand blue 54"), 2, "there are 53 plans and reinforcements"),
        (("contest", "blue : 6 vs orange : 6 ; ready blue blast 1"), 2, "a contest has no tactics: leave `ready` out"),
        (("contest", "blue : 6 vs orange : 6 ; loses blue 1"), 2, "a contest has no ships: leave `loses` out"),
        (("duel", EXAMPLE, "--card", "Deuce: add 2 ; pass blue"), 2, "a card is told as"),
        (("duel", EXAMPLE, "--card", ""), 2, "a card is told as"),
        (("duel", SPENT), 1, "instead: orange 3 no tactic : 13 vs blue 2 shield 1 : 11"),
        (("duel", STARS), 3, "if orange has 1 or less in the Warp: blue, the leader, wins the duel (11 to 9;"),
        (("duel", STARS), 3, "if orange has 2 in the Warp: blue, the leader, wins the duel (10 to 9; orange sends 2)"),
        (("duel", TACTICS), 3, "any recover: blue, the leader, or orange, the straggler, wins"),
        (
            ("duel", TACTICS),
            3,
            "if blue reveals blast 2 or more: blue, the leader, wins the duel, or the duel begins again",
        ),
        (("contest", SNARE), 3, "if blue's snare is 12 or less or 14 or more: that is not allowed"),
        (("duel", "blue 1 blast 2 : 5 vs orange 2 blast 2 : 7"), 0, "orange  straggler  2     2"),
        (("card", "duel", "Cards-or-Resources"), 0, "resources draw 3, recover 3, gain 2, befriend 1"),
    ],
)
def test_what_is_typed_is_answered(run, words: tuple[str, ...], status: int, says: str) -> None:  # type: ignore[no-untyped-def]
    result = run(*words)
    shown = result.output + (result.stderr if result.stderr_bytes else "")
    assert says in shown
    assert result.exit_code == status


def test_a_table_is_laid_played_and_taken_back(run) -> None:  # type: ignore[no-untyped-def]
    assert run("table", "duel", "blue/Bouncer", "orange").exit_code == 0
    assert run("do", "destiny", "Forsaken-Planet").exit_code == 1
    assert run("do", "top", "blue", "13,", "orange", "7").exit_code == 0
    assert "destiny Forsaken-Planet" in run("legal").output
    assert run("do", "destiny Forsaken-Planet symbol ring").exit_code == 0
    refused = run("do", "dial blue 7, orange 2")
    assert refused.exit_code == 1
    assert "set-dials.1" in refused.output
    assert "planet 1 (ring)" in run("table", "show").output
    assert "taken back: destiny Forsaken-Planet symbol ring" in run("undo").output
    assert run("redo").exit_code == 0
    told = json.loads(run("table", "show", "--json").output)
    assert (told["game"], told["leader"], told["phase"]) == ("duel", "blue", "dials")
    assert run("table", "export").output.splitlines()[0] == "table duel blue/Bouncer orange"
    assert "destiny Forsaken-Planet" in run("history").output


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("dial blue 7, orange 9", 1, "now legal: dial blue 4, orange 4"),
        ("dial blue 3", 1, "now legal: dial blue 3, orange 1"),
        ("dial blue 3, orange 0", 1, "now legal: dial blue 3, orange 1"),
        ("plans", 1, "first: dial blue 1–4, orange 1–4"),
        ("set leader green", 2, "At this table sit blue and orange."),
        ("set supply blue 3; warp green 2", 2, "set supply blue 3; warp green 2\n" + " " * 24 + "^"),
        ("set text Deuce", 2, "It is typed so: set text Deuce add 2"),
        ("set next [b]", 2, "Expected a deck"),
        ("set hand blue 54", 2, "no more than 53 cards"),
        ("resource blue 1 strike 1", 2, "Expected what the resource is: draw, recover, gain"),
    ],
)
def test_what_is_refused_says_what_to_type(run, command: str, status: int, says: str) -> None:  # type: ignore[no-untyped-def]
    run("table", "duel", "blue", "orange")
    run("do", "top blue 13, orange 7")
    run("do", "destiny Forsaken-Planet")
    refused = run("do", command)
    assert says in refused.output + (refused.stderr if refused.stderr_bytes else "")
    assert refused.exit_code == status


def test_a_big_table_and_a_duel_are_kept_beside_each_other(run) -> None:  # type: ignore[no-untyped-def]
    run("table", "duel", "blue", "orange", "--table", "two")
    run("table", "red", "purple", "yellow", "--table", "many")
    assert "is the offense" in run("do", "offense", "red").output
    assert run("do", "top blue 13, orange 7", "-t", "two").exit_code == 0
    assert "destiny" in run("legal", "-t", "two").output


def test_what_was_ruled_is_checked_again(run) -> None:  # type: ignore[no-untyped-def]
    run("duel", EXAMPLE)
    run("encounter", "red 2 : 10 vs blue 4 : 8")
    told = json.loads(run("dispute", "recheck", "--json").output)
    assert (told["judged"], told["otherwise"]) == (2, [])


def test_a_slip_says_who_wins_on_each_account_and_what_decides(run) -> None:  # type: ignore[no-untyped-def]
    # 13 + 3 for three ships against two: 16 beats 11, and a 16 is a tie, which is the straggler's
    shown = run(
        "dispute", "open", "duel orange 3 : 13 vs blue 2 : 11 ; advantage 3", "--party", "orange", "--claim", "mine",
        "--party", "blue", "--claim", "I showed the 16", "--line", "duel orange 3 : 13 vs blue 2 : 16 ; advantage 3",
    )  # fmt: skip
    assert shown.exit_code == 3
    for piece in (
        "orange, the leader, wins the duel, 16 to 11.",
        "blue, the straggler, wins the duel, 16 to 16: a tie is the straggler's.",
        "What decides: blue's plan.",
        "blue's plan: orange says 11; blue says 16 — alone it turns one result into the other",
        "    orange 3 retreat, discards 13",
    ):
        assert piece in shown.output
    decided = run("dispute", "rule", "1", "--side", "2")
    assert "blue, the straggler, wins the duel" in decided.output
    assert run("dispute", "show", "1", "--why").exit_code == 0


def test_the_slip_shows_what_another_reading_comes_to(run) -> None:  # type: ignore[no-untyped-def]
    line = "orange 3 : 13 vs blue 2 : 11 ; advantage 3 ; reinforce orange -7 on blue"
    shown = run("dispute", "open", "--edition", "duel", line, "--party", "a", "--claim", "DU-10", "--party", "b",
                "--claim", "no")  # fmt: skip
    assert shown.exit_code == 0
    said = " ".join(shown.output.split())
    assert "here: orange's discard pile takes 13 -7, not 13; blue's discard pile takes 11, not 11 -7" in said


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("may", "dial blue 5"), 1, "blue's dial cannot show 5: it goes from 1 to 4"),
        (("may", "dial blue 3", "--edition", "duel"), 0, "Legal: dial blue 3, orange 1"),
        (("compare", "straggler"), 0, "Cosmic Encounter Duel: With equal totals the straggler wins the duel."),
        (("dispute", "open", "duel a 3 : 1 vs", "--party", "a", "--claim", "x", "--party", "b", "--claim", "y"), 2,
         "Expected a player's name"),
    ],
)  # fmt: skip
def test_what_both_games_have_is_answered_for_duel(run, words: tuple[str, ...], status: int, says: str) -> None:  # type: ignore[no-untyped-def]
    result = run(*words)
    assert says in result.output + (result.stderr if result.stderr_bytes else "")
    assert result.exit_code == status
