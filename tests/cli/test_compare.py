"""`referee compare`: a line, a question of timing, a command or a disputable point under every edition, as printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run

ZOMBIE = "red 3 : 10 vs blue/Zombie 2 : N ; hand red 5"
SEATS = ("--seats", "red,purple,yellow,blue")


def told(*words: str, db: Path | None = None) -> Any:
    return json.loads(run("compare", *words, "--json", db=db).stdout)


def group_of(found: dict[str, Any], edition: str) -> dict[str, Any]:
    group: dict[str, Any] = next(group for group in found["groups"] if edition in group["editions"])
    return group


def test_a_line_says_first_what_differs_and_why_in_both_editions() -> None:
    """WARP situation-b.8 consoles the Zombie for ships that were not lost; consolidated 2.5.1.3 does not."""
    found = told(ZOMBIE)
    base, warp = group_of(found, "consolidated"), group_of(found, "warp")
    assert base["ruling"]["players"]["blue"]["compensation"] == 0
    assert warp["ruling"]["players"]["blue"]["compensation"] == 2
    part = warp["ruling"]["parts_at"]
    assert part["cites"] == ["warp situation-b.8"]
    assert "consolidated 2.5.1.3" in part["base"]["cites"]
    assert found["differs_by"][:2] == ["warp situation-b.8", "consolidated 2.5.1.3"]
    shown = run("compare", ZOMBIE).stdout
    assert "consolation 2" in shown
    assert "because  Zombie: blue gets consolation" in shown
    assert "[consolidated 2.5.1.3" in shown
    assert len(shown.splitlines()) <= 25


def test_a_card_that_an_edition_does_not_have_stands_apart_with_its_clauses() -> None:
    """Morphs: consolidated 5.10.1.4.c, nothing in the 2018 rulebook; WARP stage-7.3 and Mayfair step-7.1 know none."""
    found = told("red 3 : M vs blue 4 : M")
    assert group_of(found, "consolidated")["ruling"]["outcome"] == "both-lose"
    assert group_of(found, "ffg2018")["ruling"]["status"] == "open"
    old = group_of(found, "warp")
    assert (old["editions"], old["ruling"]["status"]) == (["mayfair1991", "warp"], "impossible")
    assert "warp stage-7.3" in old["by"]["warp"]
    assert "mayfair1991 step-7.1" in old["by"]["mayfair1991"]
    shown = run("compare", "red 3 : M vs blue 4 : M").stdout
    assert "Three results." in shown
    assert "cannot be: M is no card of this game" in shown


def test_the_discards_alone_are_told_in_a_few_words() -> None:
    """The order of the discards is no other result; a card that is discarded in two books alone is told."""
    alike = run("compare", "red 3 : 10 vs blue 4 : 8").stdout
    assert "All rule alike: consolidated, ffg2018, mayfair1991, warp." in alike
    shown = run("compare", "red 3 : 10 vs blue 4 : 8 ; flare red Macron").stdout
    assert "All rule alike, but for the discards." in shown
    assert "the same, but for the discards: 10, 8, Macron" in shown
    assert "because" not in shown


def test_what_only_older_editions_know_is_ruled_by_them() -> None:
    """A reverse cone (WARP and Mayfair reverse-cone.2): green goes home with two rewards instead of landing."""
    found = told("red 3 + green 2 : 12 vs blue 4 : 8 ; reverse cone")
    assert found["groups"][0]["ruling"]["players"]["green"]["rewards"] == 2
    assert group_of(found, "ffg2018")["ruling"]["status"] == "impossible"


def test_an_order_is_compared() -> None:
    """4.8.2: offense, defense, others; timing-conflicts.2 and .3 of the older books: the others first."""
    words = ("timing", "red", "blue", "purple", "--offense", "red", "--defense", "purple", *SEATS, "--phase", "reveal")
    found = told(*words)
    assert group_of(found, "ffg2018")["ruling"]["order"] == ["red", "purple", "blue"]
    old = group_of(found, "mayfair1991")
    assert old["editions"] == ["mayfair1991", "warp"]
    assert old["ruling"]["order"] == ["blue", "red", "purple"]
    assert "warp timing-conflicts.2" in old["by"]["warp"]
    shown = run("compare", *words).stdout
    assert "blue first, then red, then purple." in shown
    assert "4.8.2.1, consolidated 4.8.2.2]" in shown


def test_words_can_be_quoted_together() -> None:
    together = "timing red blue purple --offense red --defense purple --seats red,purple,yellow,blue --phase reveal"
    assert group_of(told(together), "warp")["ruling"]["order"] == ["blue", "red", "purple"]
    assert told("may launch red 3 ; offense red") == told("may", "launch red 3 ; offense red")
    assert told("may 3 : 10 vs do 4 : 8")["groups"][0]["ruling"]["outcome"] == "offense-wins"


def test_timing_order_without_an_offense_is_a_topic() -> None:
    assert "(timing-order)" in run("compare", "timing", "order").stdout


def test_whether_something_may_be_done_is_compared() -> None:
    """Ships before aim: stage-3.7 and step-3.4 of the older books, 5.6.2 the other way round."""
    found = told("may", "launch red 3 ; offense red")
    assert group_of(found, "consolidated")["ruling"]["status"] == "illegal"
    assert group_of(found, "warp")["ruling"]["status"] == "legal"
    shown = run("compare", "may", "launch red 3 ; offense red").stdout
    assert "Not allowed." in shown
    assert "consolidated 5.6.2" in shown


@pytest.fixture
def table(tmp_path: Path) -> Path:
    db = tmp_path / "referee.db"
    for words in (("table", "red", "purple", "yellow"), ("do", "set red.1 red 2; warp red 2"), ("do", "offense red")):
        assert run(*words, db=db).returncode == 0
    return db


def test_a_command_is_compared_at_the_table_in_use_and_not_done(table: Path) -> None:
    """A ship in the warp: 5.4.3 must be regrouped; stage-1.3 and step-1.1 of the older books, it may."""
    before = run("table", "show", "--json", db=table).stdout
    found = told("do", "destiny purple", db=table)
    assert group_of(found, "consolidated")["ruling"]["status"] == "illegal"
    assert group_of(found, "mayfair1991")["ruling"]["status"] == "legal"
    assert run("table", "show", "--json", db=table).stdout == before
    assert "regroup it first" in run("compare", "do", "destiny purple", db=table).stdout


def test_a_table_of_another_edition_comes_first(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    assert run("table", "red", "purple", "yellow", "--edition", "warp", db=db).returncode == 0
    assert run("do", "set red.1 red 2; warp red 2", db=db).returncode == 0
    found = told("do", "destiny purple", db=db)
    assert found["groups"][0]["editions"][0] == "warp"
    assert group_of(found, "ffg2018")["ruling"]["status"] == "illegal"


def test_a_variant_that_an_edition_does_not_know_is_said(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    edition = "consolidated+four-planets"
    assert run("table", "red", "purple", "yellow", "--edition", edition, db=db).returncode == 0
    found = told("do", "offense red", db=db)
    assert found["groups"][0]["editions"][0] == edition
    warp = group_of(found, "warp")
    assert warp["ruling"]["status"] == "legal"
    assert warp["without"] == {"warp": ["four-planets"], "mayfair1991": ["four-planets"]}
    assert "ffg2018+four-planets" in found["groups"][0]["editions"]
    assert "warp (without four-planets)" in run("compare", "do", "offense red", db=db).stdout


def test_the_readings_of_a_disputable_point_are_compared() -> None:
    """DF-05: 4.12.1 settles the win when the phase ends, the 2018 rulebook at once (the-colony-track.3)."""
    found = told("DF-05")
    assert group_of(found, "consolidated")["ruling"]["reading"] == "consolidated"
    own = group_of(found, "ffg2018")
    assert (own["ruling"]["reading"], own["how"]["ffg2018"]) == ("ffg2018", "own-book")
    assert {"consolidated 4.12.1", "ffg2018 the-colony-track.3"} <= set(found["differs_by"])
    zombie = told("wa6")
    assert group_of(zombie, "consolidated")["ruling"]["status"] == "not-asked"
    assert group_of(zombie, "warp")["by"]["warp"] == ["warp situation-b.8"]
    assert "WA-06  Does the Zombie get consolation?" in run("compare", "WA-06").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("red 3 vs ",), "^"),
        (("DF-99",), "no such question"),
        (("may", "lunch red 3"), "^"),
        (("timing", "red:Mynd", "blue", "--offense", "red"), "Mind"),
        (("gobbledygook",), "no topic of that name"),
    ],
)
def test_what_is_not_understood_is_refused_plainly(words: tuple[str, ...], says: str) -> None:
    shown = run("compare", *words)
    assert shown.returncode == 2
    assert says in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_command_without_a_table_says_what_to_type(tmp_path: Path) -> None:
    shown = run("compare", "do", "regroup", db=tmp_path / "none.db")
    assert shown.returncode == 2
    assert "referee table" in shown.stderr
