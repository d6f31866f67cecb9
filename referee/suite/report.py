"""The report of a program that was held against the cases, as one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.suite.page import heading, page, paragraph, table, verbatim

_COLUMNS = ("right", "wrong", "unsupported", "no-answer", "set-aside", "of")


def html(told: Mapping[str, object]) -> str:
    """The report as a page, from what `Conformance.to_dict` tells."""
    return page(f"{told['suite']} {told['version']}".strip(), _parts(told))


def _parts(told: Mapping[str, Any]) -> Iterator[str]:
    yield verbatim(told["line"])
    yield paragraph(f"Asked: {told['engine'] or 'this program'}.")
    rows = [[level, *(count[column] for column in _COLUMNS)] for level, count in told["levels"].items()]
    yield table("By level", ("level", *_COLUMNS), rows)
    for level in told["levels"]:
        here = [
            item for item in told["items"] if item["level"] == level and item["status"] not in ("right", "set-aside")
        ]
        if here:
            yield heading(f"{level}: what was not right")
        for item in here:
            yield from _item(item)


def _item(item: Mapping[str, Any]) -> Iterator[str]:
    if item["says"]:
        yield paragraph(f"{item['id']} {item['status']}: {item['says']}")
        return
    rows = [(one["where"], one["expected"], one["came"]) for one in item["differences"]]
    yield table(f"{item['id']} {item['status']}", ("where", "expected", "came"), rows)
