"""Files that are written whole or not at all, and files and folders that nobody else on the machine reads."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_NOBODY_ELSE = 0o600
_FOLDER = 0o700


@contextmanager
def replacing(path: Path, private: bool = True, sync: bool = True) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` once it is whole; if anything is raised, what was there stays.

    Nobody else can read a `private` one; another one gets the mode of the file that it replaces, or a new file's. A
    link is not followed: OSError for that, and for a folder or a device in that place. With `sync` it outlives a power
    failure.
    """
    import tempfile  # of no use to a command that writes nothing

    mode = _mode(path, private)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".unfinished")
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            if sync:
                os.fsync(out.fileno())
        if mode != _NOBODY_ELSE:
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(path: Path, private: bool) -> int:
    try:
        found = os.lstat(path).st_mode
    except FileNotFoundError:
        if private:
            return _NOBODY_ELSE
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(found):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(found):
        raise OSError(errno.EINVAL, "it is a link, or no regular file")
    return _NOBODY_ELSE if private else stat.S_IMODE(found)


def replace(path: Path, data: bytes, private: bool = True) -> None:
    """Writes a file whole, as `replacing` does."""
    with replacing(path, private) as out:
        out.write(data)


def keep(path: Path, data: bytes) -> None:
    """Writes a file that can be made again, with its folder, if that can be: without it things only take longer."""
    with suppress(OSError):
        private_folder(path.parent)
        with replacing(path, sync=False) as out:
            out.write(data)


def private_folder(path: Path) -> None:
    """Makes a folder that only its owner reads, if there is none; one that is there stays as it is."""
    path.mkdir(mode=_FOLDER, parents=True, exist_ok=True)


def private_file(path: Path) -> None:
    """Makes an empty file that only its owner reads, if there is none; one that is there stays as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _NOBODY_ELSE))
