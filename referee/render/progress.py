"""A progress bar for long work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_EACH = 0.1  # seconds between two drawings


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """What is to be told how many items are done, and of how many: it draws a bar with what is left. Else None.

    The bar is drawn when something is told, and by no thread of its own: processes can be begun beside it.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from time import monotonic

    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from referee.render.screen import make_console

    text = TextColumn("[progress.description]{task.description}", markup=True)
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    drawn = 0.0
    with Progress(*columns, console=make_console(stderr=True), transient=True, auto_refresh=False) as shown:
        task = shown.add_task(what, total=None)

        def told(done: int, count: int) -> None:
            nonlocal drawn
            if monotonic() - drawn > _EACH or done == count:
                drawn = monotonic()
                shown.update(task, completed=done, total=count, refresh=True)

        yield told
