"""Two tables that differ in one hidden hand alone, played by the same dice: to everybody else they stay the same.

At each stop a phone of another seat asks for every page and call, is refused, tells an account and listens; what it is
sent must be the same at both tables, to the letter. Red plays only cards that its hands have in common, until they are
turned up; which cards are left is what nobody may learn.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.effort import LONG
from tests.serve.phones import Served
from tests.serve.test_hidden_hands import same, told, told_by_key

PLAYERS = "red/Macron purple/Clone yellow/Zombie blue/Virus green"
COMMON = ("8", "6", "4", "N")
HANDS = ("8 6 4 N 23 Rebirth +2 Cosmic-Zap", "8 6 4 N 20 Solar-Wind +3 Mobius-Tubes")
ACTS = 27


def _tables(folder: Path) -> tuple[Served, Served]:
    made = []
    for place, hand in enumerate(HANDS):
        (folder / str(place)).mkdir(parents=True)
        served = Served(folder / str(place), PLAYERS)
        assert served.session().do(f"set hand red: {hand}").legal
        made.append(served)
    return made[0], made[1]


def _offers(served: Served) -> list[str]:
    return [offer.command for offer in served.session().legal()]


def _act(one: Served, other: Served, dice: Random) -> str:
    """Does one and the same act at both tables, of those that both allow."""
    both = sorted(set(_offers(one)) & set(_offers(other)))
    assert both, "the two tables go on in different ways"
    command = dice.choice(both)
    if command.startswith(("play red", "reveal red")) or "red ?" in command:
        held = [card for card in COMMON if card in one.session().show().to_dict()["known"].get("red", ())]
        command = command.replace("?", dice.choice(held or ["N"]))
    else:
        command = command.replace("?", dice.choice(("10", "N", "15")))
    done = [served.session().do(command) for served in (one, other)]
    assert done[0].legal == done[1].legal, command
    return command


@pytest.mark.parametrize("seed", range(8 if LONG else 1))
def test_others_cannot_tell_them_apart(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    one, other = _tables(tmp_path)
    played: list[str] = []
    stops = 0
    while len(played) < ACTS and one.session().show().to_dict()["known"].get("red"):
        for _ in range(ACTS // 3):
            played.append(_act(one, other, dice))
        seat = dice.choice(("purple", "yellow", "blue", "green", ""))
        same(told(one, seat), told(other, seat), f"{seat} after {played}")
        same(told_by_key(one), told_by_key(other), f"a program after {played}")
        stops += 1
    assert stops, "nothing was hidden"


def test_it_would_be_seen_if_the_tables_were_told_apart(tmp_path: Path) -> None:
    """Red's own phone is told its hand: there the comparison fails."""
    one, other = _tables(tmp_path)
    with pytest.raises(AssertionError):
        same(told(one, "red"), told(other, "red"), "red")
