"""The aliens, envoys and cards of a game of its own: is each well formed, and does what it names exist?"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.book.books import Books
from referee.book.files import place_of, read_toml
from referee.book.loader import Rulebase
from referee.conformance.audit.report import Report


class AbilityShape(BaseModel):
    """One ability: when it can act, whether it may be left, and its effect with its numbers."""

    model_config = ConfigDict(extra="allow")

    name: str
    when: Literal["duel", "contest", "both", "always"]
    may: bool = False
    verb: str


class DueShape(BaseModel):
    """What a card makes a player do: one of the options; `law` where a rule of its own holds them."""

    model_config = ConfigDict(extra="forbid")

    options: list[str] = Field(min_length=1)
    may: bool = False
    whose: Literal["", "opponent"] = ""
    law: str = ""


class TextShape(BaseModel):
    """An alien, an envoy or a card. `open` is what no document tells of it."""

    model_config = ConfigDict(extra="forbid")

    name: str
    summary: str = ""
    printed: str = ""
    open: str = ""
    ability: list[AbilityShape] = []
    law: str = ""
    deck: Literal["", "discovery", "event", "refresh"] = ""
    next: Literal["", "discovery", "event", "refresh"] = ""
    kind: Literal["", "duel", "contest", "strike", "resources"] = ""
    place: Literal["", "discover", "bar"] = ""
    from_warp: bool = False
    bars_controllers: bool = False
    advantage: int | None = None
    prize: Literal["", "winner", "loser"] = ""
    due: list[DueShape] = []
    resources: list[str] = []
    resource_laws: dict[str, str] = {}
    value: int | None = None
    plan: int | None = None
    even: int | None = None
    odd: int | None = None


def check(report: Report, known: Rulebase, books: Books) -> None:
    """Adds the faults of the texts of a game, and counts them."""
    for path in sorted((known.home / "texts").glob("*.toml")):
        names: set[str] = set()
        for data in read_toml(path)["text"]:
            place = place_of(path, str(data.get("name", "name")))
            text = _read(report, place, data)
            if text is None:
                continue
            if text.name in names:
                report.fault(place, f"{text.name} stands there twice")
            names.add(text.name)
            for law in {text.law, *(entry.law for entry in text.due), *text.resource_laws.values()} - {"", *known.law}:
                report.fault(place, f"{text.name} rests on {law!r}, which is no rule of the law")
            book, _, local = text.printed.partition(" ")
            if text.printed and (book not in books.names() or local not in books.clauses(book)):
                report.fault(place, f"names {text.printed!r}, which does not exist")
        report.counts[f"{known.home.name} {path.stem}"] = len(names)


def _read(report: Report, place: str, data: dict[str, object]) -> TextShape | None:
    try:
        return TextShape.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        report.fault(place, f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}")
        return None
