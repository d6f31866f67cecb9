"""The help: groups of commands, whole sentences, examples that work, exit statuses; and the manual page made of it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from referee.book.places import README
from referee.cli import guide
from referee.cli.app import Commands, app
from referee.cli.lazy_groups import path_of, sentence
from tests import command
from tests.typed import typed


def _commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """All commands by their path, those of groups too."""
    root = typer.main.get_command(app)
    for name in Commands.places:
        found = root.get_command(None, name)  # type: ignore[attr-defined]
        yield (name,), found
        for of_group in getattr(found, "commands", ()):
            yield (name, of_group), found.commands[of_group]


PATHS = [path for path, _ in _commands()]


def test_the_commands_stand_in_groups_with_whole_sentences() -> None:
    shown = typed("--help").out
    heads = [line for line in shown.splitlines() if re.fullmatch(r"[A-Z][a-z ]+:", line)]
    assert heads[:7] == ["Options:", "Rule now:", "The table:", "Look up:", "Disputes:", "Keep:", "Examples:"]
    assert "..." not in shown.partition("Rule now:")[2]
    words = " ".join(shown.split())
    for path, found in _commands():
        if len(path) == 1:
            assert sentence(found) in words
            assert re.search(rf"^  {path[0]} +[A-Z]", shown, re.MULTILINE)
    assert typed("dispute", "--help").out.count("...") == 1  # that of [ARGS]


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_each_page_has_examples_statuses_and_the_documentation_and_fits(path: tuple[str, ...]) -> None:
    shown = typed(*path, "--help")
    assert shown.status == 0
    for piece in ("Examples:\n  referee ", "Exit status:\n  0 ", "Documentation:"):
        assert piece in shown.out
    assert max(len(line) for line in shown.out.splitlines() if "file:" not in line) <= 80
    assert typed("help", *path).out == shown.out


def test_the_documentation_is_there() -> None:
    assert README.is_file()
    assert README.as_uri() in typed("--help").out.split()


def test_the_help_of_a_command_of_the_table() -> None:
    shown = typed("help", "launch")
    assert (shown.status, shown.out.startswith("launch NAME SHIPS")) == (0, True)
    assert typed("help").out == typed("--help").out
    shown = typed("help", "encunter")
    assert (shown.status, "encounter" in shown.err) == (2, True)


@pytest.mark.parametrize("columns", [40, 60])
def test_the_help_folds_on_a_narrow_screen(columns: int) -> None:
    env = {"COLUMNS": str(columns), "PATH": "", "HOME": "/nowhere"}
    for path in ((), ("encounter",), ("dispute", "open")):
        shown = command.referee(*path, "--help", env=env).stdout
        long = [line for line in shown.splitlines() if len(line) > columns and "file:" not in line]
        assert [line for line in long if not re.fullmatch(r"\s*\S+", line)] == []


# -- the examples ------------------------------------------------------------------------------------------------------

_NOT_HERE = ("audit", "check", "play", "mcp", "serve", "suite")  # long, a conversation, or a server
_FILES = {"evening.txt", "commands.txt", "tuesday.jsonl", "my-copy.txt", "other.db", "new.db", "rules", "disputes.csv"}


def _examples() -> Iterator[tuple[tuple[str, ...], str]]:
    yield from ((path, one) for path, _ in _commands() for one in guide.EXAMPLES[" ".join(path)])


def test_no_example_is_of_a_command_that_is_not_there() -> None:
    assert {*guide.EXAMPLES} == {"", *map(" ".join, PATHS)}


def _those_that_are_short() -> Iterator[tuple[tuple[str, ...], str]]:
    return ((path, example) for path, example in _examples() if path[0] not in _NOT_HERE)


SITE = {"index.html": b"<h1>A site</h1>"}  # instead of the whole one, which tests/site builds


_LINE = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
_CLAIMS = ("--party", "blue", "--claim", "six", "--party", "red", "--claim", "four")
_KITCHEN = ("table", "red", "blue", "green", "--table", "kitchen")
_FRIDAY = ("table", "red", "blue", "green", "--table", "friday")

Typed = tuple[str, ...]


def _before(path: Typed, example: str) -> Iterator[Typed]:
    """What was typed before an example, so that there is what it names: a table, rulings, a dispute, a decision."""
    yield ("table", "red", "purple/Clone", "yellow")
    yield from [("encounter", _LINE)] * 12
    opened = "reading" in example or path[1:] in (("promote",), ("withdraw",), ("house",))
    if example != "referee ledger name tuesday-group":
        yield ("dispute", "open", _LINE, *_CLAIMS, *(("--question", "DF-37") if opened else ()))
    if path[1:] in (("appeal",), ("promote",), ("withdraw",), ("house",)):
        taken = ("--says", "so we play") if "--on" in example else ("--reading", "whole-side")
        own = () if path[1] == "appeal" else ("--house", *taken)
        yield ("dispute", "rule", "1", *own, "--by", "Ann")
        yield _KITCHEN
    if path[1:] == ("withdraw",):
        yield ("dispute", "promote", "1", "--table", "kitchen")
    if ("launch" in example and "destiny" not in example) or path in (("undo",), ("redo",), ("amend",)):
        yield ("do", "destiny", "purple")
    if path == ("redo",):
        yield ("undo",)
    if example == "referee undo 3":
        yield ("do", "launch red 2 at purple.1 / invite red: none")
    if "friday" in example:
        yield _FRIDAY
    if "friday --step" in example or "friday --encounter" in example:
        yield ("do", "destiny blue / launch red 2 at blue.1")


@pytest.fixture(scope="module")
def ledger_after(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[Typed, ...]], Path]:
    """The folder of a ledger after so many commands, made once for all examples that need it. It is only copied."""

    @cache
    def made(commands: tuple[Typed, ...]) -> Path:
        folder = tmp_path_factory.mktemp("after")
        if commands:
            shutil.copytree(made(commands[:-1]), folder, dirs_exist_ok=True)
            done = typed(*commands[-1], db=folder / "referee.db")
            assert done.status == 0, (commands[-1], done)
        return folder

    return made


@pytest.mark.parametrize(("path", "example"), list(_those_that_are_short()), ids=str)
def test_each_example_is_understood(
    path: Typed,
    example: str,
    ledger_after: Callable[[tuple[Typed, ...]], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing in an example is a word that the command does not know: it ends with one of the statuses of its page."""
    shutil.copytree(ledger_after(tuple(_before(path, example))), tmp_path, dirs_exist_ok=True)
    db = tmp_path / "referee.db"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.txt").write_text(f"{_LINE}\n")
    (tmp_path / "commands.txt").write_text("destiny purple\nlaunch red 3 at purple.2\n")
    (tmp_path / "referee.toml").write_text('names = ["ann", "bob", "cat"]\n')
    monkeypatch.delenv("REFEREE_CONFIG")
    monkeypatch.setattr("referee.site.building._made", lambda jobs, progress: dict(SITE))
    if "tuesday.jsonl" in example and path[1] == "import":
        typed("ledger", "export", "tuesday.jsonl", db=db)
    if "other.db" in example:
        shutil.copy(db, "other.db")
    (tmp_path / "my-copy.txt").write_text("no book\n")
    words = shlex.split(example.replace("tuesday:12:7d20b15ce8a94f63", "0123456789abcdef"))
    told = words[: words.index("<")] if "<" in words else words[: words.index(">")] if ">" in words else words
    said = (tmp_path / words[-1]).read_text() if "<" in words else None
    shown = typed(*told[1:], db=db, said=said)
    expected = {*guide.statuses(path)} - {70} - (set() if path == ("book", "add") else {2})
    assert shown.status in expected, shown


def test_the_statuses_of_the_pages_are_those_of_the_program() -> None:
    assert {code for path in PATHS for code in guide.statuses(path)} == {*guide.STATUSES}


# -- the manual page ---------------------------------------------------------------------------------------------------


def test_the_manual_page_has_every_command_and_its_options() -> None:
    shown = typed("man")
    assert shown.status == 0
    page = shown.out
    assert page.startswith(".TH REFEREE 1 ")
    for path, found in _commands():
        assert f'.SS "referee {" ".join(path)} ' in page or f'.SS "referee {" ".join(path)}"' in page
        assert sentence(found).split(":")[0].replace("-", "\\-") in page
    for name in ("NAME", "SYNOPSIS", "RULE NOW", "THE TABLE", "LOOK UP", "DISPUTES", "KEEP", "EXIT STATUS", "FILES"):
        assert f"\n.SH {name}\n" in page
    for piece in ("\\-\\-edition", "REFEREE_EDITION", "referee.toml", "strict_steps = true"):
        assert piece in page
    assert not re.search(r"^[.'](?!TH|SH|SS|PP|TP|B |EX|EE)", page, re.MULTILINE)


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_page_is_printed_without_a_warning() -> None:
    shown = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8"], input=typed("man").out, capture_output=True, text=True, check=True
    )
    assert shown.stderr == ""


def test_the_path_of_a_command() -> None:
    root = typer.main.get_command(app)
    above = typer.Context(root, info_name="referee")
    below = typer.Context(root, info_name="dispute", parent=above)
    assert path_of(typer.Context(root, info_name="open", parent=below)) == ("dispute", "open")
    assert path_of(above) == ()
