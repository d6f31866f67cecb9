"""Is the clash matrix whole, and does what it rests on exist? Whether it is still true, `tests.clashes` tells."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.book import clashes
from referee.book.books import Books
from referee.book.files import place_of, read_toml
from referee.book.loader import Rulebase
from referee.conformance.audit.report import Report
from referee.errors import RulebaseError

Exists = Literal["in-turn", "independent", "order-matters", "open"]


class ClashShape(BaseModel):
    """What no position can show of two powers, with its authority; `question` where it is disputable."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    aliens: tuple[str, str]
    kind: Exists | None = Field(default=None, alias="is")
    says: str
    cites: list[str] = Field(min_length=1)
    question: str | None = None


def check(report: Report, known: Rulebase, books: Books) -> None:
    """Adds the faults of `clashes.toml` and `clashes.json`, and counts the pairs by kind."""
    executable = {alien.name for name in known.alien_names() if (alien := known.alien(name)) and alien.uses}
    _check_stated(report, known, books, executable)
    _check_matrix(report, known, executable)


def _check_stated(report: Report, known: Rulebase, books: Books, executable: set[str]) -> None:
    path = known.folder / "clashes.toml"
    for data in read_toml(path)["clash"]:
        place = place_of(path, str(data.get("aliens", ["clash"])[0]))
        try:
            entry = ClashShape.model_validate(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            report.fault(place, f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}")
            continue
        _check_names(report, known, books, entry, place)
        for name in entry.aliens:
            if name not in executable:
                report.fault(place, f"there is no alien {name} that is applied")


def _check_names(report: Report, known: Rulebase, books: Books, entry: ClashShape, place: str) -> None:
    """Adds a fault for a clause or a question that a clash names and that is none, and for a question left out."""
    for id in entry.cites:
        if not _exists(known, books, id):
            report.fault(place, f"cites {id!r}, which does not exist")
    if entry.question is not None and entry.question not in known.questions():
        report.fault(place, f"there is no question {entry.question}")
    if entry.kind == clashes.OPEN and entry.question is None:
        report.fault(place, "is open, and names no question")


def _exists(known: Rulebase, books: Books, id: str) -> bool:
    book, _, local = id.partition(" ")
    if book == "alien":
        return known.alien(local) is not None
    if book == "card":
        return known.card(local) is not None
    return book in books.names() and local in books.clauses(book)


def _check_matrix(report: Report, known: Rulebase, executable: set[str]) -> None:
    place = f"{known.folder / clashes.FILE}:1"
    try:
        told = clashes.read_clashes(known.folder)
    except RulebaseError as error:
        report.fault(place, str(error))
        return
    wanted = {clashes.key(one, other) for one, other in combinations(executable, 2)}
    missing = sorted(wanted ^ set(told["pairs"]))
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        report.fault(place, f"{missing[0]}{more}: not as the aliens are; run python -m tests.clashes --write")
    for kind, count in clashes.counts(told).items():
        report.counts[f"clashes {kind}"] = count
