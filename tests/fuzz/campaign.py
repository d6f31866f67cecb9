"""Tries a reader with numbered inputs: how many were answered, how long the slowest took, and all that went wrong."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from referee.errors import RefereeError
from tests import effort
from tests.fuzz.seeds import Input
from tests.fuzz.targets import Target, ready, refused

SECONDS = 2.0  # of the processor, for one input
MEMORY = 200 << 20
_GIVES_UP = 20  # seconds
WHOLE = 20  # of so many inputs one is shown, too, and read again as it is written


class Fault(NamedTuple):
    """The first input that went wrong in one place, which number of dice it came from, and how often that happened."""

    where: str
    seed: str
    text: str
    times: int


class Report:
    """What came of a run."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.inputs = self.answered = 0
        self.slowest = 0.0
        self.slowest_seed = ""
        self.begun = time.monotonic()
        self.faults: dict[str, Fault] = {}

    def add(self, where: str, seed: str, text: str) -> None:
        """Notes an input that went wrong in a place; the first of each is kept."""
        before = self.faults.get(where)
        self.faults[where] = before._replace(times=before.times + 1) if before else Fault(where, seed, text, 1)

    def __str__(self) -> str:
        seconds = time.monotonic() - self.begun
        lines = [
            f"{self.target}: {self.inputs:,} inputs, {self.answered:,} answered, {seconds:.0f} s; "
            f"slowest {self.slowest:.2f} s ({self.slowest_seed}); peak memory {peak() >> 20} MB"
        ]
        lines += [f"  {f.times} x {f.where}\n    {f.seed}: {f.text[:1_500]!r}" for f in self.faults.values()]
        return "\n".join(lines)


def peak() -> int:
    """The most memory that this process ever had, in bytes; 0 where the system does not say."""
    try:
        import resource  # not on Windows
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


class _TooLongError(Exception):
    pass


@contextmanager
def _patience() -> Iterator[None]:
    """Ends what would never end."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise _TooLongError(f"not done after {_GIVES_UP} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _GIVES_UP)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _where(error: BaseException) -> str:
    """The kind of an exception, and the last places it passed in the project."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "site-packages" not in frame.filename]
    ours = [frame for frame in frames if "/referee/" in frame.filename.replace("\\", "/").rpartition("tests/")[2]]
    last = (ours or frames)[-1]
    says = f" {str(error)[:200]}" if isinstance(error, AssertionError) else ""
    return f"{type(error).__name__}{says} at {Path(last.filename).name}:{last.lineno}"


def tried(target: Target, what: Input, whole: bool) -> tuple[float, bool]:
    """Reads one input; the seconds of the processor, and whether it was answered. Anything but a refusal is raised."""
    ready(target, what)
    before, begun = peak(), time.process_time()
    answered = True
    with _patience():
        try:
            target.read(what, whole)
        except RefereeError as error:
            refused(error)
            answered = False
    seconds = time.process_time() - begun
    if effort.CAMPAIGN:  # a busy machine is no stopwatch: otherwise the slowest is only told
        assert seconds < SECONDS * (3 if whole else 1), f"slow: {seconds:.1f} s"  # the whole is read and shown twice
    assert peak() - before < MEMORY, f"large: {(peak() - before) >> 20} MB"
    return seconds, answered


def run(target: Target, numbers: Iterable[int], most: int) -> Report:
    """Tries so many inputs at the most, from the dice of these numbers."""
    report = Report(target.name)
    for number in numbers:
        seed = f"{target.name} {number}"
        for what in target.inputs(Random(seed), number):
            if report.inputs >= most:
                return report
            report.inputs += 1
            _note(report, target, what, seed, report.inputs % WHOLE == 0)
    return report


def run_edges(target: Target) -> Report:
    """Tries the inputs at the bounds; in a short run some of them."""
    report = Report(target.name)
    for number, what in effort.some(enumerate(target.edges()), 60):
        report.inputs += 1
        _note(report, target, what, f"edge {number}", True)
    return report


def _note(report: Report, target: Target, what: Input, seed: str, whole: bool) -> None:
    try:
        seconds, answered = tried(target, what, whole)
    except Exception as error:
        report.add(_where(error), seed, what.written())
        return
    report.answered += answered
    if seconds > report.slowest:
        report.slowest, report.slowest_seed = seconds, seed
