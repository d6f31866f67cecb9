"""The wheel: the same bytes whoever builds it, wherever it stands, and whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_OTHERWISE = {"PYTHONHASHSEED": "99", "TZ": "Asia/Tokyo", "LC_ALL": "C"}


def _copy(folder: Path, mode: int) -> Path:
    """What the wheel is built from, as somebody else has it: in another folder, of another time, for other eyes."""
    told = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = told["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for name in ("pyproject.toml", "LICENSE", "referee", *shipped):
        there = folder / name
        there.parent.mkdir(parents=True, exist_ok=True)
        if (_ROOT / name).is_dir():
            shutil.copytree(_ROOT / name, there, copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("*.pyc"))
        else:
            shutil.copyfile(_ROOT / name, there)
    for path in folder.rglob("*"):
        path.chmod(mode | (0o100 if path.is_dir() else 0))
    return folder


def _built(source: Path, into: Path, env: dict[str, str]) -> bytes:
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(into), str(source)]
    done = subprocess.run(words, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = into.glob("*.whl")
    return wheel.read_bytes()


@pytest.mark.long
def test_two_wheels_of_one_state_are_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="needs what builds the wheel")
    one = _built(_copy(tmp_path / "one", 0o644), tmp_path / "built", {"PYTHONHASHSEED": "1", "TZ": "UTC"})
    other = _built(_copy(tmp_path / "an other", 0o600), tmp_path / "built again", _OTHERWISE)
    assert one == other
    (wheel,) = (tmp_path / "built").glob("*.whl")
    with zipfile.ZipFile(wheel) as made:
        names = {*made.namelist()}
        assert {entry.date_time for entry in made.infolist()} == {(2020, 2, 2, 0, 0, 0)}  # hatchling's own
    for place in ("referee/_shipped/docs/suite.md", "referee/site/templates/base.html", "referee/serve/static/app.css"):
        assert place in names
    assert not [name for name in names if name.endswith(".pyc")]
