"""Whatever a reader is given ends in an answer or in a refusal with a sentence, within 2 seconds and 200 MB.

Every input comes from numbered dice and the cases of `scenarios/`, so a fault names what makes it again. One that was
found is kept as `corpus/TARGET/NAME.txt` (the edition on the first line, below it what was read) and read in each run.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from tests import effort
from tests.fuzz.campaign import Report, run, run_edges, tried
from tests.fuzz.seeds import Input
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
TABLES = ("do", "set", "do-duel")
FILES = sorted(path for path in CORPUS.glob("*/*.txt"))


def _faultless(report: Report) -> None:
    assert not report.faults, str(report)
    assert report.inputs


def read(path: Path) -> Input:
    """An input as the corpus keeps it."""
    head, *lines = path.read_text(encoding="utf-8", errors="surrogateescape").removesuffix("\n").split("\n")
    by, _, anyway = head.partition(" ")
    if path.parent.name in TABLES:
        return Input(by, lines[-1], bool(anyway), tuple(lines[:-1]))
    return Input(by, "\n".join(lines), bool(anyway))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_once_went_wrong(path: Path) -> None:
    tried(TARGETS[path.parent.name], read(path), True)


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_of_numbered_dice(name: str) -> None:
    target = TARGETS[name]
    most = effort.times(5_000, 40)
    report = run(target, count(), max(20, int(most * target.share)))
    _faultless(report)
    assert report.answered > report.inputs // 20 or report.inputs < 3  # they reach the judge, not only the reader


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_at_the_bounds(name: str) -> None:
    _faultless(run_edges(TARGETS[name]))


@pytest.mark.campaign
@pytest.mark.parametrize("name", TARGETS)
def test_a_million_inputs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    target = TARGETS[name]
    whole = sum(target.share for target in TARGETS.values())
    report = run(target, count(100_000), int(1_000_000 * target.share / whole))
    with capsys.disabled():
        print(f"\n{report}")
    _faultless(report)
