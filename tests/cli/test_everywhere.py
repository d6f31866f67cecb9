"""What holds for every command: silence, the version, an output that takes no more, and words that are not known."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.errors import MalformedError
from tests import command
from tests.typed import typed

FULL = Path("/dev/full")
LINE = "red 3 : 10 vs blue 2 : 8"


@pytest.mark.parametrize("place", ["before", "after"])
@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("encounter", LINE, "--no-log"), 0),
        (("encounter", "red 5 : 10 vs blue 2 : 8", "--no-log"), 1),
        (("encounter", "red 3 : ? vs blue 2 : 8", "--no-log", "--json"), 3),
        (("may", "launch red 5 at blue.1 ; offense red"), 1),
        (("book", "list"), 0),
    ],
)
def test_silence_leaves_the_exit_status(args: tuple[str, ...], status: int, place: str) -> None:
    before, out = sys.stdout, command.referee(*(("-q", *args) if place == "before" else (*args, "--quiet")))
    assert (out.returncode, out.stdout, out.stderr) == (status, "", "")
    assert sys.stdout is before
    assert command.referee(*args).stdout  # the next command speaks again


def test_silence_hides_no_error() -> None:
    shown = command.referee("-q", "encounter", "red 3 : 10 vs")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "Expected" in shown.stderr


def test_the_version_in_short() -> None:
    assert typed("-V").out == typed("--version").out
    assert typed("-V").out.startswith("referee ")


def test_the_module_is_the_command() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "referee", "help", "where"], capture_output=True, text=True, timeout=60, check=True
    )
    assert shown.stdout.startswith("Usage: referee where ")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("ask", "ties"), 4),
        (("--help",), 4),
        (("alien", "--csv"), 4),
        (("encounter", "red 5 : 10 vs blue 2 : 8", "--no-log", "--json"), 1),  # what was ruled is told all the same
    ],
)
def test_an_answer_that_is_lost_ends_with_a_status(args: tuple[str, ...], status: int) -> None:
    with FULL.open("w") as full:
        shown = subprocess.run(
            [sys.executable, "-m", "referee", *args],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (shown.returncode, shown.stderr) == (
        status,
        "warning: the answer could not be printed: No space left on device\n",
    )


def test_nobody_who_reads_on_is_no_loss() -> None:
    ran = subprocess.Popen(
        [sys.executable, "-m", "referee", "man"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    )
    assert ran.stdout is not None
    ran.stdout.close()
    assert ran.wait(timeout=60) == 0
    assert ran.stderr is not None
    assert ran.stderr.read() == b""


# -- words that are not known ------------------------------------------------------------------------------------------


def test_of_many_words_the_three_nearest_are_told() -> None:
    shown = typed("may", "lanch red 3 at blue.1")
    assert shown.status == 2
    says = shown.err.splitlines()[2]
    assert says.startswith("Expected a command: launch, ")
    assert says.count(", ") == 2
    assert "others" in says
    told = typed("may", "lanch red 3 at blue.1", "--json").told["error"]
    assert "table, set, offense" in told["expected"]  # programs are told all of them


def test_few_words_are_told_whole() -> None:
    few = MalformedError("x", 0, "a side: offense, defense")
    assert "Expected a side: offense, defense." in str(few)
    listed = ", ".join(f"word{number}" for number in range(30))
    many = MalformedError("say wrd7", 4, f"a word: {listed}")
    assert "word7" in str(many).splitlines()[2]
    assert "one of 27 others" in str(many)
