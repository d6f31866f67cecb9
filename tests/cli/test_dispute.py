"""Disputes as they are typed: slips, decisions, exports, what is asked and what is refused; players' texts as data."""

from __future__ import annotations

import csv
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run

LINE = "red 3 : 8 vs blue 4 : N ; hand red 6"
OTHER = "red 3 : 8 vs blue 4 : N ; hand red 2"
# Quotes, SQL, markup for rich, emoji codes, escapes that color and move, a terminal's title, script from the right and
# marks that turn the writing round, a tab, a line of its own, format strings.
NASTY = (
    "it's \"so\"'); drop table disputes;-- [bold red]x[/] [/] :smile: \x1b[31mred\x1b[0m \x1b[2J \x9b31m "
    "\x1b]0;title\x07 \u202egnorw\u202c \u2066 שלום עליכם {0} %s {claim} \t `code` **b** <script>alert(1)</script> "
    "![i](http://example.org/i.png) \r\nsecond line"
)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067]")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def told(*args: str, db: Path, status: int = 0) -> Any:
    """What a command answers as JSON."""
    shown = run("dispute", *args, "--json", db=db)
    assert (shown.returncode, shown.stderr) == (status, ""), shown
    return json.loads(shown.stdout)


def page(*args: str, db: Path, status: int = 0) -> str:
    """What a command prints."""
    shown = run("dispute", *args, db=db, NO_COLOR="1", COLUMNS="80")
    assert (shown.returncode, shown.stderr) == (status, ""), shown
    return shown.stdout


def refused(*args: str, db: Path) -> str:
    """What a command says that is not understood."""
    shown = run("dispute", *args, db=db)
    assert (shown.returncode, shown.stdout) == (2, ""), shown
    assert "Traceback" not in shown.stderr
    return shown.stderr


def _opened(db: Path, claim: str = "four cards", line: str = LINE, other: str | None = None, status: int = 0) -> Any:
    lines = ("--line", other) if other else ()
    return told("open", line, "--party", "blue", "--claim", claim, "--party", "red", "--claim", "three", *lines,
                db=db, status=status)  # fmt: skip


# -- opening -----------------------------------------------------------------------------------------------------------


def test_the_slip_says_who_says_what_and_what_decides_and_what_to_type(db: Path) -> None:
    # 5.10.8.2.a: a card for each of the four ships; 5.10.8.3: a hand of two gives only two
    shown = page("open", LINE, "--party", "blue", "--claim", "four, by 5.10.8.2.a", "--party", "red", "--claim", "two",
                 "--line", OTHER, db=db, status=3)  # fmt: skip
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert len(shown.splitlines()) <= 35
    for piece in (
        "Dispute 1  blue v red",
        "compensation 4",
        "compensation 2",
        "What decides: red's hand.",
        "blue says 6 cards; red says 2 cards",
        "5.10.8.2.a  the printed rules",
        "referee dispute rule 1 --side 1    if it was as blue has it",
    ):
        assert piece in shown


def test_what_is_opened_is_kept_with_both_rulings_and_what_they_rest_on(db: Path) -> None:
    opened = _opened(db, other=OTHER, status=3)
    shown = told("show", "1", db=db)
    assert [side["line"] for side in shown["sides"]] == [LINE, OTHER]
    assert [side["ruling"]["players"]["blue"]["compensation"] for side in shown["sides"]] == [4, 2]
    assert shown["sides"][0]["ruling"] == opened["sides"][0]["ruling"]
    assert shown["argument"] == opened["argument"]
    assert shown["relied"]["consolidated 5.10.8.2.a"]
    assert (shown["state"], shown["about"], shown["edition"]) == ("open", "red's hand", "consolidated")


def test_a_claim_and_a_line_go_with_the_party_before_them(db: Path) -> None:
    opened = told("open", LINE, "--party", "ann", "--claim", "1", "--party", "bob", "--line", OTHER, "--claim=2",
                  "--party", "cy", "--claim", "3", db=db, status=3)  # fmt: skip
    assert [(s["party"], s["claim"], s["line"]) for s in opened["sides"]] == [
        ("ann", "1", LINE), ("bob", "2", OTHER), ("cy", "3", LINE)
    ]  # fmt: skip
    in_order = told("open", "--party", "a", "--party", "b", "--claim", "1", "--claim", "2", "--line", LINE, "--line",
                    OTHER, db=db, status=3)  # fmt: skip
    assert [(s["claim"], s["line"]) for s in in_order["sides"]] == [("1", LINE), ("2", OTHER)]


def test_a_dispute_starts_from_a_ruling_or_from_the_table(db: Path) -> None:
    assert run("encounter", LINE, "--reading", "DF-37=whole-side", db=db).returncode == 0
    who = ("--party", "blue", "--claim", "x", "--party", "red", "--claim", "y")
    from_ruling = told("open", "--from-ruling", "1", *who, db=db)
    assert from_ruling["sides"][0]["position"] == LINE
    assert from_ruling["readings"] == {"DF-37": "whole-side"}
    run("table", "red", "blue", "--table", "friday", db=db)
    assert told("open", "--table", *who, db=db)["kind"] == "act"  # before there are cards it is the last command
    for command in ("destiny blue", "launch red 3 at blue.1", "invite red: none", "invite blue: none", "play red 8",
                    "play blue N"):  # fmt: skip
        assert run("do", command, db=db).returncode == 0
    for table in (("--table",), ("--table", "friday")):
        opened = told("open", *table, *who, db=db)
        assert opened["game"] == "friday"
        assert opened["sides"][0]["line"].startswith("red 3 : 8 vs blue 4 : N ; at blue.1")
    assert [row["id"] for row in told("list", "--table", "friday", db=db)["disputes"]] == [4, 3, 2]
    assert told("open", "--table", LINE, *who, db=db)["sides"][1]["line"] == LINE


def test_what_is_missing_is_named_with_the_flag_that_says_it(db: Path) -> None:
    assert "--from-ruling" in refused(
        "open", "--party", "blue", "--claim", "x", "--party", "red", "--claim", "y", db=db
    )
    assert "before any --party" in refused("open", LINE, "--claim", "x", "--party", "a", "--party", "b", db=db)
    assert "twice" in refused("open", LINE, "--party", "a", "--claim", "x", "--claim", "y", "--claim", "z", "--party",
                              "b", db=db)  # fmt: skip
    assert "a party has a name" in refused("open", LINE, "--party", " ", db=db)
    assert "as b has it" in refused("open", LINE, "--party", "a", "--claim", "x", "--party", "b", "--claim", "y",
                                    "--line", "red 3 : 8 vs blue 25 : N", db=db)  # fmt: skip
    assert "starts from one thing" in refused("open", LINE, "--from-ruling", "1", "--party", "a", db=db)
    assert "there is no ruling 1" in refused("open", "--from-ruling", "1", "--party", "a", db=db)
    assert "no such question" in refused("open", LINE, "--question", "DF-999", "--party", "a", "--claim", "x",
                                         "--party", "b", "--claim", "y", db=db)  # fmt: skip
    assert not db.exists() or told("list", db=db)["disputes"] == []


def test_what_cannot_be_kept_is_ruled_all_the_same(tmp_path: Path) -> None:
    db = tmp_path / "no.db"
    db.write_text("something else entirely")
    shown = run("dispute", "open", LINE, "--party", "a", "--claim", "x", "--party", "b", "--claim", "y", db=db)
    assert shown.returncode == 4
    assert shown.stdout.startswith("A dispute  a v b")
    assert shown.stderr.startswith("warning: ")
    assert db.read_text() == "something else entirely"


# -- deciding ----------------------------------------------------------------------------------------------------------


def test_the_referees_ruling_is_the_decision_where_nobody_says_otherwise(db: Path) -> None:
    _opened(db)
    decided = told("rule", "1", "--by", "Ann", db=db)
    (decision,) = decided["decisions"]
    assert (decision["by"], decision["house"], decision["side"]) == ("Ann", 0, None)
    # "four cards" v "three": the line of the proof on that, and not who has won (5.10.8.1)
    assert decision["says"] == "Blue lost with a negotiate: 4 cards for its ships in the warp."
    assert decided["state"] == "decided"


def test_where_the_accounts_are_ruled_differently_somebody_says_which_holds(db: Path) -> None:
    _opened(db, other=OTHER, status=3)
    assert "--side 1 (blue) or --side 2 (red)" in refused("rule", "1", db=db)
    assert "from 1 to 2" in refused("rule", "1", "--side", "3", db=db)
    assert "compensation 2" in told("rule", "1", "--side", "2", db=db)["decisions"][0]["says"]


def test_accounts_that_come_to_the_same_need_no_side(db: Path) -> None:
    opened = _opened(db, other="red 3 : 8 vs blue 4 : N ; hand red 7")
    assert opened["argument"]["agree"]
    assert told("rule", "1", db=db)["state"] == "decided"


def test_a_table_decides_by_a_reading_or_in_its_own_words(db: Path) -> None:
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    opened = _opened(db, "my allies' ships count, DF-37", line)
    assert opened["question"] == "DF-37"
    assert "add --house" in refused("rule", "1", "--reading", "whole-side", db=db)
    assert "own-by-outcome, whole-encounter, whole-side" in refused("rule", "1", "--house", "--reading", "no", db=db)
    assert "there are DF-37=own-by-outcome" in refused("rule", "1", "--house", "--reading", "DF-05=ffg2018", db=db)
    assert "--says" in refused("rule", "1", "--house", db=db)
    decided = told(
        "rule", "1", "--house", "--reading", "whole-side", "--reason", "we like it", "--dissent", "Bob", db=db
    )
    (decision,) = decided["decisions"]
    assert (decision["reading"], decision["house"], decision["by"]) == ("whole-side", 1, "the table")
    assert decision["says"].startswith("The ships of the loser's allies are counted as well")
    again = told("rule", "1", "--house", "--says", "Ask Cy.", db=db)
    assert [d["says"] for d in again["decisions"]][1:] == ["Ask Cy."]
    assert again["decisions"][1]["before"] == again["decisions"][0]["id"]
    assert "superseded" in page("show", "1", db=db)


def test_notes_appeals_lists_and_search(db: Path) -> None:
    _opened(db)
    _opened(db, "about the Zombie", "red 3 : 8 vs blue/Zombie 4 : N ; hand red 6")
    assert "nothing to appeal" in refused("appeal", "1", "--by", "Bob", "--reason", "no", db=db)
    told("rule", "1", db=db)
    assert "--by" in refused("appeal", "1", "--reason", "no", db=db)
    assert "--reason" in refused("appeal", "1", "--by", "Bob", db=db)
    told("appeal", "1", "--by", "Bob", "--reason", "unheard", db=db)
    assert "Noted" in page("note", "2", "we looked it up", "--by", "Cy", db=db)
    assert [row["state"] for row in told("list", db=db)["disputes"]] == ["open", "appealed"]
    assert [row["id"] for row in told("list", "--state", "appealed", db=db)["disputes"]] == [1]
    assert [row["id"] for row in told("search", "zomb", db=db)["disputes"]] == [2]
    assert [row["id"] for row in told("search", "looked", "up", db=db)["disputes"]] == [2]
    assert told("search", "xyzzy", db=db, status=3)["disputes"] == []
    assert "appeal by Bob: unheard" in page("show", "1", db=db)
    assert "blue v red" in page("list", db=db)
    assert "open, decided, appealed" in refused("list", "--state", "new", db=db)
    assert "no dispute 9" in refused("show", "9", db=db)


def test_proofs_are_shown_when_asked_for_with_the_offense_first(db: Path) -> None:
    _opened(db)
    shown = page("show", "1", "--why", db=db)
    assert "consolidated 5.10.8.2.a" in shown
    assert "red may have a second encounter" in shown


def test_what_was_decided_is_said_when_it_comes_up_again(db: Path) -> None:
    _opened(db, "four, by 5.10.8.2.a")
    told("rule", "1", "--by", "Ann", db=db)
    again = told("open", "yellow 3 : 11 vs purple 4 : N ; hand yellow 6", "--party", "purple", "--claim", "four",
                 "--party", "yellow", "--claim", "none", db=db)  # fmt: skip
    assert [(one["dispute"], one["state"]) for one in again["precedents"]] == [(1, "followed")]
    shown = page("open", LINE, "--party", "a", "--claim", "x", "--party", "b", "--claim", "y", db=db)
    assert "decided before  dispute 1" in shown


def test_a_house_ruling_is_promoted_and_rules_at_that_table_from_then_on(db: Path) -> None:
    # DF-37 by `whole-side`: the two ships of green count as well as blue's four
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    run("table", "red", "blue", "--table", "friday", db=db)
    at_table = ("open", line, "--party", "blue", "--claim", "DF-37", "--party", "red", "--claim", "no", "--table")
    assert told(*at_table, db=db)["sides"][0]["ruling"]["players"]["blue"]["compensation"] == 4
    told("rule", "1", "--house", "--reading", "whole-side", db=db)
    assert "--table" in refused("promote", "1", db=db)
    rule = told("promote", "1", "--table", "friday", db=db)["rule"]
    assert (rule["question"], rule["reading"]) == ("DF-37", "whole-side")
    assert told(*at_table, db=db)["sides"][0]["ruling"]["players"]["blue"]["compensation"] == 6
    assert told("show", "1", db=db)["promotions"][0]["game"] == "friday"


def test_everything_recorded_is_judged_again(db: Path) -> None:
    _opened(db, other=OTHER, status=3)
    assert told("recheck", db=db) == {"format": 1, "judged": 2, "otherwise": []}
    assert page("recheck", db=db) == "Nothing would be ruled otherwise now. 2 stand as ruled.\n"


# -- writing down ------------------------------------------------------------------------------------------------------


def test_a_slip_for_the_chat_and_the_same_as_data(db: Path, tmp_path: Path) -> None:
    _opened(db, "four, by 5.10.8.2.a", other=OTHER, status=3)
    told("rule", "1", "--side", "2", "--by", "Ann", "--reason", "we counted the hand", db=db)
    slip = page("export", "1", db=db)
    for piece in (
        "**Dispute 1** · blue v red",
        "- **blue**: four, by 5.10.8.2.a",
        "**What decides**: red's hand (blue says 6 cards, red says 2 cards)",
        "5.10.8.2.a (the printed rules): the ruling rests on it",
        "**Decided** by Ann",
        "- because: we counted the hand",
    ):
        assert piece in slip
    assert len(slip) < 2000
    out = tmp_path / "slip.md"
    assert page("export", "1", "--out", str(out), db=db) == ""
    assert out.read_text(encoding="utf-8") == slip
    rows = list(csv.DictReader(page("export", "--format", "csv", db=db).splitlines()))
    assert [(row["party"], row["line"], row["decided_by"]) for row in rows] == [
        ("blue", LINE, "Ann"),
        ("red", OTHER, "Ann"),
    ]
    assert json.loads(page("export", "1", "--format", "json", db=db)) == told("show", "1", db=db)
    assert "md, json, csv" in refused("export", "1", "--format", "pdf", db=db)
    assert "could not be written" in refused("export", "1", "--out", str(tmp_path), db=db)


# -- texts of players --------------------------------------------------------------------------------------------------


def test_texts_of_players_come_back_as_they_went_in_and_do_nothing(db: Path) -> None:
    told(
        "open",
        LINE,
        "--party",
        NASTY[:60],
        "--claim",
        NASTY,
        "--party",
        "cy",
        "--claim",
        "no",
        "--about",
        NASTY,
        db=db,
    )
    told("rule", "1", "--house", "--says", NASTY, "--reason", NASTY, "--dissent", NASTY, "--by", NASTY, db=db)
    told("note", "1", NASTY, "--by", NASTY, db=db)
    told("appeal", "1", "--reason", NASTY, "--by", NASTY, db=db)
    shown = told("show", "1", db=db)
    (decision,) = shown["decisions"]
    assert shown["sides"][0]["claim"] == shown["about"] == NASTY
    assert [decision[key] for key in ("says", "reason", "dissent", "by")] == [NASTY] * 4
    assert (shown["notes"][0]["says"], shown["appeals"][0]["reason"]) == (NASTY, NASTY)
    exported = json.loads(page("export", "1", "--format", "json", db=db))
    assert exported["sides"][0]["claim"] == NASTY
    for args in (("show", "1"), ("show", "1", "--why"), ("list",), ("search", "drop"), ("export", "1")):
        printed = run("dispute", *args, db=db, FORCE_COLOR="1", COLUMNS="80").stdout
        plain = re.sub(r"\x1b\[[\d;]*m", "", printed)
        assert not CONTROL.search(plain), args
        assert "\x1b[31mred\x1b[0m \x1b[2J" not in printed
        if args[0] in ("show", "export"):
            assert r"\x1b[31mred\x1b[0m" in plain
            assert "[bold red]x[/]" in " ".join(plain.split())
    slip = page("export", "1", db=db)
    assert re.search(r"``[^`]*`code`.*<script>.*``", slip)  # between backquotes, so that no chat reads it as marks
    assert told("list", db=db)["disputes"][0]["about"] == NASTY


def test_a_table_of_rows_runs_no_formula(db: Path) -> None:
    _opened(db, "=HYPERLINK(1)")
    (row, _) = csv.DictReader(page("export", "1", "--format", "csv", db=db).splitlines())
    assert row["claim"] == "'=HYPERLINK(1)"


def test_a_text_of_a_megabyte_comes_by_the_input_and_comes_back_whole(db: Path) -> None:
    claim = "שלום [b] \x1b[31m " * 70_000
    command = [sys.executable, "-c", "from referee.cli import main; main()", "dispute", "open", LINE, "--party", "a",
               "--claim", "-", "--party", "b", "--claim", "no"]  # fmt: skip
    env = {**os.environ, "REFEREE_DB": str(db), "COLUMNS": "80"}
    shown = subprocess.run(command, input=claim, capture_output=True, text=True, env=env, timeout=120, check=False)
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout) < 10_000
    assert "more letters" in shown.stdout
    assert told("show", "1", db=db)["sides"][0]["claim"] == claim


# -- asking ------------------------------------------------------------------------------------------------------------


def test_at_a_terminal_what_is_missing_is_asked_for(db: Path) -> None:
    answers = {
        "What happened, on one line": "red 3 : 8 vs blue 4 :",
        "Expected an encounter card": LINE,
        "Who is the first side": "blue",
        "What does blue claim": "four",
        "Who is the second side": "red",
        "What does red claim": "two",
        "How does red tell it": OTHER,
    }
    shown, status = _typed(("dispute", "open"), answers, db)
    assert status == 3, shown
    assert "What decides: red's hand." in shown
    asked, status = _typed(
        ("dispute", "rule", "1"), {"Whose account holds (1 blue, 2 red)": "7", "from 1 to 2": "2"}, db
    )
    assert status == 0, asked
    assert told("show", "1", db=db)["decisions"][0]["side"] == 2


def _typed(args: tuple[str, ...], answers: dict[str, str], db: Path) -> tuple[str, int]:
    """Runs a command at a terminal of its own and answers what it asks; what was shown, and the exit status."""
    leader, follower = pty.openpty()
    env = {**os.environ, "REFEREE_DB": str(db), "NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"}
    command = [sys.executable, "-c", "from referee.cli import main; main()", *args]
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=env, close_fds=True)
    os.close(follower)
    shown, left, seen = "", list(answers.items()), 0
    end = time.monotonic() + 60
    while time.monotonic() < end:
        ready, _, _ = select.select([leader], [], [], 0.2)
        if ready:
            try:
                piece = os.read(leader, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece.decode(errors="replace")
        elif process.poll() is not None:
            break
        if left and (at := shown.find(left[0][0], seen)) >= 0 and re.search(r"\? $", shown):
            seen = at + 1
            os.write(leader, f"{left.pop(0)[1]}\n".encode())
    status = process.wait(timeout=10)
    os.close(leader)
    assert not left, shown
    return shown, status
