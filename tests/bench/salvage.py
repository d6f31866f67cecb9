"""Measures what is saved of a damaged ledger: each page of a file zeroed in turn, with and without its copy.

    python -m tests.bench.salvage                   60 disputes
    python -m tests.bench.salvage --disputes 200    more of them

A page is counted by how many of the disputes come back, as they were written, in a new file.
"""

from __future__ import annotations

import argparse
import io
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from referee.errors import LedgerError
from referee.ledger.sharing import salvage, take
from tests.quarrels import many

COUNT = 60


def fill(path: Path, count: int = COUNT) -> None:
    """Opens so many disputes of different length, decides a third of them and notes something on a fifth."""
    many(path, count)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")


def page_size(path: Path) -> int:
    """Returns the bytes of a page of the file."""
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute("pragma page_size").fetchone()[0])


def zeroed(path: Path) -> Iterator[int]:
    """Zeroes each page of a file in turn; the file is whole again at the end."""
    size, whole = page_size(path), path.read_bytes()
    try:
        for page in range(1, len(whole) // size + 1):
            path.write_bytes(whole[: (page - 1) * size] + bytes(size) + whole[page * size :])
            yield page
    finally:
        path.write_bytes(whole)


def saved(path: Path) -> tuple[int, int]:
    """Returns how many disputes and how many entries of a damaged file come into a new one."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        try:
            salvage(path, out)
            counts = take(Path(folder) / "new.db", out.getvalue().splitlines())
        except LedgerError:
            return 0, 0
    return counts["disputes"], counts["entries"]


def measure(path: Path) -> tuple[dict[int, int], dict[int, int]]:
    """Returns for each page how many disputes, and how many entries, are saved where it is zeroed."""
    found = {page: saved(path) for page in zeroed(path)}
    return {page: many for page, (many, _) in found.items()}, {page: many for page, (_, many) in found.items()}


def _told(name: str, of_pages: dict[int, int]) -> str:
    counts = Counter(of_pages.values())
    most = max(counts)
    worst = ", ".join(f"{many} of page {page}" for page, many in of_pages.items() if many < most)
    return f"{name}: {most} for {counts[most]} of {len(of_pages)} pages; {worst or 'none with fewer'}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--disputes", type=int, default=COUNT, help="how many disputes the file has")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.db"
        fill(path, given.disputes)
        for name, of_pages in zip(("disputes", "entries"), measure(path), strict=True):
            print(_told(name, of_pages))


if __name__ == "__main__":
    main()
