"""What a public forge does by itself: whose steps it takes, which rights it has, and on which branch it publishes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_FOLDER = Path(__file__).parents[1] / ".github" / "workflows"
_FILES = sorted(_FOLDER.glob("*.yml"))

pytestmark = pytest.mark.skipif(not _FILES, reason="the archive of the source has no files of the forge")


@pytest.mark.parametrize("path", _FILES, ids=lambda path: str(path.name))
def test_steps_are_the_forge_s_own_in_one_version_each(path: Path) -> None:
    steps = re.findall(r"uses: *(\S+)", path.read_text(encoding="utf-8"))
    assert steps and all(re.fullmatch(r"actions/[a-z-]+@v\d+", step) for step in steps)


def test_the_same_step_has_one_version_everywhere() -> None:
    steps = {step for path in _FILES for step in re.findall(r"uses: *(\S+)", path.read_text(encoding="utf-8"))}
    assert len({step.partition("@")[0] for step in steps}) == len(steps)


@pytest.mark.parametrize("path", _FILES, ids=lambda path: str(path.name))
def test_rights_are_to_read_but_for_what_publishes_the_pages(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    written = re.findall(r"^ +(\S+): write$", text, re.MULTILINE)
    assert written == (["pages", "id-token"] if path.name == "site.yml" else [])
    assert "pull_request_target" not in text and "secrets." not in text


def test_the_site_is_published_from_the_default_branch_alone() -> None:
    text = (_FOLDER / "site.yml").read_text(encoding="utf-8")
    build, publish = text.split("\n  build:\n")[1].split("\n  publish:\n")
    assert build.startswith("    if: github.ref_name == github.event.repository.default_branch\n")
    assert publish.startswith("    needs: build\n") and "run:" not in publish
    assert "referee book site pages" in build and "path: pages" in build
