"""What a case and a game cost as their number and that of the processes grows.

    python -m tests.bench.workers            prints the figures
    python -m tests.bench.workers --write    puts them into docs/playtest.md as well

Whole commands, each with its start: the least of some runs, in pairs of one process and several, so that both meet the
same weather. Other work on the machine makes all of them slower.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from referee.jobs.work import cores
from tests.readme import ROOT

RUNS = 4
CASES = (30, 300, 3000)  # at most so many of the project's own
GAMES = (4, 40)
_MARK = "<!-- {} workers -->"
PAGE = ROOT / "docs" / "playtest.md"


def _least(words: tuple[str, ...], jobs: int) -> tuple[float, float]:
    """Seconds that a command takes, and of processor time, the least of each."""
    code = f"import sys; sys.argv = ['referee', *{words!r}, '--jobs', '{jobs}']; from referee.cli import main; main()"
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, spent


def _row(what: str, count: int, words: tuple[str, ...], several: int) -> str:
    """A line of the table: seconds and milliseconds each by one process, the same by several, and the share."""
    runs = [(_least(words, 1), _least(words, several)) for _ in range(RUNS)]
    one, more = (min(run[side][0] for run in runs) for side in (0, 1))
    cpu = [min(run[side][1] for run in runs) for side in (0, 1)]
    each = f"{one / count * 1e3:.2f} ms | {more / count * 1e3:.2f} ms"
    return f"| {what} | {one:.2f} s | {more:.2f} s | {more / one:.2f} | {each} | {cpu[1] / cpu[0]:.2f} |"


def _files(most: int) -> tuple[list[str], int]:
    """Case files of the project with about so many cases together, and how many these are."""
    chosen, count = [], 0
    for path in sorted((ROOT / "scenarios").glob("*.toml")):
        cases = path.read_text(encoding="utf-8").count("[[case]]")
        if not cases or (count and count + cases > most * 1.1):
            continue  # one of them describes the suite
        chosen.append(str(path))
        count += cases
        if count >= most:
            break
    return chosen, count


def measure() -> str:
    """The table of figures, in Markdown."""
    several = cores()
    head = f"| what | one process | {several} processes | share | each, by one | each, by {several} | processor time |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    for most in CASES:
        files, count = _files(most)
        lines.append(_row(f"`check`, {count:,} cases", count, ("check", *files), several))
    for games in GAMES:
        words = ("playtest", "Zombie", "--games", str(games))
        lines.append(_row(f"`playtest`, {2 * games} games", 2 * games, words, several))
    return "\n".join(lines)


def main() -> None:
    """Measures, prints, and writes if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/playtest.md")
    write = parser.parse_args().write
    kept = tempfile.mkdtemp()
    os.environ["XDG_CACHE_HOME"] = kept
    try:
        table = measure()
    finally:
        shutil.rmtree(kept)
    print(table)
    if write:
        _put(PAGE, table)


def _put(page: Path, table: str) -> None:
    begin, end = (_MARK.format(word) for word in ("begin", "end"))
    text = page.read_text(encoding="utf-8")
    again = "Measured by `python -m tests.bench.workers --write`."
    new = f"{begin}\n{table}\n\n{again}\n{end}"
    page.write_text(re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: new, text, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main()
