"""Measures the ledger of disputes: what it costs at 1,000, 10,000 and 100,000 disputes, and what it withstands.

    python -m tests.bench.ledger                    prints the figures
    python -m tests.bench.ledger --most 10000       without the largest
    python -m tests.bench.ledger --write            puts them into the README as well

The disputes have real lines with their rulings (some hundred different ones) and texts made of the words players use,
common and rare. A time is the median of several, warm; it is told at each size, and as the ratio of the largest to the
smallest. Sizes are what the file has beyond the texts of the players and the table of the rulings.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import referee
from referee.book.places import SCENARIOS
from referee.conformance.scenario import read_cases
from referee.errors import RefereeError
from referee.ledger import chain, disputes
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.entries import DECISION, DISPUTE, keep_ruling, place
from referee.ledger.files import writing
from referee.ledger.sharing import export, take, verify
from referee.ledger.stats import stats
from tests.quarrels import BOOK, quarrel, writer

SIZES = (1_000, 10_000, 100_000)
LINES = 400
OWN = 10_000
RUNS = 15
WRITERS, EACH = 8, 500
KILLS = 200
COMMON = (
    "ship colony zap negotiate card compensation ally offense defense warp planet gate hand reward token flare power "
    "said says that this may not take cards from winner loser after before reveal home foreign alien encounter"
).split()
RARE = 20_000  # other words, each in few disputes

Told = dict[str, Any]


def lines() -> list[tuple[str, Told]]:
    """So many lines of the project's own cases, with their rulings."""
    found: list[tuple[str, Told]] = []
    for path in sorted(SCENARIOS.glob("*.toml")):
        for case in read_cases(path).case:
            with suppress(RefereeError):
                if case.encounter and len(found) < LINES:
                    found.append((case.encounter, referee.judge_encounter(case.encounter).to_dict()))
    return found


def text(source: random.Random, count: int) -> str:
    """So many words, a tenth of them rare."""
    return " ".join(
        source.choice(COMMON) if source.random() < 0.9 else f"rare{source.randrange(RARE)}" for _ in range(count)
    )


def fill(path: Path, count: int, rulings: list[tuple[str, Told]], own: bool = False) -> int:
    """Opens so many disputes of two sides, most of them decided, in one transaction; bytes of the players' texts.

    With `own` no two sides share a ruling.
    """
    source = random.Random(1)
    written = 0
    with writing(path, DISPUTES) as base:
        kept = [(line, ruling, keep_ruling(base, ruling)) for line, ruling in rulings]
        for _ in range(count):
            sides: list[Told] = []
            relied: set[str] = set()
            for line, ruling, shared in source.sample(kept, 2):
                proof = shared
                said = {"party": source.choice(("Ann", "Bob", "Cleo", "Dan")), "claim": text(source, 15), "line": line}
                written += _size(said)
                if own:
                    its = {**ruling, "assumes": [*ruling["assumes"], f"that this is ruling {source.random()}"]}
                    proof = keep_ruling(base, its)
                ruled = {key: ruling[key] for key in ("position", "status", "outcome")}
                sides.append({**said, **ruled, "proof": proof})
                relied |= {cited["id"] for cited in ruling["citations"]}
            asked = {"about": text(source, 6)}
            dispute: Told = {
                **asked,
                "at": chain.now(),
                "edition": "consolidated",
                "game": source.choice((None, "kitchen", "attic")),
                "question": source.choice((*[None] * 9, "DF-05")),
                "rulebook": list(BOOK),
                "sides": sides,
                "relied": sorted([name, "0123456789ab"] for name in relied),
                "readings": {},
            }
            written += _size(asked)
            id = chain.append(base, DISPUTE, dispute)
            if source.random() < 0.7:
                answer = {"by": "Ann", "says": text(source, 8), "reason": text(source, 10), "dissent": ""}
                written += _size(answer)
                of = place(base, DISPUTE, id)
                more = {"of": of, "at": chain.now(), "before": None, "house": 0, "side": 1, "reading": None}
                chain.append(base, DECISION, {**answer, **more})
    return written


def _size(said: dict[str, str]) -> int:
    return sum(len(text.encode()) for text in said.values())


def beyond(path: Path, written: int, count: int) -> tuple[float, float]:
    """Bytes of the file for each dispute beyond the players' texts: without the rulings' table, without the rulings.

    The second counts the free space in that table's pages too.
    """
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
        rulings: int = base.execute("select sum(length(ruling)) from proofs").fetchone()[0]
        table: int = base.execute("select sum(pgsize) from dbstat where name like '%proofs%'").fetchone()[0]
    rest = path.stat().st_size - written
    return (rest - table) / count, (rest - rulings) / count


def warm(call: Callable[[], object]) -> float:
    """The median time of a call, in seconds."""
    call()
    found = []
    for _ in range(RUNS):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def costs(path: Path, count: int) -> dict[str, float]:
    """Seconds that each thing takes in a file with so many disputes."""
    latest = disputes.show(path, count)
    common = list(latest["relied"])
    decided = iter(range(1, count))
    return {
        "search for a common word": warm(lambda: disputes.search(path, "compensation")),
        "search for a rare word": warm(lambda: disputes.search(path, "rare123")),
        "search for two common words": warm(lambda: disputes.search(path, "compensation zap")),
        "search for a common and a rare word": warm(lambda: disputes.search(path, "ship rare123")),
        "search for two words that no dispute has both": warm(lambda: disputes.search(path, "rare7 rare12345")),
        "search for a word that is only begun": warm(lambda: disputes.search(path, "zap comp")),
        "find precedents for all the clauses of a dispute": warm(lambda: disputes.relying(path, common, ["DF-05"])),
        "list the latest": warm(lambda: disputes.listed(path)),
        "list those that were appealed (none)": warm(lambda: disputes.listed(path, state="appealed")),
        "list those of a table that has none": warm(lambda: disputes.listed(path, game="nowhere")),
        "show one": warm(lambda: disputes.show(path, count // 2)),
        "open one": warm(lambda: quarrel(path)),
        "decide one": warm(lambda: disputes.decide(path, next(decided), Decision("Ann", "so it is"))),
    }


def whole(path: Path) -> list[tuple[str, float]]:
    """Seconds for what goes over all of a file."""
    out = io.StringIO()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        tasks: dict[str, Callable[[], object]] = {
            "verify": lambda: verify(path),
            "stats": lambda: stats(path),
            "export": lambda: export(path, out),
            "import": lambda: take(Path(folder) / "new.db", out.getvalue().splitlines()),
        }
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            found.append((name, time.perf_counter() - start))
    return found


def at_once(path: Path) -> str:
    """Eight processes write at once, in a file that is new; what became of it."""
    start = time.perf_counter()
    writers = [writer(path, f"writer{number}", EACH) for number in range(WRITERS)]
    confirmed = sum(len(one.communicate()[0].split()) - 1 for one in writers)
    took = time.perf_counter() - start
    failed = sum(one.returncode != 0 for one in writers)
    there = len(disputes.listed(path, WRITERS * EACH * 2))
    broken = len(verify(path)) + _unsound(path)
    assert confirmed == there == WRITERS * EACH, (confirmed, there)
    assert not (failed or broken), (failed, broken)
    return f"{there:,} of {WRITERS * EACH:,} there, nothing damaged ({took:.0f} s)"


def kills(path: Path) -> str:
    """Kills a writer at random moments, again and again; what was confirmed and is there."""
    source = random.Random(3)
    confirmed: set[int] = set()
    for _ in range(KILLS):
        one = writer(path, "killed", 1_000_000)
        assert one.stdout is not None
        one.stdout.readline()
        time.sleep(source.random() * 0.15)
        os.kill(one.pid, signal.SIGKILL)
        confirmed |= {int(line) for line in one.stdout.read().split("\n")[:-1]}
        one.wait()
        there = {row["id"] for row in disputes.listed(path, 1_000_000)}
        assert there >= confirmed, confirmed - there
    assert confirmed
    assert verify(path) == []
    assert not _unsound(path)
    return f"{len(confirmed):,} disputes confirmed, all there, nothing damaged"


def _unsound(path: Path) -> int:
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute("pragma integrity_check").fetchone() != ("ok",))


def measure(most: int) -> list[tuple[str, str, str]]:
    """(what, figure, what was asked for) for each measurement."""
    sizes = [size for size in SIZES if size <= most]
    rulings = lines()
    spaces, times = [], []
    over: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.db"
            spaces.append(beyond(path, fill(path, size, rulings), size)[0])
            times.append(costs(path, size))
            over = whole(path)
            print(f"{size:,} disputes: {spaces[-1]:,.0f} bytes each, {times[-1]}, {over}", file=sys.stderr, flush=True)
        path = Path(folder) / "own.db"
        own = beyond(path, fill(path, OWN, rulings, own=True), OWN)
        print(f"{own} bytes each with rulings of their own", file=sys.stderr, flush=True)
        written = at_once(Path(folder) / "writers.db")
        killed = kills(Path(folder) / "kills.db")
    named = ", ".join(f"{size:,}" for size in sizes)
    found = [
        (
            f"file, per dispute, beyond its texts and rulings, at {named} disputes",
            " · ".join(f"{space:,.0f}" for space in spaces) + " bytes",
            "under 1,024",
        ),
        (
            f"the same at {OWN:,}, where no two sides share a ruling",
            f"{own[0]:,.0f} bytes; "
            f"{own[1]:,.0f} with what their table holds beside them (positions, hashes, free space)",
            "under 1,024",
        ),
    ]
    for name in times[0]:
        each = [cost[name] for cost in times]
        aim = "under 20 ms" if name.startswith("search") else "told"
        figures = " · ".join(f"{second * 1e3:.1f}" for second in each)
        found.append((f"{name}, warm", f"{figures} ms (× {each[-1] / each[0]:.1f})", aim))
    found.append(
        (
            f"over all of {sizes[-1]:,}: {', '.join(name for name, _ in over)}",
            " · ".join(f"{second:.1f}" for _, second in over) + " s",
            "told",
        )
    )
    found.append((f"{WRITERS} processes open {EACH} disputes each, at once, in a new file", written, "none lost"))
    found.append((f"`kill -9` at {KILLS} random moments of a writer", killed, "none lost"))
    return found


def main() -> None:
    """Measures, prints, and writes if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="the largest ledger that is measured")
    parser.add_argument("--write", action="store_true", help="put the figures into the README")
    given = parser.parse_args()
    rows = measure(given.most)
    told = ["| what | measured | aim |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    print("\n".join(told))
    if given.write:
        from tests.readme import put

        put("ledger-performance", "\n".join([*told, "", "Measured by `python -m tests.bench.ledger --write`."]))


if __name__ == "__main__":
    main()
