"""A page for each case, with its position drawn, and a first page that lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from referee.conformance.answering import answer
from referee.conformance.items import Item
from referee.conformance.levels import LEVELS
from referee.conformance.scenario import LINES, Case, full_id
from referee.errors import RefereeError
from referee.pictures import scenes
from referee.pictures.drawing import svg
from referee.pictures.scene import Scene
from referee.pictures.telling import told as in_words
from referee.suite.contents import Asked, Suite, steps_of
from referee.suite.page import Html, as_json, heading, link, page, paragraph, table, verbatim


def pages(suite: Suite) -> dict[str, bytes]:
    """The pages by their places."""
    found = {"index.html": _index(suite).encode()}
    for case_id, items in groupby(suite.items, lambda one: one.item.case.id):
        found[f"pages/{case_id}.html"] = _page(list(items)).encode()
    return found


def _index(suite: Suite) -> str:
    return page(f"{suite.about.name} {suite.number}", _index_parts(suite))


def _index_parts(suite: Suite) -> Iterator[str]:
    yield paragraph("What each case settles, with its position drawn. README.md says how a program conforms.")
    plain = [one for one in suite.items if not one.item.by]
    rows = [(name, sum(one.level == name for one in plain), says) for name, says in LEVELS.items()]
    yield table("The levels", ("level", "items", "about"), rows)
    for _, file in suite.files:
        rows_of_file = [(link(case.id, f"pages/{case.id}.html"), case.title) for case in file.case]
        yield table(file.section, ("case", "what it shows"), rows_of_file)


def _page(items: list[Asked]) -> str:
    case = items[0].item.case
    return page(f"{case.id}: {case.title}", _parts(items))


def _parts(items: list[Asked]) -> Iterator[str]:
    own, case = items[0].item, items[0].item.case
    yield f"<p>{link('All cases', '../index.html')}</p>"
    yield paragraph(f"Level {items[0].level}, {own.edition}.")
    yield verbatim(case.text)
    yield from _drawn(own)
    yield paragraph(case.why)
    if case.settles:
        yield paragraph(f"Settles {', '.join(full_id(id, own.edition) for id in case.settles)}.")
    if case.source:
        yield paragraph(f"From: {case.source}.")
    for one in items:
        yield from _expected(one, case)


def _expected(one: Asked, case: Case) -> Iterator[str]:
    yield heading(f"Expected of {one.key}")
    if one.item.case.play != case.play:
        yield verbatim(one.item.case.play)
    refused = [place for place, step in enumerate(steps_of(one.item), 1) if step["refused"]] if case.play else []
    if refused:
        yield paragraph(f"Refused: command {', '.join(map(str, refused))}.")
    yield as_json(one.item.expected)


def _drawn(item: Item) -> Iterator[str]:
    """The position as a picture and in words; nothing where there is none."""
    scene = _scene(item)
    if scene is not None:
        yield Html(_short(svg(scene)))
        yield paragraph(" ".join(in_words(scene)))


def _short(picture: str) -> str:
    """A picture to stand in a page, without the line that only a file of its own has."""
    return re.sub(r"^<\?xml[^>]*\?>\s*", "", picture)


def _scene(item: Item) -> Scene | None:
    try:
        if item.kind in LINES:
            return scenes.of_case(item.case, item.edition)
        told = answer(item).told if item.kind == "play" else None
        return None if told is None else scenes.of_table(told)
    except RefereeError:  # a line that is none, or a position that cannot be
        return None
