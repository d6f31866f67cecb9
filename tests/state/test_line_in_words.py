"""A line as it is said is read as the line of the notation that says the same, or what is missing is asked."""

from __future__ import annotations

import pytest

import referee
from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.judge.ways.line import read_encounter
from referee.state.canonical import write
from referee.state.line_in_words import read_in_words
from referee.state.notation import read
from tests.fuzz.seeds import lines

NAMES = Names(rulebase())
SIDES = "red 3 : 12 vs blue 4 : 8"
SAID = [
    ("red three with a 12 against blue four with a negotiate", "red 3 : 12 vs blue 4 : N"),
    ("red/virus 2 ships 6 against blue 3 ships 8", "red/Virus 2 : 6 vs blue 3 : 8"),
    ("red 2 + green 1 : 14 v blue 3 + yellow 2: 12", "red 2 + green 1 : 14 vs blue 3 + yellow 2 : 12"),
    ("red (zombie) 3: 8 vs blue 4: 12", "red/Zombie 3 : 8 vs blue 4 : 12"),
    ("red tripler 2: 8 vs blue 2: 20", "red/Tripler 2 : 8 vs blue 2 : 20"),
    ("red the cult 2: 8 vs blue as macron 1: 20", "red/The-Cult 2 : 8 vs blue/Macron 1 : 20"),
    ("red 3 (the cult): 8 vs blue, the zombie, 2: 20", "red/The-Cult 3 : 8 vs blue/Zombie 2 : 20"),
    ("red 3 with a 9, blue 2 with a 10", "red 3 : 9 vs blue 2 : 10"),
    ("red 3 with a 9 and blue 2 with a 10.", "red 3 : 9 vs blue 2 : 10"),
    ("red three twelve vs blue four eight", "red 3 : 12 vs blue 4 : 8"),
    ("off red 3: 12 def blue 4: 8", SIDES),
    ("Offence: red 3: 12; defence: blue 4: 8", SIDES),
    ("the defender is blue 4: 8, the attacker is red 3: 12", SIDES),
    ("red (off) 3: 12, blue (def) 4: 8", SIDES),
    ("red is offense with 3 ships and a 12, blue is defense with 4 and an 8", SIDES),
    ("red sends 3 ships and plays a 12, blue has 4 ships and shows an 8", SIDES),
    ("red: 3 ships, 12 vs blue: 4 ships, 8", SIDES),
    ("ok so red had 3 ships and a 12, blue 4 ships and an 8", SIDES),
    ("well, red with 3 and a 12 against blue with 4 and an 8", SIDES),
    ("so 3 : 12 vs ok 4 : 8", "so 3 : 12 vs ok 4 : 8"),  # players are called so
    ("offense: red, 3 ships, card 12; defense: blue, 4 ships, card 8", SIDES),
    ("red attacks blue with three and plays a 12, blue has four and an 8", SIDES),
    ("red hits blue: 3 ships and a 12 versus 4 ships and an 8", SIDES),
    ("red (3) 12 - blue (4) 8", SIDES),
    ("both negotiate, red with 3, blue with 4", "red 3 : N vs blue 4 : N"),
    ("red 2 plus green 1 helping, 14, against blue 4, 15", "red 2 + green 1 : 14 vs blue 4 : 15"),
    ("red 3 with a 9 plus a +4 vs blue 2: 10", "red 3 : 9 +4 vs blue 2 : 10"),
    ("red with her one ship plays 9, blue has three and a 12", "red 1 : 9 vs blue 3 : 12"),
    ("red 3 plays attack 12 versus blue 4 plays an attack of 8", SIDES),
    ("red 3: a 12 vs blue 2: a", "red 3 : 12 vs blue 2 : A"),
    ("red 3: attack 12 vs blue 2: attack", "red 3 : 12 vs blue 2 : A"),
    ("red 3 with minus seven vs blue 2 with no card", "red 3 : -7 vs blue 2 : none"),
    ("red 3: face down vs blue 2: an unknown card", "red 3 : ? vs blue 2 : ?"),
    ("red unknown with a hidden card vs blue 2 with a morph card", "red ? : ? vs blue 2 : M"),
    ("red 3 and green 2 with a 14 vs blue 3, yellow 1 with 8", "red 3 + green 2 : 14 vs blue 3 + yellow 1 : 8"),
    ("red 3: 9 plus 4 vs blue 2: 10, reinforcement 4", "red 3 : 9 +4 vs blue 2 : 10 +4"),
    ("red 3: 9 and a +4 vs blue 2: 10 with a reinforcement of four", "red 3 : 9 +4 vs blue 2 : 10 +4"),
    ("red's 3 ships: 12, blue's 4 ships: 8", SIDES),
    ("red 3 (12) vs blue 4 (8)", SIDES),
    ("red 2 plus green 1: 14 vs blue 3 helped by yellow 1: 10", "red 2 + green 1 : 14 vs blue 3 + yellow 1 : 10"),
    ("red 2 with ally green 1: 14 vs blue 3 : 10 on blue planet 2", "red 2 + green 1 : 14 vs blue 3 : 10 ; at blue.2"),
    ("red 3: 12 vs blue 4: 8 at blue.4", f"{SIDES} ; at blue.4"),
    ("red 3 with a 12 attacks blue 4 with an 8", SIDES),
    ("red 3: 12 hits blue 4: 8", SIDES),
    ("red 3 : 12 meets blue 4 : 8", SIDES),
    ("red 3 with a 12 takes on blue 4 with an 8", SIDES),
    ("red 3 with 12 goes at blue 4 with 8", SIDES),
    ("red 3 with a 12 attacking blue 4 with an 8", SIDES),
    ("attacking: red 3: 12, defending: blue 4: 8", SIDES),
    ("red 3 attacks blue 4: 12 vs 8", SIDES),
    ("red 3 against blue 4, 12 to 8", SIDES),
    ("red attacks blue with 3: 12 vs 4: 8", SIDES),
    ("red attacks blue's 4 ships with 3, 12 against 8", SIDES),
    ("red/zombie 3 + green 1 vs blue 4: 12 +2 vs nego", "red/Zombie 3 + green 1 : 12 +2 vs blue 4 : N"),
    ("red 3 with a 12 attacks meets 4 with an 8", "red 3 : 12 vs meets 4 : 8"),
    ("red 3, card 12 vs blue 4: card 8", SIDES),
    ("red 3: no idea vs blue 4: don't know", "red 3 : ? vs blue 4 : ?"),
    ("red 3: I can't see it vs blue 4: face down", "red 3 : ? vs blue 4 : ?"),
    ("off: red 3, card 12; def: blue 4, card 8, ally green 2", "red 3 : 12 vs blue 4 + green 2 : 8"),
    (
        "def: blue 4, card 8, allies green 2 and yellow 1; off: red 3, card 12",
        "red 3 : 12 vs blue 4 + green 2 + yellow 1 : 8",
    ),
    ("red 3: 12, ally green 2 vs blue 4: 8", "red 3 + green 2 : 12 vs blue 4 : 8"),
    ("red 3: 12 vs blue 4: 8 with its ally green 2", "red 3 : 12 vs blue 4 + green 2 : 8"),
    ("red 3: 12 vs blue 4: 8, ally green 2 for the offense", "red 3 + green 2 : 12 vs blue 4 : 8"),
    ("red 3: 12 vs blue 4: 8, green's on blue's side with 2", "red 3 : 12 vs blue 4 + green 2 : 8"),
    ("red 3: 12 vs blue 4: 8. green helps red with 2 ships", "red 3 + green 2 : 12 vs blue 4 : 8"),
    ("red 3: 12 vs blue 4: 8, no reinforcements", SIDES),
    ("red 3: 12 vs blue 4: 8. Nobody reinforces", SIDES),
    ("red 3: 12 vs blue 4: 8, no allies, no reinforcements, blue has 1 card", f"{SIDES} ; hand blue 1"),
    ("red/loser 3: 12 vs blue 4: 8, loser calls an upset", "red/Loser 3 : 12 vs blue 4 : 8 ; use red"),
    (
        "red/mirror 3: 12 vs blue/kamikaze 4: 8, mirror uses its power and kamikaze uses his power",
        "red/Mirror 3 : 12 vs blue/Kamikaze 4 : 8 ; use red ; use blue",
    ),
    ("red 3: 9 and a 4 reinforcement, plus 2 vs blue 2: 10", "red 3 : 9 +4 +2 vs blue 2 : 10"),
]
TOLD = [
    ("red zaps blue", "zap blue by red"),
    ("blue zapped", "zap blue"),
    ("blue is zapped by red", "zap blue by red"),
    ("blue's power gets zapped", "zap blue"),
    ("zap on blue by red", "zap blue by red"),
    ("cosmic zap on blue's power", "zap blue"),
    ("red plays cosmic zap on blue", "zap blue by red"),
    ("the defense is zapped", "zap blue"),
    ("blue has 1 card", "hand blue 1"),
    ("blue holds three cards left", "hand blue 3"),
    ("blue has no cards", "hand blue 0"),
    ("blue has unknown cards", "hand blue ?"),
    ("the offense has 2 cards and blue has 3", None),
    ("yellow has 3 foreign colonies", "foreign yellow 3"),
    ("red has two home planets", "home red 2"),
    ("yellow has 2 ships in the warp", "warp yellow 2"),
    ("2 yellow ships in the warp", "warp yellow 2"),
    ("red has 2 tokens", "tokens red 2"),
    ("blue has 3 left", "hand blue 3"),
    ("blue has 3 in hand", "hand blue 3"),
    ("yellow has 4 in the warp and green 2", "warp yellow 4, green 2"),
    ("yellow has 4 in the warp, green 2, red 1 and blue has 3 cards", "hand blue 3 ; warp yellow 4, green 2, red 1"),
    ("the offense has 2 cards and blue 3", "hand red 2, blue 3"),
    ("blue force fields green", "force field green by blue"),
    ("blue force-fields green and yellow", "force field green, yellow by blue"),
    ("blue force fields all allies and red zaps blue", "force field all by blue ; zap blue by red"),
    ("yellow plays force field on everybody", "force field all by yellow"),
    ("red plagues blue", "plague blue by red"),
    ("red plays a +4", "reinforce red +4 offense"),
    ("blue reinforces 4", "reinforce blue +4 defense"),
    ("reinforcement of 3 by blue", "reinforce blue +3 defense"),
    ("green plays a reinforcement 4 for the defense", "reinforce green +4 defense"),
    ("green adds plus 4 on off", "reinforce green +4 offense"),
    ("red card zaps", "card zap by red"),
    ("red plays card zap", "card zap by red"),
    ("blue quashes it", "quash by blue"),
    ("yellow plays emotion control", "emotion control by yellow"),
    ("green plays the super amoeba flare", "flare green Amoeba super"),
    ("green flares amoeba", "flare green Amoeba"),
    ("warp yellow 2, red 3, hand blue 4", "hand blue 4 ; warp yellow 2, red 3"),
    ("warp yellow 2 and red 3 and red has 3 foreign colonies", "warp yellow 2, red 3 ; foreign red 3"),
    ("at blue.4, second encounter", "at blue.4 ; second"),
    ("hand red: 10 N, blue zapped", "hand red: 10 N ; zap blue"),
]


@pytest.mark.parametrize(("said", "canonical"), SAID)
def test_a_line(said: str, canonical: str) -> None:
    assert read_encounter(said) == read_encounter(canonical)
    assert write(read_encounter(said)) == canonical


@pytest.mark.parametrize(("said", "canonical"), TOLD)
@pytest.mark.parametrize("parted", [" ; {}", ", {}", ", and {}.", ". {}."])
def test_a_fact(said: str, canonical: str | None, parted: str) -> None:
    line = SIDES + parted.format(said)
    if canonical is None:
        with pytest.raises(MalformedError, match="cards, foreign colonies, home colonies, ships in the warp or tokens"):
            read_encounter(line)
    else:
        assert write(read_in_words(line, NAMES)) == f"{SIDES} ; {canonical}"


def test_several_facts_and_the_players_by_their_aliens() -> None:
    said = "RED 3: 20 vs blue/zombie 4: 8. Red zaps the Zombie, and blue has no cards. Then red plays a +4."
    assert write(read_encounter(said)) == "RED 3 : 20 vs blue/Zombie 4 : 8 ; hand blue 0 ; zap blue by RED ; " + (
        "reinforce RED +4 offense"
    )


def test_of_several_aliens_the_one_that_was_named_acts() -> None:
    said = read_in_words("red/mirror/loser 3: 12 vs blue 4: 8, loser calls an upset and mirror uses its power", NAMES)
    assert write(said) == "red/Mirror/Loser 3 : 12 vs blue 4 : 8 ; use red/Loser ; use red/Mirror"


def test_the_terms_of_a_deal_go_on_after_a_comma() -> None:
    said = "red 3: nego vs blue 4: nego, red gives 2 cards and blue gives colony blue.3, blue has 5 cards"
    assert write(read_encounter(said)) == (
        "red 3 : N vs blue 4 : N ; hand blue 5 ; deal red gives 2 cards, blue gives colony blue.3"
    )


def test_every_line_of_the_cases_that_is_read_in_words_is_read_as_the_notation_has_it() -> None:
    alike = 0
    for line in lines("encounter")[::7]:
        try:
            position, said = read(line, NAMES), read_in_words(line, NAMES)
        except MalformedError:
            continue
        assert said == position, line
        alike += 1
    assert alike > 100


@pytest.mark.parametrize(
    ("said", "column", "expected", "hint"),
    [
        ("red three against blue four with a 6", 10, "the encounter card of red", "Such as: red 3 : ? vs blue 4 : 6"),
        ("red with a 12 vs blue 4 with a 6", 11, "how many ships red has", ""),
        ("red 3 : 8, blue 4 : 6", 9, "'vs'", "Did you mean: red 3 : 8 vs blue 4 : 6"),
        (f"{SIDES}, red zps blue", 30, "what red does or has", f"Did you mean: {SIDES} ; zap blue by red"),
        (f"{SIDES}, red zaps", 34, "whose power red cancels", f"Such as: {SIDES} ; zap blue by red"),
        (f"{SIDES}, blue has 3", 36, "what blue has", f"Such as: {SIDES} ; hand blue 3"),
        (f"{SIDES}, reinforcement 4 by green", 50, "for which side", "green is on neither side"),
        ("red attacks blue with 3: 12 vs 8", 17, "how many ships blue has", ""),
        ("red attacks blue 4 with 3: 12 vs 8", 17, "how many ships red has", ""),  # blue's four ships, or planet four
        ("red 3 attacks blue: 12 vs 8", 18, "how many ships blue has", ""),
        ("red attacks blue with a 12", 24, "how many ships red has", ""),
        (f"{SIDES}, ally green 2", 31, "whose ally green is, red or blue", ""),
        (f"{SIDES}, green is on blue's side", 49, "how many ships green has", ""),
        (f"{SIDES}, warp yellow 2, green is on yellow's side with 2", 53, "which side green is on", "on neither side"),
        ("red 3 + green 1 : 12 vs blue 4 : 8, green is on blue's side with 1", 36, "one place for green", ""),
        ("red 3 + green 1 : 12 vs blue 4 : 8, no allies", 36, "what else the allies are", ""),
        (f"{SIDES}, blue calls an upset", 40, "what blue does or has", ""),
        (f"{SIDES}, blue force fields", 43, "the allies whose alliances are cancelled", ""),
        (f"{SIDES} ; hnad red 3", 27, "a clause", f"Did you mean: {SIDES} ; hand red 3"),
        (f"{SIDES} ; dance red", 27, "a clause", f"Without it: {SIDES}"),
        ("red/Makron 1 : 8 vs blue 4 : 6", 4, "an alien", "Did you mean: red/Macron 1 : 8 vs blue 4 : 6"),
        ("off red 3: 12 vs off blue 4: 8", 30, "one offense", ""),
        (f"{SIDES}, blue is the offense", 38, "what else blue is", "red is the offense"),
    ],
)
def test_what_is_missing_is_asked_and_the_nearest_line_shown(said: str, column: int, expected: str, hint: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_encounter(said)
    assert caught.value.column == column
    assert expected in caught.value.expected
    assert hint in caught.value.hint


# -- players who are called after an alien -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "canonical", "assumed"),
    [
        ("macron 1 : 12 vs zombie 4 : 8", "macron/Macron 1 : 12 vs zombie/Zombie 4 : 8", ["macron", "zombie"]),
        ("macron 1 : 12 vs blue/Macron 4 : 8", "macron 1 : 12 vs blue/Macron 4 : 8", []),
        ("macron/none 1 : 12 vs ZOMBIE 4 : 8", "macron/none 1 : 12 vs ZOMBIE/Zombie 4 : 8", ["ZOMBIE"]),
        ("macron/Clone 1 : 12 vs cult 4 : 8", "macron/Clone 1 : 12 vs cult/The-Cult 4 : 8", ["cult"]),
        (f"{SIDES} ; seats red blue clone/none", f"{SIDES} ; seats red blue clone/none", []),
        (f"{SIDES} ; seats red blue clone", f"{SIDES} ; seats red blue clone/Clone", ["clone"]),
    ],
)
def test_who_is_called_after_an_alien_has_that_sheet(said: str, canonical: str, assumed: list[str]) -> None:
    position = read_encounter(said)
    assert write(position) == canonical
    assert list(position.named_after) == assumed
    assert read_encounter(canonical) == position
    told = referee.judge_encounter(said).assumes
    assert [says.split()[0] for says in told if "by its name" in says] == assumed


def test_of_two_players_called_after_one_alien_it_is_asked_who_has_it() -> None:
    with pytest.raises(MalformedError, match="which of Cult and TheCult has the sheet The-Cult"):
        read_encounter("Cult 1 : 12 vs TheCult 4 : 8")
    assert read_encounter("Cult/none 1 : 12 vs TheCult 4 : 8").named_after == ("TheCult",)
