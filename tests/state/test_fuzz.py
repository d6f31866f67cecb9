"""Random strings, and slips in good lines: a clean error or a ruling, never anything else."""

from __future__ import annotations

import random

from referee.errors import RefereeError
from referee.judge.ways.line import judge_encounter
from tests import effort
from tests.lines import EXAMPLE

GOOD = (
    EXAMPLE,
    "red 3 : N vs blue/Zombie 2 : 12 ; hand blue 2 ; warp red 3 ; second",
    "red/Loser 4 + green 1 : 8 +3 vs blue/Human 3 : 20 ; use red ; zap blue by green ; card zap by red",
    "red 2 : N vs blue 3 : N ; deal red gives 2 cards, blue gives colony blue.3 for 2 from gate ; quash",
    "red/Reserve 2 : 6 vs blue 3 : 9 ; use red 6 ; reinforce blue +2 defense ; at blue.2 ; planet blue 3, green 1",
    "red/Void 4 : 12 vs blue 0 : M ; foreign red 4 ; home blue 3 ; seats red green blue ; force field all",
    "red 3 : A vs blue 2 : 10 ; add defense 6 Oracle ; worth red 2 Amoeba ; saves blue 1 Healer ; hand red: 10 N ?",
)
PIECES = (
    *("red", "blue", " ", "  ", "+", ":", ";", ",", "/", "?", "vs", "N", "M", "12", "-3", "zap ", "hand ", "use ", '"'),
    *(".", "Macron", "all", "no deal", "\x00", "\x1b[31m", "\u202e", "ß", "²", "٣", "[bold]", "{0}", "%s"),
)


def _ruled(line: str) -> bool:
    try:
        judge_encounter(line).to_dict()
    except RefereeError as error:
        assert str(error)
        return False
    return True


def test_random_strings() -> None:
    source = random.Random(20)
    for _ in range(effort.times(10_000, 1_500)):
        if source.random() < 0.5:
            line = "".join(
                chr(source.choice((source.randrange(32, 127), source.randrange(1, 0xD800))))
                for _ in range(source.randrange(60))
            )
        else:
            line = "".join(source.choice(PIECES) for _ in range(source.randrange(30)))
        _ruled(line)


def test_random_edits_of_good_lines() -> None:
    source = random.Random(21)
    ruled = 0
    for _ in range(effort.times(10_000, 500)):
        line = source.choice(GOOD)
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(line) + 1)
            piece = source.choice(PIECES) if source.random() < 0.6 else ""
            line = line[:at] + piece + line[at + source.randrange(3) :]
        ruled += _ruled(line)
    assert ruled > effort.times(500, 25)  # the edits reach the judge, not only the reader
