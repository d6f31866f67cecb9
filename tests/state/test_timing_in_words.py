"""A question of timing as it is asked at a table is read as the words of `referee timing`, or asks what is missing."""

from __future__ import annotations

import pytest

import referee
from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.judge.ways.timing import rule_words
from referee.state.timing_in_words import read_timing

NAMES = Names(rulebase())


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("oracle or sorcerer first, red has oracle and is offense", "red:Oracle Sorcerer --offense red"),
        ("clone or hacker, who goes first", "Clone Hacker"),
        ("red and blue both want to play a flare, red is offense", "red blue --offense red"),
        ("who goes first, clone or hacker?", "Clone Hacker"),
        ("Does the Oracle go before the Sorcerer?", "Oracle Sorcerer"),
        (
            "red is oracle, blue is sorcerer, red is the offense, who is first?",
            "red:Oracle blue:Sorcerer --offense red",
        ),
        (
            "red with oracle and blue with sorcerer, blue is def, red is off",
            "red:Oracle blue:Sorcerer --offense red --defense blue",
        ),
        (
            "red's mind or blue's plague, red is offense, purple is defense",
            "red:Mind blue:Plague --offense red --defense purple",
        ),
        (
            "red and green both want to use a power in planning, red is offense",
            "red green --offense red --phase planning",
        ),
        (
            "red wants to use sorcerer and blue wants to zap it, red is offense",
            "red:Sorcerer blue:Cosmic-Zap --offense red",
        ),
        ("blue regroups or red plagues first, offense blue", "blue:regroup red:Plague --offense blue"),
        (
            "yellow, blue and green all want to zap, red is offense. Seats red, yellow, blue, green",
            "yellow:Cosmic-Zap blue:Cosmic-Zap green:Cosmic-Zap --offense red --seats red,yellow,blue,green",
        ),
        (
            "red flares amoeba and blue plays the zombie flare, red offense",
            "red:flare-Amoeba blue:flare-Zombie --offense red",
        ),
        ("will red or blue go first? blue is the offense", "red blue --offense blue"),
        ("will or hate first", "Will Hate"),
        ("red is offense and has oracle, blue has sorcerer", "red:Oracle blue:Sorcerer --offense red"),
        ("red is offense and oracle or sorcerer first", "Oracle Sorcerer --offense red"),
        ("red is offense, red or blue first", "red blue --offense red"),
        ("purple and red both want to use an artifact now, red's the offense", "purple red --offense red"),
        (
            "mind or mutant first, mutant is the offense and mind isn't in the encounter",
            "mind:Mind mutant:Mutant --offense mutant",
        ),
        ("blue is barbarian and has won, red the hacker wants compensation, who's first", "Barbarian Hacker"),
        (
            "seats red blue green, green's the offense against red, blue and red both want to play a flare",
            "blue red --offense green --defense red --seats red,blue,green",
        ),
        ("red is offense, blue the defense, red or the black hole hazard", "red hazard --offense red --defense blue"),
        ("red is the offense and wants to use oracle, blue has sorcerer", "red:Oracle blue:Sorcerer --offense red"),
        ("red is offense, red or blue first, yellow is not involved", "red blue --offense red"),
        ("macron is the offense, macron or hate first", "macron Hate --offense macron"),
        ("blue is def and red isnt in it, both want to play an artifact", "blue red --offense another --defense blue"),
        (
            "virus on offense, tripler on defense, whose power first",
            "virus:Virus tripler:Tripler --offense virus --defense tripler",
        ),
        ("does parasite or force field come first", "Parasite Force-Field"),
        ("a hazard and blues power, blue is def", "hazard blue --offense another --defense blue"),
        (
            "i want to zap and so does green, green is offense",
            "someone:Cosmic-Zap green:Cosmic-Zap --offense green",
        ),
        ("i'm the offense, red is defense, who goes first", "someone red --offense someone --defense red"),
    ],
)
def test_a_question(said: str, typed: str) -> None:
    assert read_timing(said, NAMES).line == typed


@pytest.mark.parametrize(
    ("said", "first"),
    [
        # Oracle acts before the cards are selected, Sorcerer after.
        ("oracle or sorcerer first, red has oracle and is offense", "red:Oracle"),
        # Hacker changes how compensation is taken, Clone acts once it is.
        ("clone or hacker, who goes first", "Hacker"),
        # 4.8.2.1: the offense comes first.
        ("red and blue both want to play a flare, red is offense", "red"),
        ("red and blue both want to play a flare, blue is offense", "blue"),
        # 4.8.2.2: the defense comes before who takes no part, whoever the offense is that does not act; 4.8.2.4.
        ("green and blue both want to play a flare, blue is the defense and green isn't in it", "blue"),
        ("ann and kim both want to zap, ann is the defense and kim an ally", "ann:Cosmic-Zap"),
        ("blue the defense wants to use his power and there's the black hole hazard", "blue"),
        # 4.8.2.3: clockwise from green sits yellow, then red, then blue.
        (
            "seats red blue green yellow, green's the offense against red, blue and yellow both want to play a flare",
            "yellow",
        ),
        ("blue is barbarian and has won, red the hacker wants compensation, who's first", "Barbarian"),
        # Kamikaze's player has no second sheet, so Trader is the defense's, and the offense comes first (4.8.2.1).
        ("trader or kamikaze first, kamikaze is attacking", "kamikaze:Kamikaze"),
        # Parasite joins while allies answer, Force Field is played once the alliances are made.
        ("does parasite or force field come first", "Parasite"),
        # 4.8.2.3: clockwise from red sits yellow, then orange, then green.
        ("orange and green both zap at once, red is off, seats red yellow orange green", "orange:Cosmic-Zap"),
        ("virus on offense, tripler on defense, whose power first", "virus:Virus"),
        # 4.8.2.3: left of somebody sits who comes next clockwise.
        (
            "bob is the offense, zoe sits left of him, then max, then the defense liz; zoe and max both want to flare",
            "zoe",
        ),
        (
            "zoe, max, joe and bob sit in that order, joe is attacking bob; zoe and max both want to zap",
            "zoe:Cosmic-Zap",
        ),
        ("max sits left of amy, then kay, then joe. amy attacks joe. kay or max first", "max"),
        ("kay sits right of amy, liz to the left of amy; amy's turn, kay and liz both want to play a flare", "liz"),
        ("kay, liz, amy and joe round the table; amy's turn, she attacks liz. do kay or joe play first", "joe"),
        # 4.8.2.1, 4.8.2.2: the offense, then the defense, then the others, however they are told.
        ("round the table sit tom, ida, sam, eva; it's sam's turn against tom; who's first of ida and eva", "eva"),
        ("sam's turn, he meets eva, eva and ida want to zap", "eva:Cosmic-Zap"),
        ("who acts first, the offense bob or the ally kay", "bob"),
        ("who goes first if bob the offense and liz the defense both reinforce", "bob:reinforcement"),
        ("in what order do kay, amy (offense) and bob (defense) resolve", "amy"),
        ("amoeba and calculator, joe has amoeba and it's his turn", "joe:Amoeba"),
        ("defense amy and ally bob both have a flare, who may play it first", "amy"),
        ("can the ally's artifact come before the defender's", "defense"),
        # Mirror is used before the cards are turned up, Tripler once they are.
        ("amy is tripler and defends, joe attacks and has mirror, who's first", "joe:Mirror"),
        # 4.8.2.4: hazards come last.
        ("the hazard or liz's artifact, what's first", "liz"),
        ("the black hole hazard or the defense's flare, which first", "defense"),
    ],
)
def test_who_is_first(said: str, first: str) -> None:
    for order in (rule_words(said), referee.timing([said]), referee.timing(said.split())):
        assert order.order is not None
        assert order.order[0] == first
        assert order.to_dict()["said"] == said


@pytest.mark.parametrize(
    ("said", "column", "expected", "hint"),
    [
        ("red and blue want to go first", 29, "whose turn it is, such as: red is the offense", ""),
        ("oracle or sorceror first", 10, "a power or a player", "Did you mean Sorcerer?"),
        ("who plays the zombie flare first, red is offense", 48, "who plays flare-Zombie", ""),
        ("who goes first?", 15, "who wants to act", ""),
        ("green and blue both want to play a flare, blue is the defense", 61, "whose turn it is", ""),
        ("red has mind, blue has mutant, who's first", 42, "whose turn it is", ""),  # both before allies are invited
        ("red and blue both want an artifact today, red is offense", 35, "who acts with what", ""),
        ("oracle or sorcerer, the offense is", 34, "who the offense is", ""),
        ("oracle or sorcerer first, 7", 26, "a player, a power, a card or a flare", ""),
    ],
)
def test_what_is_missing_is_asked(said: str, column: int, expected: str, hint: str) -> None:
    with pytest.raises(MalformedError) as caught:
        referee.timing([said])
    assert caught.value.column == column
    assert expected in caught.value.expected
    assert hint in caught.value.hint


def test_the_form_with_colons_is_never_read_in_words() -> None:
    with pytest.raises(MalformedError, match="Did you mean Sorcerer"):
        referee.timing(["red:Sorceror", "or", "blue"], offense="red")
    assert referee.timing(["first", "who"], offense="who").order == ["who", "first"]


def test_a_player_at_the_table_who_is_called_after_an_alien_has_that_sheet() -> None:
    order = referee.timing(["Oracle", "Sorcerer"], offense="Oracle", seats="Oracle,Sorcerer")
    assert [step["effect"] for step in order.to_dict()["steps"]] == ["Oracle", "Sorcerer"]
    assert [says.split()[0] for says in order.assumes if "by its name" in says] == ["Oracle", "Sorcerer"]
    another = referee.timing(["Oracle", "red:Oracle"], offense="Oracle", seats="Oracle,red")
    none = referee.timing(["Oracle:none", "red"], offense="Oracle", seats="Oracle,red")
    assert not any("by its name" in says for order in (another, none) for says in order.assumes)


def test_a_clash_in_words() -> None:
    assert referee.clash("kamikaze or trader, who goes first").kind == "order-matters"
    assert referee.clash("kamikaze", "v", "trader").to_dict() == referee.clash("Kamikaze", "Trader").to_dict()
