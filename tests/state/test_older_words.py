"""What players of the older editions say for words of the notation is understood, and written back in ours."""

from __future__ import annotations

import pytest

from referee.book.loader import Names, rulebase
from referee.state.canonical import write
from referee.state.commands import read_command, write_command
from referee.state.notation import read

NAMES = Names(rulebase())


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("red 3 : compromise vs blue 2 : 8", "red 3 : N vs blue 2 : 8"),
        (
            "red 3 : N vs blue 2 : N ; deal blue gives base for 2 from cone",
            "red 3 : N vs blue 2 : N ; deal blue gives colony for 2 from gate",
        ),
        (
            "red 3 : 4 vs blue 2 : 8 ; second challenge ; reverse cone",
            "red 3 : 4 vs blue 2 : 8 ; second ; reverse cone",
        ),
        (
            "red 3 : N vs blue 2 : N ; deal red gives promise “to help”, blue gives 1 card",
            'red 3 : N vs blue 2 : N ; deal red gives promise "to help", blue gives 1 card',
        ),
    ],
)
def test_a_line(said: str, written: str) -> None:
    assert write(read(said, NAMES)) == written
    assert write(read(written, NAMES)) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("regroup cone", "regroup gate"),
        ("claim red consolation 3", "claim red compensation 3"),
        ("destiny blue reverse cone", "destiny blue reverse"),
        ("comet the long way round", "comet the long way round"),
        ("aim at blue.2 against red", "aim blue.2 against red"),
        ("launch red 3", "launch red 3"),
    ],
)
def test_a_command(said: str, written: str) -> None:
    players = ("red", "blue")
    assert write_command(read_command(said, NAMES, players)) == written
    assert write_command(read_command(written, NAMES, players)) == written
