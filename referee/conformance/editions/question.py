"""A disputable point under every edition: its own book's reading, the preferred one, or no question at all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypedDict, cast

from referee.book.entries import Point, PointReading
from referee.book.law import Rule
from referee.book.loader import Rulebase, rulebase
from referee.book.parameters import BASE, Parameters
from referee.book.questions import find
from referee.conformance.editions.grouping import by_editions, rule_says

# How an edition comes by its reading.
OWN_BOOK, PREFERRED, SETTLED, NOT_ASKED, OPEN = "own-book", "preferred", "settled", "not-asked", "open"


class Read(TypedDict):
    """How an edition reads a point: by which reading, if by any, what that says, and the clauses behind it."""

    status: str
    reading: str | None
    says: str
    cites: list[str]


class Group(TypedDict):
    """The editions that read a point alike: for each the clauses, and how it comes by the reading."""

    editions: list[str]
    ruling: Read
    by: dict[str, list[str]]
    how: dict[str, str]


def compare_reading(id: str) -> dict[str, Any]:
    """How each edition that is judged reads a disputable point, grouped by the reading (CONTRACT: `compare`).

    A group's `ruling` has `status`, and `how` has that of each edition: `own-book` (its book has this reading),
    `preferred` (its book leaves it open, or says more than one thing, and the preferred reading is taken), `settled`
    (its book has a rule of its own here, told in `says`) or `not-asked` (the point is another edition's; `says` is what
    its book has for the same, if that is known), or `open` (none is preferred: the table decides).
    RulebaseError offers the nearest ids for one that is not known.
    """
    point = cast(Point, find(id))
    readings = {reading["name"]: reading for reading in point["readings"]}
    groups: dict[str, Group] = {}
    for edition, _ in by_editions():
        ruling = _reads(point, readings, edition)
        key = repr((ruling["reading"] or ruling["status"], "" if ruling["reading"] else ruling["says"]))
        group = groups.setdefault(key, {"editions": [], "ruling": ruling, "by": {}, "how": {}})
        group["editions"].append(edition)
        group["by"][edition] = ruling["cites"]
        group["how"][edition] = ruling["status"]
    found = list(groups.values())
    by = [cite for group in found for cite in group["ruling"]["cites"][:1]] if len(found) > 1 else []
    told = {"id": point["id"], "title": point["title"], "asks": point["asks"], "prefers": point["prefers"]}
    return {"question": told, "groups": found, "differs_by": list(dict.fromkeys(by))}


def _reads(point: Point, readings: dict[str, PointReading], edition: str) -> Read:
    books = rulebase(edition)
    only = point.get("edition")
    if only and only != edition:
        return _elsewhere(point, edition)
    own = books.own_readings.get(point["id"])
    if own in readings:
        return _reading(OWN_BOOK, readings[own], _own_clauses(point["id"], books))
    rule = _settling(point["id"], books)
    if rule is not None:
        return _told(SETTLED, None, rule_says(rule), [cite.id for cite in rule.cites])
    if not point["prefers"]:
        return _told(OPEN, None, point["reason"], [])
    reading = readings[point["prefers"]]
    own_clauses = _of_book(reading, books)
    otherwise = any(_of_book(other, books) for other in readings.values() if other is not reading)
    return _reading(OWN_BOOK if own_clauses and not otherwise else PREFERRED, reading, own_clauses)


def _of_book(reading: PointReading, books: Rulebase) -> list[str]:
    """The clauses of an edition's own book behind a reading."""
    return [cite for cite in reading["cites"] if cite.startswith(f"{books.book} ")]


def _reading(status: str, reading: PointReading, cites: list[str]) -> Read:
    return _told(status, reading["name"], reading["says"], cites or list(reading["cites"]))


def _own_clauses(id: str, books: Rulebase) -> list[str]:
    """The clauses of an edition's own book behind the rules that take a reading of a point."""
    rules = (books.law[rule] for rule in sorted(rulebase(BASE).asking(id)))
    found = [cite.id for rule in rules for cite in rule.cites if cite.id.startswith(f"{books.book} ")]
    return list(dict.fromkeys(found))


def _settling(id: str, books: Rulebase) -> Rule | None:
    """The rule with which an edition's book settles a point by itself: one that asks nothing there any more."""
    asking = books.asking(id)
    return next((books.law[rule] for rule in sorted(rulebase(BASE).asking(id)) if rule not in asking), None)


def _elsewhere(point: Point, edition: str) -> Read:
    """What an edition has for the same, where the point is disputable in another one only."""
    known = Parameters(rulebase())
    cited = {cite for reading in point["readings"] for cite in reading["cites"]}
    judged = known.editions()
    touched = {id: len(cited.intersection(cites)) for id, cites in _clauses_of_parameters().items()}
    nearest = max(touched, key=touched.__getitem__)  # of several the first, in the order of a game
    if point["edition"] not in judged or not touched[nearest]:
        return _told(NOT_ASKED, None, f"The point is one of {point['edition']} alone.", [])
    found = known.of(nearest, edition)
    return _told(NOT_ASKED, None, found.says, list(found.cites))


@lru_cache(maxsize=1)
def _clauses_of_parameters() -> dict[str, tuple[str, ...]]:
    """The clauses that any edition has for each parameter."""
    known = Parameters(rulebase())
    return {id: tuple(cite for name in known.editions() for cite in known.of(id, name).cites) for id in known.ids()}


def _told(status: str, reading: str | None, says: str, cites: list[str]) -> Read:
    return {"status": status, "reading": reading, "says": says, "cites": cites}
