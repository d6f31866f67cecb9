"""The interactive table: scripted through standard input, and its plain functions without a terminal."""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import Names, rulebase
from referee.cli import forms, lines
from referee.cli.complete import Scene, choices
from referee.cli.session import Session
from referee.judge.table.turn import HANDLERS
from referee.judge.ways.table import Offer, lay_table, offers, rule_command
from referee.render.play import next_line, prompt, shortened
from referee.state.acts import OPENINGS
from referee.state.commands import VERBS, read_command
from referee.state.completion import what_next
from referee.state.facts import FACTS
from tests import command

SEATS = ("red", "purple", "yellow", "blue")
TABLE = "table red purple/Clone yellow blue"
OPENING = f"{TABLE}\noffense red\ndestiny purple\n"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "REFEREE_DB": str(tmp_path / "referee.db"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }


def referee(home: dict[str, str], *args: str, said: str | bytes = "") -> subprocess.CompletedProcess[str]:
    done = command.referee(*args, said=said, env=home)
    assert "Traceback" not in done.stderr + done.stdout
    assert "A fault of this program" not in done.stdout
    return done


def play(home: dict[str, str], said: str | bytes, *args: str) -> subprocess.CompletedProcess[str]:
    return referee(home, "play", *args, said=said)


# -- scripted ----------------------------------------------------------------------------------------------------------


def test_a_script_is_played_and_reads_as_it_was_played(home: dict[str, str]) -> None:
    shown = play(home, f"{OPENING}\n# a comment\nlaunch red 3 at purple.2  # another\n")
    assert (shown.returncode, shown.stderr) == (0, "")
    for piece in (
        "no table > table red purple/Clone yellow blue",
        "red · launch > launch red 3 at purple.2",
        "next (launch): launch red 1–4 at purple.1–5",
        "next (alliance): invite red: none|yellow|blue · invite red: yellow blue",
    ):
        assert piece in shown.stdout
    table = json.loads(referee(home, "table", "show", "--json").stdout)
    assert (table["gate"], table["phase"]) == ({"red": 3}, "alliance")


def test_a_refused_command_changes_nothing_and_shows_in_the_status(home: dict[str, str]) -> None:
    shown = play(home, f"{OPENING}launch red 5 at purple.2\nwhy\n")
    assert shown.returncode == 1
    assert "5.6.3" in shown.stdout
    assert "launch red 5 at purple.2: illegal" in shown.stdout
    assert json.loads(referee(home, "table", "show", "--json").stdout)["gate"] == {}


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("", 0),
        ("# nothing\n\n   \n", 0),
        ("help\nlegal\nshow\nhistory\nwhy\nquit\n", 0),
        ("lunch red\n", 2),
        ("launch red 3 at\n", 2),
        ("destiny purple\nlaunch red 5 at purple.2\nlunch\n", 1),
    ],
)
def test_exit_statuses(home: dict[str, str], said: str, status: int) -> None:
    assert play(home, said, *SEATS).returncode == status


def test_why_proves_the_last_answer(home: dict[str, str]) -> None:
    shown = play(home, "why\noffense red\nwhy\nlunch\nwhy\n", *SEATS).stdout
    assert "Nothing has been ruled in this sitting yet." in shown
    assert "offense red: legal" in shown
    assert "The last line was not ruled:" in shown
    assert shown.count("Did you mean: launch") == 2


def test_anyway_repeats_what_was_refused(home: dict[str, str]) -> None:
    shown = play(home, f"{OPENING}launch red 5 at purple.2\nanyway\nanyway\nhistory\n")
    assert "not legal, done anyway" in shown.stdout
    assert "nothing was refused just now" in shown.stdout
    assert json.loads(referee(home, "table", "show", "--json").stdout)["gate"] == {"red": 5}
    assert json.loads(referee(home, "history", "--json").stdout)["history"][-1]["anyway"] is True
    again = play(home, "undo\nlaunch red 5 at purple.2 --anyway\n")
    assert again.returncode == 0
    assert "nothing was refused" in play(home, "undo\nlaunch red 9 at purple.2\nundo\nanyway\n").stdout


def test_so_many_commands_are_taken_back_at_once_or_none(home: dict[str, str]) -> None:
    """`undo 3` takes three commands back; where there are fewer it says so and leaves the table alone."""
    commands = "launch red 3 at purple.2\ninvite red: none\ninvite purple: none\n"
    shown = play(home, f"{OPENING}{commands}undo 3\n").stdout
    assert [line for line in shown.splitlines() if line.startswith("taken back: ")] == [
        "taken back: invite purple: none",
        "taken back: invite red: none",
        "taken back: launch red 3 at purple.2",
    ]
    again = play(home, "redo 2\nundo 0\nundo x\nundo 99\nwhy 3\nhistory\n")
    for fault in ("say how many commands", "only 4 commands can be taken back", "`why` stands alone"):
        assert fault in again.stdout + again.stderr
    assert again.stdout.count("(taken back)") == 1
    undone = referee(home, "undo", "3", "--json")
    assert json.loads(undone.stdout)["commands"][0] == "invite red: none"
    assert "only" not in undone.stderr and referee(home, "undo", "0").returncode == 2


def test_undo_and_redo(home: dict[str, str]) -> None:
    shown = play(home, f"{OPENING}undo\nredo\nredo\n")
    assert "taken back: destiny purple" in shown.stdout
    assert "done again: destiny purple" in shown.stdout
    assert "nothing was taken back" in shown.stdout
    assert json.loads(referee(home, "table", "show", "--json").stdout)["phase"] == "launch"


def test_may_asks_and_does_nothing(home: dict[str, str]) -> None:
    shown = play(home, f"{OPENING}may launch red 5 at purple.2\nmay launch red 3 at purple.2\nanyway\n")
    assert shown.returncode == 1
    assert shown.stdout.count("Only asked: nothing was done.") == 2
    assert "nothing was refused just now" in shown.stdout
    assert len(json.loads(referee(home, "history", "--json").stdout)["history"]) == 3


def test_legal_for_one_player_and_for_nobody(home: dict[str, str]) -> None:
    shown = play(home, f"{OPENING}legal red\nlegal zed\n").stdout
    assert "launch red 4 at purple.5" in shown
    assert "nobody called zed sits here" in shown


def test_help_and_rule(home: dict[str, str]) -> None:
    shown = play(home, "help\nhelp launch\nhelp new\nhelp lunch\nrule 5.6.3\nrule 99.9\nrule\n").stdout
    for form in (*forms.COMMANDS, *forms.WORDS):
        assert form.typed in shown
    assert "in the phase: launch" in shown
    assert "new hand NAME" in shown
    assert "did you mean launch?" in shown
    assert "consolidated 5.6.3" in shown
    assert "It is typed so: rule ID, such as: rule 5.7.4" in shown


def test_a_table_is_resumed_by_name_and_two_are_kept_apart(home: dict[str, str]) -> None:
    play(home, "destiny purple\n", *SEATS, "-t", "one")
    play(home, "destiny yellow\n", *SEATS, "-t", "two")
    assert "against purple" in play(home, "", "-t", "one").stdout
    assert "against yellow" in play(home, "").stdout
    shown = play(home, "table use one\ntable list\nundo\ntable export\ntable show\n").stdout
    assert "taken back: destiny purple" in shown
    missing = play(home, "", "-t", "three")
    assert (missing.returncode, "three" in missing.stderr) == (2, True)
    assert play(home, "", "red").returncode == 2


def test_without_a_table_one_is_asked_for(home: dict[str, str]) -> None:
    shown = play(home, "launch red 3 at blue.1\nlegal\nundo\nshow\nhistory\nanyway\nmay reveal\nhelp table\n")
    assert shown.returncode in (1, 2, 3)
    assert shown.stdout.count("There is no table yet") >= 5


def test_text_from_players_is_data(home: dict[str, str]) -> None:
    said = "add offense 2 [red]x[/] :smile: \x1b[31m\n[bold]x[/]\nhelp [red]\nrule [red]x[/]\nlegal [red]\n"
    said += "flare red \u202e\n"
    shown = play({**home, "FORCE_COLOR": "1"}, f"{TABLE}\n{said}").stdout
    assert "[red]x[/] :smile:" in shown
    assert "[bold]x[/]" in shown  # as it was typed, and no markup
    assert "\x1b[31m\n" not in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize(
    "said",
    [
        b"\xff\xfe\x00\n\x00\x00\n",
        b"launch " + b"9" * 9000 + b"\n" + b"a" * 9000 + b"\n",
        b"set red.1 red 99999\nset red.9 red 1\nset\n;\n,\n:\n.\n?\n",
        b"may\nmay may\nmay ;\ntable\ntable use\ntable use x\ntable x\n",
        b"rule ../../etc/passwd\nrule \x00\nhelp \x00\nlegal \x00\n",
        b"reveal red\ndeal red gives\nzap red/\nuse red use\nno\ncard\nforce\nnew\nshow red\nshow x y\nhide red\n",
        b"\r\r\r\n\x0b\x0c\x1c\x85\n" + "launch\u2028red\n\ud7ff\U0010ffff\n".encode(),
        b"quit extra words\nlaunch\n",
        b"no newline at the end",
    ],
)
def test_nothing_typed_gives_a_traceback(home: dict[str, str], said: bytes) -> None:
    play(home, said, *SEATS)  # `referee` above looks for one


def test_nobody_reads_what_is_printed(home: dict[str, str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-c", "from referee.cli import main; main()", "play", *SEATS]
    said = b"destiny purple\n" + b"show\n" * 60
    done = subprocess.run(words, input=said, stdout=writer, stderr=subprocess.PIPE, env=home, timeout=60, check=False)
    os.close(writer)
    assert b"Traceback" not in done.stderr
    assert json.loads(referee(home, "table", "show", "--json").stdout)["phase"] == "launch"


def test_standard_input_may_be_closed(home: dict[str, str]) -> None:
    code = "import sys; sys.stdin = None; from referee.cli import main; main()"
    words = [sys.executable, "-c", code, "play", *SEATS]
    done = subprocess.run(words, capture_output=True, env=home, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_fault_of_the_program_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(tmp_path / "referee.db", "consolidated", None)
    session.open("red blue")

    def broken(*_: Any) -> None:
        raise RuntimeError("[red]broken[/]")

    monkeypatch.setattr("referee.public.tables.TableSession.do", broken)
    session.answer("destiny blue")
    assert "RuntimeError: [red]broken[/]" in capsys.readouterr().out
    monkeypatch.setattr("referee.public.tables.TableSession.offered", broken)
    assert session.prompt().plain == "red · start-turn > "


def test_other_commands_do_not_pay_for_it() -> None:
    code = (
        "import sys, referee.cli.app as a; "
        "print([m for m in ('prompt_toolkit', 'referee.cli.session', 'referee.judge', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


# -- where lines come from ---------------------------------------------------------------------------------------------


class _Terminal:
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_without_the_extra_lines_are_read_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **more: Any) -> Any:
        if name.startswith("prompt_toolkit"):
            raise ImportError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.setattr(sys, "stdin", _Terminal())
    monkeypatch.setattr(sys, "stdout", _Terminal())
    monkeypatch.setenv("TERM", "xterm")
    source = lines.lines(None)
    assert isinstance(source, lines.PlainLines)
    assert "[play]" in source.hint
    monkeypatch.setattr(builtins, "input", lambda said: f"{said}!")
    assert source.read(lines.Prompt("red > ", ""), lambda: None) == "red > !"


def test_with_the_extra_lines_are_completed_and_kept(tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    kept = tmp_path / "data" / "play-history"
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        source = lines.ComfortLines(kept)
        typed.send_text("launch red 3 at purple.2\r")
        said = source.read(lines.Prompt("> ", "> "), lambda: None)
    assert said == "launch red 3 at purple.2"
    assert "+launch red 3 at purple.2" in kept.read_text()
    source._scene = lambda: Scene(rulebase(), SEATS)
    assert ("red", 2, "") in list(source.choices("decline re"))

    def broken() -> Scene:
        raise RuntimeError

    source._scene = broken
    assert list(source.choices("decline re")) == []


# -- completion --------------------------------------------------------------------------------------------------------


def _scene(*commands: str) -> Scene:
    table = lay_table(TABLE)
    for said in commands:
        verdict = rule_command(table, said)
        assert verdict.legal, said
        table = verdict.table
    return Scene(
        rulebase(),
        table.seats,
        tuple(table.planets()),
        tuple(offer.command for offer in offers(table)),
        table.aliens,
        {**table.hands, "red": ("10", "N", "?")},
        {name: tuple(table.colonies(name)) for name in table.seats},
        ("consolidated 5.6.3",),
    )


def _texts(typed: str, scene: Scene) -> list[str]:
    return [choice.text for choice in choices(typed, scene)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", ["launch"]),
        ("la", ["launch"]),
        ("launch ", ["red"]),
        ("launch red ", ["1", "2", "3", "4"]),
        ("LAUNCH Red 3 ", ["at", "from"]),
        ("launch red 3 at ", [f"purple.{number}" for number in range(1, 6)]),
        ("launch red 3 at purple.", [f"purple.{number}" for number in range(1, 6)]),
        ("launch red 3 at y", [f"yellow.{number}" for number in range(1, 6)]),
        ("launch red 3 from ", ["gate", "red.1", "red.2"]),
        ("launch red 3 from red.1 2, r", [f"red.{number}" for number in range(1, 6)]),
        ("launch red 3 at purple.2 ", ["against"]),
        ("may lau", ["launch"]),
        ("may launch ", ["red"]),
    ],
)
def test_what_is_legal_comes_first(typed: str, first: list[str]) -> None:
    scene = _scene("offense red", "destiny purple")
    assert _texts(typed, scene)[: len(first)] == first


@pytest.mark.parametrize(
    ("typed", "some", "none"),
    [
        ("play red ", ["10", "N", "Cosmic-Zap"], ["at", "purple"]),
        ("play red C", ["Cosmic-Zap", "Card-Zap"], ["N", "Force-Field"]),
        ("zap purple/", ["Clone", "Zombie"], ["red"]),
        ("zap purple/AI", [], ["Clone"]),
        ("zap purple/A", ["Amoeba"], ["Clone"]),
        ("flare blue ", ["Clone", "Amoeba"], ["blue"]),
        ("tech red ", ["Xenon-Lasers"], ["Cosmic-Zap"]),
        ("ally yellow ", ["offense", "defense"], ["yellow"]),
        ("invite red: ", ["yellow", "blue", "none"], ["offense"]),
        ("invite red:y", ["yellow"], ["blue"]),
        ("claim red ", ["compensation", "rewards"], ["winner"]),
        ("claim ", ["offense", "defense", "winner", "red"], ["compensation"]),
        ("set ", ["hand", "warp", "red.1"], ["launch"]),
        ("set purple.2 ", ["nobody", "red"], ["at"]),
        ("set phase ", ["launch", "planning"], ["red"]),
        ("force ", ["field"], ["red"]),
        ("no ", ["deal"], ["red"]),
        ("new ", ["hand"], ["red"]),
        ("table ", ["show", "green"], ["at"]),
        ("table red/Zo", ["Zombie"], ["Clone"]),
        ("legal ", list(SEATS), ["launch"]),
        ("help l", ["launch", "legal"], ["red"]),
        ("rule ", ["consolidated 5.6.3"], ["red"]),
        ("rule 5.6", [], ["red"]),
        ("quit ", [], ["red"]),
        ("lunch ", [], ["red"]),
        ("launch nobody ", [], ["red", "1"]),
        ("end ", [], ["red", "at"]),
        ('zap "', [], ["red"]),
    ],
)
def test_what_fits_the_place(typed: str, some: list[str], none: list[str]) -> None:
    found = _texts(typed, _scene())
    assert [text for text in some if text not in found] == []
    assert [text for text in none if text in found] == []


def test_a_choice_replaces_what_is_typed_of_it() -> None:
    scene = _scene("offense red", "destiny purple")
    assert choices("launch red 3 at pur", scene)[0][:2] == ("purple.1", 3)
    assert choices("invite red:ye", scene)[0][:2] == ("yellow", 2)
    assert choices("lau", scene)[0].says
    for typed in (
        "launch red 3 at purple.2",
        "zap purple/Clone by red",
        "set purple.2 purple 2, blue 3; warp red 3",
        "x/",
    ):
        for end in range(len(typed) + 1):
            for choice in choices(typed[:end], scene):
                assert 0 <= choice.replaces <= end
                assert choice.text.casefold().startswith(typed[end - choice.replaces : end].casefold())


def test_what_is_looked_up_is_completed() -> None:
    scene = _scene("destiny purple")
    assert "Zombie" in _texts("alien Zo", scene)
    assert "Void" in _texts("clash Zombie Vo", scene)
    assert "zap" in _texts("card z", scene)  # an act of the table is one still
    assert "rename" in _texts("table re", scene)


def test_completion_asks_the_reader_itself() -> None:
    names = Names(rulebase())
    assert what_next("launch red 3 ", names, SEATS).words[:2] == ("from", "at")
    assert what_next("launch red 3 at ", names, SEATS).kinds == ("planet",)
    assert what_next("tech red ", names, SEATS).kinds == ("card tech",)
    assert what_next("launch zed ", names, SEATS) == ((), ())


# -- help and what comes next ------------------------------------------------------------------------------------------


def test_every_command_has_its_help_and_every_example_reads() -> None:
    named = {form.word for form in (*forms.COMMANDS, *forms.WORDS)}
    firsts = {name.split()[0] for name in named}
    assert {verb.split()[0] for verb in VERBS} - firsts == set()
    assert {word for word in OPENINGS if "-" not in word} - firsts == {"cosmic"}  # `zap` is its short form
    for form in forms.COMMANDS:
        read_command(form.example, Names(rulebase()), SEATS)
        assert form.ruled_as == "table" or form.ruled_as in HANDLERS  # a table is laid before there is one
        assert forms.form(form.word) == form
    assert forms.form("Force-Field") == forms.form("force field") == forms.form("force")
    assert forms.form("") is None


def test_help_shows_each_fact_that_can_be_set() -> None:
    shown = {example.partition(":")[0].split()[0] for example in forms.FACTS}
    assert FACTS.keys() <= shown
    for example in forms.FACTS:
        read_command(f"set {example}", Names(rulebase()), SEATS)


@pytest.mark.parametrize(
    ("commands", "told"),
    [
        (["launch red 1 at purple.1", "launch red 2 at purple.1"], ["launch red 1–2 at purple.1"]),
        (
            [f"launch red {n} at purple.{p}" for p in (1, 2, 3) for n in (1, 2, 3, 4)],
            ["launch red 1–4 at purple.1–3"],
        ),
        (["regroup red.1", "regroup red.3"], ["regroup red.1|3"]),
        (["launch red 1 at a.1", "launch red 2 at a.2"], ["launch red 1 at a.1 …"]),
        (["invite red: none", "invite red: blue", "invite red: blue green"],
         ["invite red: none|blue", "invite red: blue green"]),
        (["destiny red", "destiny blue", "wild blue"], ["destiny red|blue", "wild blue"]),
        (["play red ?", "play red N", "play red +2", "play red -7"], ["play red ?|N|+2|-7"]),
        (["resolve"], ["resolve"]),
        ([], []),
    ],
)  # fmt: skip
def test_offers_that_differ_in_one_thing_are_said_as_one(commands: list[str], told: list[str]) -> None:
    assert shortened([Offer("red", command) for command in commands]) == told


def test_who_may_do_it_is_said_where_the_command_does_not() -> None:
    assert shortened([Offer("red", "end"), Offer("blue", "decline blue")]) == ["end (red)", "decline blue"]


def test_the_next_line_is_one_line() -> None:
    many = [Offer("red", f"{verb} red") for verb in "abcdefghijk"]
    assert next_line(many, "launch", ()).endswith("· … (`legal` lists all)")
    assert "\n" not in next_line(many, "launch", ())
    assert "nothing that is listed" in next_line([], "launch", ())
    assert next_line([], "over", ("red", "blue")) == "The game is over: red and blue won it."


def test_the_prompt_names_player_and_phase() -> None:
    assert prompt(("red",), "launch")[0] == "red · launch > "
    assert prompt(("red", "blue"), "planning")[0] == "red, blue · planning > "
    assert prompt((), "no table")[0] == "no table > "
