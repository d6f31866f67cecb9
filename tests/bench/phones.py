"""Phones at tables: how soon an act is answered and seen by the others, and what that costs the server.

    python -m tests.bench.phones [TABLES] [PHONES_A_TABLE] [SECONDS]
    python -m tests.bench.phones --write [--runs 5]      puts the figures into docs/serve.md as well

A server of its own on the loopback address. Each phone does what a browser does: it listens for versions, fetches the
page of each, and every five seconds on the average opens what it may do, taps one of that (or puts the number of its
cards right where there is nothing), and loads the page to which the answer leads.

The milliseconds are those of a clock, from the tap until the whole page is there, and grow where other programs use the
same cores. The server's own time on a processor does not. So of several runs the one in which the pages came soonest is
written, with how busy the machine was.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlencode

import referee
from tests.readme import put

EVERY = 5.0  # seconds between two acts of a phone
SEATS = ("red", "blue", "green", "yellow", "purple")
_CARDS = ("4", "8", "10", "15", "N")
_FORM = re.compile(r'<form method="post" action="/\w+/do" class="choice">(.*?)</form>', re.DOTALL)
_FIELD = re.compile(r'<(?:input|button|select)[^>]*?name="(\w+)"(?: value="([^"]*)")?')
_NUMBER = re.compile(r'name="number" value="(\d+)"')


class Act:
    """A command that was done: when it was tapped, when it was answered, and when each other phone saw it.

    `number` is its number in the table's history; the times are those of `time.monotonic`.
    """

    def __init__(self, number: int, seat: str, command: str, begun: float, answered: float) -> None:
        self.number, self.seat, self.command = number, seat, command
        self.begun, self.answered = begun, answered
        self.seen: list[float] = []


class Phone:
    """A phone of one seat, with a connection for what it asks and one for the events."""

    def __init__(self, address: str, seat: str) -> None:
        self._host, _, self._join = address.removeprefix("http://").partition("/")
        self.seat = seat
        self._cookie = self._room = ""
        self.acts: list[Act] = []
        self.saw: list[tuple[float, int]] = []  # when it had a page, and the last command of which that told
        self.refused = 0

    async def join(self) -> None:
        """Comes in, claims its seat, and listens."""
        self._reader, self._writer = await self._open()
        _, headers, _ = await self._ask("GET", f"/{self._join}")
        self._cookie = headers["set-cookie"].partition(";")[0]
        self._room = headers["location"].split("/")[1]
        await self._ask("POST", f"/{self._room}/seat", seat=self.seat, take="1")
        self._lock = asyncio.Lock()
        self._listening = asyncio.create_task(self._listen())

    async def load(self, name: str) -> str:
        """A page of the room, or what a page loads."""
        path = f"/static/{name}" if "." in name else f"/{self._room}/{name}"
        async with self._lock:
            return (await self._ask("GET", path))[2].decode()

    def leave(self) -> None:
        """Listens no more."""
        self._listening.cancel()
        self._writer.close()

    async def play(self, until: float) -> None:
        """Acts until then, and hears what the others do for a while more."""
        await asyncio.sleep(random.uniform(0, EVERY))
        while time.monotonic() < until:
            await self._act()
            await asyncio.sleep(random.uniform(0.5, 1.5) * EVERY)
        await asyncio.sleep(max(0.0, until + 2 * EVERY - time.monotonic()))
        self.leave()

    async def _act(self) -> None:
        page = await self._page("acts")
        choices = _FORM.findall(page)
        fields = _filled(random.choice(choices)) if choices and random.random() < 0.7 else {}
        if not fields:
            version = re.findall(r'data-version="(\d+)"', page)[0]
            fields = {"command": [f"set hand {self.seat} {random.randint(4, 9)}"], "version": [version]}
        begun = time.monotonic()
        async with self._lock:
            status, headers, _ = await self._ask("POST", f"/{self._room}/do", **fields)
            done = int(headers.get("location", "").rpartition("=")[2] or 0)
            await self._fetch(f"table?done={done}")
        if status != 303:
            self.refused += 1
            return
        self.acts.append(Act(done, self.seat, "".join(fields.get("command", "")), begun, time.monotonic()))

    async def _page(self, name: str) -> str:
        async with self._lock:
            return await self._fetch(name)

    async def _fetch(self, name: str) -> str:
        status, _, body = await self._ask("GET", f"/{self._room}/{name}")
        assert status == 200, (status, body[:200])
        page = body.decode()
        if number := _NUMBER.search(page):
            self.saw.append((time.monotonic(), int(number[1])))
        return page

    async def _listen(self) -> None:
        async for _ in self._events():
            if not self._lock.locked():  # the page to which an act leads is a newer one
                await self._page("table")

    async def _events(self) -> AsyncIterator[str]:
        reader, writer = await self._open()
        writer.write(self._head("GET", f"/{self._room}/events") + b"\r\n")
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    yield line[6:].decode().strip()
        finally:
            writer.close()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = self._host.split(":")
        return await asyncio.open_connection(host, int(port))

    def _head(self, method: str, path: str) -> bytes:
        return f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nCookie: {self._cookie}\r\n".encode()

    async def _ask(self, method: str, path: str, **fields: str | list[str]) -> tuple[int, dict[str, str], bytes]:
        body = urlencode(fields, doseq=True).encode()
        said = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        if self._writer.is_closing() or self._reader.at_eof():  # it was idle for long, and the server closed it
            self._reader, self._writer = await self._open()
        self._writer.write(self._head(method, path) + said + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        answer = await self._reader.readexactly(int(headers.get("content-length", "0")))
        return int(head[0].split()[1]), headers, answer


def _filled(form: str) -> dict[str, list[str]]:
    """The fields of a form, with a card chosen where it asks for one."""
    fields: dict[str, list[str]] = {}
    for name, value in _FIELD.findall(form):
        fields.setdefault(name, []).append(random.choice(_CARDS) if name == "card" else html.unescape(value))
    return fields


async def measure(addresses: list[str], seats: int, seconds: float) -> list[list[Phone]]:
    """All phones at once, for so many seconds; returns those of each table."""
    tables = [[Phone(address, seat) for seat in SEATS[:seats]] for address in addresses]
    for phone in (phone for table in tables for phone in table):
        await phone.join()
        await asyncio.sleep(0.2)  # strangers of one address are let in one by one
    until = time.monotonic() + seconds
    await asyncio.gather(*(phone.play(until) for table in tables for phone in table))
    for table in tables:
        _see(table)
    return tables


def _see(table: list[Phone]) -> None:
    """Tells each act when the other phones had the first page that tells of it."""
    for act in (act for phone in table for act in phone.acts):
        for other in (other for other in table if other.seat != act.seat):
            act.seen.append(next((at for at, number in other.saw if number >= act.number), float("inf")))


def resident(pid: int) -> int:
    """The memory that a process held at most, in MiB; 0 where the machine does not tell."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) // 1024 if found else 0


def processor(pid: int) -> float:
    """The seconds that a process has had a processor; 0 where the machine does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(tables: int = 10, seats: int = 5, seconds: float = 30.0) -> dict[str, float]:
    """Serves so many tables with so many phones at each, and returns the figures (milliseconds, MiB)."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "games.db"
        names = [str(referee.TableSession.lay(" ".join(SEATS), db=db, name=f"t{n}").name) for n in range(tables)]
        options = [word for name in names for word in ("--table", name)]
        command = [sys.executable, "-m", "referee", "serve", "--port", "0", "--db", str(db), *options]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert server.stdout
        addresses = [re.findall(r"http://\S+", server.stdout.readline())[0] for _ in names]
        try:
            before = processor(server.pid)
            weight = asyncio.run(_weight(addresses[0]))
            measured = asyncio.run(measure(addresses, seats, seconds))
            spent, memory = processor(server.pid) - before, resident(server.pid)
        finally:
            server.send_signal(2)
            server.wait(timeout=20)
        for name, phones in zip(names, measured, strict=True):
            _is_kept(referee.TableSession(db, name), phones)
    acts = [act for phones in measured for phone in phones for act in phone.acts]
    return _figures(acts, measured, spent, memory) | weight


def _is_kept(table: referee.TableSession, phones: list[Phone]) -> None:
    """Nothing is lost and nothing mixed: what was answered is kept, by its number, at its table, from its seat."""
    kept = {entry.number: entry.to_dict().get("by", "") for entry in table.history()[1:]}
    answered = {act.number: act.seat for phone in phones for act in phone.acts}
    assert kept == answered, "an act that was answered is not kept, or one is kept elsewhere"


def _figures(acts: list[Act], tables: list[list[Phone]], spent: float, memory: int) -> dict[str, float]:
    answered = [1000 * (act.answered - act.begun) for act in acts]
    seen = [1000 * (at - act.begun) for act in acts for at in act.seen]
    whole = [1000 * (max(act.answered, *act.seen) - act.begun) for act in acts]
    phones = [phone for table in tables for phone in table]
    pages = sum(len(phone.saw) for phone in phones)
    return {
        "acts": len(acts),
        "refused or overtaken": sum(phone.refused for phone in phones),
        "pages": pages,
        "answered, median": statistics.median(answered),
        "answered, 95 %": statistics.quantiles(answered, n=20)[-1],
        "seen by another, median": statistics.median(seen),
        "seen by another, 95 %": statistics.quantiles(seen, n=20)[-1],
        "by all of a table, 95 %": statistics.quantiles(whole, n=20)[-1],
        "never seen": seen.count(float("inf")),
        "processor, ms an act": 1000 * spent / len(acts),
        "processor, ms a page": 1000 * spent / pages,
        "memory, MiB": memory,
    }


async def _weight(address: str) -> dict[str, float]:
    """The bytes of the first page with all that it loads, and of its script, as they are sent."""
    phone = Phone(address, "")
    await phone.join()
    page = await phone.load("table")
    parts = {name: len(await phone.load(name)) for name in sorted(set(re.findall(r"/static/([\w.]+)", page)))}
    phone.leave()
    return {"first page, bytes": len(page.encode()) + sum(parts.values()), "script, bytes": parts["app.js"]}


AIMS = {
    "answered, 95 %": ("an act answered, 95 % of them within", "ms", 150),
    "seen by another, 95 %": ("seen by another phone, 95 % within", "ms", 150),
    "memory, MiB": ("memory of the server at most", "MiB", 200),
    "first page, bytes": ("first page with style, script and picture", "bytes", 100_000),
    "script, bytes": ("its script", "bytes", 30_000),
    "never seen": ("acts lost or not seen", "", 0),
}


def table(figures: dict[str, float], runs: int, load: float) -> str:
    """The figures of a run as they stand in the docs."""
    rows = [
        f"| {what} | {figures[name]:,.0f} {unit}".rstrip() + f" | {aim:,} {unit}".rstrip() + " |"
        for name, (what, unit, aim) in AIMS.items()
    ]
    return "\n".join(
        [
            "| 50 phones at 10 tables, each acting every 5 seconds | measured | at most |",
            "|---|---|---|",
            *rows,
            "",
            f"{figures['acts']:.0f} acts and {figures['pages']:.0f} pages; an act takes "
            f"{figures['processor, ms an act']:.0f} ms of a processor, the pages of the others with it. Measured by "
            f"`python -m tests.bench.phones --write` on {os.cpu_count()} cores, of {runs} runs the one with the least "
            f"waiting. The load of the machine was {load:.0f} at its end: what else runs on it waits with them.",
        ]
    )


def main() -> None:
    """Measures, prints, and writes if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=float, help="tables, phones a table, seconds")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/serve.md")
    parser.add_argument("--runs", type=int, default=1, help="how often it is measured")
    given = parser.parse_args()
    measured = []
    for _ in range(given.runs):
        figures = run(*(int(number) for number in given.numbers[:2]), *given.numbers[2:3])
        measured.append((figures["seen by another, 95 %"], os.getloadavg()[0], figures))
        for what, figure in figures.items():
            print(f"{what:>24}  {figure:.0f}")
        print(flush=True)
    _, load, best = min(measured, key=lambda one: one[0])
    if given.write:
        put("phones-performance", table(best, given.runs, load))


if __name__ == "__main__":
    main()
