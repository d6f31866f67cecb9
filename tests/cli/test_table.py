"""The table as it is typed: every command, what it prints, its exit status, and no traceback whatever is typed."""

from __future__ import annotations

import json
import os
import random
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import rulebase
from referee.errors import RefereeError
from referee.judge.ways.table import lay_table, play, rule_command, rule_question
from referee.playtesting import playing
from referee.render.board import print_board
from referee.state.kept import show
from referee.state.table import Table
from tests import effort
from tests.cli.test_commands import run
from tests.kept import from_data

SEATS = ("red", "purple", "yellow", "blue")
TO_ALLIANCE = ("destiny purple", "launch red 3 at purple.2")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "referee.db"
    assert run("table", *SEATS, db=path).returncode == 0
    return path


def told(*args: str, db: Path, status: int = 0) -> Any:
    """What a command answers as JSON."""
    shown = run(*args, "--json", db=db)
    assert (shown.returncode, shown.stderr) == (status, ""), shown
    return json.loads(shown.stdout)


def _do(db: Path, *commands: str) -> None:
    for command in commands:
        shown = run("do", command, db=db)
        assert (shown.returncode, shown.stderr) == (0, ""), shown


def test_who_is_called_after_an_alien_has_that_sheet_at_a_table(db: Path) -> None:
    laid = run("table", "macron", "zombie/none", "red", db=db)
    assert "macron/Macron" in laid.stdout
    assert "zombie/" not in laid.stdout
    assert "assumed: macron has the sheet of Macron, by its name (macron/none if not)" in laid.stdout


def test_a_table_is_laid_shown_listed_chosen_and_exported(db: Path) -> None:
    _do(db, *TO_ALLIANCE)
    table = told("table", "show", db=db)
    assert table["name"] == "table"
    assert table["gate"] == {"red": 3}
    assert table["phase"] == "alliance"
    assert told("table", db=db) == table
    assert run("table", "red/Clone", "blue", "--table", "other", db=db).returncode == 0
    assert [row["name"] for row in told("table", "list", db=db)["tables"]] == ["other", "table"]
    assert told("table", "show", db=db)["aliens"] == {"red": ["Clone"]}
    assert told("table", "show", "table", db=db) == table
    assert told("table", "show", "-t", "table", db=db) == table
    assert told("table", "use", "table", db=db) == table
    assert told("table", db=db) == table
    exported = run("table", "export", db=db).stdout.splitlines()
    assert exported == [f"table {' '.join(SEATS)}", *TO_ALLIANCE]
    assert told("table", "export", db=db)["play"] == exported
    assert told("table", "export", "other", db=db)["play"] == ["table red/Clone blue"]
    played = play("\n".join(exported))
    assert played.faults == []
    assert played.table is not None
    assert played.table.ships["gate"] == {"red": 3}


def test_the_words_of_a_command_may_be_quoted_or_not(db: Path) -> None:
    assert run("do", "destiny purple", db=db).returncode == 0
    assert run("do", "launch", "red", "3", "at", "purple.2", db=db).returncode == 0
    assert run("do", "set hand red:", "-7", "N", "+2", db=db).returncode == 0
    assert run("do", "set", "hand", "purple:", "8", db=db).returncode == 0
    _do(db, "invite red: none", "invite purple: none")
    assert run("do", "play", "red", "-7", db=db).returncode == 0
    assert told("table", db=db)["hands"]["red"] == 2
    assert run("table", "table red blue", db=db).returncode == 0


def test_a_refused_command_says_the_clause_and_leaves_the_table_as_it_was(db: Path) -> None:
    _do(db, "destiny purple")
    before = told("table", db=db)
    shown = run("do", "launch red 5 at purple.2", db=db, COLUMNS="200")
    assert shown.returncode == 1
    assert "[5.6.3]" in shown.stdout
    assert "launch red 4 at purple.2" in shown.stdout
    verdict = told("do", "launch red 5 at purple.2", db=db, status=1)
    assert verdict["status"] == "illegal"
    assert verdict["illegal"][0]["cites"][0] == "consolidated 5.6.3"
    assert verdict["illegal"][0]["nearest"] == ["launch red 4 at purple.2"]
    assert verdict["proof"]["from"]
    assert told("table", db=db) == before
    assert [entry["command"] for entry in told("history", db=db)["history"]][1:] == ["destiny purple"]


def test_anyway_goes_on_and_is_recorded(db: Path) -> None:
    _do(db, "destiny purple")
    verdict = told("do", "launch red 5 at purple.2", "--anyway", db=db)
    assert verdict["anyway"]
    assert verdict["illegal"][0]["cites"][0] == "consolidated 5.6.3"
    assert verdict["table"]["gate"] == {"red": 5}
    entry = told("history", db=db)["history"][-1]
    assert (entry["command"], entry["anyway"]) == ("launch red 5 at purple.2", True)
    assert "(anyway)" in run("history", db=db).stdout
    assert run("table", "export", db=db).stdout.endswith("launch red 5 at purple.2  # anyway\n")


def test_undo_redo_and_history(db: Path) -> None:
    _do(db, *TO_ALLIANCE)
    after = told("table", db=db)
    undone = told("undo", db=db)
    assert undone["undone"] == TO_ALLIANCE[1]
    assert undone["table"]["gate"] == {}
    assert [entry["undone"] for entry in told("history", db=db)["history"]] == [False, False, True]
    assert "taken back" in run("history", db=db).stdout
    redone = told("redo", db=db)
    assert redone["redone"] == TO_ALLIANCE[1]
    assert told("table", db=db) == after
    assert "nothing was taken back" in run("redo", db=db).stderr
    assert run("undo", db=db).stdout.startswith(f"taken back: {TO_ALLIANCE[1]}\n")
    assert run("undo", db=db).returncode == 0
    shown = run("undo", db=db)
    assert (shown.returncode, shown.stdout, shown.stderr) == (2, "", "there is nothing to take back\n")


def test_legal_lists_what_may_be_done_and_by_whom(db: Path) -> None:
    offered = told("legal", db=db)["commands"]
    assert ("red", "destiny purple") in [(offer["who"], offer["command"]) for offer in offered]
    _do(db, *TO_ALLIANCE, "invite red: yellow blue", "invite purple: none")
    for offer in told("legal", "yellow", db=db)["commands"]:
        assert offer["who"] == "yellow"
        assert run("do", offer["command"], db=db).returncode == 0
        assert run("undo", db=db).returncode == 0
    assert told("legal", "RED", db=db) == told("legal", "red", db=db)
    shown = run("legal", "orange", db=db)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "red, purple, yellow, blue" in shown.stderr


@pytest.mark.parametrize(
    ("question", "status", "cites"),
    [
        ("ally yellow offense 3 ; offense red ; defense purple ; invited yellow", 0, None),
        ("ally yellow offense 5 ; offense red ; defense purple ; invited yellow", 1, "consolidated 5.7.3"),
        ("ally purple offense 3 ; offense red ; defense purple", 1, "consolidated 5.7.2.1"),
    ],
)
def test_may_rules_one_command_on_a_table_of_few_facts(db: Path, question: str, status: int, cites: str | None) -> None:
    verdict = told("may", question, db=db, status=status)
    assert verdict["status"] == ("illegal" if status else "legal")
    if cites:
        assert any(cite.startswith(cites) for refusal in verdict["illegal"] for cite in refusal["cites"])
    assert run("may", *question.split(), db=db).returncode == status


def test_may_says_that_it_is_legal_and_by_which_clause(db: Path) -> None:
    # Everybody taking part may play reinforcements once the cards are turned up (4.2.1); what is assumed allows nothing
    question = "reinforce lime +4 defense ; offense teal ; defense rust ; phase reveal ; gate teal 1, lime 2"
    assert told("may", question, db=db)["allowed_by"] == ["consolidated 4.2.1"]
    shown = run("may", question, db=db).stdout.splitlines()
    assert shown[0] == "Legal: reinforce lime +4 defense  [4.2.1]"
    assert shown[1:] == ["  assumed: the gate points at rust.1", "  assumed: lime holds +4"]
    # An artifact has the effect that its text describes (4.3.1), and what is refused is allowed by nothing (5.6.3)
    assert told("may", "plague red by blue ; offense red", db=db)["allowed_by"][:2] == [
        "card Plague",
        "consolidated 4.3.1",
    ]
    assert told("may", "launch red 5 at blue.1 ; offense red", db=db, status=1)["allowed_by"] == []


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (("do", "lanch red 3 at purple.2"), 2, "launch"),
        (("do", "launch red"), 2, "how many ships"),
        (("do", "launch red 3 near red.1"), 2, "'at'"),
        (("do", ""), 2, "a command"),
        (("do", "draw orange 1"), 2, "red, purple, yellow, blue"),
        (("do", "destiny purple", "-t", "nowhere"), 2, "no table 'nowhere'"),
        (("do", "table red blue"), 2, "is laid"),
        (("table", "red"), 2, "2 players"),
        (("table", "red", "red"), 2, "red is taken"),
        (("table", "red/Nobody-Knows", "blue"), 2, ""),
        (("table", "red", "blue", "--edition", "chess"), 2, "chess"),
        (("table", "use"), 2, "table use NAME"),
        (("table", "use", "no", "such"), 2, "no table 'no such'"),
        (("table", "show", "\udcff"), 2, "no table"),
        (("legal", "-t", "'; drop table tables; --"), 2, "no table"),
        (("may", "ally"), 2, "player"),
        (("may", "; ;"), 2, ""),
        (("history", "-t", "\x1b[31m"), 2, "no table"),
    ],
)
def test_bad_input_is_answered_plainly(db: Path, args: tuple[str, ...], status: int, says: str) -> None:
    shown = run(*args, db=db)
    assert shown.returncode == status, shown
    assert "Traceback" not in shown.stderr
    assert "\x1b" not in shown.stderr
    assert says in shown.stderr
    as_json = run(*args, "--json", db=db)
    assert as_json.returncode == status
    assert json.loads(as_json.stdout)["format"] == 1


def test_without_a_table(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    for args in (("table",), ("do", "end"), ("legal",), ("undo",), ("redo",), ("history",), ("table", "export")):
        shown = run(*args, db=db)
        assert (shown.returncode, shown.stdout) == (2, ""), args
        assert "lay one with: referee table" in shown.stderr
    assert json.loads(run("table", "list", "--json", db=db).stdout)["tables"] == []
    assert not db.exists()
    shown = run("table", "red", "blue", db=tmp_path)
    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr


def test_a_damaged_table_is_reported_exported_and_repaired(db: Path) -> None:
    _do(db, *TO_ALLIANCE)
    table = told("table", db=db)
    for state in ("{", "{}", '{"seats": 3, "hands": {}}'):
        base = sqlite3.connect(db)
        base.execute("update tables set state = ?", (state,))
        base.commit()
        base.close()
        for args in (("table",), ("do", "draw red 1 for Remora"), ("legal",)):
            shown = run(*args, db=db)
            assert shown.returncode == 2, (state, shown)
            assert "damaged" in shown.stderr
            assert "table export" in shown.stderr
        assert run("table", "export", db=db).stdout.splitlines()[1:] == list(TO_ALLIANCE)
        assert "from its 2 commands" in run("table", "repair", db=db).stdout
        assert told("table", db=db) == table


def test_a_truncated_file_gives_up_its_commands(db: Path) -> None:
    _do(db, *TO_ALLIANCE)
    whole = db.read_bytes()
    db.write_bytes(whole[:-4096])
    shown = run("table", db=db)
    assert shown.returncode == 2
    assert "table export" in shown.stderr
    shown = run("table", "export", db=db)
    assert shown.returncode in (0, 4)
    assert set(shown.stdout.splitlines()) <= {f"table {' '.join(SEATS)}", *TO_ALLIANCE}
    assert shown.stdout.strip()
    db.write_bytes(whole[:4096])
    shown = run("table", "export", "--json", db=db)
    assert shown.returncode == 2
    assert "nothing can be read" in json.loads(shown.stdout)["error"]["says"]


def test_nobody_reads_to_the_end(db: Path) -> None:
    _do(db, *TO_ALLIANCE)
    code = "from referee.cli import main; main()"
    for args in effort.some(
        (("do", "draw red 1 for Remora"), ("table",), ("legal",), ("history",), ("table", "export")), 1
    ):
        reader, writer = os.pipe()
        os.close(reader)
        ended = subprocess.run(
            [sys.executable, "-c", code, *args],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "REFEREE_DB": str(db)},
            timeout=60,
            check=False,
        )
        os.close(writer)
        assert (ended.returncode, ended.stderr) == (0, ""), args
    assert told("history", db=db)["history"][-1]["command"] == "draw red 1 for Remora"


def _crowded() -> Table:
    """The worst that five players make of a board: stacks of several on many planets."""
    table = lay_table("table red/Anti-Matter purple/Zombie yellow/Macron blue/The-Cult green/Parasite")
    told = (
        "set red.1 red 2, purple 3; red.2 nobody; red.3 blue 4; red.4 blue 1, green 2, yellow 1; purple.1 purple 4, "
        "red 3; purple.2 red 1, yellow 2; purple.5 green 3, purple 1, blue 1; yellow.3 yellow 2, green 1; yellow.4 "
        "yellow 1; warp blue 3, red 2; blue.1 blue 2; blue.2 nobody; blue.3 blue 2; blue.4 blue 3; green.1 green 1; "
        "green.2 green 1; defense purple; phase launch"
    )
    verdict = rule_command(table, told)
    assert verdict.legal
    return rule_command(verdict.table, "launch red 2 at purple.1").table


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120, 200])
def test_the_board_fits_the_terminal(columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    games = [playing.play(seed, 5, rulebase(), most=12, plain=True).table for seed in range(3)]
    for table in (lay_table("table red purple yellow blue green"), _crowded(), *games):
        print_board(show(table))
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= columns
        assert [line for line in lines if line.endswith(" ")] == [] or columns < 80
        if columns >= 80:
            assert len(lines) <= 24
            rows = [line for line in lines if line.startswith(table.seats)]
            assert len([line for line in rows if "●" in line or "○" in line]) == 5
            grid = lines[lines.index(rows[0]) : lines.index(rows[-1]) + 1]
            drawn = [
                int(count) for cell in re.findall(r"\(.*\)|·\w\d", "".join(grid)) for count in re.findall(r"\d", cell)
            ]
            assert sum(drawn) >= sum(sum(stacks.values()) for stacks in show(table)["planets"].values())


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_a_crowded_board_keeps_its_columns(columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """Each planet stands under its number, each count under its word, however many stacks there are."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    for table in (lay_table("table red purple yellow blue green"), _crowded()):
        print_board(show(table))
        lines = capsys.readouterr().out.splitlines()
        head = next(line for line in lines if line.endswith("foreign"))
        assert head.split() == ["1", "2", "3", "4", "5", "hand", "home", "foreign"]
        for name in table.seats:
            (row,) = [line for line in lines if line.startswith(name) and "turn" not in line]
            assert [row[head.index(number) - 1] for number in "12345"] == ["("] * 5
            hand, home = (int(row[head.index(word) :].split()[0]) for word in ("hand", "home"))
            assert (hand, home) == (show(table)["hands"][name], show(table)["home"][name])
    crowded = next(line for line in lines if line.startswith("purple"))
    assert "▶(4·r~3)" in crowded  # the gate points at purple.1, where red has a colony
    assert "·r1" in crowded and "2·" not in crowded.split("(")[2]  # nobody of purple's on purple.2


def test_colors_go_with_no_color_and_with_a_pipe(db: Path) -> None:
    assert "\x1b[" not in run("table", db=db).stdout
    assert "\x1b[" in run("table", db=db, FORCE_COLOR="1").stdout
    _do(db, *TO_ALLIANCE)
    in_color = run("table", db=db, FORCE_COLOR="1").stdout
    assert "\x1b[31mred" in in_color
    plain = run("table", db=db, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert not re.search(r"\x1b\[[\d;]*3\d", plain)


def test_nothing_that_is_typed_breaks_the_judge() -> None:
    """Commands of random games, spoiled: a word left out, doubled, replaced or put elsewhere; on tables on the way."""
    source = random.Random(2)
    books = rulebase()
    tables: list[Table] = []
    commands: list[str] = []
    for seed in range(3):
        game = playing.play(seed, 3 + seed, books, most=12, watch=lambda before, _: tables.append(before), plain=True)
        commands += game.commands
    words = sorted({word for command in commands for word in command.split()})
    words += ["?", "-1", "999999999999", "9" * 40, "red.0", "red.9", "red.genesis", "/", ";", ",", ":", "'", '"', "\0",
              "é", "gate", "warp", "by", "nobody", "unplaced", "at", "to", "from", "[red]"]  # fmt: skip
    broken: list[str] = []
    for _ in range(effort.times(6000, 600)):
        said = source.choice(commands).split()
        for _ in range(source.randrange(1, 3)):
            at = source.randrange(len(said) + 1)
            match source.randrange(4):
                case 0:
                    said[at : at + 1] = []
                case 1:
                    said.insert(at, source.choice(words))
                case 2:
                    said[at : at + 1] = [source.choice(words)]
                case 3:
                    source.shuffle(said)
        text = " ".join(said)
        table = source.choice(tables)
        for call in (
            lambda table=table, text=text: rule_command(table, text, source.random() < 0.3).to_dict(),
            lambda text=text: rule_question(text).to_dict() if source.random() < 0.2 else None,
        ):
            try:
                call()
            except RefereeError:
                continue
            except Exception as error:  # the test is that there is none
                broken.append(f"{text}: {type(error).__name__}: {error} ({table.phase})")
    assert broken == []


def test_a_state_of_an_older_referee_is_filled_up(db: Path) -> None:
    _do(db, *TO_ALLIANCE)
    base = sqlite3.connect(db)
    state = json.loads(base.execute("select state from tables").fetchone()[0])
    assert from_data(state).phase == "alliance"
    for late in ("acts", "empty", "winning"):
        del state[late]
    base.execute("update tables set state = ?", (json.dumps({**state, "unheard of": 1}),))
    base.commit()
    base.close()
    _do(db, "invite red: none")
    assert told("table", db=db)["gate"] == {"red": 3}
