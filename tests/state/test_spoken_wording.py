"""Who, where and what people mean in other words than those of the commands; and what is better asked than guessed."""

from __future__ import annotations

import time

import pytest

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError, RefereeError
from referee.judge.ways.table import lay_table, rule_question, tell_command
from referee.state.commands import write_command
from referee.state.spoken import read_said
from referee.state.table import Table

NAMES = Names(rulebase())
LAID = ("table red/Tripler blue/Zombie green/Clone yellow/Virus",)
BLUE = (*LAID, "destiny blue")
SENT = (*BLUE, "launch red 3 at blue.2")
ASKED = (*SENT, "invite red: green yellow", "invite blue: yellow")
ALONE = (*SENT, "invite red: none", "invite blue: none")
HIDDEN = (*ALONE, "play red ?")
OVER = (*SENT, "reveal red 10, blue 8", "resolve")
TALKS = (*SENT, "reveal red N, blue N", "resolve")


def _at(before: tuple[str, ...]) -> Table:
    table = lay_table(before[0])
    for command in before[1:]:
        told = tell_command(table, command)
        assert told.legal, command
        table = told.table
    return table


def _said(before: tuple[str, ...], sentence: str) -> list[str]:
    return [write_command(command) for command in read_said(sentence, NAMES, _at(before))]


@pytest.mark.parametrize(
    "planet",
    ["blue two", "blue 2", "blu 2", "blue's second planet", "blue's second", "planet 2 of blue", "planet two of zombie",
     "zombie 2", "zombie's second planet"],
)  # fmt: skip
def test_a_planet_as_people_say_it(planet: str) -> None:
    assert _said(BLUE, f"red goes after {planet} with three") == ["launch red 3 at blue.2"]


@pytest.mark.parametrize(
    ("before", "sentence", "commands"),
    [
        (BLUE, "he hits his planet 2 with 3", ["launch red 3 at blue.2"]),
        (BLUE, "tripler goes at blue.2 with 3", ["launch red 3 at blue.2"]),
        (BLUE, "the offense attacks blue.2 with 3", ["launch red 3 at blue.2"]),
        (BLUE, "reds 3 at blue.2", ["launch red 3 at blue.2"]),
        (ASKED, "green's with us, two", ["ally green offense 2"]),
        (ASKED, "green throws in with him, 1 ship", ["ally green offense 1"]),
        (ASKED, "clone backs the attacker with two", ["ally green offense 2"]),
        (ASKED, "virus is on zombie's side, 4", ["ally yellow defense 4"]),
        (HIDDEN, "she answers with a 12", ["play blue 12"]),
        (ALONE, "tripler 8, zombie 20", ["reveal red 8, blue 20"]),
        (ALONE, "7 for zombie, the attacker a neg", ["reveal blue 7, red N"]),
        (TALKS, "red gives him a card for a card", ["deal red gives 1 card, blue gives 1 card"]),
    ],
)
def test_whoever_alone_can_be_meant(before: tuple[str, ...], sentence: str, commands: list[str]) -> None:
    assert _said(before, sentence) == commands


@pytest.mark.parametrize(
    ("before", "sentence", "commands"),
    [
        (LAID, "it's yellow", ["destiny yellow"]),
        (LAID, "he got green", ["destiny green"]),
        (LAID, "blue it is", ["destiny blue"]),
        (LAID, "flips green and goes in with 3 at green.1", ["destiny green", "launch red 3 at green.1"]),
        (LAID, "draws red, throws it back and gets blue", ["destiny red", "destiny blue"]),
        (BLUE, "red heads for blue two with 3 from red one", ["launch red 3 from red.1 3 at blue.2"]),
        (ASKED, "green piles in with one", ["ally green offense 1"]),
        (ASKED, "green sits this one out", ["decline green"]),
        (ASKED, "green: not this time", ["decline green"]),
        (SENT, "red doesn't ask anyone", ["invite red: none"]),
        (SENT, "red invites the whole table, blue no one", ["invite red: green yellow", "invite blue: none"]),
        (ALONE, "both neg", ["reveal red N, blue N"]),
        (ALONE, "flip: 12 and 8", ["reveal red 12, blue 8"]),
        (ALONE, "red's ten beats blue's five", ["reveal red 10, blue 5"]),
        (TALKS, "red pays two cards, blue one", ["deal red gives 2 cards, blue gives 1 card"]),
        (TALKS, "they swap bases, red.2 for blue.3", ["deal red gives colony red.2, blue gives colony blue.3"]),
        (TALKS, "the talks collapse", ["no deal"]),
        (OVER, "once more, yellow", ["second", "destiny yellow"]),
        (OVER, "that's it for red", ["end"]),
        (OVER, "over to blue", ["end"]),
    ],
)
def test_acts_in_other_words(before: tuple[str, ...], sentence: str, commands: list[str]) -> None:
    assert _said(before, sentence) == commands


@pytest.mark.parametrize(
    "sentence",
    ["ok so red invites green", "well, red invites green", "red invites green, lol", "right, red invites green",
     "hang on, red invites green this time", "red invites green, the traitor"],
)  # fmt: skip
def test_words_that_say_nothing_are_passed_over(sentence: str) -> None:
    assert _said(SENT, sentence) == ["invite red: green"]


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        (SENT, "red invites green, yelow"),  # a name that is misspelt is no chatter
        (SENT, "red invites green, sam"),
        (SENT, "red invites everyone but green"),
        (SENT, "red invites green or yellow"),
        (SENT, "red invites green, not really"),
        (BLUE, "red launches 3 at blue.2, no wait 4"),
        (BLUE, "red launches 3 at blue.2, or 4"),
        (BLUE, "red attacks blue 1 or 2 with 3"),
        (BLUE, "if red launches 3 at blue.2"),
        (BLUE, "red hits blue one with two, not three"),
        (BLUE, "red sends one to blue two and two to blue three"),  # no cards are told
        (LAID, "it isn't blue"),
        (LAID, "is it blue"),  # it is asked
        (LAID, "red flips blue, I mean green"),
        (ASKED, "he helps with 2"),  # green or yellow
        (ASKED, "yellow is with him, 2"),  # either has invited yellow
        (ALONE, "he plays 10"),
        (ALONE, "red plays a 10 or a 12"),
        (TALKS, "red gives blue two"),  # two cards, or a card of that value
        (OVER, "red goes again, or rather stops"),
    ],
)
def test_what_may_mean_something_else_is_not_guessed(before: tuple[str, ...], sentence: str) -> None:
    """Nothing is read, or what is read leaves the table as it is."""
    table = _at(before)
    try:
        told = tell_command(table, sentence)
    except MalformedError:
        return
    assert not told.legal


def test_what_reads_as_a_question_only_by_its_first_word_is_one() -> None:
    with pytest.raises(MalformedError) as wrong:
        rule_question("dial red 3")
    assert wrong.value.column == 0
    assert rule_question("can red launch 3").legal


def test_a_sentence_that_is_too_long_is_refused_at_once() -> None:
    table = _at(LAID)
    begun = time.process_time()
    for piece in ("red and ", "a", "two "):
        with pytest.raises(RefereeError):
            tell_command(table, piece * 100_000)
    assert time.process_time() - begun < 2


BARE = (*BLUE, "launch red 3 at blue.2")
SHOWN = (*BARE, "reveal red 9, blue 10")


@pytest.mark.parametrize(
    ("before", "sentence", "commands"),
    [
        (BLUE, "Red's off against blue with three", ["launch red 3 at blue"]),
        (BLUE, "red is off to blue.4 with two", ["launch red 2 at blue.4"]),
        (BARE, "green tags along with one", ["ally green offense 1"]),
        (
            BARE,
            "yellow's along with two, green sides with blue, one",
            ["ally yellow offense 2", "ally green defense 1"],
        ),
        (ASKED, "green comes along, two ships", ["ally green offense 2"]),
        (SHOWN, "blue zaps her", ["zap red by blue"]),
        (SHOWN, "red zaps his power", ["zap blue by red"]),
        (SHOWN, "blue zaps her Tripler", ["zap red Tripler by blue"]),
        (BARE, "both put down a neg", ["reveal red N, blue N"]),
        (BARE, "both lay a card facedown", ["play red ?", "play blue ?"]),
    ],
)
def test_who_goes_along_and_whom_it_is_done_to(before: tuple[str, ...], sentence: str, commands: list[str]) -> None:
    assert _said(before, sentence) == commands


def test_who_comes_along_is_asked_for_its_side_where_invitations_were_told_without_it() -> None:
    (command,) = read_said("yellow tags along with one", NAMES, _at((*BARE, "invite red: green")))
    assert (command.who, command.side, command.ships) == ("yellow", "", 1)


@pytest.mark.parametrize("sentence", ["I'm in with two", "she's in with two"])
def test_who_is_not_named_is_asked_for_by_name(sentence: str) -> None:
    with pytest.raises(MalformedError) as raised:
        read_said(sentence, NAMES, _at(ASKED))
    assert raised.value.hint == "Say it with the name: green or yellow."


def test_whose_power_is_zapped_by_somebody_outside_is_asked() -> None:
    with pytest.raises(MalformedError, match="the name of the player who is meant"):
        read_said("green zaps her", NAMES, _at(SHOWN))
