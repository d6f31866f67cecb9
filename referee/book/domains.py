"""What the value of a rule can be: its domain, declared beside the value in the base law.

    one_of = ["offense", "defense"]     one of these words
    among  = ["attack", "negotiate"]    a list of some of these words
    order  = ["aim", "commit"]          all of these words, in any order
    number = true, or [least, most]     a whole number, from 0 on or within these bounds
    range  = true                       the least and the most of something
    flag   = true                       true or false
    counts = true                       numbers by name
    lists  = true                       lists of words by name
    names  = true                       a list of names
    words  = true                       a part of a sentence

With several of them a value fits where it fits one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

KINDS = ("one_of", "among", "order", "number", "range", "flag", "counts", "lists", "names", "words")


def declared(entry: Mapping[str, object]) -> dict[str, object]:
    """The domain that a rule of the base law declares; empty for one that has no value."""
    return {kind: entry[kind] for kind in KINDS if kind in entry}


def fits(domain: Mapping[str, object], value: object) -> bool:
    """Whether a value is in a domain."""
    return any(_FITS[kind](told, value) for kind, told in domain.items())


def told(domain: Mapping[str, object]) -> str:
    """A domain in words, as a fault names it: `one of "offense", "defense"`."""
    return ", or ".join(_TOLD[kind].format(_listed(said)) for kind, said in domain.items())


def _listed(said: object) -> str:
    if isinstance(said, list):
        return ", ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in said)
    return ""


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _is_number_in(bounds: object, value: object) -> bool:
    if not _is_number(value):
        return False
    return bool(bounds[0] <= value <= bounds[1]) if isinstance(bounds, list) else value >= 0


def _is_range(_: object, value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)) and value[0] <= value[1]


def _is_mapping(value: object, of: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(map(of, value.values()))


_FITS: dict[str, Callable[[Any, object], bool]] = {
    "one_of": lambda words, value: isinstance(value, str) and value in words,
    "among": lambda words, value: _is_words(value) and {*value} <= {*words} and len({*value}) == len(value),
    "order": lambda words, value: _is_words(value) and sorted(value) == sorted(words),
    "number": _is_number_in,
    "range": _is_range,
    "flag": lambda _, value: isinstance(value, bool),
    "counts": lambda _, value: _is_mapping(value, _is_number),
    "lists": lambda _, value: _is_mapping(value, _is_words),
    "names": lambda _, value: _is_words(value),
    "words": lambda _, value: isinstance(value, str),
}
_TOLD = {
    "one_of": "one of {0}",
    "among": "a list of some of {0}",
    "order": "{0} in some order",
    "number": "a number {0}",
    "range": "two numbers, the least and the most",
    "flag": "true or false",
    "counts": "numbers by name",
    "lists": "lists of words by name",
    "names": "a list of names",
    "words": "a part of a sentence",
}
