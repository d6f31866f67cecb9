"""Calls one after another: the event loop goes on meanwhile, and no two calls are in the library at once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

P = ParamSpec("P")
T = TypeVar("T")


class Turns:
    """A queue before the library, which keeps what it has read and is not made for several threads at once.

    Rulings reckon and do not wait, so that a second thread would make none of them faster.
    """

    def __init__(self) -> None:
        self._limiter = CapacityLimiter(1)

    async def take(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls in a thread, when all those before it have ended; it raises what the call raises."""
        return await to_thread.run_sync(functools.partial(call, *args, **kwargs), limiter=self._limiter)
