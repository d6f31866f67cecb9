"""Which version each table is at, and who is told when that changes. A version says nothing else."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import referee
from referee.errors import LedgerError
from referee.ledger.watching import HeldOpen

_LOOK = 0.5  # seconds between two looks for what was done in another program
_PULSE = 20.0  # seconds after which a silent phone is told the version again, so that a dead one is noticed


class Versions:
    """The versions of the tables in a database, and the pages that wait for the next one."""

    def __init__(self, db: Path) -> None:
        self._db = db
        self._known: dict[str, int] = {}
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None  # that of the server, once it runs
        self._stirred: Counter[str] = Counter()  # what was told at a table that is no act, since the server runs
        self._closed = asyncio.Event()
        self._held: HeldOpen | None = None

    def hold(self) -> None:
        """Holds the database open, so that `now` costs next to nothing; called by the thread that asks for it."""
        with suppress(LedgerError):  # no table is laid yet
            self._held = HeldOpen(self._db)

    def let_go(self) -> None:
        """Holds it no longer."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def now(self, table: str) -> int:
        """The version of a table; 0 where there is none, or it cannot be read. For the thread that called `hold`."""
        if self._held is None or not table:
            return self.read(table)
        try:
            return self._held.version(table)
        except LedgerError:
            return 0

    def read(self, table: str) -> int:
        """The same for any thread, and slower."""
        try:
            return referee.TableSession(self._db, table).version() if table else 0
        except LedgerError:
            return 0

    def tell(self, table: str, version: int) -> None:
        """Wakes the pages that show a table, if this version is a new one."""
        if self._known.get(table) != version:
            self._known[table] = version
            for event in self._waiting[table]:
                event.set()

    def stir(self, table: str) -> None:
        """Wakes the pages that show a table for what is no act there: something was told otherwise, or decided."""
        self._stirred[table] += 1
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str) -> None:
        for event in self._waiting[table]:
            event.set()

    def text(self, table: str, version: int) -> str:
        """What a page of this version compares: the version, and behind a dot what was told besides."""
        told = self._stirred[table]
        return f"{version}.{told}" if told else str(version)

    async def watch(self) -> None:
        """Looks again and again at the tables that somebody shows, until it is cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            for table in [table for table, events in self._waiting.items() if events]:
                self.tell(table, self.now(table))
            await asyncio.sleep(_LOOK)

    async def events(self, table: str) -> AsyncIterator[str]:
        """The version now, and each later one, as server-sent events."""
        event = asyncio.Event()
        self._waiting[table].add(event)
        try:
            self.tell(table, self.now(table))
            while not self._closed.is_set():
                event.clear()
                yield f"data: {self.text(table, self._known.get(table, 0))}\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), _PULSE)
        finally:
            self._waiting[table].discard(event)

    def close(self) -> None:
        """Ends what waits."""
        self._closed.set()
        for events in self._waiting.values():
            for event in events:
                event.set()
