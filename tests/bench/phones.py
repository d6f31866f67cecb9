"""Phones at tables: how soon an act is answered and seen by the others, and what the server holds meanwhile.

    python -m tests.bench.phones [TABLES] [PHONES_A_TABLE] [SECONDS]

A server of its own on the loopback address. Each phone acts every five seconds on the average (it puts the number of
its cards right), fetches the page as a browser does, and listens for versions.
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

import referee

EVERY = 5.0  # seconds between two acts of a phone
SEATS = ("red", "blue", "green", "yellow", "purple")


class Table:
    """What was measured at one table: when each version was answered, and how late each phone saw it."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.seen: list[float] = []
        self.begun: dict[int, float] = {}
        self.overtaken = 0
        self.done = 0


async def phone(base: str, key: str, seat: str, table: Table, until: float) -> None:
    """One phone: it joins, listens, and acts."""
    async with httpx.AsyncClient(base_url=base, follow_redirects=True, timeout=30) as client:
        await asyncio.sleep(random.uniform(0, 2 * EVERY))  # strangers of one address are let in one by one
        room = (await client.get(f"/join/{key}")).url.path.split("/")[1]
        await client.post(f"/{room}/seat", data={"seat": seat, "take": "1"})
        listening = asyncio.create_task(listen(client, room, table))
        while time.monotonic() < until:
            await act(client, room, seat, table)
            await asyncio.sleep(random.uniform(0.5, 1.5) * EVERY)
        listening.cancel()


async def act(client: httpx.AsyncClient, room: str, seat: str, table: Table) -> None:
    """Looks at the table, and puts its own hand right."""
    state = (await client.get("/api/v1/table")).json()
    begun = time.monotonic()
    told = {"command": f"set hand {seat} {random.randint(1, 9)}", "version": state["version"]}
    answer = await client.post("/api/v1/table/do", json=told)
    if answer.status_code == 409:
        table.overtaken += 1
        return
    answer.raise_for_status()
    table.answered.append(time.monotonic() - begun)
    table.done += 1
    table.begun[answer.json()["version"]] = begun


async def listen(client: httpx.AsyncClient, room: str, table: Table) -> None:
    """Hears each version, and fetches the page that it is of."""
    async with client.stream("GET", f"/{room}/events", timeout=None) as events:
        async for line in events.aiter_lines():
            if line.startswith("data: "):
                page = await client.get(f"/{room}/table")
                found = re.search(r'data-version="(\d+)"', page.text)
                if found and (begun := table.begun.get(int(found[1]))) is not None:
                    table.seen.append(time.monotonic() - begun)


async def measure(base: str, keys: list[str], seats: int, seconds: float) -> list[Table]:
    """All phones at once, for so many seconds."""
    tables = [Table() for _ in keys]
    until = time.monotonic() + seconds
    phones = [
        phone(base, key, seat, table, until) for key, table in zip(keys, tables, strict=True) for seat in SEATS[:seats]
    ]
    await asyncio.gather(*phones)
    return tables


def resident(pid: int) -> int:
    """The memory that a process holds, in MiB; 0 where the machine does not tell."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) // 1024 if found else 0


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
        base = addresses[0].partition("/join/")[0]
        try:
            measured = asyncio.run(measure(base, [one.rpartition("/")[2] for one in addresses], seats, seconds))
            memory = resident(server.pid)
        finally:
            server.send_signal(2)
            server.wait(timeout=20)
        kept = [len(referee.TableSession(db, name).history()) - 1 for name in names]
    assert kept == [table.done for table in measured], "an act that was answered is not kept, or one is kept elsewhere"
    answered = [second for table in measured for second in table.answered]
    seen = [second for table in measured for second in table.seen]
    return {
        "acts": len(answered),
        "overtaken": sum(table.overtaken for table in measured),
        "answered_median": 1000 * statistics.median(answered),
        "answered_95": 1000 * statistics.quantiles(answered, n=20)[-1],
        "seen": len(seen),
        "seen_95": 1000 * statistics.quantiles(seen, n=20)[-1],
        "memory": memory,
    }


if __name__ == "__main__":
    numbers = [float(word) for word in sys.argv[1:]]
    for what, figure in run(*(int(number) for number in numbers[:2]), *numbers[2:3]).items():
        print(f"{what:>16}  {figure:.0f}")
