"""The notation both ways: what is written back reads to the same position, and what cannot be read says where."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from referee.book.loader import Names, rulebase
from referee.errors import ImpossibleError, MalformedError
from referee.judge.ways.line import read_encounter
from referee.state.canonical import write
from referee.state.encounter import Position
from referee.state.notation import read
from tests import effort
from tests.lines import EXAMPLE, positions

NAMES = Names(rulebase())


@given(positions())
@settings(max_examples=effort.times(400, 50), deadline=None)
def test_what_is_written_reads_back_to_the_same_position(position: Position) -> None:
    line = write(position)
    again = read(line, NAMES)
    assert again.offense == position.offense
    assert again.defense == position.defense
    assert again.acts == position.acts
    for field in ("target", "planet", "hands", "warp", "tokens", "foreign", "home", "seats", "second"):
        assert getattr(again, field) == getattr(position, field), field
    assert write(again) == line


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        (EXAMPLE, EXAMPLE),
        ("red 3:10 vs blue 2:8", "red 3 : 10 vs blue 2 : 8"),
        ("RED 3 : 08 + 2 VS blue 2 : n", "RED 3 : 8 +2 vs blue 2 : N"),
        ('red/"The Cult" 2 : a vs blue/anti-matter 2 : ?', "red/The-Cult 2 : A vs blue/Anti-Matter 2 : ?"),
        ("red/'Pack Rat' 2 : a vs blue/‘The Cult’ 2 : ?", "red/Pack-Rat 2 : A vs blue/The-Cult 2 : ?"),
        *(
            (f"red/{typed} 3 : 1 vs blue 2 : 2", 'red/"Locust (Alternate Timeline)" 3 : 1 vs blue 2 : 2')
            for typed in (
                "Locust-(Alternate-Timeline)",
                "Locust (Alternate Timeline)",
                "locust_(alternate_timeline)",
                "Locust(Alternate-Timeline)",
                "'Locust (Alternate Timeline)'",
                "Locust-Alternate-Timeline",
            )
        ),
        (
            "red 3 : 1 vs blue 2 : 2 ; seats red blue green/Demon-(Alternate-Timeline) ; use green 6",
            'red 3 : 1 vs blue 2 : 2 ; seats red blue green/"Demon (Alternate Timeline)" ; use green 6',
        ),
        (
            "red/Evil-Twin 3 : N vs blue 4 : 12 ; seats red blue green ; use red Evil Twin green",
            "red/Evil-Twin 3 : N vs blue 4 : 12 ; seats red blue green ; use red Evil-Twin green",
        ),
        ("red 3 : −4 vs blue ? : none", "red 3 : -4 vs blue ? : none"),
        ("red 3 : retreat vs blue 2 : m", "red 3 : Retreat vs blue 2 : M"),
        ("red 3 : 1 vs blue 2 : 2 ; ; hand Red 3 , BLUE ? ;", "red 3 : 1 vs blue 2 : 2 ; hand red 3, blue ?"),
        (
            "red 3 : 1 vs blue 2 : 2 ; hand red: 10 n +2 card-zap ?",
            "red 3 : 1 vs blue 2 : 2 ; hand red: 10 N +2 Card-Zap ?",
        ),
        (
            "red 3 : 1 vs blue/Clone 2 : 2 ; cosmic zap blue by red ; Card Zap by blue ; card zap",
            "red 3 : 1 vs blue/Clone 2 : 2 ; zap blue by red ; card zap by blue ; card zap",
        ),
        (
            "red 3 : N vs blue 2 : N ; deal red gives card, blue gives colony blue.3 for 2 from gate",
            "red 3 : N vs blue 2 : N ; deal red gives 1 card, blue gives colony blue.3 for 2 from gate",
        ),
        (
            "red 3 : 1 vs blue 2 : 2 ; planet blue 2, green/Zombie 3 ; seats red blue green",
            "red 3 : 1 vs blue 2 : 2 ; planet blue 2, green/Zombie 3 ; seats red blue green",
        ),
        ("red 3 : 1 vs blue 2 : 2 ; second", "red 3 : 1 vs blue 2 : 2 ; second"),
        ("red 3 : negotiate vs blue 2 : Morph", "red 3 : N vs blue 2 : M"),
        ("red 3 : 1 vs blue 2 : 2 ; hand red: 10, N, blue 4", "red 3 : 1 vs blue 2 : 2 ; hand blue 4 ; hand red: 10 N"),
        (
            "red 3 : 1 vs blue 2 : 2 ; hand red: Brute-Alternate-Timeline",
            'red 3 : 1 vs blue 2 : 2 ; hand red: "Brute (Alternate Timeline)"',
        ),
        ("red 3 : 1 vs blue 2 : 2 ; at blue.?", "red 3 : 1 vs blue 2 : 2 ; at blue.?"),
    ],
)
def test_what_players_type_is_understood(typed: str, canonical: str) -> None:
    assert write(read(typed, NAMES)) == canonical


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("", 0, "a player's name"),
        ("red", 3, "how many ships"),
        ("red 3", 5, "':' and the encounter card"),
        ("red 3 : 10", 10, "'vs'"),
        ("red 3 : 10 vs", 13, "a player's name"),
        ("red 3 : 10 vs blue 2 :", 22, "an encounter card"),
        ("red 3 : 10 vs blue tow : 8", 19, "how many ships"),
        ("red 3 : 10 vs blue/Clon 2 : 8", 19, "the name of an alien"),
        ("red 3 : 10 vs blue 2 : Retret", 23, "an encounter card"),
        ("red 3 : 10 vs blue 2 : 8 ; hnad red 3", 27, "a clause"),
        ("red 3 : 10 vs blue 2 : 8 hand red 3", 25, "';' and a clause"),
        ("red 3 : 10 vs hand 2 : 8", 14, "a player's name"),
        ("red 3 : 10 vs blue 2 : 8 ; deal red has 2", 36, "'gives'"),
        ("red 3 : 10 vs blue 2 : 8 ; add green 6", 31, "'offense' or 'defense'"),
        ("red 3 : 10 vs blue 2 : 8 ; hand red 3 ; hand red 4", 45, "one hand for red"),
        ("red 3333333333333333333 : 10 vs blue 2 : 8", 4, "a smaller number"),
        ("red ² : 10 vs blue 2 : 8", 4, "how many ships"),
        ("N 3 : 10 vs blue 2 : 8", 0, "a player's name"),
        ("red/Macron 1 : 10 vs blue 2 : 8 ; seats red/Zombie blue", 43, "one set of aliens"),
        ("red 3 : 10 vs blue 2 : 8 ; tech red Card-Zap", 36, "the name of a tech"),
        ("red/" + "a" * 70 + " 3 : 10 vs b 2 : 8", 4, "the name of an alien"),
    ],
)
def test_what_is_not_understood_is_answered_with_its_place(line: str, column: int, expected: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_encounter(line)
    error = caught.value
    assert error.column == column
    assert expected in error.expected
    shown, caret, *_ = str(error).split("\n")
    assert caret == " " * column + "^"
    assert shown == line


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("red/Makron 3 : 10 vs blue 2 : 8", "Macron"),
        ("red/Zombi 3 : 10 vs blue 2 : 8", "Zombie"),
        ("red 3 : 10 vs blue 2 : 8 ; hand red: Cosmic-Zip", "Cosmic-Zap"),
        ("red 3 : 10 vs blue 2 : 8 ; hnad red 3", "'hand'"),
    ],
)
def test_the_nearest_name_is_offered(line: str, offered: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_encounter(line)
    assert offered in caught.value.hint


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("red 3 : 10 vs blue 25 : 8", ["blue would have 25 ships, and a player owns 20"]),
        ("red 3 + green 2 : 10 vs blue 2 + green 1 : 8", ["green is on both sides"]),
        ("red 3 : 10 vs blue 2 + red 1 : 8", ["red is a main player and cannot be an ally of the defense"]),
        ("red 3 : 10 vs red 2 : 8", ["red is both offense and defense"]),
        ("red 3 : 10 vs blue 2 : 8 ; at blue.7", ["blue has no planet 7: planets are blue.1 to blue.5"]),
        ("red 3 : 10 vs blue 2 : 8 ; planet blue 3", ["blue has 2 ships on its side but 3 on the planet"]),
        ("red 3 : 10 vs blue 2 : 8 ; home blue 0", ["blue has no home colony and yet 2 ships"]),
        ("red 3 : 10 vs blue 2 : 8 ; zap green", ["nobody called green is on this line"]),
        ("red 3 : 10 vs blue 2 : 8 ; use red", ["red has no alien on this line"]),
        ("red 3 : 10 vs blue 2 : 8 ; seats red green", ["blue is in the encounter but has no seat"]),
        ("red 3 : 10 vs blue 2 : 8 ; reverse cone", ["there is no reverse cone"]),
        (
            "red 25 : 10 vs blue 2 + red 1 + green 30 : 8 ; at blue.9",
            ["red is a main player", "red would have 26", "green would have 30", "blue has no planet 9"],
        ),
    ],
)
def test_what_cannot_be_is_refused_with_every_fault(line: str, faults: list[str]) -> None:
    with pytest.raises(ImpossibleError) as caught:
        read_encounter(line)
    assert len(caught.value.faults) == len(faults)
    for said, fault in zip(caught.value.faults, faults, strict=True):
        assert said.startswith(fault)


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("red 3 + green 2 : 10 vs blue 2 + green 1 : 8", "consolidated 5.7.5"),
        ("red 3 : 10 vs blue 2 + red 1 : 8", "consolidated 5.7.2.1.d"),
        ("red 3 : 10 vs red 2 : 8", "consolidated 2.3.2.1"),
        ("red 3 : 10 vs blue 25 : 8", "consolidated 5.1.1.2"),
        ("red 3 : 10 vs blue 2 : 8 ; at blue.9", "consolidated 5.1.1.2"),
        ("red 3 : 10 vs blue 2 : 8 ; home blue 0", "consolidated 2.2.2.1"),
        ("red 3 : 10 vs blue 0 : 8 ; home blue 5", "consolidated 2.2.2.1"),
        ("red 3 : 10 vs blue 2 : 8 ; home red 6", "consolidated 5.1.1.2"),
    ],
)
def test_what_cannot_be_is_refused_with_its_clause(line: str, clause: str) -> None:
    with pytest.raises(ImpossibleError) as caught:
        read_encounter(line)
    assert any(clause in fault for fault in caught.value.faults)


def test_an_alien_that_brings_more_ships_may_have_them() -> None:
    assert read_encounter("red/Symbiote 4 : 10 vs blue 2 : 8 ; warp red 18").warp == {"red": 18}
