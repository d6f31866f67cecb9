"""Chunks done by processes of this machine. Python's own pool does the work; here stands what it does not do.

A pool of Python is broken when one of its processes dies: what was under way is lost with it, and nobody knows whose
fault it was. So chunks that were under way are done again by a new pool; those that were under way a second time are
done alone, item by item, until the one is found at which a process dies whenever it is done.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from referee.book.places import cache, keep_in
from referee.jobs.pieces import Chunk, Item, LostError, Result, done

_WAITING = 2  # chunks for each process: the one that it does, and one that lies ready
_ALONE = 2  # how often an item is done alone before it is given up
_AGAIN = 2  # deaths of a chunk after which its items are done alone

Lost = Callable[[Item], Result]


def in_processes(
    function: Callable[[Item], Result], chunks: Sequence[Chunk[Item]], jobs: int, lost: Lost[Item, Result] | None
) -> Generator[tuple[Chunk[Item], list[Result]], None, None]:
    """Each chunk with its results, as they come, from so many processes; of the last of them some may be missing.

    `function` is one of a module. `lost` says what stands for an item at which processes die; without it LostError is
    raised.
    """
    todo, alone = deque(chunks), deque[Chunk[Item]]()
    while todo:
        under_way: dict[Future[list[Result]], Chunk[Item]] = {}
        try:
            with _pool(jobs) as pool:
                yield from _in_pool(pool, function, todo, under_way, jobs)
        except BrokenProcessPool:
            for chunk in sorted(under_way.values(), key=lambda chunk: chunk.number, reverse=True):
                chunk.deaths += 1
                (alone if chunk.deaths == _AGAIN else todo).appendleft(chunk)
    for chunk in alone:
        yield chunk, [_alone(function, item, lost) for item in chunk.items]


def _in_pool(
    pool: ProcessPoolExecutor,
    function: Callable[[Item], Result],
    todo: deque[Chunk[Item]],
    under_way: dict[Future[list[Result]], Chunk[Item]],
    jobs: int,
) -> Iterator[tuple[Chunk[Item], list[Result]]]:
    """Does the chunks; of a pool that breaks, `under_way` has those that are not done."""
    while todo or under_way:
        while todo and len(under_way) < jobs * _WAITING:
            future = pool.submit(done, function, todo[0].items)
            under_way[future] = todo.popleft()
        ready, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in ready:
            results = future.result()
            yield under_way.pop(future), results


def _alone(function: Callable[[Item], Result], item: Item, lost: Lost[Item, Result] | None) -> Result:
    """What is returned of one item by a process of its own; at an error of the function it is done here."""
    for _ in range(_ALONE):
        try:
            with _pool(1) as pool:
                results = pool.submit(done, function, [item]).result()
        except BrokenProcessPool:
            continue
        return results[0] if results else function(item)
    if lost is None:
        raise LostError(item)
    return lost(item)


# -- processes ---------------------------------------------------------------------------------------------------------


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many processes, which are ended whatever happens meanwhile, an interruption too."""
    before = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(_start()), _begin, (cache(),))
    try:
        yield pool
    except BaseException:
        for process in {*multiprocessing.active_children()} - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _start() -> str:
    """How processes are begun: as copies of this one, with all that was read, where that is safe.

    It is not where other threads run, which may hold a lock just then, nor with what macOS itself has running.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def _begin(kept_in: Path | None) -> None:
    """What each process does first. It is ended by the one that began it, or when that one is no longer there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what was read before is there to stay
    keep_in(kept_in)
    threading.Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        os._exit(1)
