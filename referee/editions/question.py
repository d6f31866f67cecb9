"""A disputable point under every edition: its own book's reading, the preferred one, or no question at all."""

from __future__ import annotations

from typing import Any

from referee.editions.grouping import by_editions
from referee.law.law import Rule
from referee.law.loader import Rulebase, rulebase
from referee.law.parameters import BASE, Parameters
from referee.law.questions import find

# How an edition comes by its reading.
OWN_BOOK, PREFERRED, SETTLED, NOT_ASKED = "own-book", "preferred", "settled", "not-asked"


def compare_reading(id: str) -> dict[str, Any]:
    """How each edition that is judged reads a disputable point, grouped by the reading (CONTRACT: `compare`).

    A group's `ruling` has `status`: `own-book` (its book settles the point by one of the readings), `preferred` (it
    takes the preferred one), `settled` (its book has a rule of its own here, told in `says`) or `not-asked` (the point
    is another edition's; `says` is what its book has for the same, if that is known). RulebaseError offers the nearest
    ids for one that is not known.
    """
    point = find(id)
    readings = {reading["name"]: reading for reading in point["readings"]}
    groups: dict[str, dict[str, Any]] = {}
    for edition in by_editions():
        ruling = _reads(point, readings, edition)
        key = repr((ruling["reading"] or ruling["status"], "" if ruling["reading"] else ruling["says"]))
        group = groups.setdefault(key, {"editions": [], "ruling": ruling, "by": {}})
        group["editions"].append(edition)
        group["by"][edition] = ruling["cites"]
    found = list(groups.values())
    by = [cite for group in found for cite in group["ruling"]["cites"][:1]] if len(found) > 1 else []
    told = {name: point[name] for name in ("id", "title", "asks", "prefers")}
    return {"question": told, "groups": found, "differs_by": list(dict.fromkeys(by))}


def _reads(point: dict[str, Any], readings: dict[str, Any], edition: str) -> dict[str, Any]:
    books = rulebase(edition)
    only = point.get("edition")
    if only and only != edition:
        return _elsewhere(point, edition)
    own = books.own_readings.get(point["id"])
    if own is not None and own in readings:
        return _reading(OWN_BOOK, readings[own])
    rule = _settling(point["id"], books)
    if rule is not None:
        says = rule.says if rule.vocabulary is None else rule.vocabulary.say(rule.says)
        return _told(SETTLED, None, says, [cite.id for cite in rule.cites])
    return _reading(PREFERRED, readings[point["prefers"]])


def _reading(status: str, reading: dict[str, Any]) -> dict[str, Any]:
    return _told(status, reading["name"], reading["says"], list(reading["cites"]))


def _settling(id: str, books: Rulebase) -> Rule | None:
    """The rule with which an edition's book settles a point by itself: one that asks nothing there any more."""
    asking = books.asking(id)
    return next((books.law[rule] for rule in sorted(rulebase(BASE).asking(id)) if rule not in asking), None)


def _elsewhere(point: dict[str, Any], edition: str) -> dict[str, Any]:
    """What an edition has for the same, where the point is disputable in another one only."""
    known = Parameters(rulebase())
    cited = {cite for reading in point["readings"] for cite in reading["cites"]}
    for id in known.ids() if point["edition"] in known.editions() else ():
        if not cited.isdisjoint(known.of(id, point["edition"]).cites):
            found = known.of(id, edition)
            return _told(NOT_ASKED, None, found.says, list(found.cites))
    return _told(NOT_ASKED, None, f"The point is one of {point['edition']} alone.", [])


def _told(status: str, reading: str | None, says: str, cites: list[str]) -> dict[str, Any]:
    return {"status": status, "reading": reading, "says": says, "cites": cites}
