"""Measures the referee, as ratios to something else in the same run.

    python -m tests.bench.run            prints the figures
    python -m tests.bench.run --write    puts them into the README as well

Needs the extra `bench` (the package `diplomacy`). Each figure is the median of several runs; ratios travel between
machines, seconds do not.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from referee.book.index import build
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.conformance.judged import check_case
from referee.conformance.scenario import read_cases
from referee.judge.finding import Finding, walk
from referee.judge.ways.line import judge_encounter

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12"
HIDDEN = EXAMPLE.replace("10 +2", "?")
IMPORTS = "import typer, rich.console, pydantic, sqlite_utils"
FEWER_IMPORTS = "import typer, rich.console, pydantic.main"
QUESTION = "I lost with a negotiate but my ships went home. Do I still take cards from the winner's hand?"
RUNS = 21
ALIENS = (5, 51, 238)
IN_EXAMPLE = ("macron", "parasite", "clone", "zombie")


def seconds(call: Callable[[], object], times: int, runs: int = 9) -> float:
    """The median time of one call, in seconds."""
    call()
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(times):
            call()
        found.append((time.perf_counter() - start) / times)
    return statistics.median(found)


def prove() -> Finding:
    """Reads, judges and proves the printed example; the root of its proof."""
    return judge_encounter(EXAMPLE).root


def adjudicate() -> None:
    """What it is compared with: the PyPI package `diplomacy` sets up and adjudicates eight units."""
    from diplomacy import Game

    game = Game()
    game.clear_units()
    game.set_units("FRANCE", ["A PAR", "A MAR", "F BRE", "A BUR"])
    game.set_units("GERMANY", ["A MUN", "A RUH", "F HOL", "A BER"])
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO", "A BUR - RUH"])
    game.set_orders("GERMANY", ["A MUN - BUR", "A RUH S A MUN - BUR", "F HOL - NTH", "A BER - MUN"])
    game.process()


def cold(commands: dict[str, list[str]]) -> dict[str, float]:
    """The median time of whole commands, run in turn so that all meet the same weather."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(found) for name, found in times.items()}


def cases(folder: Path, count: int = 1000) -> Path:
    """A file of generated cases: attacks, negotiates and a morph, with a correct headline each."""
    source = random.Random(7)
    lines = ['format = 1\nsection = "Generated"\n']
    for number in range(count):
        ships, mine = source.randint(1, 4), source.randint(0, 6)
        card, other = source.randint(0, 40), source.choice([*range(41), "N"])
        total, against = card + ships, mine + (0 if other == "N" else int(other))
        offense = other == "N" or total > against
        lines.append(
            f'[[case]]\nid = "GE{number:03}"\ntitle = "x"\n'
            f'encounter = "red {ships} : {card} vs blue {mine} : {other}"\n'
            f'[case.expect]\nstatus = "determined"\noutcome = "{"offense" if offense else "defense"}-wins"\n'
            f"players.red = {{ ships = {ships}, warp = {0 if offense else ships} }}\n"
        )
    path = folder / "generated.toml"
    path.write_text("".join(lines))
    return path


def check(path: Path) -> None:
    """Reads and judges every case of a file, as `referee check` does."""
    file = read_cases(path)
    for case in file.case:
        assert check_case(path, file, case).status == "passed", case.id


def with_aliens(folder: Path, count: int) -> Path:
    """A copy of the rulebase that knows so many aliens, those of the printed example among them."""
    path = folder / f"aliens-{count}"
    shutil.copytree(RULEBASE, path)
    files = sorted((path / "aliens").glob("*.toml"), key=lambda file: (file.stem not in IN_EXAMPLE, file.stem))
    for file in files[count:]:
        file.unlink()
    return path


def ruled_anew(root: Path) -> Finding:
    """Reads a rulebase and rules the printed example with it, as a new process does."""
    return judge_encounter(EXAMPLE, books=Rulebase(root)).root


def per_aliens(folder: Path) -> list[float]:
    """What reading the rulebase and ruling the example costs with 5, 51 and 238 aliens in it, in terms of the first."""
    roots = [with_aliens(folder, count) for count in ALIENS]
    for root in roots:
        ruled_anew(root)
    rounds = [[seconds(lambda root=root: ruled_anew(root), 1, 1) for root in roots] for _ in range(RUNS)]  # type: ignore[misc]
    return [statistics.median(row[at] / row[0] for row in rounds) for at in range(len(roots))]


def measure() -> list[tuple[str, str, str]]:
    """(what, figure, what was asked for) for each measurement."""
    folder = Path(tempfile.mkdtemp())
    os.environ["REFEREE_DB"] = str(folder / "referee.db")
    command = shutil.which("referee", path=str(Path(sys.executable).parent)) or "referee"
    try:
        pairs = [(seconds(prove, 200, 1), seconds(adjudicate, 15, 1)) for _ in range(RUNS)]  # in turn: the same weather
        proved = statistics.median(mine for mine, _ in pairs)
        ratio = statistics.median(mine / other for mine, other in pairs)
        whole = cold(
            {
                "imports": [sys.executable, "-c", IMPORTS],
                "page": [command, "encounter", EXAMPLE],
                "json": [command, "encounter", EXAMPLE, "--json"],
                "fewer": [sys.executable, "-c", FEWER_IMPORTS],
                "rule": [command, "rule", "consolidated 5.10.8.2.a"],
            }
        )
        path = cases(folder)
        rate = 1000 / seconds(lambda: check(path), 1, 5)
        index = build(rulebase())
        asked = seconds(lambda: index.ask(QUESTION), 20)
        hidden = seconds(lambda: judge_encounter(HIDDEN).summary(), 20)
        aliens = per_aliens(folder)
    finally:
        shutil.rmtree(folder)
    imports = whole["imports"]
    return [
        (
            f"read, judge and prove the printed example ({len(walk(prove()))} steps)",
            f"{ratio:.3f} of `diplomacy` adjudicating 8 units ({proved * 1e6:.0f} µs)",
            "at most 0.1",
        ),
        ("`referee encounter`, cold, kept", f"{whole['page'] / imports:.2f} of importing its libraries", "at most 1"),
        ("the same with `--json`", f"{whole['json'] / imports:.2f} of importing its libraries", "at most 0.75"),
        ("`referee check`, 1,000 generated cases", f"{rate:,.0f} cases a second", "at least 2,000"),
        ("one hidden card", f"{hidden * 1e3:.2f} ms", "under 2 ms"),
        (
            "`referee rule`, cold, one clause of five books",
            f"{whole['rule'] / whole['fewer']:.2f} of importing typer, rich.console and pydantic.main",
            "at most 1",
        ),
        (
            f"reading the rulebase and ruling the example, with {', '.join(map(str, ALIENS))} aliens in it",
            f"{', '.join(f'{ratio:.2f}' for ratio in aliens)} of the first",
            "no growth",
        ),
        ("`referee ask`, warm", f"{asked * 1e3:.1f} ms", "under 10 ms"),
    ]


def main() -> None:
    """Measures, prints, and writes if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the figures into the README")
    write = parser.parse_args().write
    found = measure()
    table = ["| what | measured | aim |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in found)]
    print("\n".join(table))
    if write:
        from tests.readme import put

        again = (
            "Measured by `python -m tests.bench.run --write`, in one run; repeat it with the extra `bench` installed."
        )
        put("performance", "\n".join([*table, "", again]))


if __name__ == "__main__":
    main()
