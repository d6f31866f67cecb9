"""An illegal act that is noticed late: what is ruled if it stands, and with the nearest legal act in its place."""

from __future__ import annotations

import pytest

import referee
from referee.disputes.accounts import argue
from referee.disputes.records import Claim, Late


def _late(*accounts: tuple[str, str, str]) -> list[Late]:
    return argue([Claim(*account) for account in accounts]).late


# The line, what is ruled as it lay and with the nearest legal act, and the totals of both: worked out by hand.
@pytest.mark.parametrize(
    ("line", "stands", "right"),
    [
        # 5.6.3: 10 + 5 against 10 + 4; with four ships 14 to 14, a tie, which is the defense's (5.10.1.1.d.1)
        ("red 5 : 10 vs blue 4 : 10", ("offense-wins", 15, 14), ("defense-wins", 14, 14)),
        # 5.7.3: 9 + 2 + 5 against 12 + 3; with four of green's 15 to 15
        ("red 2 + green 5 : 9 vs blue 3 : 12", ("offense-wins", 16, 15), ("defense-wins", 15, 15)),
        # 12 + 3 against 8 + 4, with a fifth ship of an ally who makes no difference to the winner
        ("red 3 : 12 vs blue 4 + green 5 : 8", ("defense-wins", 15, 17), ("defense-wins", 15, 16)),
    ],
)
def test_it_stands_or_is_put_right(line: str, stands: tuple[str, int, int], right: tuple[str, int, int]) -> None:
    (late,) = _late(("blue", "that is not allowed", line), ("red", "you saw it", line))
    assert late.question == "DF-82"
    for way, (outcome, offense, defense) in ((late.stands, stands), (late.put_right[0], right)):
        assert way.ruling["outcome"] == outcome
        assert way.ruling["totals"] == {"offense": offense, "defense": defense}
    assert late.put_right[0].ruling["illegal"] == []
    assert referee.judge_encounter(late.put_right[0].line).status == "determined"


def test_only_the_account_with_the_illegal_act_has_ways() -> None:
    late = _late(("red", "four", "red 4 : 10 vs blue 4 : 10"), ("blue", "five", "red 5 : 10 vs blue 4 : 10"))
    assert [one.side for one in late] == [2]


def test_what_is_legal_has_none() -> None:
    assert _late(("red", "I never asked for it", "red 4 : 10 vs blue 4 : 10")) == []


UNINVITED = "red 3 : 10 vs blue 2 + yellow 2 : 10"


@pytest.mark.parametrize(
    ("party", "says"),
    [
        ("red", "yellow was never asked. blue didn't say a word"),
        ("blue", "I never asked her"),
        ("blue", "nobody invited yellow!"),
        ("red", "yellow is uninvited"),
    ],
)
def test_an_ally_of_whom_a_party_says_that_nobody_asked(party: str, says: str) -> None:
    """With yellow 13 to 14; without 13 to 12 (5.7.2.2.b: whoever accepts an invitation is an ally)."""
    (late,) = _late((party, says, UNINVITED))
    assert late.says == "yellow was not invited by blue"
    assert late.cites[0] == "consolidated 5.7.2.2.b"
    assert (late.stands.ruling["outcome"], late.put_right[0].ruling["outcome"]) == ("defense-wins", "offense-wins")
    assert late.put_right[0].line == "red 3 : 10 vs blue 2 : 10"


@pytest.mark.parametrize("says", ["I asked her", "yellow was invited", "yellow did not win", "red never asked me"])
def test_other_claims_say_nothing_of_an_invitation(says: str) -> None:
    assert _late(("red", says, UNINVITED)) == []


def test_nothing_is_ruled_of_a_planet_that_nobody_has_named() -> None:
    # 5.6.2: the target is a planet of blue's; how many ships stand on another one no line tells
    line = "red 3 : 10 vs blue 2 : 6 ; at green.1 ; planet green 4, blue 2"
    (late,) = _late(("green", "not in my system", line), ("red", "I met blue", line))
    assert late.stands.ruling["outcome"] == "offense-wins"
    assert "outcome" not in late.put_right[0].ruling
    assert "another planet" in late.put_right[0].ruling["says"][0]


def test_how_long_ago_something_was_noticed_is_not_when_it_was_played() -> None:
    """With two home colonies red has no power, so no super flare (4.4.3); all of that was two encounters ago."""
    line = "red/Macron 1 : 8 vs blue 3 : 8 ; home red 2 ; flare red Macron super"
    claims = ("you had lost your power, no super flare", "nobody noticed, it is two encounters ago")
    argued = argue([Claim(party, claim, line) for party, claim in zip(("blue", "red"), claims, strict=True)])
    assert [late.question for late in argued.late] == ["DF-82"]
    assert not any("wrong phase" in answer.says for answer in argued.answers)


def test_what_no_document_says_is_told_once() -> None:
    line = "red 5 : 10 vs blue 4 : 10"
    argued = argue([Claim("blue", "that was illegal", line), Claim("red", "you saw it and let it stand", line)])
    assert argued.late
    assert not [step for answer in argued.answers for step in answer.steps if not step.cites]
