"""The commands as they are typed: what they print, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.state.facts import FACTS
from tests import command
from tests.lines import EXAMPLE

SWITCH_OFF = {"NO_COLOR": "1", "COLUMNS": "80"}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def run(*args: str, db: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, **env}
    told.pop("REFEREE_DB", None)
    if db is not None:
        told["REFEREE_DB"] = str(db)
    return command.referee(*args, env=told)


def test_the_example_fits_one_screen_and_tells_everything(db: Path) -> None:
    shown = run("encounter", EXAMPLE, db=db)
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[0] == "The offense wins, 19 to 18."
    assert len(lines) <= 30
    assert max(len(line) for line in lines[2:]) <= 80
    for piece in (
        "2 to the warp",
        "4 return",
        "purple may take back its 12",
        "+2 10 12",
        "[5.10.1.1.b]",
        "rests on",
        "assumed",
    ):
        assert piece in shown.stdout


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (EXAMPLE, 0),
        ("red 5 : 10 vs blue 2 : 8", 1),
        ("red 3 : 10 vs", 2),
        ("red 3 : 10 vs blue 25 : 8", 2),
        ("red 3 : ? vs blue 2 : 8", 3),
        ("red 3 : Retreat vs blue 2 : 8", 3),
    ],
)
def test_exit_statuses(line: str, status: int, db: Path) -> None:
    for options in ((), ("--json",), ("--why",)):
        shown = run("encounter", line, *options, db=db)
        assert shown.returncode == status, shown
        assert "Traceback" not in shown.stderr
        if options == ("--json",):
            assert json.loads(shown.stdout)["format"] == 1


def test_json_is_the_contract(db: Path) -> None:
    told = json.loads(run("encounter", EXAMPLE, "--json", db=db).stdout)
    for key in ("format", "edition", "position", "status", "outcome", "totals", "margin", "flips", "players",
                "second_encounter", "winners", "then", "discards", "illegal", "grade", "citations", "questions",
                "assumes", "cases", "needs", "proof"):  # fmt: skip
        assert key in told
    assert told["players"]["purple"] == {
        "role": "defense", "ships": 2, "lands": 0, "warp": 2, "returns": 0, "stays": 0, "removed": 0,
        "compensation": 0, "rewards": 0, "rewards_as_ships": 0, "colonies": {"foreign": 0, "home": -1}, "power": "kept",
    }  # fmt: skip
    assert {"says", "kind", "value", "cites", "from"} <= told["proof"].keys()


def test_what_is_not_understood_shows_the_place() -> None:
    shown = run("encounter", "red 3 : 10 vs blue/Makron 2 : 8", "--no-log")
    assert shown.returncode == 2
    assert shown.stderr.splitlines()[:2] == ["red 3 : 10 vs blue/Makron 2 : 8", " " * 19 + "^"]
    assert "Macron" in shown.stderr
    told = json.loads(run("encounter", "red 3 : 10 vs blue/Makron 2 : 8", "--no-log", "--json").stdout)
    assert (told["error"]["kind"], told["error"]["column"]) == ("malformed", 19)


def test_a_ruling_that_cannot_be_kept_is_given_all_the_same(tmp_path: Path) -> None:
    shown = run("encounter", EXAMPLE, "--db", str(tmp_path))
    assert shown.returncode == 4
    assert "The offense wins, 19 to 18." in shown.stdout
    assert shown.stderr.count("\n") == 1
    assert shown.stderr.startswith("warning: ")


def test_no_log_keeps_nothing(db: Path) -> None:
    assert run("encounter", EXAMPLE, "--no-log", db=db).returncode == 0
    assert not db.exists()


def test_the_log_shows_the_latest_and_one_again(db: Path) -> None:
    assert "No ruling is kept" in run("log", db=db).stdout
    first = run("encounter", EXAMPLE, db=db).stdout
    run("encounter", "red 2 : 10 vs blue 4 : 8", db=db)
    shown = run("log", db=db)
    assert shown.returncode == 0
    assert shown.stdout.index("12 to 12") < shown.stdout.index("19 to 18")
    assert run("log", "1", db=db).stdout == first
    assert [row["id"] for row in json.loads(run("log", "--json", db=db).stdout)["rulings"]] == [2, 1]
    missing = run("log", "9", db=db)
    assert (missing.returncode, "no ruling 9" in missing.stderr) == (2, True)


def test_text_from_players_is_never_markup(db: Path) -> None:
    shown = run(
        "encounter", "red 3 : 10 vs blue 2 : 8 ; add offense 2 [red]x[/] \x1b[31m \u202e", db=db, FORCE_COLOR="1"
    )
    assert "[red]x[/]" in shown.stdout
    assert "\x1b[31m \u202e" not in shown.stdout
    assert "\\x1b[31m" in shown.stdout


def test_an_unknown_edition_is_named() -> None:
    shown = run("encounter", EXAMPLE, "--edition", "../../etc", "--no-log")
    assert shown.returncode == 2
    assert "no such edition" in shown.stderr


def test_check_compares_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    case = (
        'format = 1\nsection = "x"\n[[case]]\nid = "XX01"\ntitle = "Ties"\nencounter = "red 2 : 10 vs blue 4 : 8"\n'
        '[case.expect]\noutcome = "{}"\n'
    )
    path.write_text(case.format("offense-wins"))
    shown = run("check", str(path))
    assert shown.returncode == 1
    assert "XX01 failed" in shown.stdout
    assert "offense-wins" in shown.stdout
    assert "defense-wins" in shown.stdout
    path.write_text(case.format("defense-wins"))
    assert run("check", str(path)).returncode == 0
    strict = json.loads(run("check", str(path), "--strict", "--json").stdout)
    assert strict["failed"] == 1
    assert {d["where"] for d in strict["cases"][0]["differences"]} >= {"status", "totals", "players.red.ships"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1\nsection = [", "it is not TOML"),
        ('format = 2\nsection = "x"\ncase = []', "format"),
        ('format = 1\nsection = "x"\n[[case]]\nid = "XX01"\ntitle = "x"\nexpekt = 1\n[case.expect]\n', "XX01"),
    ],
)
def test_a_broken_case_file_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(text)
    shown = run("check", str(path))
    assert shown.returncode == 2
    assert str(path) in shown.stderr
    assert said in shown.stderr
    assert run("check", str(tmp_path / "none")).returncode == 2


def _checked(tmp_path: Path, expect: str, more: str = "", line: str = "red 5 : 8 vs blue 2 : 8", *options: str) -> int:
    path = tmp_path / "cases.toml"
    path.write_text(
        f'format = 1\nsection = "x"\n[[case]]\nid = "XX1"\ntitle = "x"\nencounter = "{line}"\n{more}\n'
        f"[case.expect]\n{expect}\n"
    )
    shown = run("check", str(path), *options)
    assert "Traceback" not in shown.stderr
    return shown.returncode


@pytest.mark.parametrize(
    ("expect", "more", "line", "status"),
    [
        ('refused = "illegal"\ncites = ["5.6.3"]', "", "red 5 : 8 vs blue 2 : 8", 0),
        ('refused = "illegal"\ncites = ["consolidated:5.6.3"]', "", "red 5 : 8 vs blue 2 : 8", 0),
        ('refused = "illegal"\ncites = ["5.7.3"]', "", "red 5 : 8 vs blue 2 : 8", 1),
        ('refused = "illegal"\noutcome = "offense-wins"', "", "red 5 : 8 vs blue 2 : 8", 1),
        ('refused = "malformed"\ncites = ["5.6.3"]', "", "red 5 : 8 vs", 1),
        ('refused = "malformed"', 'settles = ["5.6.3"]', "red 5 : 8 vs", 1),
        ('refused = "impossible"', "", "red 25 : 8 vs blue 2 : 8", 0),
        ('outcome = "defense-wins"\ncases = []', "", "red 3 : A vs blue 2 : 10", 1),
        ('edition = "consolidated"\ngrade = "faq"', 'settles = ["5.10.1.1.d"]', "red 3 : 8 vs blue 2 : 8", 0),
        ("nonsense = 3", "", "red 3 : 8 vs blue 2 : 8", 1),
        ("margin = nan", "", "red 3 : 8 vs blue 2 : 8", 1),
        ("margin = 2020-01-01", "", "red 3 : 8 vs blue 2 : 8", 1),
        ('outcome = "offense-wins"', 'deviates = "to be mended"', "red 3 : 4 vs blue 2 : 8", 0),
        ('outcome = "defense-wins"', 'deviates = "mended already"', "red 3 : 4 vs blue 2 : 8", 1),
        ('outcome = "defense-wins"', 'play = "table red blue"', "red 3 : 4 vs blue 2 : 8", 2),
        ("in = 3", "", "red 3 : 4 vs blue 2 : 8", 2),
        ("players = [1]", "", "red 3 : 4 vs blue 2 : 8", 2),
        ("cites = [[1]]", "", "red 3 : 4 vs blue 2 : 8", 2),
        ("in.nowhere = { outcome = 'x' }", "", "red 3 : 4 vs blue 2 : 8", 1),
    ],
)
def test_a_case_is_held_to_all_it_says(tmp_path: Path, expect: str, more: str, line: str, status: int) -> None:
    assert _checked(tmp_path, expect, more, line) == status
    assert _checked(tmp_path, expect, more, line, "--json") == status


def test_strict_wants_both_totals(tmp_path: Path) -> None:
    red = "players.red = { ships = 2, compensation = 0, rewards = 0 }"
    players = f"{red}\nplayers.blue = {{ ships = 4, compensation = 0, rewards = 0 }}"
    whole = f'status = "determined"\noutcome = "defense-wins"\n{players}\ntotals = {{ offense = 12, defense = 12 }}'
    line = "red 2 : 10 vs blue 4 : 8"
    assert _checked(tmp_path, whole, "", line, "--strict") == 0
    assert _checked(tmp_path, whole.replace(", defense = 12", ""), "", line, "--strict") == 1


def test_an_id_stands_once(tmp_path: Path) -> None:
    text = '[[case]]\nid = "XX1"\ntitle = "x"\nencounter = "red 2 : 1 vs blue 4 : 8"\n'
    text += '[case.expect]\noutcome = "defense-wins"\n'
    (tmp_path / "a.toml").write_text('format = 1\nsection = "x"\n' + text)
    (tmp_path / "b.toml").write_text('format = 1\nsection = "y"\n' + text)
    shown = run("check", str(tmp_path))
    assert (shown.returncode, "XX1 stands in" in shown.stderr) == (2, True)


def test_nobody_reads_what_is_printed(db: Path) -> None:
    words = [sys.executable, "-c", "from referee.cli import main; main()", "encounter", EXAMPLE, "--why"]
    env = {**os.environ, "REFEREE_DB": str(db)}
    reader, writer = os.pipe()
    os.close(reader)
    shown = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True, env=env, timeout=60, check=False)
    os.close(writer)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert len(json.loads(run("log", "--json", db=db).stdout)["rulings"]) == 1


def test_a_full_disk_is_said_plainly(db: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    words = [sys.executable, "-c", "from referee.cli import main; main()", "encounter", EXAMPLE, "--json"]
    with open("/dev/full", "w") as full:
        env = {**os.environ, "REFEREE_DB": str(db)}
        shown = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, env=env, timeout=60, check=False)
    assert shown.stderr.startswith("warning: ")
    assert "Traceback" not in shown.stderr


def test_names_come_out_whole_on_any_output(db: Path) -> None:
    shown = run("encounter", "Zoë 3 : 10 vs blue 2 : 8", "--json", db=db, PYTHONIOENCODING="ascii")
    assert "Zoë" in json.loads(shown.stdout)["players"]


@pytest.mark.parametrize(
    "args",
    [
        ("encounter", "red/" + "a" * 300 + " 3 : 10 vs blue 2 : 8", "--no-log"),
        ("encounter", EXAMPLE, "--edition", "a" * 300, "--no-log"),
        ("alien", "a" * 300),
        ("check", "a" * 300),
        ("log", "--db", "a" * 300),
        ("log", "99999999999999999999"),
        ("rule", "warp"),
        ("rule", "nobook:3"),
    ],
)
def test_bad_words_get_a_plain_sentence(args: tuple[str, ...]) -> None:
    shown = run(*args)
    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr
    assert shown.stderr.strip()


def test_a_damaged_ruling_is_named(db: Path) -> None:
    run("encounter", EXAMPLE, db=db)
    import sqlite3

    with sqlite3.connect(db) as database:
        database.execute("update rulings set ruling = 'gone'")
    assert "(damaged)" in run("log", db=db).stdout
    shown = run("log", "1", db=db)
    assert (shown.returncode, "damaged" in shown.stderr) == (2, True)


def test_a_file_that_cannot_be_read_does_not_stop_a_ruling(tmp_path: Path) -> None:
    path = tmp_path / "there" / "referee.db"
    path.parent.mkdir()
    path.write_text("x")
    path.chmod(0)
    assert run("encounter", EXAMPLE, "--db", str(path), "--no-log").returncode == 0
    assert run("encounter", EXAMPLE, "--db", str(path)).returncode == 4


def test_rule_and_alien() -> None:
    told = json.loads(run("rule", "CR 5.10.1.1d1", "--json").stdout)
    assert (told["book"], told["id"], told["grade"]) == ("consolidated", "5.10.1.1.d.1", "rulebook")
    assert "RA01" in told["cases"]
    assert json.loads(run("rule", "consolidated:5.10.1.1.c.(1)", "--json").stdout)["id"] == "5.10.1.1.c.1"
    assert json.loads(run("rule", "setup.15", "--edition", "ffg2018", "--json").stdout)["book"] == "ffg2018"
    missing = run("rule", "5.10.1.1.z")
    assert (missing.returncode, "nearest" in missing.stderr) == (2, True)
    assert json.loads(run("alien", "macron", "--json").stdout)["reach"] == "executable"
    assert json.loads(run("alien", "The-Cult", "--json").stdout)["reach"] == "timed"
    assert "Macron" in run("alien", "Makron").stderr
    assert json.loads(run("card", "cosmic zap", "--json").stdout)["applied"] is True
    assert "Ionic-Gas" in run("card", "Ionic-Gass").stderr


def test_a_copy_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("not that book")
    shown = run("book", "add", "consolidated", str(tmp_path / "other.txt"), XDG_DATA_HOME=str(tmp_path / "data"))
    assert (shown.returncode, "it lacks 307 of 307 places" in shown.stderr) == (2, True)
    listed = json.loads(run("book", "list", "--json", XDG_DATA_HOME=str(tmp_path / "data")).stdout)["books"]
    assert {row["book"] for row in listed} == {"consolidated", "duel", "ffg2018", "mayfair1991", "warp"}
    assert not any(row["copy"] for row in listed)
    assert not (tmp_path / "data").exists()


def test_ask_and_search() -> None:
    shown = run("ask", "we both have the same total, who wins?", "--json")
    told = json.loads(shown.stdout)
    assert told["answered"] is True
    assert told["answers"][0]["id"] == "consolidated 5.10.1.1.d.1"
    flare = run("ask", "a flare that I played, does it come back to my hand?").stdout
    assert "otherwise in" in flare  # the older editions discard it
    assert "mayfair1991" in flare
    shown = run("ask", "which alien has the prettiest picture?")
    assert (shown.returncode, "do not answer" in shown.stdout) == (3, True)
    for edition, book in (("warp+punt", "warp"), ("mayfair1991", "mayfair1991"), ("ffg2018", "ffg2018")):
        said = run("ask", "who wins a tie?", "--edition", edition, "--json").stdout
        assert json.loads(said)["answers"][0]["id"].startswith(f"{book} ")
    assert "no such edition" in run("ask", "who wins a tie?", "--edition", "waarp").stderr
    quake = run("ask", "what is a cosmic quake?", "--edition", "warp").stdout
    assert quake.startswith("WARP rules: no answer to that")  # its book knows none
    assert "consolidated 4.9.1" in quake
    assert "consolidated 4.9.1" in run("search", "cosmic", "quake").stdout
    assert run("search", "xyzzy").returncode == 3


def test_question_and_compare() -> None:
    told = json.loads(run("question", "df5", "--json").stdout)
    assert (told["id"], told["prefers"]) == ("DF-05", "consolidated")
    assert "We take to-the-warp" in run("question", "DF-44").stdout
    told = json.loads(run("compare", "timing", "order", "--json").stdout)
    assert [group["editions"] for group in told["groups"]] == [["consolidated", "ffg2018"], ["mayfair1991", "warp"]]
    assert told["differs_by"] == ["consolidated 4.8.2.1", "mayfair1991 timing-conflicts.2"]
    for bad in (("question", "DF-99"), ("compare", "xyzzy")):
        shown = run(*bad)
        assert (shown.returncode, "Traceback" in shown.stderr) == (2, False)


def test_help_and_version() -> None:
    for name in ("encounter", "log", "rule", "alien", "card", "question", "compare", "check", "audit"):
        assert name in run("--help").stdout
        assert run(name, "--help").returncode == 0
    assert run("--version").stdout.startswith("referee ")


def test_the_facts_that_a_question_can_tell_are_in_its_help() -> None:
    shown = " ".join(run("may", "--help").stdout.split())
    assert ", ".join(FACTS) in shown.replace("; and offense, seats", "")
