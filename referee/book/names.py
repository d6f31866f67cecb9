"""Names as people type them: what counts of one, and the known names that look like one that is not known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

LONGEST = 60  # letters of a name; longer ones are no file names
_NOT_A_LETTER = re.compile(r"[\W_]+")
_FEW = 3  # so many names are offered for one that is not known


@lru_cache(maxsize=4096)
def key_of(name: str) -> str:
    """What is left of a name when case, spaces and hyphens do not count."""
    return _NOT_A_LETTER.sub("", name.casefold())


def near(
    name: str, known: Iterable[str], most: int = _FEW, alike: float = 0.6, key: Callable[[str], str] = str
) -> list[str]:
    """Up to `most` known names that look like this one, nearest first; `alike` says how much, from 0 to 1.

    Names are compared by what `key` leaves of them. Of two that are the same by that, the first counts.
    """
    import difflib  # only on the way to an error

    by_key: dict[str, str] = {}
    for other in known:
        by_key.setdefault(key(other), other)
    return [by_key[found] for found in difflib.get_close_matches(key(name), by_key, most, alike)]


def worded(text: str, names: Sequence[str], alike: float = 0.5) -> list[str]:
    """Up to three names that look like this one: those that have it for a word first, in their order, then the nearest.

    Cards stand in the order of their files, in which those of the base game come first.
    """
    word = text.strip().casefold()
    having = [name for name in names if word in name.casefold().replace("-", " ").split()]
    return list(dict.fromkeys((*having, *near(text, names, _FEW, alike, key_of))))[:_FEW]
