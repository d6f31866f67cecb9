"""What parties tell besides an encounter: when something was played, and what was taken of what was due."""

from __future__ import annotations

import pytest

from referee.book.loader import rulebase
from referee.disputes.accounts import argue
from referee.disputes.besides import split
from referee.disputes.due import deeds
from referee.disputes.in_time import When, when_told
from referee.disputes.records import Argument, Claim

LINE = "red 3 : 8 vs blue 4 : N ; hand red 9"


def _argued(line: str, *says: str) -> Argument:
    return argue([Claim(party, claim, line) for party, claim in zip(("blue", "red"), says, strict=True)])


# -- when --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("the zap came after the totals were counted", ("after", "totals")),
        ("too late, we had counted", ("after", "totals")),
        ("we already added it all up when you zapped", ("after", "totals")),
        ("totals were already announced", ("after", "totals")),
        ("we counted, and then you played it", ("after", "totals")),
        ("before the reveal", ("before", "reveal")),
        ("you hadn't revealed yet", ("before", "reveal")),
        ("once the cards were turned up", ("after", "reveal")),
        ("the cards are up already", ("after", "reveal")),
        ("after my ships went to the warp", ("after", "warp")),
        ("that was last encounter", ("after", "over")),
        ("you played it in the destiny phase", ("in", "destiny")),
        ("during alliance", ("in", "alliance")),
        ("at the start of turn", None),
        ("zaps must be played before the reveal", None),  # a rule, and nothing that was
        ("only after the reveal", None),
        ("I have four cards", None),
        ("", None),
    ],
)
def test_when_something_was_played_is_read_out_of_words(text: str, when: tuple[str, str] | None) -> None:
    assert when_told(text) == (None if when is None else When(*when))


@pytest.mark.parametrize(
    ("alien", "when", "verdict"),
    [
        # by their sheets: Zombie as ships are bound for the warp, Macron's worth and Human's four after the reveal,
        # Oracle before the cards are selected
        ("Zombie", "after we had counted", "in time"),
        ("Zombie", "after the ships went to the warp", "too late"),
        ("Macron", "after we had counted", "too late"),
        ("Macron", "before the reveal", "in time"),
        ("Human", "after the reveal", "in time"),
        ("Human", "in the resolution phase", "too late"),
        ("Oracle", "after the reveal", "too late"),
    ],
)
def test_a_zap_is_held_against_the_use_that_it_cancels(alien: str, when: str, verdict: str) -> None:
    (answer,) = _argued(f"red 3 : 12 vs blue/{alien} 3 : 8 ; zap blue by red", f"the zap came {when}", "no").answers
    assert f"which is {verdict}" in answer.says
    assert "consolidated 4.3.3.1" in [cite for step in answer.steps for cite in step.cites]


@pytest.mark.parametrize(
    ("when", "verdict", "clause"),
    [
        # 4.2.1: once the cards are revealed; 4.8.1: not in the resolution
        ("before the reveal", "too early", "4.2.1"),
        ("after we had counted", "in time", "4.2.1"),
        ("in the resolution phase", "too late", "4.8.1"),
    ],
)
def test_a_reinforcement_has_its_time(when: str, verdict: str, clause: str) -> None:
    (answer,) = _argued("red 3 : 12 +3 vs blue 4 : 11", f"the +3 was played {when}", "no").answers
    assert f"which is {verdict}" in answer.says
    assert f"consolidated {clause}" in [cite for step in answer.steps for cite in step.cites]


def test_what_was_played_too_late_does_not_count_on_the_line_that_says_so() -> None:
    # 12+3+3 = 18 against 11+4 = 15; without the +3 15 to 15, a tie (5.10.1.1.d.1)
    line = "red 3 : 12 +3 vs blue 4 : 11"
    late = f"{line} ; the +3 was played after the ships went to the warp"
    argument = argue([Claim("blue", "late", late), Claim("red", "not", line)])
    assert [ruling.outcome.value for ruling in argument.rulings if ruling.outcome] == ["defense-wins", "offense-wins"]
    assert [line.what for line in argument.lines if line.decides] == ["when the reinforcement +3 came"]
    assert argument.besides == [("the +3 was played after the ships went to the warp",), ()]


# -- lines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "encounter", "besides"),
    [
        (f"{LINE} ; blue took 3 of 4", LINE, ("blue took 3 of 4",)),
        (f"{LINE} ; took 3", LINE, ("took 3",)),
        ("a 1 : 2 vs b 3 : 4 ; zap b by a ; the zap came before the reveal ; warp a 2",
         "a 1 : 2 vs b 3 : 4 ; zap b by a ; warp a 2", ("the zap came before the reveal",)),
        ("a 1 : 2 vs b 3 : 4 ; zap b by a ; use a 3 ; reinforce b +2 offense", None, ()),
        (LINE, None, ()),
    ],
)  # fmt: skip
def test_a_line_is_parted_from_what_is_told_besides(line: str, encounter: str | None, besides: tuple[str, ...]) -> None:
    assert split(line) == (line if encounter is None else encounter, besides)


# -- done against due --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("I only took 3", [("blue", 3, None)]),
        ("blue took three of four", [("blue", 3, 4)]),
        ("you gave me only 3 cards", [("blue", 3, None)]),
        ("you drew two, should be three", [("red", 2, 3)]),
        ("I got 3 cards as compensation", [("blue", 3, None)]),
        ("I should have got 3", []),
        ("I get six cards", []),
        ("I took 2 ships out of the warp", []),
        ("you owe me 6, not 4", []),
    ],
)
def test_what_was_taken_is_read_out_of_words(says: str, told: list[tuple[str, int, int | None]]) -> None:
    assert [(deed.who, deed.count, deed.of) for deed in deeds("blue", says, ["red"])] == told


@pytest.mark.parametrize(
    ("says", "answer"),
    [
        # 5.10.8.2.a: four ships, four cards out of nine
        ("I took 3", "blue took 3, and 4 cards as compensation are due: 1 too few."),
        ("I took 4", "blue took 4, and 4 cards as compensation are due: that is right."),
        ("I took 3 of 3", "blue took 3, and 4 cards as compensation are due: 1 too few (3 is not what is due)."),
        ("I took five cards", "blue took 5, and 4 cards as compensation are due: 1 too many."),
    ],
)
def test_what_was_done_is_held_against_what_was_due(says: str, answer: str) -> None:
    (found,) = _argued(LINE, says, "so what").answers
    assert found.says == answer
    assert "consolidated 5.10.8.2.a" in [cite for step in found.steps for cite in step.cites]
    assert found.questions == (() if "right" in answer else ("DF-82",))


def test_what_somebody_else_drew_is_not_taken_for_what_is_due() -> None:
    assert [answer.topic for answer in _argued(LINE, "you drew 2 cards at the start", "so what").answers] == []


def test_two_tellings_of_one_deed_are_told_apart() -> None:
    (found,) = _argued(LINE, "I took 3", "you took 4").answers
    assert "As blue has it, blue took 3" in found.says
    assert "As red has it, blue took 4" in found.says


def test_a_card_zap_comes_too_late_for_what_was_carried_out_in_an_earlier_phase() -> None:
    """A Force Field is carried out in the alliance phase; Card Zap cancels a card that is just being used."""
    line = "red 3 + green 4 : 8 vs blue 4 : 10 ; force field green ; card zap ; the card zap came after the reveal"
    argument = _argued(line, "I zapped your Force Field", "green was at home by then")
    assert [ruling.outcome.value for ruling in argument.rulings if ruling.outcome is not None] == ["defense-wins"] * 2
    (found,) = [answer for answer in argument.answers if answer.topic == "time"]
    assert "which is too late: Force Field had been carried out by then" in found.says
    assert found.steps[0].cites == ("card Card-Zap",)


# -- what is no such matter --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (LINE, "and on top of that you get cards"),
        ("red 3 : 12 +3 vs blue 4 : 11", "the +3 counts"),
        ("red 3 : 12 vs blue/Zombie 4 : 8 ; zap blue by red", "I sent 4 ships to the warp"),
        ("red 3 : 12 vs blue/Clone 4 : 8 ; use blue", "I take my card back with Clone"),
        ("red 3 : 12 vs blue 4 : 8", "I played a 14 last turn"),
        ("red 3 : 12 vs blue 4 : 8 ; home blue 3", "I lost my third colony before the compensation"),
        ("red 3 : 12 +2 vs blue 4 : 8", "reinforcements go first"),
    ],
)
def test_words_that_are_of_no_such_matter_are_left_alone(line: str, says: str) -> None:
    assert [answer.topic for answer in _argued(line, says, "no").answers] == []


def test_every_event_that_is_read_is_one_of_the_book() -> None:
    from referee.disputes.in_time import _EVENTS

    assert [event for event in _EVENTS if event not in rulebase().moments.events] == []


def test_what_a_line_states_was_done_is_held_against_the_rules() -> None:
    # A defensive ally has one reward for each of its three ships (5.10.5.2); two are what green took.
    line = "red 3 : 8 vs blue 4 + green 3 : 12 ; rewards green 2 cards"
    claims = [Claim("green", "I get my third reward, I took only two", line), Claim("red", "the moment is over", line)]
    (answer,) = argue(claims).answers
    assert answer.says == "green took 2, and 3 rewards are due: 1 too few."
    assert "consolidated 5.10.5.2" in [cite for step in answer.steps for cite in step.cites]
    # A Ghoul takes one for each ship that its opponent lost: that is a text, and what it gives is due.
    stated = [claim._replace(line=line.replace("2 cards", "5 Ghoul")) for claim in claims]
    assert "5 rewards are due" in argue(stated).answers[0].says


def test_a_move_that_was_said_twice_is_a_move_taken_back() -> None:
    (answer,) = _argued("red 4 : ? vs blue 3 : ?", "two is what you said", "I said two and then four").answers
    assert (answer.topic, answer.questions) == ("conduct", ("DF-82",))


def test_who_comes_first_is_told_though_one_does_not_name_its_power() -> None:
    # By the sheets: the Oracle before the cards are selected, the Sorcerer after.
    line = "red/Oracle 3 : 8 vs blue/Sorcerer 4 : 12"
    claims = [Claim("red", "my Oracle looks first", line), Claim("blue", "I swap first", line)]
    answer = next(one for one in argue(claims).answers if one.topic == "order")
    assert answer.says == "red's Oracle comes first, then blue's Sorcerer."
