"""What a case and a game cost as their number and that of the processes grows.

    python -m tests.bench.workers            prints the figures
    python -m tests.bench.workers --write    puts them into docs/playtest.md and the README as well

Whole commands, each with its start: the least of some runs, in pairs of one process and several, so that both meet the
same weather. Other work on the machine makes all of them slower.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from referee.jobs.work import cores
from tests.readme import ROOT, put

RUNS = 4
CASES = (30, 300, 3000)  # at most so many of the project's own
GAMES = (4, 20)


class Row(NamedTuple):
    """What a command took: so many cases or games, in seconds by one process and by several, and processor times."""

    what: str
    number: int
    one: float
    more: float
    share: float  # of the processor time of one process

    def each(self, seconds: float) -> str:
        """What one of them took, in milliseconds."""
        return f"{seconds / self.number * 1e3:.1f} ms"

    def line(self) -> str:
        """As a line of a table in Markdown."""
        wall = f"{self.one:.2f} s | {self.more:.2f} s | {self.more / self.one:.2f}"
        return f"| {self.what} | {wall} | {self.each(self.one)} | {self.each(self.more)} | {self.share:.2f} |"


def _least(words: tuple[str, ...], jobs: int) -> tuple[float, float]:
    """Seconds that a command takes, and of processor time, the least of each."""
    code = f"import sys; sys.argv = ['referee', *{words!r}, '--jobs', '{jobs}']; from referee.cli import main; main()"
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, spent


def _row(what: str, count: int, words: tuple[str, ...], several: int) -> Row:
    """The least of some runs by one process and by several, in pairs."""
    runs = [(_least(words, 1), _least(words, several)) for _ in range(RUNS)]
    one, more = (min(run[side][0] for run in runs) for side in (0, 1))
    cpu = [min(run[side][1] for run in runs) for side in (0, 1)]
    return Row(what, count, one, more, cpu[1] / cpu[0])


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


def measure(several: int) -> tuple[list[Row], list[Row]]:
    """What cases cost as there are more of them, and games."""
    cases = [
        _row(f"`check`, {count:,} cases", count, ("check", *files), several) for files, count in map(_files, CASES)
    ]
    games = [("playtest", "Zombie", "--games", str(count)) for count in GAMES]
    return cases, [
        _row(f"`playtest`, {2 * n} games", 2 * n, words, several) for n, words in zip(GAMES, games, strict=True)
    ]


def table(rows: list[Row], several: int) -> str:
    """All of it in Markdown."""
    head = f"| what | one process | {several} processes | share | each, by one | each, by {several} | processor time |"
    return "\n".join([head, "|---|---|---|---|---|---|---|", *(row.line() for row in rows)])


def sentence(rows: list[Row], several: int) -> str:
    """What a case costs as their number and that of the processes grows."""
    few, *_, many = rows
    return (
        f"Of {few.number} cases `referee check` takes {few.each(few.one)} each, of {many.number:,} it takes "
        f"{many.each(many.one)}, and with {several} processes {many.each(many.more)} ([more](docs/playtest.md))."
    )


def main() -> None:
    """Measures, prints, and writes if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/playtest.md and the README")
    write = parser.parse_args().write
    kept, several = tempfile.mkdtemp(), cores()
    os.environ["XDG_CACHE_HOME"] = kept
    try:
        cases, games = measure(several)
    finally:
        shutil.rmtree(kept)
    told = table([*cases, *games], several)
    print(f"{told}\n{sentence(cases, several)}")
    if write:
        put("workers", f"{told}\n\nMeasured by `python -m tests.bench.workers --write`.")
        put("case-performance", sentence(cases, several))


if __name__ == "__main__":
    main()
