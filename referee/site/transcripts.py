"""The commands that the guides show, typed anew: what they print must be what stands in the guide.

A block of a guide that is marked `console` has commands after `$ `, and under a command what it prints; where nothing
stands under it, only that it is understood counts. A line `...` stands for any lines, a word that ends in `…` for any
end of it. The date and the name of a ledger differ from day to day and are not compared.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OF_THE_DAY = (
    (re.compile(r"\d{4}-\d\d-\d\d"), "2026-05-12"),
    (re.compile(r"ledger-[0-9a-f]{8}:(\d+):[0-9a-f]{16}"), r"ledger-3f9a1c04:\1:7d20b15ce8a94f63"),
)
_LEFT_OUT = "..."
_NOT_UNDERSTOOD, _FAULT = 2, 70
_LONGEST = 300  # seconds that a block may take


class Typed(NamedTuple):
    """A command of a guide: the number of its line, what is typed, and what stands under it."""

    line: int
    command: str
    shows: str


def blocks(text: str) -> Iterator[list[Typed]]:
    """The blocks of a guide in which commands are typed."""
    for block in _BLOCK.finditer(text):
        yield list(_commands(block[1], text[: block.start()].count("\n") + 2))


def _commands(block: str, first: int) -> Iterator[Typed]:
    command, at = "", first
    shown: list[str] = []
    for number, line in enumerate(block.splitlines(), first):
        if line.startswith("$ "):
            if command:
                yield Typed(at, command, "\n".join(shown).strip("\n"))
            command, at, shown = line.removeprefix("$ "), number, []
        else:
            shown.append(line)
    if command:
        yield Typed(at, command, "\n".join(shown).strip("\n"))


class Typing:
    """The commands of one block, typed one after the other by a process of its own, where nobody typed anything."""

    def __init__(self, guide: str, block: list[Typed]) -> None:
        self.guide, self.block = guide, block
        self._folder = tempfile.TemporaryDirectory()
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")},
            "REFEREE_DB": f"{self._folder.name}/referee.db",
            "REFEREE_CONFIG": "",
            "XDG_DATA_HOME": self._folder.name,
            "NO_COLOR": "1",
            "COLUMNS": "80",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "referee.site.typed", *(typed.command for typed in block)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            cwd=self._folder.name,
            env=env,
        )

    def otherwise(self) -> list[str]:
        """What the commands print that is not what stands in the guide, each with its place; waits for them."""
        told = json.loads(self._process.communicate(timeout=_LONGEST)[0])
        found = []
        for typed, (output, status) in zip(self.block, told, strict=True):
            printed = as_on_one_day(output).strip("\n")
            place = f"{self.guide}:{typed.line}: {typed.command}"
            if status == _FAULT or (not typed.shows and status == _NOT_UNDERSTOOD):
                found.append(f"{place}\n  is not done: {printed}")
            elif typed.shows and not matches(typed.shows, printed):
                found.append(f"{place}\n  prints otherwise now:\n{printed}")
        return found

    def close(self) -> None:
        """Ends it, whether or not it was waited for."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()


@contextmanager
def typing(guides: Mapping[str, Path]) -> Iterator[list[Typing]]:
    """Types all commands of these guides meanwhile, the blocks beside each other."""
    begun: list[Typing] = []
    try:
        for path in guides.values():
            begun += [Typing(path.name, block) for block in blocks(path.read_text(encoding="utf-8"))]
        yield begun
    finally:
        for one in begun:
            one.close()


def as_on_one_day(printed: str) -> str:
    """What was printed, without what differs from day to day and from ledger to ledger."""
    for pattern, instead in _OF_THE_DAY:
        printed = pattern.sub(instead, printed)
    return "\n".join(line.rstrip() for line in printed.splitlines())


def matches(shows: str, printed: str) -> bool:
    """True if a command printed what a guide shows of it."""
    lines = [".*" if line.strip() == _LEFT_OUT else re.escape(line.rstrip()) for line in shows.splitlines()]
    return re.fullmatch("\n".join(lines), printed, re.DOTALL) is not None
