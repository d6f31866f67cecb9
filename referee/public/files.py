"""Files that are written for somebody: whole, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TextIO, TypeVar

from referee.errors import LedgerError

T = TypeVar("T")


def into_file(file: Path, write: Callable[[TextIO], T], other: str) -> T:
    """Writes a file whole and returns what `write` tells; LedgerError, with the `other` way, where it cannot be.

    What was there stays then; a link is not followed.
    """
    from io import TextIOWrapper

    from referee.book.whole import replacing

    try:
        with replacing(file, private=False) as out:
            text = TextIOWrapper(out, encoding="utf-8", newline="")
            told = write(text)
            text.flush()
            text.detach()
    except OSError as error:
        raise LedgerError(f"{file} could not be written: {error.strerror}; {other}") from None
    return told
