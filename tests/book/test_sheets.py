"""Sheets and flares: every alien has both faces, and what is not allowed is named with file, line and what is."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from referee.book.books import Books
from referee.book.law import GRADES
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.conformance.audit.files import ALIENS, PHASES, check
from referee.conformance.audit.report import Report
from referee.conformance.scenario import CaseFile
from referee.errors import RulebaseError
from referee.judge.stand import ROLE_BARS
from referee.judge.ways.line import judge_encounter

KNOWN = rulebase()
CONTRIBUTING = RULEBASE.parent / "CONTRIBUTING.md"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    return folder


def _change(folder: Path, name: str, old: str, new: str) -> tuple[Path, int]:
    """Replaces a text in an alien's file, and tells the file and the line."""
    path = folder / "aliens" / f"{name}.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path, text[: text.index(old)].count("\n") + 1


def _faults(folder: Path) -> list[tuple[str, str]]:
    """What is wrong with the aliens of a rulebase: place and sentence."""
    known, report = Rulebase(folder), Report()
    check(report, known, Books(known), only=(ALIENS,))
    return [(place, text) for place, text in report.faults if place.startswith(str(folder / "aliens"))]


def test_every_alien_has_both_faces_of_its_flare() -> None:
    names = KNOWN.alien_names()
    assert len(names) >= 238  # 51 of the box of 2018 (ffg2018 components.20), and 187 of the expansions
    for name in names:
        flare = KNOWN.flare(name)
        assert flare is not None, name
        for face in (flare.wild, flare.super):
            assert face.summary, name
            assert face.roles, name
            assert face.phases, name
            assert set(face.roles) <= ROLE_BARS, name
            assert set(face.phases) <= PHASES, name
            assert face.grade in GRADES, name


def test_a_ruling_reads_the_named_aliens_only(copy: Path) -> None:
    """With every other alien file unreadable the ruling is the same: it costs what is named, however many there are."""
    line = "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12 ; zap yellow"
    for path in (copy / "aliens").glob("*.toml"):
        if path.stem not in ("macron", "parasite", "clone", "zombie"):
            path.write_text("this is [ no TOML")
    ruled = judge_encounter(line, books=Rulebase(copy))
    assert ruled.to_dict() == judge_encounter(line).to_dict()


def test_a_printed_flare_says_where_and_is_of_the_strongest_grade() -> None:
    # Printed in the 2018 rulebook: Amoeba (components), Kamikaze (advanced game), and the classic Filch.
    printed = {
        name: face.printed
        for name in KNOWN.alien_names()
        if (flare := KNOWN.flare(name)) is not None
        for face in (flare.wild, flare.super, flare.wild.classic, flare.super.classic)
        if face is not None and face.grade == "card"
    }
    assert printed == {
        "amoeba": "ffg2018 components-printed-cards.6",
        "filch": "ffg2018 components-printed-cards.7",
        "kamikaze": "ffg2018 advanced-game-printed-cards.1",
    }


def test_a_printed_flare_has_the_bars_that_are_printed() -> None:
    amoeba, kamikaze = KNOWN.flare("Amoeba"), KNOWN.flare("Kamikaze")
    assert amoeba is not None
    assert kamikaze is not None
    assert (amoeba.super.roles, amoeba.super.phases) == (("ally",), ("planning",))
    assert (amoeba.wild.roles, amoeba.wild.phases) == (("main",), ("planning",))
    assert (kamikaze.super.roles, kamikaze.super.phases) == (("offense",), ("regroup",))
    assert (kamikaze.wild.roles, kamikaze.wild.phases) == (("main",), ("planning",))


def test_an_erratum_puts_other_bars_in_the_place_of_those_on_the_card() -> None:
    # An ally cannot send ships in the launch phase: it joins in the alliance phase (consolidated 5.7).
    flare = KNOWN.flare("parasite")
    assert flare is not None
    assert (flare.super.phases, flare.super.grade, flare.super.bars_grade) == (("alliance",), "reported", "cosmodex")
    assert (flare.wild.grade, flare.wild.bars_grade) == ("reported", "reported")


def test_a_ruling_reads_no_flare(copy: Path) -> None:
    path, _ = _change(copy, "macron", "[super]", "[super\nthis is not TOML")
    known = Rulebase(copy)
    assert judge_encounter("red/Macron 1 : 8 vs blue 3 : 8", books=known).status == "determined"
    with pytest.raises(RulebaseError, match=re.escape(str(path))):
        known.flare("Macron")


def test_a_use_behind_the_flare_is_not_overlooked(copy: Path) -> None:
    path = copy / "aliens" / "macron.toml"
    before, _, after = path.read_text().partition("[[use]]")
    uses, _, flare = after.partition("[wild]")
    path.write_text(f"{before}[wild]{flare}\n[[use]]{uses}")
    alien = Rulebase(copy).alien("Macron")
    assert alien is not None
    assert [use.id for use in alien.uses] == ["limit", "value", "count"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('roles = ["any"]\nphases = ["any"]', 'roles = ["anyone"]\nphases = ["any"]', ("'anyone'", "bystander")),
        ('roles = ["any"]\nphases = ["any"]', 'phases = ["anytime"]\nroles = ["any"]', ("'anytime'", "start-turn")),
        ('alert = "green"', 'alert = "blue"', ("'blue'", "'green', 'yellow' or 'red'")),
        ('about = "power"', 'about = "powr"', ("'powr'", "'power', 'wild' or 'super'")),
        ("not_with =", "notwith =", ("notwith",)),
        ('not_with = ["Sadist"]', 'not_with = ["Sadism"]', ("'Sadism'",)),
    ],
)
def test_a_word_that_is_not_allowed_is_named_with_its_line(
    copy: Path, old: str, new: str, said: tuple[str, ...]
) -> None:
    path, line = _change(copy, "zombie", old, new)
    found = [text for place, text in _faults(copy) if place == f"{path}:{line}"]
    assert len(found) == 1
    assert all(word in found[0] for word in said), found


def test_a_flare_that_lacks_a_face_is_named(copy: Path) -> None:
    path, _ = _change(copy, "ai", "[super]", "[wild.classic]")
    assert any(place.startswith(str(path)) and "super" in text for place, text in _faults(copy))
    with pytest.raises(RulebaseError, match=r"no \[super\]"):
        Rulebase(copy).flare("AI")


def test_the_alien_shown_to_contributors_is_complete_and_ruled_as_its_cases_say(copy: Path) -> None:
    sheet, cases = re.findall(r"```toml\n(name.*?|format.*?)```", CONTRIBUTING.read_text(), re.DOTALL)
    (copy / "aliens" / "gardener.toml").write_text(sheet)
    assert _faults(copy) == []
    known = Rulebase(copy)
    for case in CaseFile.model_validate(tomllib.loads(cases)).case:
        ruling = judge_encounter(case.encounter, books=known).to_dict()
        for key in ("status", "outcome", "totals"):
            assert ruling[key] == case.expect[key], case.id
        for name, player in case.expect["players"].items():
            assert {key: ruling["players"][name][key] for key in player} == player, case.id
