"""Who sits where, as it is said: `zoe sits left of bob, then max`, `red, blue and green sit in that order`.

Clockwise, a player's left neighbor comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_NAME = r"(?!(?:then|and|the|left|right|sits|who|is)\b)[A-Za-z][A-Za-z0-9]*"
_ROLE = r"(?:the\s+)?(?P<role>offense|defense|attacker|defender)\s+"
_NEXT = re.compile(rf"\s*,?\s*(?:and\s+)?then\s+(?:comes\s+)?(?:{_ROLE})?(?P<name>{_NAME})", re.IGNORECASE)
_SITS = r"(?:\s+(?:sits|sit|is|'s|sitting))?"
_WHO = rf"(?P<who>{_NAME}){_SITS}"
_HIM = frozenset("him her them he she".split())
# What is said of two neighbors: who sits, on which hand, and beside whom.
_BESIDE = (
    re.compile(
        rf"\b{_WHO}\s+(?:(?:to|on|at)\s+)?(?:the\s+)?(?P<hand>left|right)\s+of\s+(?P<of>{_NAME})", re.IGNORECASE
    ),
    re.compile(rf"\b{_WHO}\s+(?:to|on|at)\s+(?P<of>{_NAME})(?:['’]s)?\s+(?P<hand>left|right)\b", re.IGNORECASE),
    re.compile(
        rf"\b(?:to|on|at)\s+(?P<of>{_NAME})['’]s\s+(?P<hand>left|right)\s+(?:sits|is|comes)\s+(?P<who>{_NAME})",
        re.IGNORECASE,
    ),
)
_PART = r"\s*(?:,\s*(?:and\s+|then\s+)?|\s+and\s+|\s+then\s+)"
_CLOCKWISE = re.compile(
    rf"\b(?P<names>{_NAME}(?:{_PART}{_NAME}){{1,7}})\s+"
    r"(?:(?:sit|are\s+sitting|sitting|are\s+seated|seated)\s+)?"
    r"(?:in\s+(?:that|this)\s+order|clockwise|(?:round|around)\s+the\s+table)"
    r"(?:\s+(?:clockwise|(?:round|around)\s+the\s+table|in\s+(?:that|this)\s+order))*",
    re.IGNORECASE,
)
_ROUND = re.compile(
    rf"\b(?:(?:round|around)\s+the\s+table|clockwise)\s+(?:sit|sits|are|come)\s*:?\s*(?P<names>{_NAME}(?:{_PART}{_NAME}){{1,7}})",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"\b({_NAME})\s+(?:is|'s)\s+(?:the\s+)?(?:offense|defense|attacker|defender|attacking|defending)", re.I
)


class Seating(NamedTuple):
    """The text without what is said of the seats, and who sits clockwise; nobody where that is not said."""

    text: str
    seats: tuple[str, ...]


def seating_said(text: str) -> Seating:
    """Takes who sits where out of a text. Neighbors are put together to one row, as far as they make one."""
    rows: list[list[str]] = []
    listed = _ROUND.search(text) or _CLOCKWISE.search(text)
    if listed is not None:
        rows.append([name for name in re.split(_PART, listed["names"]) if name])
        text = _blanked(text, listed.start(), listed.end())
    for pattern in _BESIDE:
        while (found := pattern.search(text)) is not None:
            row, end, roles = _row(text, found)
            if not row:
                break
            rows.append(row)
            text = _blanked(text, found.start(), end, roles)
    return Seating(text, tuple(_one_row(rows)))


def with_the_last(seats: str, players: Iterable[str]) -> str:
    """The seats with the one of these players of whom it was not said where it sits; of several nobody knows that."""
    seated = [name for name in seats.split(",") if name]
    sitting = {name.casefold() for name in seated}
    missing = [name for name in dict.fromkeys(players) if name and name.casefold() not in sitting]
    return ",".join([*seated, *missing]) if seated and len(missing) == 1 else seats


def _row(text: str, found: re.Match[str]) -> tuple[list[str], int, str]:
    """(who sits clockwise, where that ends, what is told of sides in it); nobody where it is not known beside whom."""
    beside = found["of"]
    if beside.lower() in _HIM | {"his", "their"}:
        before = [*_NAMED.finditer(text, 0, found.start())]
        beside = before[-1][1] if before else ""
    row = [beside, found["who"]]
    if not beside:
        return [], found.end(), ""
    if found["hand"].lower() == "right":
        return row[::-1], found.end(), ""
    end, roles = found.end(), ""
    while (then := _NEXT.match(text, end)) is not None:
        row.append(then["name"])
        roles += f"; {then['role']} {then['name']}" if then["role"] else ""
        end = then.end()
    return row, end, roles


def _blanked(text: str, start: int, end: int, told: str = "") -> str:
    """The text with a mark, and what else is told, in place of a part of it; not shorter than it was."""
    return f"{text[:start]}{f';{told};'.ljust(end - start)}{text[end:]}"


def _one_row(rows: list[list[str]]) -> list[str]:
    """The rows put together where one ends with whom another begins with; nobody where they make no one row."""
    left = [list(dict.fromkeys(name for name in row)) for row in rows]
    row = left.pop(0) if left else []
    while left:
        fits = next((other for other in left if other[0] == row[-1] or other[-1] == row[0]), None)
        if fits is None:
            return []
        left.remove(fits)
        row = [*row, *fits[1:]] if fits[0] == row[-1] else [*fits[:-1], *row]
    return row
