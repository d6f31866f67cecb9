"""Chunks done by the workers of a Dask cluster. The only module that imports `distributed` (the extra `dask`).

Scheduler and workers are Dask's own. What a lost worker had to do, the scheduler gives to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError
from threading import Lock
from typing import TYPE_CHECKING

from referee.errors import RefereeError, needs_extra
from referee.jobs.pieces import Chunk, Item, LostError, Result, cut, done
from referee.jobs.same import referee_print

if TYPE_CHECKING:
    from distributed import Client, Future

_PATIENCE = 20  # seconds in which the scheduler has to answer, and to have a worker
_WAITING = 2  # chunks for each thread of a worker: the one that it does, and one that lies ready
_TURN = Lock()  # a worker's threads share one rulebase, which keeps what was asked last


class _Other(str):
    """Which referee a worker has, where it is not the one that asks."""

    __slots__ = ()


def done_there(asking: str, function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result] | _Other:
    """What a worker does with a chunk: nothing, where its referee is not the one that asks (`referee_print`)."""
    if asking != referee_print():
        return _Other(referee_print())
    with _TURN:
        return done(function, items)


def on_cluster(
    function: Callable[[Item], Result], items: Sequence[Item], address: str, lost: Callable[[Item], Result] | None
) -> Generator[tuple[Chunk[Item], list[Result]], None, None]:
    """Each chunk with its results, as they come; of the last of them some may be missing (see `pieces.done`).

    RefereeError where `distributed` is not installed, there is no scheduler at the address, no worker comes, or a
    worker has another referee or none. `lost` as in `work`.
    """
    client = _connected(address)
    try:
        threads = _threads(client, address)
        yield from _by_client(client, function, cut(items, threads), threads * _WAITING, lost)
    except CancelledError:
        raise RefereeError(
            f"the scheduler at {address} went away before all was done; start it, and ask again"
        ) from None
    finally:
        client.close()


def _by_client(
    client: Client,
    function: Callable[[Item], Result],
    chunks: list[Chunk[Item]],
    most: int,
    lost: Callable[[Item], Result] | None,
) -> Generator[tuple[Chunk[Item], list[Result]], None, None]:
    from distributed import as_completed

    todo = iter(chunks)
    under_way: dict[str, Chunk[Item]] = {}

    def send(chunk: Chunk[Item]) -> Future:
        future = client.submit(done_there, referee_print(), function, chunk.items, pure=False)
        under_way[future.key] = chunk
        return future

    ready = as_completed([send(chunk) for _, chunk in zip(range(most), todo, strict=False)], loop=client.loop)
    for future in ready:
        chunk = under_way.pop(future.key)
        yield chunk, _of_chunk(client, future, function, chunk, lost)
        following = next(todo, None)
        if following is not None:
            ready.add(send(following))


def _of_chunk(
    client: Client,
    future: Future,
    function: Callable[[Item], Result],
    chunk: Chunk[Item],
    lost: Callable[[Item], Result] | None,
) -> list[Result]:
    """The results of a chunk; where workers died at it again and again, of each of its items by itself."""
    from distributed.scheduler import KilledWorker

    try:
        return _same(future.result())
    except KilledWorker:
        pass
    results: list[Result] = []
    for item in chunk.items:
        try:
            alone = client.submit(done_there, referee_print(), function, [item], pure=False).result()
        except KilledWorker:
            if lost is None:
                raise LostError(item) from None
            results.append(lost(item))
        else:
            results += _same(alone) or [function(item)]
    return results


def _same(results: list[Result] | _Other) -> list[Result]:
    if isinstance(results, _Other):
        raise RefereeError(
            f"a worker of the cluster has referee {results}, and here is {referee_print()}: they could rule otherwise. "
            "Install the same wheel there, and start the workers anew"
        )
    return results


# -- the cluster -------------------------------------------------------------------------------------------------------


def _connected(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise RefereeError(needs_extra("--on needs Dask, which is not installed", "dask")) from None
    try:
        return Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        says = " ".join(str(error).split())
        raise RefereeError(
            f"no Dask scheduler answers at {address} ({says}); `dask scheduler` starts one, and its address is such as "
            "tcp://HOST:8786"
        ) from None


def _threads(client: Client, address: str) -> int:
    """How many threads all workers have together. RefereeError if no worker comes."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise RefereeError(
            f"no worker is connected to {address}; `dask worker {address}` starts one, on a machine with this referee"
        ) from None
    return sum(client.nthreads().values())
