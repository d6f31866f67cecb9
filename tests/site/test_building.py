"""A site is written where nothing else is, and what was written before is replaced."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import referee
from referee.errors import RefereeError, RulebaseError
from referee.site import building

SMALL = {"index.html": b'<a href="rules/a.html">a</a>', "rules/a.html": b"<h1>A</h1>"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What is made instead of the whole site."""
    files = dict(SMALL)
    monkeypatch.setattr(building, "_made", lambda jobs, progress: dict(files))
    return files


def _there(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_is_written_and_counted(small: dict[str, bytes], tmp_path: Path) -> None:
    site = referee.build_site(tmp_path / "a" / "site")
    assert (site.pages, site.files, site.links, site.bytes) == ({"beside": 1, "rules": 1}, 2, 1, 38)
    assert _there(tmp_path / "a" / "site") == {*SMALL, "site.json"}


def test_pages_that_are_no_more_go_and_their_folders_too(small: dict[str, bytes], tmp_path: Path) -> None:
    referee.build_site(tmp_path / "site")
    del small["rules/a.html"]
    small["points/b.html"] = b"<h1>B</h1>"
    referee.build_site(tmp_path / "site")
    assert _there(tmp_path / "site") == {"index.html", "points/b.html", "site.json"}
    assert not (tmp_path / "site" / "rules").exists()


def test_a_folder_with_other_files_is_left_alone(small: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "me.jpg").write_bytes(b"\xff")
    with pytest.raises(RulebaseError, match=r"other files in it \(photos/me.jpg\).*--force"):
        referee.build_site(tmp_path)
    assert _there(tmp_path) == {"photos/me.jpg"}
    referee.build_site(tmp_path, force=True)
    assert _there(tmp_path) == {*SMALL, "photos/me.jpg", "site.json"}
    with pytest.raises(RulebaseError, match="other files"):  # what was put beside a site is not the site's
        referee.build_site(tmp_path)


def test_a_list_of_files_cannot_name_what_lies_outside(small: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "site.json").write_text(json.dumps({"files": ["../mine.txt"]}))
    referee.build_site(tmp_path / "site")
    assert (tmp_path / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 1}', '{"files": [1]}'])
def test_a_list_of_files_that_is_none(small: dict[str, bytes], tmp_path: Path, text: str) -> None:
    """Then nothing in the folder is known to be the site's."""
    (tmp_path / "site.json").write_text(text)
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(RulebaseError, match="other files"):
        referee.build_site(tmp_path)


def test_a_file_is_no_folder(small: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RulebaseError, match="that is a file; name a folder"):
        referee.build_site(tmp_path / "file")
    with pytest.raises(RulebaseError, match="could not be written there"):
        referee.build_site(tmp_path / "file" / "site")


def test_without_the_packages_of_its_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("referee.site.") and name != "referee.site.building"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "referee.render.templates", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(RefereeError, match=r"pip install '.\[site\]'"):
        referee.build_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()
