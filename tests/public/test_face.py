"""The public face is the one that is stored, and the examples and the script of the docs run on it alone."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee import types
from referee.cli.app import Commands
from tests import face
from tests.sources import PACKAGE

DOC = PACKAGE.parent / "docs" / "library.md"
SCRIPT = PACKAGE.parent / "tests" / "scripts" / "evening.py"


def test_the_face_is_the_one_that_is_stored() -> None:
    """What is new is stored with `python -m tests.face --write`; what goes away breaks what others have written."""
    told = "docs/library.md says what may go away, and when; `python -m tests.face --write` stores the face as it is"
    assert face.differences() == [], told


def test_the_face_lists_every_name_and_no_place_of_a_machine() -> None:
    stored = face.FILE.read_text()
    names = [f"referee.{name}" for name in referee.__all__] + [f"referee.types.{name}" for name in types.__all__]
    assert [name for name in names if not re.search(rf"^{re.escape(name)}\b", stored, re.MULTILINE)] == []
    assert "Path('" not in stored
    assert "referee.Ruling.outcome: Outcome | None" in stored
    assert "referee.Finding.value" in stored
    assert "referee.MalformedError.column: int" in stored  # set as it is made, not written in the class
    assert "referee.types.Legal.waits_for: tuple[str, ...]" in stored


def test_dir_lists_the_face_before_anything_was_asked_for() -> None:
    told = "import referee, referee.types as t; print({*referee.__all__} <= {*dir(referee)}, {*t.__all__} <= {*dir(t)})"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["True", "True"]
    assert (PACKAGE / "py.typed").is_file()


def test_the_page_on_the_library_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(DOC), module_relative=False)
    assert (found.failed, found.attempted > 40) == (0, True)


def test_the_page_names_a_call_for_every_command() -> None:
    table = DOC.read_text().partition("## Each command and its call")[2]
    assert {name for name in Commands.places if not re.search(rf"`{name}\b", table)} == set()
    calls = set(re.findall(r"`(?:(\w+)\.)?(\w+)`", "\n".join(row.split("|")[2] for row in _rows(table))))
    kinds = (referee.TableSession, referee.Disputes, referee.Rulings, referee.Ledger)
    methods = {name for kind in kinds for name in dir(kind)}
    assert {call for _, call in calls} <= methods | {*referee.__all__}


def _rows(table: str) -> list[str]:
    return [line for line in table.splitlines() if line.startswith("| `")]


# -- a script, as somebody else writes one -----------------------------------------------------------------------------


def test_the_script_is_short_and_uses_no_private_name() -> None:
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 60
    tree = ast.parse(text)
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)} - {"__future__"}
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert (modules, plain) == ({"referee.types"}, {"referee", "sys"})
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert [name for name in used if name.startswith("_")] == []
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_module(node.value)}
    assert named <= {*referee.__all__}


def _is_module(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "referee"


def test_the_script_plays_an_evening(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path / "evening.db")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    first, *_ = done.stdout.splitlines()
    assert first.startswith("illegal: `launch` belongs to the launch phase")
    assert "red has the higher total and wins ['consolidated 5.10.1.1.d']" in done.stdout
    assert "because the defense's total is 12" in done.stdout  # 6 + 4 + 2
    assert "decided ['blue v red']" in done.stdout
    assert done.stdout.splitlines()[-2] == "[(2, True)] []"  # opened and decided; nothing is broken


def _checked(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """The script as a user of the package has it checked: elsewhere, with no settings of ours."""
    (folder / "evening.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), "evening.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)


@pytest.mark.long
def test_the_script_is_typed_against_the_package_and_mistakes_in_it_are_seen(tmp_path: Path) -> None:
    text = SCRIPT.read_text()
    right = _checked(tmp_path, text)
    assert right.returncode == 0, right.stdout + right.stderr
    for ours, wrong, says in (
        ('"offense-wins"', '"offence-wins"', "Non-overlapping equality check"),
        ("ruling.outcome", "ruling.outcomes", 'has no attribute "outcomes"'),
        ('player["warp"]', 'player["wrap"]', 'has no key "wrap"'),
        ('by="Ann"', "by=7", "incompatible type"),
    ):
        assert ours in text
        told = _checked(tmp_path, text.replace(ours, wrong))
        assert told.returncode == 1
        assert says in told.stdout, told.stdout
