"""The entries of the law's files as they are read: what each can say, and of which type (`shapes.py` checks that)."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from referee.book.law import StepKind


class ReadingEntry(TypedDict, total=False):
    """What a rule becomes under another reading of its question."""

    text: str
    value: object
    cites: dict[str, str]
    grade: str


class DomainEntry(TypedDict, total=False):
    """What the value of a rule can be (`book/domains.py`)."""

    one_of: list[str]
    among: list[str]
    order: list[str]
    number: bool | list[int]
    range: bool
    flag: bool
    counts: bool
    lists: bool
    names: bool
    words: bool


class LawEntry(DomainEntry, total=False):
    """A rule, as the law, an edition or a variant has it."""

    kind: StepKind
    says: str
    text: str
    value: object
    cites: dict[str, str]
    also: dict[str, str]
    about: list[str]
    mark: str
    sheet: bool
    grade: str
    question: str
    quiet: bool
    readings: dict[str, ReadingEntry]


def read_as(entry: LawEntry, reading: ReadingEntry) -> LawEntry:
    """A rule as one reading of its question has it; where that has clauses of its own, none of the others."""
    read: LawEntry = {**entry, **reading}
    if "cites" in reading:
        read.pop("also", None)
    return read


class ParameterEntry(TypedDict, total=False):
    """A parameter by which editions are compared, with the topic under which it stands."""

    topic: str
    asks: str
    says: str
    value: object
    cites: dict[str, str]
    agrees: dict[str, str]
    law: str
    part: str | int
    variant: str
    beside: list[str]


class EffectsEntry(TypedDict, total=False):
    """What has effects: verbs with their arguments."""

    effects: list[dict[str, Any]]


class UseEntry(EffectsEntry, total=False):
    """A way in which a power acts; `cites` of one that an edition's own book gives to it."""

    id: str
    text: str
    question: str
    roles: list[str]
    phases: list[str]
    mandatory: bool
    zappable: bool
    may: str
    typed: str
    moment: dict[str, str]
    moment_by: str
    lasting: bool
    cites: dict[str, str]


class NamesEntry(TypedDict, total=False):
    """Whom a power has to name, and in which roles."""

    whom: str
    roles: list[str]


class WorksEntry(TypedDict, total=False):
    """What the text of a sheet does without being used."""

    phases: list[str]
    roles: list[str]
    comes_up: list[str]
    zappable: bool


class ErratumEntry(TypedDict, total=False):
    """What an erratum says of one text of an alien, and where it puts its bars."""

    about: str
    grade: str
    text: str
    roles: list[str]
    phases: list[str]
    cites: list[str]


class PowerEntry(TypedDict, total=False):
    """The power of an alien, as its file has it."""

    name: str
    power: str
    set: str
    grade: str
    summary: str
    roles: list[str]
    phases: list[str]
    mandatory: bool
    lifts: list[str]
    use: list[UseEntry]
    moment: dict[str, str]
    moment_by: str
    comes_up: list[str]
    comes_up_early: list[str]
    works: WorksEntry
    states: list[str]
    keeps_power: bool
    keeps_color: bool
    names: NamesEntry
    zappable: bool
    times: int
    holds: list[str]
    errata: list[ErratumEntry]


class FaceEntry(EffectsEntry, total=False):
    """A face of a flare; `classic` is the text of an older printing."""

    summary: str
    roles: list[str]
    phases: list[str]
    grade: str
    classic: FaceEntry
    printed: str
    bars: str
    text: str
    needs_power: bool
    typed: str
    moment: dict[str, str]
    states: list[str]


class CardEntry(EffectsEntry, total=False):
    """A card that is known by its name."""

    name: str
    type: str
    grade: str
    summary: str
    text: str
    roles: list[str]
    phases: list[str]
    applied: bool
    research: str
    moment: dict[str, str]
    lifetime: str


class AmendedEntry(TypedDict, total=False):
    """What an edition's own book gives to a power."""

    use: list[UseEntry]


class PointReading(TypedDict):
    """One reading of a disputable point, by its name."""

    name: str
    says: str
    cites: list[str]
    grade: str
    shows: NotRequired[str]


class Point(TypedDict):
    """A disputable point with its readings."""

    id: str
    title: str
    weight: str
    edition: NotRequired[str]
    asks: str
    prefers: str
    reason: str
    shows: NotRequired[str]
    affects: list[str]
    readings: list[PointReading]
