"""The pages of the disputable points, and of the editions side by side."""

from __future__ import annotations

from collections.abc import Iterator

import referee
from referee.book.parameters import Parameters
from referee.conformance.scenario import full_id
from referee.site.addresses import Addresses, Link, point_page, slug
from referee.site.case_pages import Shown, Todo
from referee.site.pages import NAV, Page

_POINTS = next(link for link in NAV if link.place.startswith("points/"))
_EDITIONS = next(link for link in NAV if link.place.startswith("editions/"))


def pages(known: Addresses, cases: dict[str, Shown], todo: list[Todo]) -> Iterator[Page]:
    """The list of the points, and a page for each with its readings, its clauses and its cases."""
    links = [known.point(id) for id in known.points]
    lead = "Where the documents conflict, or say nothing: who says what, and what is taken."
    told: dict[str, object] = {"heading": "Disputable points", "links": links, "lead": lead}
    yield Page("points/index.html", "Disputable points", "list.html", told)
    clauses = _clauses(known)
    shown_by, own = _cases(todo), _own_readings(known)
    for id in known.points:
        point = referee.question(id).to_dict()
        told = {
            "told": point,
            "own": {name: settled[id] for name, settled in own.items() if id in settled},
            "clauses": clauses.get(id, []),
            "cases": [cases[case] for case in shown_by.get(id, ()) if case in cases],
        }
        yield Page(point_page(id), f"{id}: {point['title']}", "point.html", told, [_POINTS])


def _own_readings(known: Addresses) -> dict[str, dict[str, str]]:
    """By edition the readings that its own book settles."""
    return {name: dict(known.rulebase.beside(name, judged=False).own_readings) for name in known.rulebase.editions()}


def _clauses(known: Addresses) -> dict[str, list[Link]]:
    """The clauses that name a point, by its id."""
    found: dict[str, list[Link]] = {}
    for book in known.books.names():
        for clause in known.books.clauses(book).values():
            for id in clause.questions:
                found.setdefault(id, []).append(known.clause(clause.full_id))
    return found


def _cases(todo: list[Todo]) -> dict[str, list[str]]:
    """The cases in which a point is named, or that settle it, by its id."""
    found: dict[str, list[str]] = {}
    for one in todo:
        settled = [full_id(id, one.edition).removeprefix("question ") for id in one.case.settles]
        for id in dict.fromkeys((*one.case.expect.get("questions", ()), *settled)):
            found.setdefault(id, []).append(one.case.id)
    return found


def editions(known: Addresses) -> Iterator[Page]:
    """What each edition has for each topic, side by side."""
    parameters = Parameters(known.rulebase)
    topics: dict[str, list[str]] = {}
    for id in parameters.ids():
        topics.setdefault(parameters.entry(id)["topic"], []).append(id)
    rows = [(Link(_heading(topic), _topic_page(topic)), len(ids)) for topic, ids in topics.items()]
    titles = [(name, _edition_title(known, name)) for name in parameters.editions()]
    yield Page(
        "editions/index.html", "The editions side by side", "editions.html", {"topics": rows, "editions": titles}
    )
    for topic, ids in topics.items():
        compared = [referee.compare(id).to_dict() for id in ids]
        told = {"heading": _heading(topic), "compared": compared}
        yield Page(_topic_page(topic), f"{_heading(topic)}, edition by edition", "topic.html", told, [_EDITIONS])


def _heading(topic: str) -> str:
    return topic[:1].upper() + topic[1:]


def _topic_page(topic: str) -> str:
    return f"editions/{slug(topic)}.html"


def _edition_title(known: Addresses, name: str) -> str:
    return known.rulebase.called(name) if name in known.books.names() else name
