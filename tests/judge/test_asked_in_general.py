"""A question of `may` that tells of no position is answered by the clauses, where they settle it; otherwise refused."""

from __future__ import annotations

import pytest

import referee
from referee.errors import MalformedError


@pytest.mark.parametrize(
    ("question", "status", "clause"),
    [
        ("can purple join both sides, both asked him", "illegal", "5.7.5"),
        ("can yellow say no to blue's invitation", "legal", "5.7.6"),
        ("does red have to invite anybody, can he ask for nobody", "legal", "5.7.2.1.d"),
        ("can blue send his ships home to a planet he has lost", "illegal", "4.6.1.1"),
        ("must I invite someone", "legal", "5.7.2.1.d"),  # whom it is not forbidden to leave out
        ("does red have to regroup", "legal", "5.4.3"),
        ("may bob look at the discard pile", "legal", "3.2.2.1"),
        ("may zoe show her cards to sam", "illegal", "4.1.1"),
        ("may joe use his power with only two home colonies left", "illegal", "4.6.2"),
        ("can hank give uma a card for nothing in a deal", "legal", "5.10.1.3.c.4"),
        ("can bob put his regroup ship onto the gate, he has colonies", "illegal", "5.4.1"),
        ("red won but has no encounter cards left, does he get a second encounter", "illegal", "5.10.9.2"),
    ],
)
def test_what_the_rules_say_in_general(question: str, status: str, clause: str) -> None:
    verdict = referee.may(question)
    assert verdict.status == status
    assert f"consolidated {clause}" in verdict.cites
    assert "what the rules say in general" in verdict.to_dict()["assumes"][0]


@pytest.mark.parametrize("question", ["can the zombie take compensation", "does the zombie get compensation"])
def test_what_is_never_owed_is_not_assumed_to_be(question: str) -> None:
    """Ships that do not go to the warp earn no card (2.5.1.3); WARP consoles the Zombie (situation-b.8)."""
    verdict = referee.may(question)
    assert verdict.status == "illegal"
    assert "consolidated 2.5.1.3" in verdict.refused_by
    assert referee.may("can red take 2 compensation from blue").status == "legal"
    assert referee.may("can the zombie take consolation", edition="warp").status == "legal"


@pytest.mark.parametrize(
    "question",
    [
        "launch red x at blue.1",  # a command with a slip of the pen is no question
        "can red frobnicate the gate",
        "can purple join both sides, both asked him ; offense red",  # a position is told
    ],
)
def test_what_is_not_settled_stays_not_understood(question: str) -> None:
    with pytest.raises(MalformedError):
        referee.may(question)


@pytest.mark.parametrize("question", ["may i look at noah's hand"])
def test_what_is_answered_in_two_ways_is_not_settled(question: str) -> None:
    """As it stands it is answered otherwise than of anybody in that player's place."""
    with pytest.raises(MalformedError, match="Nearest to it"):
        referee.may(question)


@pytest.mark.parametrize(
    "question",
    [
        "can the defense play a reinforcement as its encounter card",  # 5.8.1, not when reinforcements are played
        "can they make a deal for a colony and no cards",  # 5.10.1.3.b.2: what is left out decides
        "can hank invite nina after the defense has invited",  # 5.7.2.1: hangs on who hank is
        "can uma see hank's card before she chooses hers",  # 5.8.1, not how compensation is taken
        "can nina take five cards as compensation, she lost three ships",  # 2.5.1.2, and no attack card is told
        "may they trade a third player's colony",  # 5.10.1.3.c.5: of whom it is decides
        "may eva leave her hand as it is, she still has a negotiate",  # 5.3.2, no deal
        "can kay take two cards and four ships as a reward, she helped with three",  # nothing reckons it
    ],
)
def test_no_answer_on_another_matter_is_given(question: str) -> None:
    """An answer is about the same act, thing, moment and amount, or there is none: at most the right clause refuses."""
    try:
        verdict = referee.may(question)
    except MalformedError as error:
        assert "Nearest to it" in error.hint
    else:
        assert verdict.refused_by & {"consolidated 5.8.1", "consolidated 2.5.1.2", "consolidated 5.7.2.1"}


def test_what_is_not_settled_is_told_with_the_nearest_clause() -> None:
    with pytest.raises(MalformedError) as caught:
        referee.may("can kay play the amoeba flare, joe already played it this encounter")
    assert "[consolidated 4.4.2.1]" in caught.value.hint


def test_a_table_answers_in_general_too(tmp_path: object) -> None:
    table = referee.TableSession.lay("red blue purple", db=f"{tmp_path}/kept.db")
    assert table.may("can purple join both sides, both asked him").status == "illegal"


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("can the attacker ask the defender to ally", "5.7.2.1.d"),  # a main player cannot be an ally
        ("can someone invite the offense", "5.7.2.1.d"),
    ],
)
def test_who_is_asked_may_be_called_by_a_role(question: str, clause: str) -> None:
    verdict = referee.may(question)
    assert verdict.status == "illegal"
    assert verdict.refused_by == {f"consolidated {clause}"}


@pytest.mark.parametrize(
    ("question", "status", "clause"),
    [
        ("may joe invite the defender to help him", "illegal", "5.7.2.1.d"),
        ("can nina take five cards as compensation, she lost three ships", "illegal", "5.10.8.2.a"),
        ("can nina take three cards as compensation, she lost three ships", "legal", "5.10.8.2.a"),
        ("may kay go again if the offense lost", "illegal", "5.10.9.1"),
        ("can liz wait until the others have answered before she says yes", "illegal", "5.7.2.2.a"),
    ],
)
def test_what_is_told_besides_is_reckoned_with(question: str, status: str, clause: str) -> None:
    verdict = referee.may(question)
    assert (verdict.status, f"consolidated {clause}" in verdict.cites) == (status, True)


@pytest.mark.parametrize(
    "question",
    [
        "rick played ionic gas, may vera still draw her two cards for helping the defense",  # ionic gas
        "kay said yes to joe and put two on the gate, may she go over to amy now",  # 5.7.5, not how many are launched
        "may tom use his power as an ally",  # which power that is decides
        "may the loser choose which cards to give",  # no reward is spoken of
        "can tom help max, max lost",  # an encounter that is over has no allies to come
        "may uma go again, max won",  # whoever max is, it is not told that uma's was a success
        "lou invited zed, can lou make him send all four",  # 5.7.3, not who may be invited
    ],
)
def test_what_is_told_besides_is_not_passed_over(question: str) -> None:
    with pytest.raises(MalformedError):
        referee.may(question)


def test_nobody_chooses_the_own_color_on_a_wild_card() -> None:
    """It names any other player; who chooses is the offense (ffg2018 setup-printed-cards.6)."""
    assert referee.may("can max choose himself on a wild card").refused_by == {"ffg2018 setup-printed-cards.6"}
    assert referee.may("can max pick kay with a wild card").legal
    with pytest.raises(MalformedError):
        referee.may("can rob choose his own color on a wild")


def test_a_power_that_takes_a_number_may_be_used() -> None:
    """No number is said, and that is no use of nothing: the Kamikaze gives up one to four ships."""
    assert referee.may("hank is the kamikaze, may he use his power").legal


def test_a_side_by_itself_tells_of_nobody_who_is_named() -> None:
    """ "The offense" was read as the one who is invited."""
    assert referee.may("is the defense allowed to invite somebody the offense already asked").status == "legal"


def test_somebody_else_may_be_invited_by_who_asks() -> None:
    assert referee.may("can I invite someone").status == "legal"
