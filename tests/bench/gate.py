"""Times the README's test command, and the whole gate, as they run on a bare machine.

    python -m tests.bench.gate           prints the figures
    python -m tests.bench.gate --write   puts them into the README as well
    python -m tests.bench.gate --gate    times `.ci/run` too

Both start from nothing but the project's files in a new folder: the first makes its environment there, the second is
`.ci/run`. What a machine takes depends on the machine; so the figures tell how many processors it had.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import readme

MARK = "gate-performance"


def _timed(command: str, folder: Path) -> tuple[float, str]:
    """The seconds that a shell command takes in a folder, and what it printed; ends the run where it fails."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    begun = time.perf_counter()
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return time.perf_counter() - begun, done.stdout


def measured() -> str:
    """The figures in a sentence each."""
    found = re.search(r"<!-- test -->\n```sh\n(.*?)\n```", readme.README.read_text())
    assert found, "the README has no test command"
    make, _, run = found[1].rpartition(" && ")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied = f"git -C '{readme.ROOT}' ls-files -z | (cd '{readme.ROOT}' && xargs -0 cp --parents -t '{folder}')"
        _timed(copied, readme.ROOT)
        installing, _ = _timed(make, folder)
        testing, _ = _timed(run, folder)
    told = (
        f"On {os.cpu_count()} processors the tests take {testing:.0f} s, {installing + testing:.0f} s with the "
        "installation. What takes longer runs with `--long`, in the gate."
    )
    if "--gate" in sys.argv:
        gate, _ = _timed(".ci/run", readme.ROOT)
        told += f" The gate, `.ci/run`, ends after {gate / 60:.1f} minutes."
    return told


if __name__ == "__main__":
    told = measured()
    print(told)
    if "--write" in sys.argv:
        readme.put(MARK, told)
