"""The pages of the cases, each with its position drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.book.places import SCENARIOS
from referee.conformance.scenario import KINDS, LINES, Case, case_files, full_id, read_cases
from referee.errors import RefereeError
from referee.public.pictures import Picture, picture_of_case
from referee.site.addresses import Link, addresses, case_page, drawing_of, slug
from referee.site.pages import NAV, Page

_COMMANDS = {"encounter": "encounter", "duel": "duel", "contest": "contest", "may": "may", "timing": "timing"}


class Todo(NamedTuple):
    """A case that is to be shown: in which section it stands, by which edition it is ruled."""

    section: str
    edition: str
    case: Case

    def __str__(self) -> str:
        return f"case {self.case.id}"


class Shown(NamedTuple):
    """What other pages show of a case: if its position is drawn, its `size` in points, and how plain the case is.

    The plainest is a line, settles few clauses, and has few letters.
    """

    id: str
    title: str
    is_drawn: bool
    size: tuple[int, int]
    plain: tuple[bool, int, int]


def todo() -> list[Todo]:
    """All cases of the project, in the order of their files."""
    return [
        Todo(file.section, case.edition or file.edition, case)
        for path in case_files([SCENARIOS])
        for file in [read_cases(path)]
        for case in file.case
    ]


def written(one: Todo) -> tuple[Shown, dict[str, bytes]]:
    """What is shown of a case elsewhere, and its files: its page, and its drawing where it has one."""
    case = one.case
    drawn = _drawn(one)
    shown = Shown(
        case.id,
        case.title,
        drawn is not None,
        (drawn.width, drawn.height) if drawn is not None else (0, 0),
        (not case.encounter, len(case.settles), len(_typed(case))),
    )
    files = {case_page(case.id): _page(one, drawn, shown).html().encode()}
    if drawn is not None:
        files[drawing_of(case.id)] = drawn.svg.encode()
    return shown, files


def contents(cases: list[Todo]) -> Iterator[Page]:
    """The sections of the cases, and the cases of each."""
    sections: dict[str, list[Case]] = {}
    for one in cases:
        sections.setdefault(one.section, []).append(one.case)
    rows = [(Link(name, _section_page(name)), len(found)) for name, found in sections.items()]
    yield Page("cases/index.html", "Worked positions", "cases.html", {"sections": rows, "count": len(cases)})
    for name, found in sections.items():
        links = [Link(f"{case.id} {case.title}", case_page(case.id)) for case in found]
        yield Page(_section_page(name), name, "list.html", {"heading": name, "links": links}, [_PART])


_PART = next(link for link in NAV if link.place.startswith("cases/"))


def _section_page(section: str) -> str:
    return f"cases/of-{slug(section)}.html"


def _drawn(one: Todo) -> Picture | None:
    try:
        return picture_of_case(one.case, one.edition)
    except RefereeError:  # what is refused as no position
        return None


def _typed(case: Case) -> str:
    return next(str(getattr(case, kind)) for kind in KINDS if getattr(case, kind)).strip()


def _page(one: Todo, drawn: Picture | None, shown: Shown) -> Page:
    case = one.case
    kind = next(kind for kind in KINDS if getattr(case, kind))
    told = {
        "case": case,
        "shown": shown,
        "edition": one.edition,
        "kind": kind,
        "typed": _typed(case),
        "command": _command(one, kind),
        "words": list(drawn.says) if drawn is not None else [],
        "expected": list(_rows(case.expect)),
        "settles": [addresses().cited(full_id(id, one.edition)) for id in case.settles],
    }
    section = Link(one.section, _section_page(one.section))
    return Page(case_page(case.id), f"{case.id}: {case.title}", "case.html", told, [_PART, section])


def _command(one: Todo, kind: str) -> str:
    """The command that rules it; nothing for a play, which is typed line by line."""
    if kind not in _COMMANDS:
        return ""
    line = getattr(one.case, kind).strip()
    quoted = f'"{line}"' if kind in (*LINES, "may") else line
    edition = "" if one.edition in ("consolidated", "duel") and kind != "may" else f" --edition {one.edition}"
    anyway = " --anyway" if one.case.anyway else ""
    return f"referee {_COMMANDS[kind]} {quoted}{edition}{anyway}"


def _rows(expect: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    """What a case expects, in rows: under which key, and what stands there."""
    for key, value in expect.items():
        name = f"{before}{key}".replace("in.", "in ")
        if isinstance(value, Mapping) and any(isinstance(part, (Mapping, list)) for part in value.values()):
            yield from _rows(value, f"{name}.")
        else:
            yield name, _told(value)


def _told(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_told(part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_told, value)) or "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
