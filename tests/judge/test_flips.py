"""What would turn the result does turn it, and nothing smaller does."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings

import referee
from referee.book.loader import rulebase
from referee.judge.hidden.cases import judge
from referee.judge.unknown import with_ships
from referee.state.canonical import write
from referee.state.encounter import Act, Position
from tests import effort
from tests.lines import positions


def _outcome(position: Position) -> object:
    return judge(position, rulebase(), anyway=True).summary()["outcome"]


@given(positions(hidden=False, anything=False))
@settings(max_examples=effort.times(250, 31), deadline=None)
def test_each_flip_turns_the_result_and_one_less_does_not(position: Position) -> None:
    position.tokens = {player.name: 3 for player in position.participants()}
    position.warp = {position.offense.main.name: 2}
    ruling = judge(position, rulebase())
    for what, outcome in ruling.flips:
        if match := re.fullmatch(r"(\d+) more for the (offense|defense)", what):
            need, side = int(match[1]), match[2]
            for amount, expected in ((need, outcome), (need - 1, _outcome(position))):
                added = replace(position, acts=(*position.acts, Act("add", side=side, amount=amount)))
                assert _outcome(added) == expected, (write(position), what)
        elif match := re.match(r"(\d+)(?: more)? ships?( fewer)? of (\w+)", what):
            change = int(match[1]) * (-1 if match[2] else 1)
            player = next(p for p in position.participants() if p.name == match[3])
            assert player.ships is not None
            turned = with_ships(position, player.name, player.ships + change)
            assert _outcome(turned) == outcome, (write(position), what)
            short = with_ships(position, player.name, player.ships + change - (1 if change > 0 else -1))
            assert _outcome(short) == _outcome(position), (write(position), what)
        else:
            raise AssertionError(what)


def test_the_margin_and_what_turns_it() -> None:
    # 19 to 18: one more for the defense makes a tie, which is the defense's
    told = referee.judge_encounter("red 3 : 16 vs blue 2 : 16").to_dict()
    assert told["margin"] == 1
    assert {"if": "1 more for the defense", "outcome": "defense-wins"} in told["flips"]
    # 17 to 18: the offense needs two more, because one more is only a tie
    told = referee.judge_encounter("red 3 : 14 vs blue 2 : 16").to_dict()
    assert {"if": "2 more for the offense", "outcome": "offense-wins"} in told["flips"]


def test_nothing_is_said_to_turn_what_totals_do_not_decide() -> None:
    for line in ("red 3 : N vs blue 2 : 16", "red 3 : 8 vs blue 2 : 16 ; wins offense Poison"):
        assert referee.judge_encounter(line).to_dict()["flips"] == []
