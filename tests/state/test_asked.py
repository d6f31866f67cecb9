"""Questions as people ask them: the command that is asked, and what they tell of the table."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError, RefereeError
from referee.judge.ways.table import lay_table, rule_asked, rule_question
from referee.state.commands import write_command
from referee.state.facts import write_facts
from referee.state.question import read_question
from referee.state.spoken.asked import _players, is_asked, read_asked
from referee.state.spoken.in_roles import in_roles
from tests import effort

NAMES = Names(rulebase())


@pytest.mark.parametrize(
    ("said", "command", "facts"),
    [
        ("can yellow zap blue/zombie in the reveal", "zap blue Zombie by yellow", "phase reveal"),
        ("is red allowed to launch 2 at blue.2?", "launch red 2 at blue.2", ""),
        ("can blue play the macron flare in destiny", "flare blue Macron", "phase destiny"),
        ("can red play mobius tubes during the regroup phase", "mobius tubes by red", "phase regroup"),
        ("may yellow ally with 3 on offense after the cards are revealed", "ally yellow offense 3", "phase reveal"),
        ("can kay play a +3, she attacked", "reinforce kay +3 offense", "turn kay"),
        ("can tom help max, max is the defense", "ally tom defense 1", "defense max"),
        ("noah defends, may he invite kay", "invite noah: kay", "defense noah"),
        ("kay is the clone, can she launch 3 at joe.2", "launch kay 3 at joe.2", "alien kay Clone"),
        ("may joe invite amy to be his ally", "invite joe: amy", ""),
        ("may gus play plague on himself", "plague gus by gus", ""),
        ("can kim plague sam in the regroup", "plague sam by kim", "phase regroup"),
        ("may red drop a +3 on the defense's total", "reinforce red +3 defense", ""),
        ("can red have a third encounter", "second", "encounter 2; turn red"),
        ("may blue zap red/tripler before the cards are laid", "zap red Tripler by blue", "phase alliance"),
        ("can purple play a +3 for blue after seeing the cards", "reinforce purple +3 offense",
         "phase reveal; turn blue"),
        ("may yellow ally with 3 on offense once both have seen the cards", "ally yellow offense 3", "phase reveal"),
        ("can the defense invite yellow before red does", "invite another: yellow", "defense another; turn red"),
        ("can green ally with red without being invited", "ally green offense 1", "invited none; turn red"),
        ("can purple play a +3 for blue", "reinforce purple +3 offense", "turn blue"),
        ("can purple play a +3 for blue on red's turn", "reinforce purple +3 defense", "turn red; defense blue"),
        ("can blue ally with both sides", "ally blue defense 1", "turn somebody; defense another; gate blue 1"),
        ("can red launch 3 at blue.1 on his turn with 2 ships in the warp", "launch red 3 at blue.1",
         "turn red; warp red 2"),
        ("can purple zap tripler in my turn", "zap Tripler Tripler by purple", "turn someone"),
        ("can green decline when he was asked by the offense", "decline green", "invited green offense"),
        ("can green zap blue's zombie ; offense red", "zap blue Zombie by green", "turn red"),
        ("may amy join the defense, only the offense asked her", "ally amy defense 1",
         "invited amy offense; invited none defense"),
        ("may bob join amy, nobody asked him", "ally bob offense 1", "invited none; turn amy"),
        ("can bob help amy, only joe asked him", "ally bob offense 1",
         "turn amy; invited bob defense; invited none offense"),
        ("can bob help amy, only amy asked him", "ally bob offense 1",
         "turn amy; invited bob offense; invited none defense"),
        ("can liz help both amy and joe", "ally liz defense 1", "turn amy; defense joe; gate liz 1"),
        ("can kay help joe with no ships", "ally kay offense 0", "turn joe"),
        ("may bob attack without sending a ship", "launch bob 0 at somebody.1", ""),
        ("can zoe play mobius tubes in joe's turn", "mobius tubes by zoe", "turn joe"),
        ("may joe play a +3 before the cards are turned up", "reinforce joe +3 offense", "phase planning"),
        ("may max join after the cards are down", "ally max offense 1", "phase planning"),
        ("may nina turn uma down", "decline nina", ""),
        ("may olaf play a +2 for nina after the reveal", "reinforce olaf +2 offense", "phase reveal; turn nina"),
        ("may hank play a quash on a deal", "quash by hank", ""),
        ("can noah send seven ships at lea", "launch noah 7 at lea.1", ""),
        ("can ida join now that the cards are down", "ally ida offense 1", "phase planning"),
        ("may noah ally with both the offense and the defense", "ally noah defense 1",
         "turn somebody; defense another; gate noah 1"),
        ("can the defense play a +2 as its encounter card", "play another +2", "defense another"),
        ("may i play the amoeba flare as my encounter card", "play someone Amoeba", ""),
    ],
)  # fmt: skip
def test_what_is_asked_and_told(said: str, command: str, facts: str) -> None:
    asked = read_asked(said, NAMES)
    assert (write_command(asked.command), write_facts(asked.facts)) == (command, facts)


@pytest.mark.parametrize("said", ["can blue card zap red's flare", "may blue play a card zap on the cosmic zap"])
def test_a_card_that_was_just_played_needs_a_table(said: str) -> None:
    """No other card is supposed in its place."""
    with pytest.raises(MalformedError, match="a table at which that card was just played"):
        read_asked(said, NAMES)


def test_what_no_fact_tells() -> None:
    assert read_asked("can red have a second encounter after losing", NAMES).success is False
    assert read_asked("can red go again after a deal", NAMES).success is True
    assert read_asked("can blue invite allies before red does", NAMES).before == "red"
    assert read_asked("can green play a reinforcement, he is not an ally", NAMES).apart == ("green",)


def test_who_is_called_after_an_alien_has_it_and_an_alien_that_nobody_has_is_somebodys() -> None:
    assert read_asked("can macron launch 4", NAMES).aliens == {"macron": ("Macron",)}
    asked = read_asked("can yellow zap zombie in the reveal", NAMES)
    assert (asked.players, asked.aliens) == (("yellow", "Zombie"), {"Zombie": ("Zombie",)})


def test_a_question_in_the_words_of_commands_reads_as_before() -> None:
    typed = "use red purple ; offense red ; defense purple ; seats purple/Clone red"
    assert read_asked(typed, NAMES) == read_question(typed, NAMES)


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("may red launch 5", "5.6.3"),
        ("am I allowed to launch five?", "5.6.3"),
        ("can blue invite allies before red does", "5.7.2.1"),
        ("can the defense invite before the offense", "5.7.2.1"),
        ("can green play a reinforcement, he is not an ally", "4.2.1"),
        ("can red have a second encounter after losing", "5.10.9.1"),
        ("can red go again after a failed deal", "5.10.9.1"),
        ("can red have a third encounter", "5.10.9.1"),
        ("can i take back two ships in regroup", "5.4.1"),
        ("can yellow help red with five", "5.7.3"),
        ("can green ally with red without being invited", "5.7.2.2"),
        ("can blue ally with both sides", "5.7.5"),
        ("can blue take compensation as an ally", "2.5.1.1"),
        ("may tom ally with both of them", "5.7.5"),
        ("kim wasn't invited, can she join in anyway", "5.7.2.2"),
        ("green has two in the warp. can he take both back in the regroup?", "5.4.1"),
        ("can the offense be somebody's ally too", "5.7.2.1"),
        ("does the defender get rewards as well", "2.5.2.4"),
        ("can tom go a third time, he won both", "5.10.9.1"),
        ("can red launch before destiny", "5.2.3"),
        ("can purple play mobius tubes in my regroup", "5.4.5"),
        ("does the defense get a ship back in the regroup too", "5.4.1"),
        ("may the defender invite first", "5.7.2.1.b"),
        ("may max join after the cards are down", "5.7"),
        ("can bob attack with no ships", "5.6.3"),
        ("can noah send seven ships at lea", "5.6.3"),
        ("may zoe join the offense, only the defense invited her", "5.7.2.2"),
        ("can red play mobius tubes in blue's regroup", "5.4.5"),
    ],
)
def test_what_is_refused_and_by_which_clause(said: str, clause: str) -> None:
    refused = {cite for cite in rule_question(said).refused_by if cite.startswith("consolidated ")}
    assert any(cite.removeprefix("consolidated ").startswith(clause) for cite in refused), refused


@pytest.mark.parametrize(
    "said",
    [
        "can yellow zap zombie in the reveal",
        "can red have a second encounter after winning",
        "may red launch 4",
        "can an ally play a reinforcement",
        "may purple invite allies",
        "can white say no thanks when hes invited",
        "may green stay out although he was asked",
    ],
)
def test_what_may_be_done(said: str) -> None:
    assert rule_question(said).legal


def test_what_is_said_besides_is_never_passed_over() -> None:
    """`joe already played it` is no second thing that is asked."""
    with pytest.raises(MalformedError):
        read_asked("can kay play the amoeba flare, joe plays the zombie flare", NAMES)


def test_him_of_two_players_is_asked_about() -> None:
    """Kay or joe may be the offense."""
    with pytest.raises(MalformedError) as caught:
        read_asked("can kay zap joe's macron, he is the offense", NAMES)
    assert caught.value.expected == "the name of the player of whom that is told"
    asked = read_asked("can kay zap joe's macron, joe is the offense", NAMES)
    assert write_facts(asked.facts) == "turn joe"


def test_whose_power_is_zapped_is_told_with_the_power() -> None:
    with pytest.raises(MalformedError) as caught:
        read_asked("may joe zap kay", NAMES)
    assert caught.value.expected == "which power kay has, such as kay/Tripler"
    asked = read_asked("can zombie zap himself", NAMES)
    assert write_command(asked.command) == "zap zombie by zombie"


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("can kay help joe with two", ("kay", "joe", "someone")),
        ("may i attack planets", ("someone",)),
        ("can i ask questions", ("someone",)),
        ("can kay join later", ("kay", "someone")),
        ("can kay join, joe already has", ("kay", "joe", "someone")),
        ("can Liz play a +2 for Max", ("Liz", "Max", "someone")),
    ],
)
def test_whom_a_question_names(said: str, names: tuple[str, ...]) -> None:
    assert _players(said, NAMES, ()) == names


def test_a_question_about_named_players_is_asked_of_anybody() -> None:
    asked = in_roles("can kay show joe's cards to bob, kay wants to", NAMES)
    assert asked == ("can a player show another player's cards to another player, he wants to",)
    assert in_roles("can joe attack with one ship", NAMES)[-1] == "can the offense attack with one ship"
    assert in_roles("may i look at the discard pile", NAMES) == ()


def test_at_a_table_its_players_and_aliens_are_known() -> None:
    table = lay_table("table red/Macron blue/Zombie green")
    assert rule_asked(table, "can green launch 2 at blue.1").legal is False
    asked = read_asked("can green zap zombie in the reveal", NAMES, table)
    assert write_command(asked.command) == "zap blue Zombie by green"
    assert write_facts(asked.facts) == "turn red; phase reveal"
    assert asked.players[:3] == ("green", "blue", "red")


def test_a_flare_that_is_not_named_is_asked_for() -> None:
    with pytest.raises(MalformedError) as caught:
        read_asked("can blue play a flare in the reveal", NAMES)
    assert caught.value.expected == "which flare: an alien's name"


@pytest.mark.parametrize(
    ("text", "asked"), [("can red zap", True), ("May red zap", True), ("launch red 3", False), ("", False)]
)
def test_what_is_a_question(text: str, asked: bool) -> None:
    assert is_asked(text) is asked


WORDS = (
    "can may red blue the an ally offense defense i zap zombie play launch 5 two ships at before after losing in "
    "reveal regroup a second encounter , ; ? not is he invite take card reinforcement flare macron with both sides deal"
).split()


def test_whatever_is_asked_is_answered_in_words() -> None:
    source = random.Random(7)
    ruled = 0
    for _ in range(effort.times(3_000, 300)):
        said = ["can", *(source.choice(WORDS) for _ in range(source.randrange(1, 7)))]
        try:
            rule_question(" ".join(said)).to_dict()
        except RefereeError as error:
            assert str(error)
        else:
            ruled += 1
    assert ruled > effort.times(30, 3)
