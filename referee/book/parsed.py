"""Files of the rulebase as they were parsed, kept between calls: reading the law's TOML is a third of a cold ruling.

Each file is kept with its size and time, and one that changed is read again. Without a place to keep it, or with one
that is damaged, everything works the same, only slower.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.book import whole

VERSION = 2  # of the form in which it is kept


class Parsed:
    """The parsed files of one rulebase, kept as JSON: in one file those of the law, and each alien in its own."""

    def __init__(self, path: Path, read: Callable[[Path], dict[str, Any]]) -> None:
        """`path` is where they are kept, `read` what reads a file that is not there yet."""
        self._path = path
        self._read = read
        self._files: dict[str, list[Any]] = {}
        self._fresh = False  # whether there is something to keep
        try:
            kept = json.loads(path.read_bytes())
            if kept["version"] == VERSION:
                self._files = kept["files"]
        except (OSError, ValueError, KeyError, TypeError):
            pass  # not there yet, or damaged: it is made again

    def read(self, path: Path) -> dict[str, Any]:
        """What a file says; OSError and what reading raises where it cannot be read."""
        stat = path.stat()
        kept = self._files.get(str(path))
        if kept is not None and kept[:2] == [stat.st_size, stat.st_mtime_ns]:
            data: dict[str, Any] = kept[2]
            return data
        found = self._read(path)
        self._files[str(path)] = [stat.st_size, stat.st_mtime_ns, found]
        self._fresh = True
        return found

    def apart(self, path: Path, read: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
        """What a file says that is asked for by itself, such as an alien: kept in a file of its own, at once."""
        stat = path.stat()
        own = self._path.with_name(f"{self._path.stem}-{path.stem}.json")
        try:
            version, size, time, found = json.loads(own.read_bytes())
            if [version, size, time] == [VERSION, stat.st_size, stat.st_mtime_ns]:
                data: dict[str, Any] = found
                return data
        except (OSError, ValueError, TypeError):
            pass  # as above
        data = read(path)
        _write(own, [VERSION, stat.st_size, stat.st_mtime_ns, data])
        return data

    def keep(self) -> None:
        """Keeps what was read, whole or not at all."""
        if self._fresh:
            self._fresh = False
            _write(self._path, {"version": VERSION, "files": self._files})


def _write(path: Path, told: Any) -> None:
    with suppress(TypeError, ValueError):  # what cannot be kept costs time, nothing else
        whole.keep(path, json.dumps(told).encode())
