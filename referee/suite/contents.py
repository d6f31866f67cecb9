"""What stands in the suite besides its pages: the cases as they are asked, the clauses, the points, the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.books import Books
from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.questions import find
from referee.book.sheets import Flare
from referee.conformance.about import About, aside
from referee.conformance.items import Item
from referee.conformance.levels import LEVELS, level_of
from referee.conformance.scenario import Case, CaseFile, case_files, full_id, read_cases
from referee.conformance.versions import about_of, keyed, suite_version
from referee.errors import RulebaseError
from referee.schemas.registry import schema

# The schemas of what a program reads and answers, and of the files.
_READ_AND_ANSWERED = (
    "suite-question",
    "suite-answer",
    "ruling",
    "duel-ruling",
    "timing",
    "verdict",
    "table",
    "duel-table",
)
SCHEMAS = ("case-file", "suite-file", *_READ_AND_ANSWERED)


class Asked(NamedTuple):
    """An item as it is published: by its key, with its level and its file."""

    key: str
    level: str
    item: Item
    file: Path


class Suite(NamedTuple):
    """The cases of a folder, read once: what the folder says of itself, its files, and all items in order."""

    folder: Path
    about: About
    number: str
    files: list[tuple[Path, CaseFile]]
    items: list[Asked]


def read(folder: Path) -> Suite:
    """The suite in a folder; CaseFileError for what cannot be read, or has changed without a new major version."""
    from referee.errors import CaseFileError

    about, version = about_of(folder), suite_version(folder)
    if version.unexplained:
        says = f"{', '.join(version.unexplained)} changed since {version.published}, and no new major version says why"
        raise CaseFileError(str(folder / "suite.toml"), says)
    files = [(path, read_cases(path)) for path in case_files([folder])]
    items = [one for path, file in files for case in file.case for one in _asked(path, file, case)]
    return Suite(folder, about, version.number, files, items)


def _asked(path: Path, file: CaseFile, case: Case) -> Iterator[Asked]:
    levels: dict[str, str] = {}
    for key, item in keyed(file, case):
        level = levels.setdefault(item.id, level_of(item))  # by another reading it is of the same level
        yield Asked(key, level, item, path)


def contents(suite: Suite) -> dict[str, bytes]:
    """The files by their places, but for the pages."""
    found = {
        "suite.json": _json(_manifest(suite)),
        "items.jsonl": "".join(f"{_line(one)}\n" for one in suite.items).encode(),
        "clauses.json": _json(_clauses(suite)),
        "questions.json": _json([find(id) for id in rulebase().questions()]),
        "notation.ebnf": (suite.folder / "notation.ebnf").read_bytes(),
        "suite.toml": (suite.folder / "suite.toml").read_bytes(),
    }
    for path, _ in suite.files:
        found[f"cases/{path.name}"] = path.read_bytes()
        found[f"cases/{path.stem}.json"] = _json(read_toml(path))
    return found | {f"schema/{name}.json": _json(schema(name)) for name in SCHEMAS}


def _json(told: object) -> bytes:
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _manifest(suite: Suite) -> dict[str, object]:
    """What the suite is: its version and levels, and how many items each has."""
    plain = [one for one in suite.items if not one.item.by]
    levels = {
        name: {"about": says, "items": [one.key for one in plain if one.level == name]} for name, says in LEVELS.items()
    }
    return {
        "format": 1,
        "name": suite.about.name,
        "version": suite.number,
        "versions": [version.model_dump() for version in suite.about.version],
        "levels": levels,
        "counts": {"cases": sum(len(file.case) for _, file in suite.files), "items": len(plain)},
        "by_reading": sorted({name for one in suite.items for name in one.item.by}),
        "aside": {name: sorted(ids) for name, ids in sorted(aside([suite.folder]).items())},
    }


def _line(one: Asked) -> str:
    """An item as a line: what is asked, and what is expected of the answer."""
    item = one.item
    told: dict[str, object] = {"key": one.key, "level": one.level, "asked": item.asked(), "expected": item.expected}
    if item.kind == "play":
        told["steps"] = steps_of(item)
    told["settles"] = [full_id(id, item.edition) for id in item.case.settles]
    return json.dumps(told, ensure_ascii=False)


def steps_of(item: Item) -> list[dict[str, Any]]:
    """Of a play, which commands must be refused, and by which clause."""
    from referee.judge.ways.table import lines_of

    named = partial(full_id, edition=item.edition)
    return [
        {"refused": bool(line.refused_by), "cites": [named(line.refused_by)] if line.refused_by else []}
        for line in lines_of(item.case.play)
    ]


def _clauses(suite: Suite) -> list[dict[str, object]]:
    """The clauses, sheets and cards that the cases settle or name: what each says, restated."""
    known = rulebase()
    books = Books(known)
    ids = {id for one in suite.items for id in _ids(one.item)}
    return [told for id in sorted(ids) for told in (_clause(known, books, id),) if told is not None]


def _ids(item: Item) -> Iterator[str]:
    listed = [*item.case.settles, *item.expected.get("cites", ())]
    listed += [id for step in (steps_of(item) if item.kind == "play" else ()) for id in step["cites"]]
    yield from (full_id(id, item.edition) for id in listed)


def _of_flare(flare: Flare) -> str:
    """What a flare says: its wild face, then the super one."""
    return f"Wild: {flare.wild.summary} Super: {flare.super.summary}"


def _card(known: Rulebase, id: str, name: str) -> dict[str, object] | None:
    """A card by its name in small letters, or the flare of an alien; None for a card that there is not."""
    if name.endswith("-flare"):
        flare = known.flare(name.removesuffix("-flare"))
        return None if flare is None else {"id": id, "says": _of_flare(flare), "grade": flare.wild.grade}
    card = next((one for one in known.cards().values() if one.name.casefold() == name), None)
    return None if card is None else {"id": id, "says": card.summary, "grade": card.grade}


def _clause(known: Rulebase, books: Books, id: str) -> dict[str, object] | None:
    """One of them; None for what is no text of a document: a question, or what the players say."""
    kind, _, name = id.partition(" ")
    if kind == "alien":
        sheet = known.alien(name)
        return None if sheet is None else {"id": id, "says": sheet.summary, "grade": sheet.grade}
    if kind == "card":
        return _card(known, id, name.casefold())
    if kind not in books.names():
        return None
    try:
        clause = books.find(name, kind)
    except RulebaseError:
        return None
    told = {"id": id, "says": clause.says, "grade": clause.grade, "same_as": list(clause.same_as)}
    return {**told, "found_by": clause.locator}
