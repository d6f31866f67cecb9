"""What people say at a table, and the commands that it comes to; what nobody could mean is answered with its place."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.state import phases as ph
from referee.state.commands import Command, write_command
from referee.state.completion import what_next
from referee.state.encounter import DEFENSE
from referee.state.pending import Due
from referee.state.spoken import example, read_said, said_as
from referee.state.spoken.phrases import SPOKEN
from referee.state.spoken.scene import Scene
from referee.state.table import Table, new
from tests import effort

NAMES = Names(rulebase())
SEATS = ("red", "purple", "yellow", "blue")


def _table(phase: str, **more: object) -> Table:
    """Red's turn, in this phase of an encounter with purple."""
    table = new("consolidated", SEATS, 5, 20, 8)
    table.aliens = {"red": ("Macron",), "purple": ("Zombie",), "yellow": ("Clone",), "blue": ("Virus",)}
    table.phase = phase
    if ph.is_after(phase, ph.DESTINY):
        table.defense = "purple"
    if ph.is_after(phase, ph.LAUNCH):
        table.target = "purple.2"
    if ph.is_after(phase, ph.ALLIANCE):
        table.invited = {"red": (), "purple": ()}
    for name, value in more.items():
        setattr(table, name, value)
    return table


ASKED = {"invited": {"red": ("yellow",), "purple": ("blue",)}}
WON = {
    "due": [
        Due("yellow", "reward", 2, as_ships=2),
        Due("blue", "return", 3, "beside"),
        Due("yellow", "return", 2, "beside"),
    ],
    "allies": {"yellow": DEFENSE, "blue": DEFENSE},
    "ruled": True,
}
OWED = {"due": [Due("purple", "take", 4, source="red"), Due("yellow", "return", 2, "gate")], "ruled": True}


def _said(table: Table, sentence: str) -> list[str]:
    return [write_command(command) for command in read_said(sentence, NAMES, table)]


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        ("Destiny is purple", "destiny purple"),
        ("destiny: blue.", "destiny blue"),
        ("flip: yellow", "destiny yellow"),
        ("red flips yellow", "destiny yellow"),
        ("blue's destiny", "destiny blue"),
        ("wild, red picks yellow", "wild yellow"),
        ("destiny wild, red chooses yellow", "wild yellow"),
        ("wild card: yellow", "wild yellow"),
        ("special destiny blue", "special blue"),
        ("red draws his own color", "destiny red"),
        ("destiny purple, red goes at purple.4 with two", "destiny purple | launch red 2 at purple.4"),
    ],
)
def test_destiny(sentence: str, commands: str) -> None:
    assert _said(_table(ph.DESTINY), sentence) == commands.split(" | ")


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        ("red launches 2 at purple.2", "launch red 2 at purple.2"),
        ("Red launches two ships at purple 2.", "launch red 2 at purple.2"),
        ("launch 1 at purple.2", "launch red 1 at purple.2"),
        ("launch red 2 purple.2", "launch red 2 at purple.2"),
        ("red at purple.2 with 2 from red.1", "launch red 2 from red.1 2 at purple.2"),
        ("red at purple.2 with 2 from red.1 and red.3", "launch red 2 from red.1 1, red.3 1 at purple.2"),
        ("red goes at purple.3 with 3 ships, 2 from red.1 and 1 from red.2", ""),
        ("red attacks purple's second planet with a ship", "launch red 1 at purple.2"),
        ("at red.1 against blue with 4", "launch red 4 at red.1 against blue"),
        ("red sends four to planet 3 of purple", "launch red 4 at purple.3"),
        ("red launches 3 at purple.1 and invites nobody", "launch red 3 at purple.1 | invite red: none"),
        ("red at purple.1 with 3, blue helps with two", "launch red 3 at purple.1 | ally blue offense 2"),
        (
            "all 4 at purple.1, blue helps with two, yellow with purple with one",
            "launch red 4 at purple.1 | ally blue offense 2 | ally yellow defense 1",
        ),
    ],
)
def test_launches(sentence: str, commands: str) -> None:
    if commands:
        assert _said(_table(ph.LAUNCH), sentence) == commands.split(" | ")


@pytest.mark.parametrize("sentence", ["red at purple with 2", "red goes at purple with two", "launch 2 at purple"])
def test_a_launch_into_a_system_leaves_the_planet_open(sentence: str) -> None:
    (command,) = read_said(sentence, NAMES, _table(ph.LAUNCH))
    assert command == Command("launch", "red", 2, system="purple")
    assert write_command(command) == "launch red 2 at purple"


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        ("ally yellow off 2, blue def 3 from blue.5", "ally yellow offense 2 | ally blue defense 3 from blue.5 3"),
        ("yellow helps red with 3", "ally yellow offense 3"),
        ("yellow's in with 3", "ally yellow offense 3"),  # red alone has invited yellow
        ("blue joins the defence with two", "ally blue defense 2"),
        ("ally blue 3", "ally blue defense 3"),
        ("blue 3", "ally blue defense 3"),
        ("nobody helps", "decline yellow | decline blue"),
        ("nobody else", "decline yellow | decline blue"),
        ("everyone declines", "decline yellow | decline blue"),
        ("decline", "decline yellow | decline blue"),
        ("blue stays out", "decline blue"),
        ("yellow doesn't help", "decline yellow"),
        ("yellow and blue decline", "decline yellow | decline blue"),
        ("blue in with 2 then nobody else", "ally blue defense 2 | decline yellow"),
        ("blue puts 3 from blue.5 with purple", "ally blue defense 3 from blue.5 3"),
    ],
)
def test_answers_to_invitations(sentence: str, commands: str) -> None:
    assert _said(_table(ph.ALLIANCE, **ASKED), sentence) == commands.split(" | ")


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        ("invite purple: all", "invite purple: yellow blue"),
        ("red invites everybody", "invite red: yellow blue"),
        ("red invites nobody, purple invites blue", "invite red: none | invite purple: blue"),
        ("red invites yellow and blue", "invite red: yellow blue"),
        ("nobody helps", "invite red: none | invite purple: none"),
        ("no allies", "invite red: none | invite purple: none"),
        ("red 8, purple 6", "reveal red 8, purple 6"),
    ],
)
def test_invitations(sentence: str, commands: str) -> None:
    assert _said(_table(ph.ALLIANCE), sentence) == commands.split(" | ")


def test_an_ally_whom_both_have_invited_leaves_the_side_open() -> None:
    both = _table(ph.ALLIANCE, invited={"red": ("yellow",), "purple": ("yellow",)})
    assert read_said("yellow's in with 3", NAMES, both) == (Command("ally", "yellow", 3),)


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        ("red 8, purple 6", "reveal red 8, purple 6"),
        ("red 4 v purple 20", "reveal red 4, purple 20"),
        ("red 6 against purple neg", "reveal red 6, purple N"),
        ("12 against 8", "reveal red 12, purple 8"),
        ("twelve against eight", "reveal red 12, purple 8"),
        ("both negotiate", "reveal red N, purple N"),
        ("purple neg, red nego", "reveal purple N, red N"),
        ("purple plays a negotiate, red shows 14", "play purple N | reveal red 14"),
        ("purple plays a negotiate", "play purple N"),
        ("purple plays facedown", "play purple ?"),
        ("both play facedown", "play red ? | play purple ?"),
        ("red lays a twenty-three", "play red 23"),
        ("red shows 14", "play red 14"),  # purple has no card yet
        ("red has a morph", "play red M"),
    ],
)
def test_cards(sentence: str, commands: str) -> None:
    assert _said(_table(ph.PLANNING), sentence) == commands.split(" | ")


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        ("red shows 14", "reveal red 14"),
        ("purple +3 off", "reinforce purple +3 offense"),
        ("+3 off purple", "reinforce purple +3 offense"),
        ("purple adds 3 to the offense", "reinforce purple +3 offense"),
        ("purple plays a +5", "reinforce purple +5 defense"),
        ("red zaps zombie", "zap purple Zombie by red"),
        ("red zaps virus/blue", "zap blue Virus by red"),
        ("blue zaps purple's power", "zap purple by blue"),
        ("blue cosmic zaps clone", "zap yellow Clone by blue"),
        ("yellow card zaps", "card zap by yellow"),
        ("red zaps zombie, purple card zaps that", "zap purple Zombie by red | card zap by purple"),
        ("purple plays the macron flare", "flare purple Macron"),
        ("yellow uses clone", "use yellow/Clone"),
        ("use clone", "use yellow/Clone"),
        ("purple plays plague on red", "plague red by purple"),
        ("red plays mobius tubes", "mobius tubes by red"),
        ("purple plays quash", "quash by purple"),
        ("yellow plays force field on all", "force field all by yellow"),
    ],
)
def test_acts(sentence: str, commands: str) -> None:
    shown = _table(ph.REVEAL, cards={"red": "?", "purple": "?"})
    assert _said(shown, sentence) == commands.split(" | ")


@pytest.mark.parametrize(
    ("owed", "sentence", "commands"),
    [
        (WON, "yellow takes a card and a ship", "reward yellow 1 card, 1 ship"),
        (WON, "yellow takes two ships and blue a card", "reward yellow 2 ships | reward blue 1 card"),
        (WON, "yellow draws 2", "reward yellow 2 cards"),
        (WON, "blue returns to blue.1", "return blue blue.1 3"),
        (WON, "return all", "return"),
        (OWED, "purple takes 4 from red", "take purple 4 from red"),
        (OWED, "purple takes 4 cards", "take purple 4 from red"),
        (OWED, "purple takes compensation", "take purple 4 from red"),
        ({}, "red stops", "end"),
        ({}, "red is done", "end"),
        ({}, "next", "end"),
        ({}, "end of turn", "end"),
        ({}, "second encounter", "second"),
        ({}, "red goes again", "second"),
        ({}, "again at blue.3 with 4", "second | launch red 4 at blue.3"),
        ({}, "no deal", "no deal"),
        ({}, "red gives a card, purple gives colony purple.4", "deal red gives 1 card, purple gives colony purple.4"),
        ({}, "red gets 2 cards for purple's colony", "deal purple gives 2 cards, red gives colony"),
        ({}, "red loses 3 from red.1", "lose red red.1 3"),
    ],
)
def test_what_follows(owed: dict[str, object], sentence: str, commands: str) -> None:
    table = _table(ph.RESOLUTION, **owed)
    table.put("beside", "blue", 3)
    assert _said(table, sentence) == commands.split(" | ")


@pytest.mark.parametrize(
    ("sentence", "command"),
    [
        ("regroup red to red.2", Command("regroup", "red", planet="red.2")),
        ("red takes a ship back", Command("regroup", "red")),
        ("red takes two ships back", Command("regroup", "red", 2)),
    ],
)
def test_the_regroup(sentence: str, command: Command) -> None:
    assert read_said(sentence, NAMES, _table(ph.REGROUP)) == (command,)


def test_nobody_else_where_nobody_is_waited_for_says_nothing() -> None:
    assert read_said("nobody else", NAMES, _table(ph.PLANNING)) == ()


@pytest.mark.parametrize(
    ("phase", "sentence", "commands"),
    [
        (ph.DESTINY, "red's destiny is blue", "destiny blue"),
        (ph.DESTINY, "turn up destiny: yellow", "destiny yellow"),
        (ph.DESTINY, "red drew a wild, chooses yellow", "wild yellow"),
        (ph.REGROUP, "red gets one back", "regroup"),
        (ph.REGROUP, "a ship back to red.2", "regroup red.2"),
        (ph.REGROUP, "red takes a ship from the warp to red.4", "regroup red.4"),
        (ph.LAUNCH, "red aims at purple.3 with 2 ships", "launch red 2 at purple.3"),
        (ph.LAUNCH, "two ships at purple.4", "launch red 2 at purple.4"),
        (ph.LAUNCH, "red goes after blue on red.1 with 3", "launch red 3 at red.1 against blue"),
        (ph.LAUNCH, "red will send three to purple 2", "launch red 3 at purple.2"),
        (ph.LAUNCH, "red's going to purple.2 with two", "launch red 2 at purple.2"),
        (ph.LAUNCH, "red attacks with 3", "launch red 3"),
        (ph.LAUNCH, "i launch 2 at purple.2", "launch red 2 at purple.2"),
        (ph.ALLIANCE, "both invite everyone", "invite red: yellow blue | invite purple: yellow blue"),
        (ph.ALLIANCE, "nobody invites anyone", "invite red: none | invite purple: none"),
        (ph.ALLIANCE, "red asks blue and yellow to help", "invite red: blue yellow"),
        (ph.ALLIANCE, "yellow says yes to red with 2", "ally yellow offense 2"),
        (ph.ALLIANCE, "yellow defends with 2", "ally yellow defense 2"),
        (ph.ALLIANCE, "yellow and blue join the defense with 1", "ally yellow defense 1 | ally blue defense 1"),
        (ph.ALLIANCE, "yellow sends 2 to help red", "ally yellow offense 2"),
        (ph.ALLIANCE, "yellow 2 on offense, blue 1 on defense", "ally yellow offense 2 | ally blue defense 1"),
        (ph.ALLIANCE, "yellow is neutral", "decline yellow"),
        (ph.ALLIANCE, "yellow won't help", "decline yellow"),
        (ph.PLANNING, "red 20 purple 8", "reveal red 20, purple 8"),
        (ph.PLANNING, "red's 20 against purple's 8", "reveal red 20, purple 8"),
        (ph.PLANNING, "it's 20 to 8", "reveal red 20, purple 8"),
        (ph.PLANNING, "red played a 20 and purple a negotiate", "play red 20 | play purple N"),
        (ph.PLANNING, "cards are down", "play red ? | play purple ?"),
        (ph.PLANNING, "red negotiates, purple attacks with 12", "reveal red N, purple 12"),
        (ph.REVEAL, "red throws in a +3", "reinforce red +3 offense"),
        (ph.REVEAL, "plus three for the offense from blue", "reinforce blue +3 offense"),
        (ph.REVEAL, "zombie gets zapped", "zap purple Zombie"),
        (ph.REVEAL, "yellow zaps the zap", "card zap by yellow"),
        (ph.REVEAL, "purple plays wild macron", "flare purple Macron wild"),
        (ph.REVEAL, "purple plays his zombie flare on red", "flare purple Zombie red"),
        (ph.REVEAL, "yellow force fields blue", "force field blue by yellow"),
        (ph.RESOLUTION, "yellow gets one of each", "reward yellow 1 card, 1 ship"),
        (ph.RESOLUTION, "yellow takes both as ships", "reward yellow 2 ships"),
        (ph.RESOLUTION, "yellow takes 2 rewards", "reward yellow 2 cards"),
        (ph.RESOLUTION, "yellow takes a ship back to yellow.2", "reward yellow 1 ship to yellow.2 1"),
        (ph.RESOLUTION, "red pays purple 3 cards", "take purple 3 from red"),
        (ph.RESOLUTION, "purple takes two cards from red: 10 and N", "take purple 2 from red: 10 N"),
        (ph.RESOLUTION, "red loses 2 from red.1 and 1 from the gate", "lose red red.1 2, gate 1"),
        (ph.RESOLUTION, "red's ships come home", "return red"),
        (ph.RESOLUTION, "they swap colonies", "deal red gives colony, purple gives colony"),
        (ph.RESOLUTION, "a card each", "deal red gives 1 card, purple gives 1 card"),
        (ph.RESOLUTION, "red gets purple.3, purple gets a card", "deal purple gives colony purple.3, red gives 1 card"),
        (ph.RESOLUTION, "red trades a card for a colony", "deal red gives 1 card, purple gives colony"),
        (ph.RESOLUTION, "purple lets red have a colony on purple.4", "deal purple gives colony purple.4"),
        (ph.RESOLUTION, "they can't agree", "no deal"),
        (ph.RESOLUTION, "time's up", "no deal"),
        (ph.RESOLUTION, "red doesn't want a second", "end"),
        (ph.RESOLUTION, "next: purple", "end"),
        (ph.RESOLUTION, "purple's turn", "end"),
        (ph.RESOLUTION, "one more", "second"),
        (ph.START, "blue has 7 cards", "set hand blue 7"),
        (ph.START, "blue's hand is 7 cards", "set hand blue 7"),
        (ph.PLANNING, "reveal red 10, purple nego", "reveal red 10, purple N"),
        (ph.RESOLUTION, "return yellow 2 to yellow.1 and 1 to yellow.2", "return yellow yellow.1 2, yellow.2 1"),
        (ph.RESOLUTION, "take red three from purple", "take red 3 from purple"),
        (ph.RESOLUTION, "reward yellow a card and a ship", "reward yellow 1 card, 1 ship"),
        (ph.PLANNING, "play red neg", "play red N"),
        (ph.START, "red draws a new hand", "new hand red"),
        (ph.START, "blue discards 10, neg and a +3", "discard blue: 10 N +3"),
    ],
)
def test_the_same_in_other_words(phase: str, sentence: str, commands: str) -> None:
    shown = {"cards": {"red": "?", "purple": "?"}} if phase in (ph.REVEAL, ph.RESOLUTION) else {}
    assert _said(_table(phase, **shown), sentence) == commands.split(" | ")


def test_a_player_who_is_called_like_a_word_of_it_is_a_player() -> None:
    table = new("consolidated", ("Helps", "Off", "Neg", "Zaps"), 5, 20, 8)
    table.phase, table.defense, table.target = ph.ALLIANCE, "Off", "Off.1"
    assert _said(table, "Neg helps Off with 2") == ["ally Neg defense 2"]
    assert _said(table, "Zaps helps Helps with 1") == ["ally Zaps offense 1"]
    assert _said(table, "Helps 8, Off 6") == ["reveal Helps 8, Off 6"]
    assert _said(table, "Off neg, Helps 4") == ["reveal Off N, Helps 4"]


@pytest.mark.parametrize(
    ("phase", "sentence", "column", "says"),
    [
        (ph.LAUNCH, "red lunches 2 at purple", 4, "Did you mean: red launches 2 at purple"),
        (ph.LAUNCH, "red launches 2 at purpel", 18, "Did you mean: red launches 2 at purple"),
        (ph.LAUNCH, "lauch red 3 at purple.1", 0, "Did you mean: launch red 3 at purple.1"),
        (ph.REVEAL, "blue zaps zombi", 10, "Did you mean: blue zaps Zombie"),
        (ph.LAUNCH, "red launches 2 at", 17, "It is said so: red launches 2 at purple.2"),
        (ph.LAUNCH, "launch gren 3 at purple.1", 7, "At this table sit red, purple, yellow, blue."),
        (ph.ALLIANCE, "yellow helps blue with 2", 24, "the side that yellow joins: red or purple"),
        (ph.LAUNCH, "red launches 1234567 at purple", 13, "how many ships"),
        (ph.REGROUP, "draw red 999999", 9, "at most 200 cards: no hand and no deck holds more"),
        (ph.REGROUP, "blue draws 201 cards", 11, "how many cards or ships"),
        (ph.REVEAL, "frobnicate", 0, "something that is said or done at a table"),
        (ph.REVEAL, "undo", 0, "`referee undo` is typed by itself."),
    ],
)
def test_what_is_not_understood_is_answered_with_the_nearest_sentence(
    phase: str, sentence: str, column: int, says: str
) -> None:
    with pytest.raises(MalformedError) as caught:
        read_said(sentence, NAMES, _table(phase))
    assert caught.value.column == column
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("sentence", "done"),
    [
        ("red turns over blue", "second / destiny blue"),  # the offense, whose encounter is over, goes on
        ("red draws a wild and picks blue", "second / wild blue"),
        ("purple turns over blue", "end / destiny blue"),  # who sits to its left
        ("purple's go, wild, purple picks yellow", "end / wild yellow"),
        ("yellow turns over blue", "end / offense yellow / destiny blue"),  # which is refused: turns pass clockwise
        ("yellow's go", "end / offense yellow"),
        ("destiny blue", "destiny blue"),
    ],
)
def test_who_is_said_to_draw_has_the_turn(sentence: str, done: str) -> None:
    commands = read_said(sentence, NAMES, _table(ph.RESOLUTION))
    assert " / ".join(write_command(command) for command in commands) == done


def test_somebody_else_who_is_said_to_draw_has_to_have_the_turn_first() -> None:
    """At the start of a turn too; whether it can is ruled."""
    commands = read_said("yellow turns over blue", NAMES, _table(ph.START))
    assert [write_command(command) for command in commands] == ["offense yellow", "destiny blue"]


def test_two_players_with_the_same_alien_are_asked_for() -> None:
    both = _table(ph.REVEAL, aliens={"red": ("Clone",), "yellow": ("Clone",)})
    with pytest.raises(MalformedError, match="whose Clone: red or yellow"):
        read_said("use clone", NAMES, both)


EXAMPLES = [(spoken.word, spoken.says) for spoken in SPOKEN]
_PHASE = {
    **dict.fromkeys(("destiny", "wild", "special"), ph.DESTINY),
    "regroup": ph.REGROUP,
    "launch": ph.LAUNCH,
    "invite": ph.ALLIANCE,
    "ally": ph.ALLIANCE,
    "play": ph.PLANNING,
}


@pytest.mark.parametrize(("word", "says"), EXAMPLES)
def test_every_example_is_understood_as_its_command(word: str, says: str) -> None:
    asked = ASKED if word in ("ally", "decline") else {}
    phase = ph.ALLIANCE if word == "decline" else _PHASE.get(word, ph.RESOLUTION)
    commands = read_said(says.replace("clone", "macron") if word == "show" else says, NAMES, _table(phase, **asked))
    ruled_as = {"wild": "destiny", "special": "destiny"}.get(word, word)
    acts = [command.act.verb.replace("-", " ") if command.act else command.verb for command in commands]
    assert set(acts) == {ruled_as}


def test_examples_are_told_with_the_players_of_the_table() -> None:
    scene = Scene(_table(ph.ALLIANCE, turn="blue", defense="red"))
    assert example("red launches 2 at purple.2", scene) == "blue launches 2 at red.2"
    assert said_as("launch") == ("red launches 2 at purple.2",)


def test_what_may_be_said_next() -> None:
    assert "launches" in what_next("red ", NAMES, SEATS).words
    assert what_next("red launches 2 at ", NAMES, SEATS) == ((), ("player", "planet"))
    assert "alien" in what_next("purple zaps ", NAMES, SEATS).kinds
    assert what_next("nonsense ", NAMES, SEATS) == ((), ())


PIECES = (
    *("red", "purple", "helps", "takes", "a", "the", "and", ",", ";", ".", "at", "with", "2", "two", "+", "3", "card"),
    *("all", "nobody", "zaps", "zombie", "/", "?", "from", "red.1", "N", "neg", "'s", '"', "\x00", "ß", "²", "٣"),
    *("off", "{0}", "for", "gives", "colony", "plays", "flare", "to", "ship", "wild", ":", "twenty", "back", "both"),
)  # fmt: skip


SENTENCES = (
    *("destiny is purple", "wild, red picks yellow", "red launches 2 at purple.2", "red at purple with 2 from red.1"),
    *("ally yellow off 2, blue def 3 from blue.5", "yellow's in with 3", "nobody else", "invite purple: all"),
    *("red 8, purple 6", "12 against 8", "purple plays a negotiate, red shows 14", "purple +3 off", "red zaps zombie"),
    *("purple plays the macron flare", "use clone", "yellow takes a card and a ship", "purple takes 4 from red"),
    *("red gives a card, purple gives colony purple.4", "return all"),
    *("again at blue.3 with 4", "red loses 3 from red.1", "red stops"),
)  # fmt: skip


def test_whatever_is_said_is_answered_in_words() -> None:
    source = random.Random(19)
    understood = 0
    for _ in range(effort.times(6_000, 800)):
        table = _table(source.choice(ph.PHASES), **source.choice(({}, ASKED, WON, OWED)))
        words = source.choice(SENTENCES).split()
        for _ in range(source.randrange(4)):
            at = source.randrange(len(words) + 1)
            words[at : at + source.randrange(2)] = [source.choice(PIECES)]
        try:
            commands = read_said(" ".join(words), NAMES, table)
        except MalformedError as error:
            assert str(error)
        else:
            understood += 1
            assert all(write_command(command) for command in commands)
    assert understood > effort.times(1_500, 200)


@pytest.mark.parametrize(
    ("sentence", "commands"),
    [
        (
            "blue and yellow both side with purple, blue two and yellow one",
            "ally blue defense 2 | ally yellow defense 1",
        ),
        ("both side with red: blue with three, yellow with one", "ally blue offense 3 | ally yellow offense 1"),
        ("blue and yellow help red, yellow four and blue one", "ally yellow offense 4 | ally blue offense 1"),
    ],
)
def test_several_who_help_with_ships_of_their_own(sentence: str, commands: str) -> None:
    table = _table(ph.ALLIANCE)
    assert _said(table, sentence) == commands.split(" | ")


def test_ships_of_somebody_who_was_not_said_to_help_are_asked_about() -> None:
    with pytest.raises(MalformedError):
        read_said("blue and yellow help red, blue two and green one", NAMES, _table(ph.ALLIANCE))


@pytest.mark.parametrize(
    ("phase", "more", "sentence", "commands"),
    [
        (ph.PLANNING, {}, "they turn them over: 20 and a negotiate", "reveal red 20, purple N"),
        (ph.RESOLUTION, {"ruled": True}, "that was red's turn", "end"),
        (ph.RESOLUTION, {"ruled": True}, "that was red's turn, purple's up", "end"),
        (ph.RESOLUTION, OWED, "purple draws four off red", "take purple 4 from red"),
        (
            ph.RESOLUTION,
            {"cards": {"red": "N", "purple": "N"}},
            "red gives purple two cards and gets onto purple.2",
            "deal red gives 2 cards, purple gives colony purple.2",
        ),
        (ph.PLANNING, {"allies": {"yellow": DEFENSE}}, "red force fields purple's allies", "force field yellow by red"),
    ],
)
def test_more_of_what_a_table_says(phase: str, more: dict[str, object], sentence: str, commands: str) -> None:
    assert _said(_table(phase, **more), sentence) == commands.split(" | ")
