"""The whole site, as it is typed: built in time, the same bytes whoever builds it, and none of it in a cold ruling."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import python
from tests.site.conftest import Files

_MOST = 60  # seconds of two processors


@pytest.mark.long
def test_two_sites_of_one_state_are_the_same_bytes_and_take_no_minute(files: Files, tmp_path: Path) -> None:
    """One by a call and two processes, one as it is typed, in one process with other hashes, over a folder's name."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "referee", "book", "site", str(tmp_path / "other"), "--jobs", "1", "--json"],
        env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout + done.stderr
    written = {path.relative_to(tmp_path / "other").as_posix(): path for path in (tmp_path / "other").rglob("*.*")}
    assert {place for place, path in written.items() if path.is_file()} - {"site.json"} == files.keys()
    assert [place for place, data in files.items() if written[place].read_bytes() != data] == []
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2 * _MOST


def test_a_cold_ruling_imports_nothing_of_it() -> None:
    program = (
        "import sys\n"
        "from referee.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.stderr.write(' '.join(m for m in sys.modules if m.startswith(('referee.site', 'jinja2', 'markdown_it'))))"
    )
    done = python(program, "encounter", "red 3 : 10 vs blue 2 : 8", "--no-log")
    assert "The offense wins" in done.stdout
    assert done.stderr == ""
