"""One function over many items: by this process, by several, or by the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from referee.errors import RefereeError
from referee.jobs.pieces import Chunk, Item, Result, cut

Progress = Callable[[int, int], None]  # how many items are done, and of how many


def work(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int = 1,
    on: str = "",
    progress: Progress | None = None,
    lost: Callable[[Item], Result] | None = None,
) -> Iterator[Result]:
    """What the function returns of each item, in the order of the items, however many do it.

    `function` stands in a module and takes one item; items and results can be pickled. `jobs` is the number of
    processes, `on` the address of a Dask scheduler (`tcp://HOST:8786`), whose workers do it then. `progress` is told
    how many items are done. An error of the function is raised at its item, as one process would. An item at which
    processes die, twice and then alone, is what `lost` returns of it; without that LostError is raised.
    """
    if not on and (jobs == 1 or len(items) < 2):
        yield from _here(function, items, progress)
        return
    if on:
        from referee.jobs.cluster import on_cluster  # an extra

        ready = on_cluster(function, items, on, lost)
    else:
        from referee.jobs.processes import in_processes  # not for what one process does

        ready = in_processes(function, cut(items, jobs), min(jobs, len(items)), lost)
    with closing(ready):
        yield from _in_order(function, ready, len(items), progress)


def _here(function: Callable[[Item], Result], items: Sequence[Item], progress: Progress | None) -> Iterator[Result]:
    for number, item in enumerate(items, 1):
        result = function(item)
        if progress is not None:
            progress(number, len(items))
        yield result


def _in_order(
    function: Callable[[Item], Result],
    ready: Iterator[tuple[Chunk[Item], list[Result]]],
    count: int,
    progress: Progress | None,
) -> Iterator[Result]:
    """The results by the place of their items. What is missing of a chunk raised an error: it is done again here."""
    early: dict[int, tuple[Chunk[Item], list[Result]]] = {}
    number = finished = 0
    for chunk, results in ready:
        early[chunk.number] = (chunk, results)
        finished += len(chunk.items)
        if progress is not None:
            progress(finished, count)
        while number in early:
            next_chunk, known = early.pop(number)
            number += 1
            yield from known
            for item in next_chunk.items[len(known) :]:
                yield function(item)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int | None, on: str, long: bool) -> int:
    """How many processes do the work: as many as were asked for, or else all cores where it is long, and one where not.

    Raises RefereeError for a number of processes where the workers of a cluster were asked for.
    """
    if jobs is not None and on:
        raise RefereeError("--jobs is for this machine, and a cluster has as many workers as it has; leave one out")
    return jobs or (cores() if long else 1)
