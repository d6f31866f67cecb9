"""Tasks in processes of their own, which may give up rights or meet a limit for it."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

posix = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a folder that root cannot write to")


def in_a_child(task: Callable[[], object]) -> str:
    """What a task says or raises in a process of its own, which may give up rights for it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = repr(task())
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode()[:60_000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as told:
        said = told.read()
    os.waitpid(child, 0)
    return said


def nobody(task: Callable[[], object]) -> Callable[[], object]:
    def limited() -> object:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        return task()

    return limited
