"""Plays whole games at random and measures the table.

    python -m tests.bench.table              2,000 games checked, then speed, memory and cold commands
    python -m tests.bench.table --games 100  fewer games
    python -m tests.bench.table --write      puts the figures into the README as well

Every command of the games is ruled and proved; after each the whole table is checked (`playtesting.whole`), and on
some of the tables everything that is offered, and much that is not, is tried. Speed is measured without the checks,
in processor time. Cold commands are whole processes, measured in pairs so that both meet the same weather.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from pathlib import Path

from referee.book.loader import Rulebase, rulebase
from referee.judge.table.setting import lay
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.ledger import tables
from referee.ledger.changes import State
from referee.playtesting import dealing, offers, playing, whole
from referee.state.kept import to_data
from referee.state.table import Table, owner
from tests.kept import from_data

GAMES = 2000
TRIED = 0.004  # of the tables on the way, how many have everything tried on them
SPEED_GAMES, SPEED_RUNS = 40, 5
LONG = 10_000  # commands of the long table
PAIRS = 25


def check(games: int, books: Rulebase, powers: bool = False) -> Counter[str]:
    """Plays so many games of 3 to 5 players and prints what is wrong; how they ended, and how much was played.

    With `powers` everybody has an alien that the judge applies.
    """
    counts: Counter[str] = Counter()
    shown = sys.stderr.isatty()
    for seed in range(games):
        source = random.Random(-1 - seed)
        wrong: list[str] = []

        def watch(before: Table, verdict: Verdict, source: random.Random = source, wrong: list[str] = wrong) -> None:
            found = whole.wrong(before, verdict)
            if source.random() < TRIED:
                counts["tables on which all was tried"] += 1
                found += offers.slips(verdict.table, source, books)
            wrong += [f"{says} (after {verdict.command})" for says in found]

        try:
            game = playing.play(seed, 3 + seed % 3, books, watch=watch, powers=powers)
        except Exception as error:  # an exception is a violation like any other
            wrong.append(f"{type(error).__name__}: {error}")
        else:
            counts["encounters"] += game.encounters
            counts["commands"] += len(game.commands)
            counts[f"games: {game.over}"] += 1
        counts["games with a violation"] += bool(wrong)
        counts["violations"] += len(wrong)
        for says in wrong[:3]:
            print(f"seed {seed}: {says}", flush=True)
        if shown or (seed + 1) % 100 == 0:
            end = "\r" if shown else "\n"
            print(f"{seed + 1}/{games} games, {counts['violations']} violations", end=end, file=sys.stderr, flush=True)
    return counts


def speed(books: Rulebase, plain: bool) -> list[tuple[float, float]]:
    """(encounters, commands) a second of random legal play at 5 players, each command proved, on one core; some runs.

    In plain games nobody is known to hold an artifact, as at most tables: a hand is told when somebody plays from it.
    """
    found = []
    for _ in range(SPEED_RUNS):
        encounters = commands = 0

        def prove(_: Table, verdict: Verdict) -> None:
            assert verdict.root.sources  # the proof, put together

        start = time.process_time()
        for seed in range(SPEED_GAMES):
            game = playing.play(seed, 5, books, watch=prove, plain=plain)
            encounters += game.encounters
            commands += len(game.commands)
        spent = time.process_time() - start
        found.append((encounters / spent, commands / spent))
    return found


def _told(runs: list[tuple[float, float]]) -> str:
    """The median of some runs, since other work on the machine slows single ones, and the one that it slowed least."""
    encounters, rates = [sorted(kind) for kind in zip(*runs, strict=True)]
    return (
        f"{statistics.median(encounters):,.0f} encounters a second ({statistics.median(rates):,.0f} commands), "
        f"{encounters[-1]:,.0f} in the fastest of {len(runs)} runs"
    )


def commands(count: int, books: Rulebase) -> list[str]:
    """So many commands at one table: games after each other; when one is won, all is set up and dealt again."""
    source = random.Random(42)
    table, said = playing.open_game(source, 5, books)
    begun = [f"{place} {owner(place)} 4" for place in table.planets()]
    again = [f"{place} {name} 0" for place in ("gate", "beside", "warp") for name in table.seats]
    while len(said) <= count:
        try:
            over = bool(table.winners)
            command = None if over else playing.choose(source, table, books)
        except (playing.NoCardError, playing.StuckError):
            command = None
        if command is None:
            deal = dealing.deal(source, table.seats).removeprefix("set ")
            text = "set " + "; ".join([*again, *begun, "encounter 1", "phase start-turn", deal, "discards:"])
            command = playing.read(text, table, books)
        verdict = rule(table, command, books)
        assert verdict.legal, f"{verdict.command}: {verdict.illegal[0].finding.says}"
        table = verdict.table
        said.append(verdict.command)
    return said[: count + 1]


def keep(path: Path, said: list[str], books: Rulebase) -> None:
    """Keeps a table that came about by these commands, as the terminal would."""
    table = lay(playing.read(said[0], Table("", ()), books), books.law)
    tables.create(path, "long", said[0], to_data(table))
    for number, text in enumerate(said[1:], 1):

        def ruled(state: State, text: str = text) -> tuple[State, str, str, bool, list[str]]:
            table = from_data(state)
            verdict = rule(table, playing.read(text, table, books), books)
            return to_data(verdict.table), verdict.command, verdict.status, False, [step.says for step in verdict.steps]

        tables.do(path, None, ruled)
        if number % 1000 == 0:
            print(f"{number}/{len(said) - 1} commands kept", file=sys.stderr, flush=True)


def memory(path: Path) -> tuple[int, int]:
    """Bytes that a table takes in memory: its state, and its whole history read at once."""
    tracemalloc.start()
    try:
        table = from_data(tables.read(path)[1])
        state = tracemalloc.get_traced_memory()[0]
        history = tables.history(path)[1]
        whole = tracemalloc.get_traced_memory()[0] - state
    finally:
        tracemalloc.stop()
    assert table.seats and history
    return state, whole


def cold(command: str, long: Path, empty: Path) -> tuple[float, float, float]:
    """(on the long table, on the empty one, the median ratio of pairs) in seconds for `do`, and taken back again."""
    pairs = []
    for number in range(PAIRS):
        times: dict[Path, float] = {}
        for path in (long, empty) if number % 2 else (empty, long):
            start = time.perf_counter()
            subprocess.run(
                [command, "do", "draw red 1 for Remora", "--db", path], stdout=subprocess.DEVNULL, check=True
            )
            times[path] = time.perf_counter() - start
            tables.step(path, None, True)
        pairs.append((times[long], times[empty]))
    ratio = statistics.median(one / other for one, other in pairs)
    return statistics.median(one for one, _ in pairs), statistics.median(other for _, other in pairs), ratio


def peak(command: str, path: Path) -> int:
    """The greatest memory of one cold `do`, in bytes."""
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    told = subprocess.run(
        [sys.executable, "-c", code, command, "do", "draw red 1 for Remora", "--db", path],
        capture_output=True,
        check=True,
    )
    tables.step(path, None, True)
    return int(told.stdout) * (1 if sys.platform == "darwin" else 1024)


def measure(games: int, command: str) -> tuple[list[tuple[str, str, str]], bool]:
    """(what, figure, what was asked for) for each measurement, and whether no rule of the table was violated."""
    books = rulebase()
    plain, known = speed(books, True), speed(books, False)  # more of both below, so that they lie apart
    found, violations = [], 0
    for powers in (False, True):
        counts = check(games, books, powers)
        plain += speed(books, True)
        known += speed(books, False)
        violations += counts["violations"]
        ended = ", ".join(f"{count} {how[7:]}" for how, count in sorted(counts.items()) if how.startswith("games: "))
        found.append(
            (
                f"random legal play{' with powers' if powers else ''}, {games:,} games of 3 to 5 players "
                f"({counts['commands']:,} commands, {counts['encounters']:,} encounters; {ended}; all tried on "
                f"{counts['tables on which all was tried']:,})",
                f"{counts['violations']} violations",
                "none",
            )
        )
    for hands, runs in (("artifacts not known", plain), ("hands known", known)):
        what = f"random legal play at 5 players, one core, every command proved, {hands}"
        found.append((what, _told(runs), "at least 1,500; aim 2,280"))
    folder = Path(tempfile.mkdtemp())
    try:
        long, empty = folder / "long.db", folder / "empty.db"
        keep(long, commands(LONG, books), books)
        tables.create(empty, "empty", "table red purple yellow blue green", to_data(_laid(books)))
        state, history = memory(long)
        one, other, ratio = cold(command, long, empty)
        found += [
            (
                f"a table of {LONG:,} commands",
                f"{state / 1024:.0f} KiB in memory ({history / 2**20:.1f} MiB with its whole history), "
                f"{long.stat().st_size / 2**20:.1f} MiB on disk; a cold `do` peaks at "
                f"{peak(command, long) / 2**20:.0f} MiB ({peak(command, empty) / 2**20:.0f} on an empty table)",
                "told",
            ),
            (
                f"`referee do`, cold, on a table of {LONG:,} commands ({one * 1e3:.0f} ms, {other * 1e3:.0f} ms)",
                f"{ratio:.2f} of one on an empty table",
                "at most 1.5",
            ),
        ]
    finally:
        shutil.rmtree(folder)
    return found, not violations


def _laid(books: Rulebase) -> Table:
    return playing.open_game(random.Random(0), 5, books)[0]


def main() -> None:
    """Measures, prints, and writes if asked to; status 1 if the games showed a violation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games are checked ({GAMES:,})")
    parser.add_argument("--write", action="store_true", help="put the figures into the README")
    parser.add_argument("--referee", help="the command whose cold start is measured, if not this environment's")
    given = parser.parse_args()
    here = shutil.which("referee", path=str(Path(sys.executable).parent)) or "referee"
    found, clean = measure(given.games, given.referee or here)
    lines = ["| what | measured | aim |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in found)]
    print("\n".join(lines))
    if given.write:
        from tests.readme import put

        put("table-performance", "\n".join([*lines, "", "Measured by `python -m tests.bench.table --write`."]))
    sys.exit(0 if clean else 1)


if __name__ == "__main__":
    main()
