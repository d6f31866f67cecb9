"""What goes wrong in a game: ships or cards lost or made, offers refused, errors; alike where only names differ."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import NamedTuple

from referee.playtesting.playing import SEATS, StuckError

_HERE = Path(__file__).resolve().parents[1]
_DETAILS = re.compile(r"[{(\[][^{}()\[\]]*[})\]]")  # lists of places and cards
_NAMES = re.compile(rf"\b(?:{'|'.join(SEATS)})\b(?:\.\d)?")
_REFUSED = re.compile(r" (?:was|is) offered (?:to \w+ )?and (?:is )?refused: ")


class Violation(NamedTuple):
    """Something that went wrong: of which kind, in a sentence without names and numbers, and what was said of it."""

    kind: str
    says: str


def broken(says: str) -> Violation:
    """A table that is not as it must be, or an offer that is refused (see `whole.wrong`, `offers.slips`)."""
    refused = _REFUSED.search(says)
    bare = _DETAILS.sub("", f"what is offered is refused: {says[refused.end() :]}" if refused else says)
    return Violation(" ".join(re.sub(r"[-+]?\d+", "#", _NAMES.sub("NAME", bare)).split()), says)


def stopped(error: Exception) -> Violation:
    """A game that could not go on: a StuckError, or an error of the program, by the place where it was raised."""
    if isinstance(error, StuckError):
        return broken(str(error))
    frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(_HERE)]
    at = f"{Path(frames[-1].filename).relative_to(_HERE).as_posix()}:{frames[-1].lineno}" if frames else "the program"
    return Violation(f"{type(error).__name__} at {at}", f"{type(error).__name__}: {error} (at {at})"[:400])
