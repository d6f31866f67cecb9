"""Decisions and later encounters as a group has them: which precedents are followed, and which are not.

Each was worked out from the rules: a decision is followed where the rule that decided it decides again, whoever is on
which side and by whichever cards; it is distinguished where a power, a zap, a hidden card or another book takes the
rule away; and what a table decided in words is told, and held against nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import referee
from referee.disputes.records import Claim
from referee.judge.ways.line import judge_encounter

TIE = "red 3 : 10 vs blue 3 : 10"
COMPENSATION = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
BYSTANDER = "red 3 : 12 vs blue 2 : 8 ; planet blue 2, yellow 1"
ZOMBIE = "red/Zombie 3 : 4 vs blue 2 : 8"
MACRON = "red/Macron 1 : 8 vs blue 2 : 14"
SHORT = "red 3 : 8 vs blue 4 : N ; hand red 2"
DEAL = "red 3 : N vs blue 4 : N ; no deal"


class Tried(NamedTuple):
    """A decision on the claims of a line, and what is said of it beside the ruling on another line."""

    line: str
    claims: tuple[str, str]
    new: str
    expected: str | None
    says: str = ""
    house: str = ""  # what the table decided for itself, in words
    reading: str = ""  # which it takes
    edition: str = "consolidated"


def tie(new: str, expected: str | None, says: str = "") -> Tried:
    """The tie is decided: the defense wins (5.10.1.1.d.1)."""
    return Tried(TIE, ("a tie goes to the attacker", "the defender wins a tie"), new, expected, says)


def counted(new: str, expected: str | None, says: str = "", **more: str) -> Tried:
    """DF-37 is decided: only the loser's own ships count (2.5.1.2)."""
    claims = ("green's ships count for my compensation", "only your own four do")
    return Tried(COMPENSATION, claims, new, expected, says, **more)


def bystander(new: str, expected: str | None, says: str = "") -> Tried:
    """Bystanders are decided: they stay (2.3.5.2)."""
    return Tried(BYSTANDER, ("yellow's ship must go too", "I am only a bystander, I stay"), new, expected, says)


def zombie(new: str, expected: str | None, says: str = "") -> Tried:
    """Zombie is decided: its ships come back."""
    return Tried(ZOMBIE, ("my Zombie ships come back", "they go to the warp"), new, expected, says)


CASES = {
    "nothing is settled: both cards hidden": tie("red 2 : ? vs blue 4 : ?", None),
    "nothing is settled: both hidden, with allies": tie("yellow 2 + green 4 : ? vs purple 4 : ?", None),
    "a card was hidden when it was decided": Tried(
        "red 3 : ? vs blue 3 : 10", ("a tie goes to the attacker", "a tie goes to the defender"),
        "green 2 : 7 vs yellow 3 : 6", "distinguished", "there that was hidden",
    ),
    "one card hidden": tie("red 2 : 10 vs blue 4 : ?", "distinguished", "here that is hidden"),
    "a tie with other cards and ships": tie("green 2 : 7 vs yellow 3 : 6", "followed", "the totals are equal"),
    "a tie with the same cards": tie("green 2 : 10 vs yellow 2 : 10", "followed"),
    "a tie with a Macron": tie("red/Macron 1 : 10 vs blue 4 : 10", "followed"),
    "no tie": tie("red 3 : 11 vs blue 3 : 10", None),
    "compensation of a losing offense": counted(
        "yellow 3 + blue 2 : N vs purple 4 : 8 ; hand purple 9", "followed", "Compensation counts only"
    ),
    "compensation in other numbers": counted(
        "red 3 : 8 vs blue 2 + green 1 : N ; hand red 9", "followed", "there the defense has 4 ships"
    ),
    "compensation that a Zombie does not get": counted(
        "red 3 : 8 vs blue/Zombie 4 + green 2 : N ; hand red 9", "distinguished", "Zombie"
    ),
    "another reading of it": counted(
        "yellow 3 : 11 vs purple 4 + red 2 : N ; hand yellow 7",
        "overruled", "goes against this ruling", house="all ships of the side count", reading="whole-side",
    ),
    "bystanders in another system": bystander(
        "green 3 : 9 vs yellow 2 : 8 ; planet yellow 2, red 1", "followed", "are bystanders and stay"
    ),
    "no bystander": bystander("green 3 : 9 vs yellow 2 : 8", None),
    "landing on one's own colony": Tried(
        "red 3 : 12 vs blue 2 : 8 ; planet blue 2, red 1",
        ("I land on my colony", "you found none: 5.10.4.1.b"),
        "green 2 : 20 vs yellow 3 : 8 ; planet yellow 3, green 2", "followed", "adds to the colony",
    ),
    "founding a colony instead": Tried(
        "red 3 : 12 vs blue 2 : 8 ; planet blue 2, red 1",
        ("I land on my colony", "you found none: 5.10.4.1.b"),
        "green 2 : 20 vs yellow 3 : 8", None,
    ),
    "Zombie on defense": zombie(
        "red 3 : 9 vs blue/Zombie 2 : 8", "followed", "a Zombie's 3 ships return to colonies instead"
    ),
    "Zombie with a negotiate": zombie("red/Zombie 3 : N vs blue 2 : 8", "followed", "a Zombie's 3 ships return"),
    "Zombie zapped": zombie(
        "red/Zombie 3 : 4 vs blue 2 : 8 ; zap red by blue", "distinguished", "here it counts that Cosmic Zap"
    ),
    "Zombie in another edition": Tried(
        ZOMBIE, ("my Zombie ships come back", "they go to the warp"), ZOMBIE, "distinguished",
        "there it was ruled by consolidated, here by ffg2018", edition="ffg2018",
    ),
    "compensation by another book": Tried(  # there each token counts, and a Zombie is consoled (situation-b.8)
        "blue 3 : 12 vs red/Zombie 4 : N ; hand blue 6", ("no cards by 2.5.1.3", "four"),
        "blue 3 : 12 vs red/Zombie 4 : N ; hand blue 6", "distinguished", "here by warp", edition="warp",
    ),
    "a reading that the ruling does not take": Tried(
        "red 3 : 14 vs blue 4 : 12 +3", ("DF-71: it is too late", "it is in time"),
        "yellow 2 : 10 +5 vs purple 4 : 12", "also-decided", house="in time until all pass", reading="one-round",
    ),
    "a Macron's ships": Tried(
        MACRON, ("my Macron counts four", "one, like any ship"), "green/Macron 1 : 20 vs yellow 2 : 12", "followed",
        "is followed: “each of a Macron's ships is worth 4”",
    ),
    "an allied Macron, by a claim in plain words": Tried(
        "green/Macron 1 : 20 vs yellow 2 : 12", ("my ship counts four", "every ship counts one"),
        "purple 2 + red/Macron 1 : 6 vs blue 4 : 8", "followed", "“each of a Macron's ships is worth 4”",
    ),
    "a Macron that has lost its power": Tried(  # 4.6.2: with two home colonies
        "green/Macron 1 : 20 vs yellow 2 : 12", ("my ship counts four", "every ship counts one"),
        "red/Macron 1 : 8 vs blue 3 : 8 ; home red 2", "distinguished", "has 2 home colonies",
    ),
    "another power": Tried(
        "green/Macron 1 : 20 vs yellow 2 : 12", ("my ship counts four", "every ship counts one"),
        "red/Tripler 2 : 8 vs blue 3 : 10 ; home red 2", None,
    ),
    "no fifth colony, quoted by its line": Tried(  # 5.10.4.1.b speaks of any player who lands, the offense too
        "red 2 + green 1 : 14 vs blue 3 : 6 ; foreign green 4 ; planet blue 3, green 2",
        ("that is green's fifth colony", "green has that planet already"),
        "red 2 : 14 vs blue 3 : 6 ; foreign red 4 ; planet blue 3, red 1", "followed",
        "adds to the colony it has there”",
    ),
    "a forbidden launch": Tried(
        "red 5 : 8 vs blue 2 : 8", ("five are allowed", "four at most: 5.6.3"), "ann 5 : 10 vs ben 1 : 3", "followed",
        "may not launch 5 ships",
    ),
    "a short hand": Tried(
        SHORT, ("I take four", "5.10.8.3: you take what I have"), "yellow 4 : 6 vs green 3 : N ; hand yellow 1",
        "followed", "holds only 2",
    ),
    "a failed deal": Tried(
        DEAL, ("we lose three each", "nobody loses anything"), "green 4 : N vs yellow 2 : N ; no deal", "followed",
    ),
    "a power on the other side, in other numbers": Tried(
        "red 3 : 12 vs blue/Zombie 4 : 8", ("they go to the warp", "my Zombie ships go home"),
        "green/Zombie 3 : 6 vs yellow 2 : 12", "followed",
        "there the defense has 4 ships in the encounter, here the offense has 3 ships",
    ),
    "another use of the same sheet": Tried(  # how many ships a Macron sends, and not what they are worth
        MACRON, ("my Macron counts four", "one, like any ship"), "blue/Macron 2 : 20 vs red 2 : 12", None,
    ),
    "a zap counts, and no number beside it": Tried(
        "red 3 : 12 vs blue/Zombie 4 : 8", ("they go to the warp", "my Zombie ships go home"),
        "green 3 : 12 vs yellow/Zombie 2 : 6 ; zap yellow by green", "distinguished", "there the defense has 4 ships",
    ),
    "another value of the same sheet": Tried(  # its ships are worth four in a total, and two for rewards
        "red 3 : 8 vs blue 4 + green/Macron 1 : 12 ; warp green 3",
        ("two rewards for my one ship", "one ship, one reward"),
        "yellow 2 : 6 vs purple 3 + red/Macron 1 : 10 ; warp red 2", "followed",
        "counts double for compensation and rewards",
    ),
    "a power that was zapped, and works here": Tried(
        "red/Macron 1 : 10 vs blue 3 : 9 ; zap red", ("my Macron is worth four", "zapped it is worth one"),
        "yellow/Macron 1 : 10 vs purple 3 : 9", "distinguished", "there it counted that Cosmic Zap",
    ),
    "what is known stands beside what is hidden": tie(
        "red 2 : 10 vs blue 4 : ?", "distinguished",
        "is distinguished: there the defense reveals 10, here that is hidden",
    ),
    "a win that is shared": Tried(  # 1.2.2, and not when it is one (DF-05)
        "red 3 + green 2 : 15 vs blue 4 : 8 ; foreign red 4, green 4", ("I win alone", "we both win"),
        "blue 3 + yellow 2 : 15 vs red 4 : 8 ; foreign blue 4, yellow 4", "followed", "win together",
    ),
    "a win that nobody shares": Tried(
        "red 3 + green 2 : 15 vs blue 4 : 8 ; foreign red 4, green 4",
        ("I win alone", "the phase ends and we both win the game"),
        "blue 3 + yellow 2 : 15 vs red 4 : 8 ; foreign blue 4, yellow 3", "distinguished",
        "an ally of the offense has 4 foreign colonies",  # on which it hangs that a win is shared (1.2.2)
    ),
    "what was decided of something illegal, where all is legal": Tried(
        "red 5 : 10 vs blue 4 : 10", ("nobody objected", "five are one too many"),
        "green 4 : 10 vs yellow 4 : 10", None,
        house="the fifth ship goes back and all else stands",
    ),
    "what was decided of something illegal, where it is done again": Tried(
        "red 5 : 10 vs blue 4 : 10", ("nobody objected", "five are one too many"), "green 5 : 10 vs yellow 4 : 10",
        "also-decided", "the fifth ship goes back", house="the fifth ship goes back and all else stands",
    ),
    "how the table behaves": Tried(
        "red 2 : 4 vs blue 3 + green 2 : 9", ("I forgot my reward", "too late"),
        "red 2 + green 1 : 20 vs blue 3 : 8", "also-decided",
        "the table has also decided: “a forgotten reward may be taken until the end of the turn”",
        house="a forgotten reward may be taken until the end of the turn",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_decision_is_held_against_what_comes_later(name: str, tmp_path: Path) -> None:
    tried, db = CASES[name], tmp_path / "evening.db"
    disputes = referee.Disputes(db)
    opened = disputes.open(tried.line, list(zip(("red", "blue"), tried.claims, strict=True)))
    disputes.rule(opened.id or 0, "Ann", bool(tried.house), reading=tried.reading or None, says=tried.house)
    found = referee.Rulings(db).encounter(tried.new, tried.edition).to_dict().get("precedents", [])
    told = [one["says"] for one in found]
    assert [one["state"] for one in found] == ([tried.expected] if tried.expected else []), told
    assert all(tried.says in says for says in told), told


@pytest.mark.parametrize(("line", "states"), [
    ("red 3 : 12 vs blue 4 : 8 ; hand red 6", ["followed"]),
    ("green 3 : 12 vs yellow 4 : 8 ; hand green 6", []),
])  # fmt: skip
def test_which_card_was_shown_is_no_precedent_for_others(line: str, states: list[str], tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    disputes = referee.Disputes(db)
    accounts = ("red 3 : 12 vs blue 4 : 14 ; hand red 5", "red 3 : 12 vs blue 4 : 8 ; hand red 6")
    sides = [Claim("blue", "I showed the 14", accounts[0]), Claim("red", "you showed the 8", accounts[1])]
    opened = disputes.open(accounts[0], sides)
    disputes.rule(opened.id or 0, "Ann", side=2)
    told = referee.Rulings(db).encounter(line).to_dict().get("precedents", [])
    assert [one["state"] for one in told] == states


def test_a_ruling_by_cases_follows_nothing(tmp_path: Path) -> None:
    """Whatever is hidden: as long as the result hangs on it, no decision is said to be followed."""
    db = tmp_path / "evening.db"
    disputes = referee.Disputes(db)
    for line, claims in ((TIE, ("a tie is mine", "mine")), (COMPENSATION, ("six", "four")), (ZOMBIE, ("back", "warp"))):
        opened = disputes.open(line, list(zip(("red", "blue"), claims, strict=True)))
        disputes.rule(opened.id or 0, "Ann")
    for line in ("red ? : 10 vs blue 3 : 10", "red 3 : ? vs blue 4 + green 2 : N", "red/Zombie 3 : ? vs blue 2 : 8"):
        assert judge_encounter(line).status == "depends"
        found = referee.Rulings(db).encounter(line).to_dict().get("precedents", [])
        assert "followed" not in [one["state"] for one in found]
