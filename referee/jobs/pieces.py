"""Items of work, cut into chunks that a worker does at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.errors import RefereeError

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST = 64  # items of one chunk: what has to be done again of a worker that died
_EACH = 8  # the part of what is left that one chunk is, for each worker: none waits long for the last one


@dataclass(slots=True)
class Chunk(Generic[Item]):
    """Some items that follow each other: `number` is the chunk's place, `deaths` how many workers ended at it."""

    number: int
    items: Sequence[Item]
    deaths: int = 0


class LostError(RefereeError):
    """An item at which every worker process ended before it had an answer."""

    def __init__(self, item: object) -> None:
        self.item = item
        says = str(item)
        shown = says if len(says) <= 200 else f"{says[:200]} …"
        super().__init__(f"the processes that did this ended before they had an answer, each time: {shown}")


def cut(items: Sequence[Item], workers: int) -> list[Chunk[Item]]:
    """The items in chunks: few, for sending costs time, and ever smaller ones, so that all workers end together."""
    chunks: list[Chunk[Item]] = []
    at = 0
    while at < len(items):
        size = max(1, min(_MOST, (len(items) - at) // (workers * _EACH)))
        chunks.append(Chunk(len(chunks), items[at : at + size]))
        at += size
    return chunks


def done(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """What the function returns of each item, in order, up to the first one at which it raised an error.

    Whoever asked does that one and the rest himself: so the error is raised where it is seen, and whole.
    """
    results: list[Result] = []
    for item in items:
        try:
            results.append(function(item))
        except Exception:
            break
    return results
