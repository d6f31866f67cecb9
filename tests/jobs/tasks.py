"""What the tests of long work let processes do: functions of a module, so that every process finds them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def squared(number: int) -> int:
    """The square, and an error for 13."""
    if number == 13:
        raise ValueError("thirteen")
    return number * number


def dies_once(item: tuple[str, int]) -> int:
    """The number; the process dies at 5 unless it has died there already, which a file tells."""
    folder, number = item
    mark = Path(folder) / "died"
    with (Path(folder) / f"done-{number}").open("a") as told:
        told.write("x")
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_dies(number: int) -> int:
    """The number; at 7 every process dies."""
    if number == 7:
        os._exit(1)
    return number


def slow(number: int) -> int:
    """The number, after a while."""
    time.sleep(0.05)
    return number
