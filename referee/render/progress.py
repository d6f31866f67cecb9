"""A progress bar for long work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def tracked(items: Sequence[T], what: str) -> Iterable[T]:
    """The items one by one; on a terminal a bar shows how far they are."""
    return _bar(items, what) if sys.stderr.isatty() else items


def _bar(items: Sequence[T], what: str) -> Iterator[T]:
    from rich.progress import track

    from referee.render.screen import make_console

    yield from track(items, description=what, console=make_console(stderr=True), transient=True)
