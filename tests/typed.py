"""Commands as they are typed, run in this process: what they print, and the exit status."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from referee.cli.ending import ended
from tests import described


class Answer(NamedTuple):
    """What a command printed, on both outputs, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def told(self) -> Any:
        """The answer as JSON."""
        return json.loads(self.out)


class _Screen(io.StringIO):
    """An output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@contextmanager
def _surroundings(db: Path | None, said: str | None) -> Iterator[None]:
    told = {"NO_COLOR": "1", "COLUMNS": "80"} | ({"REFEREE_DB": str(db)} if db is not None else {})
    left = {key: value for key, value in os.environ.items() if key != "REFEREE_DB"}
    with patch.dict(os.environ, {**left, **told}, clear=True), patch.object(sys, "stdin", io.StringIO(said or "")):
        yield


def typed(*args: str, db: Path | None = None, said: str | None = None, screen: bool = False) -> Answer:
    """Runs `referee ARGS`; `said` is what stands in its input, with `screen` it prints to a terminal."""
    out, err = (_Screen(), _Screen()) if screen else (io.StringIO(), io.StringIO())
    with _surroundings(db, said), redirect_stdout(out), redirect_stderr(err):
        status = ended(list(args))
    described.check(args, out.getvalue())
    return Answer(status, out.getvalue(), err.getvalue())
