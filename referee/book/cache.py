"""What can be made again from files, kept between calls: the one way to keep it, to know it again and to forget it.

A file of the cache holds parts by name, each with the stamp of what it was made from; a part with another stamp is made
anew and takes the place of the old one. Without a place to keep it, or with one that is damaged, everything works the
same, only slower.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from referee.book import whole

VERSION = 3  # of the form in which parts are kept


def stamp(files: Iterable[Path | os.DirEntry[str]]) -> str:
    """A short name for the state of some files: another one when the name, size or time of one of them differs."""
    states = ((file.name, file.stat()) for file in files)
    text = ";".join(sorted(f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in states)).encode()
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


def state(path: Path) -> tuple[int, ...]:
    """The file that stands there now: other numbers once another one takes its place; none without a file."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def name_of(folder: Path) -> str:
    """A short name for a folder, by which files of the cache differ that are made from different ones."""
    return f"{zlib.crc32(str(folder).encode()):08x}"


T = TypeVar("T")


class Cache:
    """One file of the cache: a line of JSON that tells where each part stands, then the parts, read one by one."""

    def __init__(self, path: Path) -> None:
        """Opens the file if it is there; a damaged one counts as empty."""
        self._path = path
        self._made: dict[str, tuple[str, object]] = {}  # what this process has read or made: stamp and content
        self._is_fresh = False  # True if there is something to keep
        self._places: dict[str, tuple[str, int, int]] = {}  # of what is kept: stamp, start and end
        self._kept = b""
        try:
            head, _, self._kept = path.read_bytes().partition(b"\n")
            told = json.loads(head)
            if told["version"] == VERSION:
                self._places = {name: (of, start, end) for name, (of, start, end) in told["parts"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # not there yet, or damaged: it is made again

    def beside(self, name: str) -> Path:
        """Where something is kept that belongs to this file and is asked for by itself, such as an alien."""
        return self._path.with_name(f"{self._path.stem}-{name}.json")

    def get(self, name: str, stamp: str, make: Callable[[], T]) -> T:
        """The part of this name as it was kept with this stamp, or made now. Raises what `make` raises."""
        of, content = self._made.get(name, (None, None))
        if of != stamp:
            content = self.find(name, stamp)
            if content is None:
                content, self._is_fresh = make(), True
            self._made[name] = stamp, content
        return cast(T, content)

    def find(self, name: str, stamp: str) -> Any:
        """The part of this name that was kept with this stamp; None if there is none."""
        try:
            of, start, end = self._places[name]
            return json.loads(self._kept[start:end]) if of == stamp else None
        except (ValueError, KeyError, TypeError):
            return None  # not there, or damaged

    def keep(self) -> None:
        """Keeps what was made, with the parts that were kept before: the file is written whole or not at all."""
        if not self._is_fresh:
            return
        self._is_fresh = False
        with suppress(TypeError, ValueError):  # what cannot be kept costs time, nothing else
            parts = {name: (of, self._kept[start:end]) for name, (of, start, end) in self._places.items()}
            for name, (of, content) in self._made.items():
                parts[name] = of, json.dumps(content).encode()
            places, at = {}, 0
            for name, (of, body) in parts.items():
                places[name] = of, at, at + len(body)
                at += len(body)
            head = json.dumps({"version": VERSION, "parts": places}).encode()
            whole.keep(self._path, b"\n".join((head, b"".join(body for _, body in parts.values()))))


def kept(path: Path, name: str, stamp: str, make: Callable[[], T]) -> T:
    """A part that stands in a file of its own: from there, or made now and kept at once."""
    cache = Cache(path)
    content = cache.get(name, stamp, make)
    cache.keep()
    return content
