"""The `referee` command run in this process: what it prints and its exit status, as its own process would give them.

A cold process costs a second; only what needs one (a closed pipe, a signal, what is imported) starts one: `cold`.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from referee.book import places
from referee.cli import main
from tests import described

Completed = subprocess.CompletedProcess[str]


class _Stream(io.TextIOWrapper):
    """A stream as a pipe would be: UTF-8 text over bytes, and no terminal."""

    def __init__(self, said: bytes = b"") -> None:
        super().__init__(io.BytesIO(said), encoding="utf-8", write_through=True)

    def told(self) -> bytes:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


@contextmanager
def _as_its_own_process(arguments: tuple[str, ...], env: Mapping[str, str], said: bytes) -> Iterator[None]:
    streams = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr")}
    before, argv, kept = dict(os.environ), sys.argv, places.cache()
    try:
        os.environ.clear()
        os.environ.update(env)
        sys.argv = ["referee", *arguments]
        sys.stdin, sys.stdout, sys.stderr = _Stream(said), _Stream(), _Stream()
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        sys.argv = argv
        places.keep_in(kept)
        for name, stream in streams.items():
            setattr(sys, name, stream)


def referee(*arguments: str, said: str | bytes = b"", env: Mapping[str, str] | None = None) -> Completed:
    """Runs the command with these arguments; `said` is its standard input, `env` its whole environment."""
    status: object = 0
    with _as_its_own_process(arguments, os.environ if env is None else env, _bytes(said)):
        out, err = sys.stdout, sys.stderr
        assert isinstance(out, _Stream)
        assert isinstance(err, _Stream)
        try:
            main()
        except SystemExit as ended:
            status = ended.code
        told = out.told().decode(), err.told().decode()
    described.check(arguments, told[0])
    return subprocess.CompletedProcess(arguments, status if isinstance(status, int) else int(status is not None), *told)


def cold(*arguments: str, said: str | bytes = b"", env: Mapping[str, str] | None = None) -> Completed:
    """The same in a process of its own."""
    return python("from referee.cli import main; main()", *arguments, said=said, env=env)


def python(program: str, *arguments: str, said: str | bytes = b"", env: Mapping[str, str] | None = None) -> Completed:
    """A program of Python in a process of its own."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, input=_bytes(said), capture_output=True, env=env, timeout=120, check=False)
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())


def _bytes(said: str | bytes) -> bytes:
    return said.encode() if isinstance(said, str) else said
