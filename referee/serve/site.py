"""What the routes share: the rooms, the database, and a way to call the library that keeps the pages quick."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

import referee
from referee.duel.games import game
from referee.errors import LedgerError
from referee.serve.guard import phone_in
from referee.serve.pages import message
from referee.serve.quarrels import Quarrels
from referee.serve.rooms import ALL, Room, Rooms
from referee.serve.texts import say
from referee.serve.versions import Versions

if TYPE_CHECKING:
    from referee.duel.games import Laid
    from referee.public.legal import Legal
    from referee.public.table_answers import HistoryEntry

Values = ParamSpec("Values")
Found = TypeVar("Found")

_PATIENCE = 20.0  # seconds that a phone waits for a ruling
_FRESH = 2.0  # seconds for which a version is as it was read: a house rule may come to it without another version
_FIELDS = 200  # of a form
# Letters that nobody types and that turn the text around them about: every name can be written without.
_UNSEEN = dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))


class TooSlowError(Exception):
    """A ruling that takes longer than a phone waits."""


@dataclass(frozen=True)
class Read:
    """A table read at once: how it stands at a version, what may be done there, and the last command in force.

    `shown` is the `table` as JSON; `at` is when it was read, in seconds of `time.monotonic`.
    """

    version: int
    table: Laid
    shown: dict[str, Any]
    legal: Legal
    last: HistoryEntry
    at: float


@dataclass(frozen=True)
class Visit:
    """A request of a phone that was let in: its room, its name, and its seat (empty: it only watches)."""

    site: Site
    request: Request
    room: Room
    phone: str

    @property
    def seat(self) -> str:
        """The seat of this phone."""
        return self.room.seat_of(self.phone)

    @property
    def player(self) -> str:
        """The player for whom this phone acts; empty if for nobody in particular, or for all."""
        return "" if self.seat == ALL else self.seat

    def version_text(self, version: int) -> str:
        """What a page that was made at this version of the table compares, to know if it is old."""
        return self.site.versions.text(self.room.table, version)

    def table(self) -> referee.TableSession:
        """The kept table of this room. LedgerError where none is laid."""
        if not self.room.table:
            raise LedgerError(say("no-table"))
        return referee.TableSession(self.site.db, self.room.table, by=self.player)

    def read(self) -> Read:
        """The table as it stands now: five phones that look at one version have it read once."""
        session = self.table()
        version = session.version()
        known = self.known(version)
        if known is None:
            # What is done between two of these lines is of a later version: an act on this page is then refused.
            at = time.monotonic()
            name, table = session.read()
            last = next(entry for entry in reversed(session.history(last=1)) if not entry.undone)
            shown = {"name": name, **game(table.edition).show(table)}
            known = Read(version, table, shown, session.offered(table), last, at)
            self.site.reads[self.room.table] = known
        return known

    def known(self, version: int) -> Read | None:
        """The table at a version, if it was read just now; None if it has to be read."""
        known = self.site.reads.get(self.room.table)
        if known is None or known.version != version or time.monotonic() - known.at > _FRESH:
            return None
        return known

    async def standing(self) -> Read:
        """The same as `read`, at once where it is known."""
        known = self.known(self.site.versions.now(self.room.table))
        return await self.site.at_table(self.read) if known is None else known

    async def form(self) -> dict[str, list[str]]:
        """The fields of the form that was sent."""
        return fields_of((await self.request.body()).decode("utf-8", "replace"))


class Site:
    """One server: its `rooms`, the database `db`, and whether phones only watch (`read_only`)."""

    def __init__(self, rooms: Rooms, db: Path, read_only: bool = False) -> None:
        self.rooms, self.db, self.read_only = rooms, db, read_only
        self.versions = Versions(db)
        self.quarrels = Quarrels(db)
        self.reads: dict[str, Read] = {}  # of each table what was read last
        # A thread each: a long ruling on a sheet holds up no table, an act that the disk is still writing no look at
        # another table, and no two acts meet.
        self._acts = ThreadPoolExecutor(1, "act")
        self._tables = ThreadPoolExecutor(1, "table")
        self._sheets = ThreadPoolExecutor(1, "sheet")

    async def acting(self, call: Callable[Values, Found], *args: Values.args, **named: Values.kwargs) -> Found:
        """Calls what changes a table or a room, one call after another."""
        return await _within(self._acts, partial(call, *args, **named))

    async def at_table(self, call: Callable[Values, Found], *args: Values.args, **named: Values.kwargs) -> Found:
        """Calls what reads a table, one call after another."""
        return await _within(self._tables, partial(call, *args, **named))

    async def ruling(self, call: Callable[Values, Found], *args: Values.args, **named: Values.kwargs) -> Found:
        """Calls what needs no table."""
        return await _within(self._sheets, partial(call, *args, **named))

    def close(self) -> None:
        """Starts nothing more."""
        self.versions.close()
        self._acts.shutdown(wait=True, cancel_futures=True)
        self._tables.shutdown(wait=True, cancel_futures=True)
        self._sheets.shutdown(wait=False, cancel_futures=True)
        self.versions.let_go()


async def _within(threads: ThreadPoolExecutor, call: Callable[[], Found]) -> Found:
    try:
        return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(threads, call), _PATIENCE)
    except TimeoutError:
        raise TooSlowError from None


Page = Callable[[Visit], Awaitable[Response]]


def let_in(show: Page, changes: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """A route for phones that were let into its room; one that `changes` something is closed with --read-only."""

    async def route(request: Request) -> Response:
        site: Site = request.app.state.site
        room = site.rooms.get(request.path_params["room"])
        phone = None if room is None else phone_in(room, request.headers)
        if room is None or phone is None:
            return message(say("not-let-in"), status=403)
        if changes and site.read_only:
            return message(say("read-only"), room, 403)
        return await show(Visit(site, request, room, phone))

    return route


def fields_of(text: str) -> dict[str, list[str]]:
    """The fields of a form or of a query, without what turns a line of text about; none where there are too many."""
    try:
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=_FIELDS)
    except ValueError:
        return {}
    return {name: [value.translate(_UNSEEN) for value in values] for name, values in fields.items()}
