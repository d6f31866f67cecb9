"""What each kind of rulebase file must look like. Used by the audit and the tests, never while judging."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Grade = Literal["card", "rulebook", "faq", "reported", "cosmodex", "forum", "unsourced", "house", "stated"]
Kind = Literal["normative", "definition", "procedure", "example", "informational", "note", "placeholder", "fact"]


class Shape(BaseModel):
    """A table of a rulebase file: unknown keys are faults."""

    model_config = ConfigDict(extra="forbid")


class ClauseShape(Shape):
    """A clause of a book."""

    id: str
    kind: Kind
    phase: str = ""
    says: str = Field(min_length=10)
    locator: str = Field(min_length=3)
    page: str = ""
    printed_refs: list[str] = []
    refs: list[str] = []
    same_as: list[str] = []
    near: list[str] = []
    differs: str = ""
    questions: list[str] = []
    inert: str = ""


class SectionShape(Shape):
    """A section file of a book."""

    book: str
    section: str
    title: str
    order: int = 0
    held: Literal["stated", "applied", "cased"]
    clause: list[ClauseShape]


class BookShape(Shape):
    """What all clauses of a book have in common."""

    id: str
    title: str
    grade: Grade
    grades: dict[Grade, list[str]] = {}


class RuleShape(Shape):
    """A rule of the law."""

    kind: Literal["rule", "fact", "parameter", "assumption"] = "rule"
    says: str = ""
    text: str
    value: Any = None
    cites: dict[str, str] = {}
    grade: Literal["house", "stated"] | None = None
    question: str = ""
    quiet: bool = False  # the question is named only where a table has chosen another reading than the preferred one
    readings: dict[str, ReadingOfRule] = {}


class ReadingOfRule(Shape):
    """What a rule becomes under another reading of its question."""

    text: str = ""
    value: Any = None
    cites: dict[str, str]
    grade: Literal["house", "stated"] | None = None


class UseShape(Shape):
    """One use of a power."""

    id: str
    text: str
    may: str = ""
    roles: list[str] = Field(min_length=1)
    phases: list[str] = Field(min_length=1)
    mandatory: bool
    zappable: bool = True
    question: str = ""
    effects: list[dict[str, Any]] = Field(min_length=1)


class AlienShape(Shape):
    """An alien sheet."""

    name: str
    power: str
    set: str
    grade: Grade
    roles: list[str] = Field(min_length=1)
    mandatory: bool
    phases: list[str]
    summary: str
    use_part: str = ""
    lifts: list[Literal["ships", "owned"]] = []
    use: list[UseShape] = []


class CardShape(Shape):
    """A named card."""

    name: str
    type: str
    grade: Grade
    count: int = 0
    research: str = ""
    roles: list[str] = []
    phases: list[str] = []
    summary: str
    text: str = ""
    applied: bool = False


class CardsShape(Shape):
    """A file of named cards."""

    card: list[CardShape]


# Why no ruling on one line shows a reading: it concerns the course of a game at a table, or how the documents are read
# ("books"), or every line is ruled the same by it.
Shows = Literal["table", "books", "nothing"]


class ReadingShape(Shape):
    """One reading of a disputable point; `shows` if no line can show this one."""

    says: str
    cites: list[str]
    grade: Grade
    shows: Shows | None = None


class QuestionShape(Shape):
    """A disputable point."""

    id: str
    title: str
    weight: Literal["high", "medium", "low"]
    edition: str = "consolidated"
    asks: str
    prefers: str
    reason: str
    shows: Shows | None = None  # if no line can show any of its readings
    affects: list[str]
    reading: dict[str, ReadingShape] = Field(min_length=1)


class ParameterShape(Shape):
    """A number, order or permission in which editions can be compared; an overlay leaves kind, topic and asks out."""

    kind: Literal["parameter", "rule"] = "parameter"
    topic: str = ""
    asks: str = ""
    says: str = ""
    text: str = ""
    value: Any = None
    cites: dict[str, str] = {}
    agrees: dict[str, str] = {}
    law: str = ""
    grade: Literal["house", "stated"] | None = None
    question: str = ""


class EditionShape(Shape):
    """An edition or a variant: what it has otherwise, by topic of the law and key."""

    model_config = ConfigDict(extra="allow")

    title: str
    book: str
    judged: bool = False
