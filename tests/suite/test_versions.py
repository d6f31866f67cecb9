"""The version of the suite: an expectation that changes needs a new major version with its reason."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from referee.book.places import SCENARIOS
from referee.conformance.versions import PUBLISHED, digests, suite_version
from referee.errors import CaseFileError
from tests import published

FILE = "attack-attack.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file of the cases, published as it is in version 1.0.0."""
    shutil.copy(SCENARIOS / FILE, tmp_path)
    _about(tmp_path, "1.0.0")
    told = {"version": "1.0.0", "items": digests(tmp_path)}
    (tmp_path / PUBLISHED).write_text(json.dumps(told), encoding="utf-8")
    return tmp_path


def _about(folder: Path, number: str, changed: str = "") -> None:
    text = f'format = 1\nname = "a"\n[[version]]\nnumber = "{number}"\n[version.changed]\n{changed}\n'
    (folder / "suite.toml").write_text(text, encoding="utf-8")


def _edit(folder: Path, old: str, new: str) -> None:
    text = (folder / FILE).read_text(encoding="utf-8")
    assert old in text
    (folder / FILE).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_no_expectation_changed_without_a_new_major_version() -> None:
    told = "put the reason of each into scenarios/suite.toml, under a new major version: docs/suite.md, Versions"
    assert suite_version(SCENARIOS).unexplained == [], told


def test_what_is_published_is_an_older_or_the_same_version() -> None:
    found = suite_version(SCENARIOS)
    parts = [
        [int(part) for part in number.removesuffix("-dev").split(".")] for number in (found.published, found.number)
    ]
    assert parts[0] <= parts[1]
    assert json.loads(published.FILE.read_text(encoding="utf-8"))["version"] == found.published


def test_what_stands_as_it_was_is_the_same_version(folder: Path) -> None:
    _edit(folder, 'title     = "Equal totals go to the defense"', 'title     = "A tie is the defense\'s"')
    found = suite_version(folder)
    assert (found.number, found.changed, found.added, found.removed) == ("1.0.0", [], [], [])


def test_a_changed_expectation_is_found_in_each_edition_where_it_changed(folder: Path) -> None:
    _edit(folder, "totals  = { offense = 12, defense = 12 }", "totals  = { offense = 12, defense = 13 }")
    found = suite_version(folder)
    assert found.changed == ["RA01", "RA01@mayfair1991", "RA01@warp"] == found.unexplained
    _about(folder, "1.1.0", 'RA01 = "because"')
    assert suite_version(folder).unexplained == found.changed  # no minor version will do
    _about(folder, "2.0.0")
    assert suite_version(folder).unexplained == found.changed  # nor one without the reason
    _about(folder, "2.0.0", 'RA01 = "because"')
    assert (suite_version(folder).unexplained, suite_version(folder).number) == ([], "2.0.0")


def test_a_changed_position_and_a_case_that_goes_need_it_too(folder: Path) -> None:
    _edit(folder, '"red 2 : 10 vs blue 4 : 8"', '"red 3 : 9 vs blue 4 : 8"')
    assert "RA01" in suite_version(folder).unexplained
    _edit(folder, 'id        = "RA02"', 'id        = "RA99"')
    found = suite_version(folder)
    assert "RA02" in found.removed and "RA02" in found.unexplained and "RA99" in found.added


def test_an_added_case_is_the_next_minor_version_in_the_making(folder: Path) -> None:
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write('\n[[case]]\nid = "RA98"\ntitle = "More"\nencounter = "red 3 : 9 vs blue 4 : 8"\n[case.expect]\n')
    found = suite_version(folder)
    assert (found.number, found.added, found.unexplained) == ("1.1.0-dev", ["RA98"], [])


def test_a_damaged_file_is_said_with_its_place(folder: Path) -> None:
    (folder / PUBLISHED).write_text("{", encoding="utf-8")
    with pytest.raises(CaseFileError, match=r"published\.json"):
        suite_version(folder)
    (folder / "suite.toml").write_text('format = 1\nname = "a"\n[[version]]\nnumber = "1.0"\n', encoding="utf-8")
    with pytest.raises(CaseFileError, match=r"version\.0\.number"):
        suite_version(folder)
    (folder / "suite.toml").unlink()
    with pytest.raises(CaseFileError, match=r"no suite\.toml"):
        suite_version(folder)
