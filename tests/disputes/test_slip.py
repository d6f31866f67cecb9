"""What a slip says: quarrels as people have them, each with what must stand on the slip and what would mislead.

The figures and clauses are worked out from the rules, beside each quarrel; nothing is pasted from what was printed.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.test_commands import run

Side = tuple[str, ...]  # a party, what it claims, and its own line, if it has one


class Quarrel(NamedTuple):
    """A quarrel: the line, the sides, what must be said, and what must not."""

    line: str
    sides: tuple[Side, ...]
    says: tuple[str, ...]
    never: tuple[str, ...] = ()


SAME = "Nobody tells the line otherwise; on it is ruled:"
ALIKE = "The facts are the same"  # no slip knows that: a claim may tell more than its line
README = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
ZAPPED = "red 3 : 12 vs blue/Zombie 4 : 8 ; zap blue by red"
DEAL = "red 3 : N vs blue 4 : N ; deal red gives 2 cards, blue gives colony blue.3 for 2 from red.1"

QUARRELS = {
    # 12+3+2 or 12+3+1 against 8+4: the offense wins 17 or 16 to 12, and only green's ships are others.
    "1 an ally's ships, the same winner": Quarrel(
        "red 3 + green 2 : 12 vs blue 4 : 8",
        (("green", "I sent 2"), ("blue", "you sent 1", "red 3 + green 1 : 12 vs blue 4 : 8")),
        (
            "how many ships green sent: green says 2 ships; blue says 1 ship",
            "The offense wins either way; only green's ships",
        ),
        ("green as an ally", "turns one result into the other"),
    ),
    # 8+3+3 = 14 or 8+3+1 = 12 against 9+4 = 13: it turns the winner (5.10.1.1.d).
    "2 an ally's ships, the winner turns": Quarrel(
        "red 3 + green 3 : 8 vs blue 4 : 9",
        (("green", "three"), ("blue", "one", "red 3 + green 1 : 8 vs blue 4 : 9")),
        ("What decides: how many ships green sent.", "alone it turns one result into the other"),
        ("either way",),
    ),
    # 10+3 = 13 against 9+2 = 11; with green's three it would be 14 (2.3.5.2: they add nothing).
    "3 bystanders": Quarrel(
        "red 3 : 10 vs blue 2 : 9 ; planet blue 2, green 3",
        (("blue", "green's ships on my planet count for me too"), ("red", "bystanders do not count")),
        ("2.3.5.2", "13 to 11", SAME),
        ("1.2.1", "4.6.2"),
    ),
    # 10+3 = 10+3: 5.10.1.1.d.1
    "4 a tie": Quarrel(
        "red 3 : 10 vs blue 3 : 10",
        (("red", "a tie goes to the attacker"), ("blue", "no, to me")),
        ("5.10.1.1.d.1", "the totals are equal, so the defense wins", SAME),
    ),
    # Zombie is used as ships are on their way to the warp (its sheet), after the totals: 4.3.3.1 cancels that use. What
    # order answers are settled in (DF-72) is not asked.
    "5 a zap too late": Quarrel(
        ZAPPED,
        (("blue", "you zapped too late, we had counted the totals"), ("red", "I zapped in time")),
        ("4.3.3.1", "in time: Zombie is used each time ships are on their way to the warp", "if it does not count"),
        ("DF-72", ALIKE),
    ),
    # 12+4+3 = 19 against 8+3 = 11: three ships, three rewards (5.10.5.2).
    "6 a third reward, noticed two encounters later": Quarrel(
        "red 3 : 8 vs blue 4 + green 3 : 12",
        (("green", "I only got 2 rewards of 3"), ("blue", "that was two encounters ago")),
        ("green took 2, and 3 rewards are due: 1 too few", "5.10.5.2", "DF-82", "referee amend"),
        (ALIKE,),
    ),
    # An attack beats a negotiate; four ships, four cards out of nine (5.10.8.2.a).
    "7 compensation forgotten": Quarrel(
        "red 3 : 8 vs blue 4 : N ; hand red 9",
        (("blue", "I forgot my compensation two encounters ago"), ("red", "my hand is another one now")),
        ("To blue 4 cards as compensation are due", "5.10.8", "DF-82", "no document says"),
        (ALIKE,),
    ),
    # 4.4.3: the super text needs the power, which two home colonies do not leave (4.6.2).
    "8 a super flare with a lost power": Quarrel(
        "red/Human 3 : 8 vs blue 4 : 10 ; flare red Human super ; home red 2",
        (("blue", "your power was lost, no super flare"), ("red", "I have had it all evening")),
        ("4.4.3", "red has lost the power of Human"),
    ),
    "9 five ships": Quarrel(
        "red 5 : 10 vs blue 4 : 10",
        (("blue", "five ships are illegal"), ("red", "you saw it and revealed anyway")),
        ("5.6.3", "the offense sends one to four"),
    ),
    # No document speaks of taking a move back.
    "10 two ships changed to four": Quarrel(
        "red 4 : ? vs blue 4 : ?",
        (("red", "I changed 2 to 4 before you spoke"), ("blue", "launched is launched")),
        ("No document says until when a move may be taken back or changed", "DF-82"),
        ("attack of 39", "morph"),
    ),
    # 5.7.2.2: the answers come once the invitations are given.
    "11 accepted before the invitation": Quarrel(
        "red 3 + green 2 : ? vs blue 4 : ?",
        (("red", "green accepted before I had invited"), ("green", "I may accept when I like")),
        ("5.7.2.2", "once the invitations have been given"),
        ("green was invited by red", "attack of 39"),
    ),
    # A sentence on conduct is no reading of DF-37, though that would turn this result.
    "12 a table's own rule on taking back": Quarrel(
        README,
        (("red", "who said it may take back until the next has spoken"), ("green", "no")),
        ("No document says until when a move may be taken back", "DF-37"),
        ("about Which lost ships earn compensation?",),
    ),
    "13 a party that says nothing": Quarrel(
        "red 3 : 10 vs blue 3 : 10", (("red", "a tie goes to the attacker"), ("blue", "")), ("5.10.1.1.d.1",)
    ),
    # 8+3+2, +1 or +3 is 13, 12 or 14 against 12+4 = 16: the defense wins three times.
    "14 three accounts": Quarrel(
        "red 3 + green 2 : 8 vs blue 4 : 12",
        (
            ("green", "two"),
            ("blue", "one", "red 3 + green 1 : 8 vs blue 4 : 12"),
            ("red", "three", "red 3 + green 3 : 8 vs blue 4 : 12"),
        ),
        (
            "green says 2 ships; blue says 1 ship; red says 3 ships",
            "The defense wins either way; only green's ships differ",
        ),
        ("green sent, how many", "turns one result into the other"),
    ),
    # 12+3 = 15 against 8+4 = 12, or against 14+4 = 18
    "15 a card on a photo": Quarrel(
        "red 3 : 12 vs blue 4 : 14",
        (("blue", "the photo shows the 14"), ("red", "it was the 8", "red 3 : 12 vs blue 4 : 8")),
        ("What decides: blue's card.", "15 to 18", "15 to 12"),
    ),
    "16 the duty to regroup": Quarrel(
        "red 3 : 8 vs blue 4 : 10 ; warp red 2",
        (("blue", "you must regroup"), ("red", "I do not want to")),
        ("5.4.3", "must retrieve"),
        ("the offense's total is 11",),
    ),
    # 5.10.1.3.b.3: no deal when the minute is over; each loses three ships then (5.10.7.1).
    "17 a deal at 58 or at 61 seconds": Quarrel(
        DEAL,
        (("red", "we agreed at 58 seconds"), ("blue", "it was 61", "red 3 : N vs blue 4 : N ; no deal")),
        (
            "What decides: whether the deal was made within the minute.",
            "58 seconds, as red has it, is within it",
            "61 seconds, as blue has it, is after it",
            "5.10.1.3.b.3",
        ),
        ("the main players must try to make a deal, where otherwise", "blue says done"),
    ),
    # 1.2.2: both reach their fifth at the same landing.
    "18 two fifth colonies": Quarrel(
        "red 3 + green 2 : 12 vs blue 4 : 8 ; foreign red 4, green 4",
        (("red", "I win alone"), ("green", "we both have five")),
        ("red and green win the game", "1.2.2"),
    ),
    "19 a second encounter with a hidden hand": Quarrel(
        "red 3 : 12 vs blue 4 : 8 ; hand red ?",
        (("red", "I get a second encounter"), ("blue", "only with an encounter card")),
        ("5.10.9.1",),
    ),
    # 4 by 5.10.8.2.a; with green's two ships it would be 6.
    "20 compensation with allies": Quarrel(
        README,
        (("blue", "I get six cards"), ("red", "you get four")),
        ("DF-37", "blue: 6 cards as compensation, not 4", "whole-side", "compensation 4"),
    ),
    # Their sheets put Oracle before the selection and Sorcerer after it (4.8.1).
    "21 Oracle or Sorcerer": Quarrel(
        "red/Oracle 3 : 12 vs blue/Sorcerer 4 : 8",
        (("red", "Oracle is first"), ("blue", "Sorcerer is first")),
        (
            "red's Oracle comes first, then blue's Sorcerer.",
            "4.8.1",
            "referee timing red:Oracle blue:Sorcerer",
            "DF-74",
        ),
    ),
    # 4.10.2: other cards first, then the offense's, the defense's on top.
    "22 the top of the discards": Quarrel(
        "red 3 : 12 vs blue 4 : 8 +1",
        (("red", "my card is on top"), ("blue", "no, mine is")),
        ("bottom first: +1, 12, 8; blue's 8, the defense's, lies on top", "4.10.2"),
        ("15: 12 + 3",),
    ),
    # 4.2.1: after the reveal; what ends it no document says (DF-71).
    "23 a reinforcement after counting": Quarrel(
        "red 3 : 11 +3 vs blue 4 : 11",
        (("blue", "your +3 was too late, we had counted"), ("red", "any time after the reveal")),
        ("4.2.1", "counting the totals does not end it", "DF-71", "if it does not count: the defense wins"),
        (ALIKE, "DF-72"),
    ),
    # 5.10.5.1 is for a defense that wins; the attack beat the negotiate (5.10.1.2.a).
    "24 clause against clause": Quarrel(
        "red 3 : 8 vs blue 4 : N ; hand red 9",
        (("red", "5.10.5.1"), ("blue", "5.10.8.2.a")),
        ("the ruling does not rest on it, but on", "5.10.1.2.a", "✓ the ruling rests on it"),
    ),
    # -- others like them
    # Clone takes its card back after compensation (its sheet); the encounter is over.
    "a zap in the next encounter": Quarrel(
        "green 2 : 23 vs purple/Clone 4 : 30 ; use purple",
        (("green", "cosmic zap on the clone"), ("purple", "that was last fight")),
        ("which is too late: Clone is used after compensation is taken", "4.3.3.1"),
        ("DF-72",),
    ),
    # The wild Amoeba is for planning (its flare); 4.8.1.
    "a flare in the wrong phase": Quarrel(
        "red 3 : 9 vs blue 4 : 10",
        (("red", "amoeba flare, four more ships"), ("blue", "the cards are up already")),
        ("the wrong phase", "planning", "4.8.1"),
    ),
    # 5.10.8.2.a: red's own two ships, out of five that were lost; the whole side would be five.
    "an offense with a negotiate": Quarrel(
        "red 2 + green 3 : N vs blue 4 : 11 ; hand blue 7",
        (("red", "we lost five ships, thats five cards from you"), ("blue", "two of em are yours")),
        ("compensation 2", "DF-37", "red: 5 cards as compensation, not 2"),
        ("5.10.7.1",),
    ),
    # 10+3 = 13 against 8+2*4 = 16 with Macron's worth; its use comes after the reveal, before the totals.
    "a zap told in time on the lines": Quarrel(
        "red 3 : 10 vs blue/Macron 2 : 8 ; zap blue by red ; the zap came after the totals were counted",
        (
            ("blue", "too late"),
            ("red", "no", "red 3 : 10 vs blue/Macron 2 : 8 ; zap blue by red ; the zap came before the reveal"),
        ),
        ("What decides: when the zap of Macron came.", "13 to 16", "13 to 10", "4.3.3.1"),
        (ALIKE,),
    ),
    "a claim that tells a card otherwise than the line": Quarrel(
        "red 3 : 12 vs blue 4 : 8",
        (("blue", "I showed the 14"), ("red", "the 8")),
        ("blue's card: an attack 14; on the line an attack 8", "the defense wins", '"red 3 : 12 vs blue 4 : 14"'),
        (ALIKE,),
    ),
    "what was taken was what was due": Quarrel(
        "red 3 : 8 vs blue 4 : N ; hand red 9 ; blue took 4 of 4",
        (("blue", "that is all"), ("red", "he took too many")),
        ("blue took 4, and 4 cards as compensation are due: that is right",),
        ("DF-82",),
    ),
    # 5.10.8.2.a: two ships, two cards; none of the twelve seconds has a part in it.
    # 12+2 = 14 against 8+3+4 = 15, or 8+3 = 11 without yellow: who was not invited is no ally (5.7.2.1.c, 5.7.2.2.b).
    "an ally whom nobody invited": Quarrel(
        "red 2 : 12 vs blue 3 + yellow 4 : 8",
        (("red", "blue never invited yellow"), ("yellow", "he waved at me")),
        ("yellow was invited by blue: that is the fact to settle", "5.7.2.1.c", "The offense wins, 14 to 11"),
        (ALIKE,),
    ),
    # 5.10.8.1: compensation is for a negotiate that lost to an attack
    "cards for a lost attack": Quarrel(
        "red 3 : 12 vs blue 4 : 8",
        (("blue", "I lost four ships, I get 4 cards"), ("red", "what for?")),
        ("No cards are due to anybody as compensation.", "5.10.8.1"),
        ("DF-37",),
    ),
    # 4.8.2: offense, defense, then the others clockwise
    "who of the players goes first": Quarrel(
        "red 3 : 12 vs blue 4 : 8 ; seats red yellow blue",
        (("blue", "I go first, I defend"), ("red", "no, me"), ("yellow", "then I")),
        ("red comes first, then blue, then yellow.", "4.8.2.1", "4.8.2.3"),
    ),
    # Ionic Gas: nobody takes rewards any more; what is done about one that was taken no document says.
    "a reward that was drawn before the gas": Quarrel(
        "red 2 : 4 vs blue 3 + green 2 : 9 ; ionic gas",
        (("red", "no rewards, ionic gas"), ("green", "I have drawn one reward already")),
        ("green took 1, and no rewards are due: 1 too many", "card Ionic-Gas", "no document says"),
    ),
    # The Human's own text: zapped, its side wins; 15 + 3 against 6 + 2 counts for nothing.
    "a zapped Human": Quarrel(
        "red 3 : 15 vs blue/Human 2 : 6 ; zap blue by red",
        (("blue", "you zapped me, so my side wins outright"), ("red", "zapped is zapped, I have 18 to 8")),
        ("The defense wins", "holder's side wins the encounter outright. [alien Human]"),
    ),
    "a card that makes negotiates": Quarrel(
        "red 3 : 15 vs blue 2 : 8 ; emotion control by green",
        (("red", "I had already won 18 to 10"), ("green", "both are negotiates now, make a deal")),
        ("must try to make a deal", "[card Emotion-Control]"),
    ),
    # 10 + 3 + 2 against 10 + 4, without green 13 to 14; the card is for the alliance phase.
    "a card in the wrong phase": Quarrel(
        "red 3 + green 2 : 10 vs blue 4 : 10 ; force field green by blue",
        (("red", "the force field came after the cards were turned up"), ("blue", "any time will do")),
        ("which is the wrong phase", "it does not count: the offense wins, where otherwise the defense wins"),
    ),
    "two of one kind": Quarrel(
        "red 2 : 6 vs purple 3 + green 2 : 10 ; warp green 1",
        (("green", "one card and one ship"), ("red", "no mixing")),
        ("5.10.5.2", "DF-42", "so it may mix"),
    ),
    "no deal, and no clock": Quarrel(
        "red 3 : 8 vs blue 2 : N ; hand red 9",
        (("blue", "I get 2 cards"), ("red", "yes")),
        ("compensation 2",),
        ("within the minute",),
    ),
}


def slip(quarrel: Quarrel, tmp_path: Path) -> str:
    """The slip of a quarrel in one line, as it is printed."""
    words: list[str] = []
    for party, claim, *line in quarrel.sides:
        words += ["--party", party, "--claim", claim, *(["--line", *line] if line else [])]
    shown = run("dispute", "open", quarrel.line, *words, db=tmp_path / "referee.db", NO_COLOR="1", COLUMNS="200")
    assert shown.stderr == ""
    return " ".join(shown.stdout.split())


@pytest.mark.parametrize("name", QUARRELS)
def test_the_slip_says_what_the_quarrel_is_about(name: str, tmp_path: Path) -> None:
    quarrel = QUARRELS[name]
    shown = slip(quarrel, tmp_path)
    assert [piece for piece in quarrel.says if piece not in shown] == [], shown
    assert [piece for piece in quarrel.never if piece in shown] == [], shown


WORDINGS = {
    "green's ships count for my compensation": "only your own four do",
    "greens ships count": "only yours",
    "I get six cards": "you get four",
    "our allies' ships count too": "no",
    "allies' ships earn cards": "they do not",
    "you owe me 6, not 4": "I do not",
    "six": "four",
}


@pytest.mark.parametrize("claim", WORDINGS)
def test_the_same_point_is_shown_whatever_the_words(claim: str, tmp_path: Path) -> None:
    # 5.10.8.2.a: blue's own four ships; by `whole-side` of DF-37 green's two as well
    shown = slip(Quarrel(README, (("blue", claim), ("red", WORDINGS[claim])), ()), tmp_path)
    for piece in (
        "about Which lost ships earn compensation?",
        "DF-37 Which lost ships earn compensation?",
        "blue: 6 cards as compensation, not 4",
        "--house --reading whole-side",
    ):
        assert piece in shown


def test_the_point_is_shown_at_a_table_too(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    begun = """table red blue green / set hand red 9 / offense red / destiny blue / launch red 3 at blue.1
        / invite red: none / invite blue: green / ally green defense 2 / play red 8 / play blue N / reveal"""
    for command in [part.strip() for part in begun.split("/")]:
        words = command.split()
        shown = run(*(words if words[0] == "table" else ("do", command)), db=db)
        assert shown.returncode == 0, shown
    sides = ("--party", "blue", "--claim", "six", "--party", "red", "--claim", "four")
    shown = run("dispute", "open", "--table", *sides, db=db, NO_COLOR="1", COLUMNS="200")
    assert "blue: 6 cards as compensation, not 4" in shown.stdout, shown


# -- a decision on any point of the slip -------------------------------------------------------------------------------


def _ruled(*words: str, db: Path) -> tuple[int, str]:
    shown = run("dispute", "rule", "1", *words, db=db, NO_COLOR="1", COLUMNS="200")
    return shown.returncode, shown.stdout + shown.stderr


def test_a_decision_takes_any_point_that_the_slip_lists(tmp_path: Path) -> None:
    # DF-21 would turn green's ships, DF-82 is what no document says; the dispute is about neither by itself.
    quarrel = QUARRELS["6 a third reward, noticed two encounters later"]
    db = tmp_path / "referee.db"
    shown = slip(quarrel, tmp_path)
    assert "DF-82" in shown
    assert "DF-21" in shown
    assert "--house --reading DF-82=READING" in shown
    status, said = _ruled("--house", "--reading", "never-heard-of", db=db)
    assert status == 2
    assert "DF-82=stands, repair, again, next-encounter" in said
    assert "DF-21=two-notions, literal, ffg2018" in said
    status, said = _ruled("--reading", "repair", db=db)
    assert status == 2
    assert "--house" in said
    status, said = _ruled("--house", "--reading", "df-82=repair", db=db)
    assert (status, "reading: repair" in said) == (0, True)
    told = run("dispute", "show", "1", "--json", db=db).stdout
    assert '"question": "DF-82"' in told
    assert '"reading": "repair"' in told


def test_a_dispute_without_a_point_says_that_there_is_no_reading(tmp_path: Path) -> None:
    slip(QUARRELS["4 a tie"], tmp_path)
    status, said = _ruled("--house", "--reading", "whole-side", db=tmp_path / "referee.db")
    assert status == 2
    assert "lists no disputable point" in said
    assert "--says" in said


# -- on paper ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["1 an ally's ships, the same winner", "6 a third reward, noticed two encounters later"]
)
def test_the_slip_for_the_chat_says_the_same(name: str, tmp_path: Path) -> None:
    quarrel = QUARRELS[name]
    slip(quarrel, tmp_path)
    shown = run("dispute", "export", "1", db=tmp_path / "referee.db").stdout
    first = quarrel.says[0] if name.startswith("6") else "The offense wins either way; only green's ships differ"
    assert first in shown


def test_what_is_told_besides_the_encounter_stays_with_its_line(tmp_path: Path) -> None:
    slip(QUARRELS["a zap told in time on the lines"], tmp_path)
    shown = run("dispute", "show", "1", db=tmp_path / "referee.db", NO_COLOR="1", COLUMNS="200").stdout
    assert "What decides: when the zap of Macron came." in shown
    assert "blue says the zap came after the totals were counted; red says the zap came before the reveal" in shown
