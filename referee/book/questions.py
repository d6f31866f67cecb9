"""The registry of disputable points: where the documents conflict or are silent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.names import near
from referee.errors import RulebaseError

_MAIN = "DF"  # the points of the game itself: a number alone is one of these


def find(id: str) -> dict[str, Any]:
    """A disputable point by its id (`DF-05`, `df5`, `5`); RulebaseError offers the nearest ids otherwise."""
    known = rulebase().questions()
    match = re.fullmatch(r"\s*([A-Za-z]{2})?[- ]?0*(\d{1,3})\s*", id)
    name = f"{(match[1] or _MAIN).upper()}-{int(match[2]):02}" if match else id.strip().upper()[:20]
    if name not in known:
        nearest = near(name, known, alike=0.5)
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        raise RulebaseError(id, f"there is no such question{hint}")
    told = read_toml(rulebase().folder / "questions" / f"{name}.toml")
    told["readings"] = [{"name": key, **reading} for key, reading in told.pop("reading").items()]
    return told


def preferred(point: Mapping[str, Any], books: Rulebase) -> str:
    """The reading of a disputable point that an edition takes by itself: its own book's, or the preferred one."""
    return str(books.own_readings.get(point["id"], point["prefers"]))
