"""The step of the ruling's own proof that is about what is claimed is shown, in whatever words it is claimed."""

from __future__ import annotations

import pytest

from referee.disputes.accounts import argue
from referee.disputes.nearest_steps import nearest
from referee.disputes.records import Claim
from referee.duel.games import books_by

# The line, its edition, what the parties claim, and the clause that settles it.
LINES = [
    # a colony of somebody else on the planet takes no part and stays (2.3.5.2)
    (
        "red 3 : 10 vs blue 2 : 9 ; planet blue 2, green 3",
        "consolidated",
        [("blue", "green lives there too"), ("red", "everybody goes"), ("green", "I just live there, leave me be")],
        "5.10.4.2.a 2.3.5.2",
    ),
    # the ships of the defense on the planet count, however many they are
    (
        "red 4 : 10 vs blue 7 : 8",
        "consolidated",
        [("red", "four a side is the limit"), ("blue", "all seven shoot")],
        "5.10.1.1.c",
    ),
    # an ally of the offense lands too, and has a colony there
    (
        "red 3 + green 2 : 12 vs blue 4 : 8",
        "consolidated",
        [("red", "the planet is mine alone, go home"), ("green", "I move in beside you, a base for me as well")],
        "5.10.4.1.a 5.10.4.1.a.1",
    ),
    # who takes part may reinforce either side
    (
        "red 3 + green 1 : 8 vs blue 4 : 10 ; reinforce green +4 defense",
        "consolidated",
        [("red", "you are on my team"), ("green", "I am in this fight, I put it where I please")],
        "4.2.1 4.2.2",
    ),
    # who lands beside its own ships adds to them, and has no colony more
    (
        "red 3 : 12 vs blue 2 : 8 ; planet blue 2, red 1",
        "consolidated",
        [("red", "my marker goes one up"), ("blue", "you lived there before")],
        "5.10.4.1.b",
    ),
    # the Zombie is consoled for each token in the challenge, though no token is lost
    (
        "red 3 : 8 vs blue/Zombie 4 : N ; hand red 6",
        "warp",
        [("red", "you're the Zombie, you lost nothing, so no cards"), ("blue", "four of mine were in it")],
        "situation-b.8",
    ),
    # no ship left: the duel begins again, and nobody has won it
    (
        "duel orange 2 blast 3 : 13 vs blue 1 blast 2 : 20 ; advantage 5",
        "duel",
        [("blue", "it's even, so it goes to me"), ("orange", "I shot harder")],
        "check-for-ships.2 check-for-ships.3 check-for-ships.4",
    ),
]


@pytest.mark.parametrize(("line", "edition", "told", "clauses"), LINES)
def test_the_step_that_is_claimed_is_shown_first(
    line: str, edition: str, told: list[tuple[str, str]], clauses: str
) -> None:
    claims = [Claim(party, says, line) for party, says in told]
    speaks = argue(claims, edition, books=books_by(edition)).speaks
    assert speaks and speaks[0].id in [f"{edition} {clause}" for clause in clauses.split()]
    assert speaks[0].rests and speaks[0].step


def test_only_steps_of_the_ruling_are_near() -> None:
    line = "red 3 : 12 vs blue 4 : 8"
    claims = [Claim("red", "I take compensation for my negotiate", line), Claim("blue", "the Cosmic Quake comes", line)]
    ruling = argue(claims).rulings[0]
    ranked = nearest(claims, ruling, books_by("consolidated"))
    assert ranked == sorted(ranked, key=lambda near: -near.score)
    assert {near.clause for near in ranked} <= set(ruling.citations)


def test_a_matter_is_left_out_that_is_further_off_than_the_ruling() -> None:
    # nobody speaks of a last ship that leaves (4.6.1): green's ships are bystanders
    line = "red 3 : 10 vs blue 2 : 9 ; planet blue 2, green 3"
    claims = [
        Claim("blue", "green lives there too, so that's five ships on my planet", line),
        Claim("red", "I took the planet, so everybody on it goes to the warp, green as well", line),
        Claim("green", "leave me out of it, I just live there", line),
    ]
    argument = argue(claims)
    told = {cite for answer in argument.answers for step in answer.steps for cite in step.cites}
    assert told.isdisjoint({"consolidated 4.6.1", "consolidated 2.2.1.1"})
