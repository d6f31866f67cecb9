"""Conformance cases: the files, what a case holds, and the clauses that cases settle."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from referee.book import bounds
from referee.book.files import line_of, parsed, place_of
from referee.book.loader import rulebase
from referee.errors import CaseFileError

# The other kinds of case of the format; they come with the commands that judge them.
LATER = ("ask",)
LINES = ("encounter", "duel", "contest")
KINDS = (*LINES, "play", "may", "timing", *LATER)
ABOUT = "suite.toml"  # in a folder of cases what is said of them all: their version, and what has changed


class Expect(BaseModel):
    """What a case expects. Keys not named here are those of a ruling (CONTRACT: a ruling as JSON)."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    refused: Literal["malformed", "impossible", "illegal"] | None = Field(
        default=None, description="That it is refused, and as what."
    )
    cites: list[str] = Field(default=[], description="Clauses on which the refusal rests, or that the ruling cites.")
    questions: list[str] = Field(default=[], description="Disputable points that the ruling names.")
    absent: list[str] = Field(
        default=[], description="Keys that are null, or not there: outcome, players.red.compensation."
    )
    players: dict[str, dict[str, object]] = Field(
        default={},
        description="By player, what happens to it: ships, lands, warp, compensation (cards), rewards (picks) ...",
    )
    cases: list[dict[str, object]] = Field(default=[], description="Of a ruling that depends: its cases.")
    play: str = Field(default="", description="In another edition: how the table goes on there.")
    editions: dict[str, dict[str, object]] = Field(default={}, alias="in", description="By edition, what is otherwise.")
    readings: dict[str, dict[str, object]] = Field(
        default={}, alias="by", description="By reading of a disputable point (DF-05=ffg2018), what is otherwise."
    )


class Case(BaseModel):
    """One case of a case file (CONTRACT: a case file)."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=r"^[A-Z]{2}\d+$", description="Two letters and a number, for ever; each stands once.")
    title: str = Field(description="What the case shows, in a few words.")
    edition: str = Field(
        default="",
        description="The rule set, where it is not the file's: consolidated, ffg2018, duel ...; variants with +.",
    )
    settles: list[str] = Field(
        default=[], description="Clauses that the proof must reach, or clauses that the books mark as saying the same."
    )
    source: str = Field(default="", description="Where the case comes from.")
    why: str = Field(default="", description="How the expectation follows from the rules, with the arithmetic.")
    encounter: str = Field(default="", description="The line of an encounter.")
    anyway: bool = Field(default=False, description="Whether it is ruled on although an act is forbidden.")
    play: str = Field(
        default="",
        description="Commands of a table, one a line; after !! the clause that must refuse one, after # a comment.",
    )
    spoken: bool = Field(default=False, description="Of a play: whether what goes without saying is implied.")
    timing: str = Field(default="", description="The words of `referee timing`.")
    may: str = Field(default="", description="The words of `referee may`.")
    duel: str = Field(default="", description="The line of a duel.")
    contest: str = Field(default="", description="The line of a contest.")
    ask: str = Field(default="", description="The words of `referee ask`.")
    deviates: str = Field(default="", description="Why the case is known to fail.")
    expect: dict[str, Any] = Field(
        description="What must be ruled: every key is compared with the ruling, or with the table after a play."
    )

    @field_validator("expect")
    @classmethod
    def _well_formed(cls, expect: dict[str, object]) -> dict[str, object]:
        told = Expect.model_validate(expect)
        for elsewhere in (*told.editions.values(), *told.readings.values()):
            for read_otherwise in Expect.model_validate(elsewhere).readings.values():
                Expect.model_validate(read_otherwise)
        return expect

    @property
    def kind(self) -> str:
        """Which kind of case it is: one of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind))

    @property
    def text(self) -> str:
        """The line, the commands or the words that are to be ruled."""
        text: str = getattr(self, self.kind)
        return text

    @model_validator(mode="after")
    def _of_one_kind(self) -> Case:
        kinds = [kind for kind in KINDS if getattr(self, kind)]
        if len(kinds) != 1:
            raise ValueError(f"a case has one of {', '.join(KINDS)}; this one has {' and '.join(kinds) or 'none'}")
        return self


class CaseFile(BaseModel):
    """A file of cases: one section of the rules."""

    model_config = ConfigDict(extra="forbid")

    format: int = Field(ge=1, le=1, description="The format of case files.")
    section: str = Field(description="The section of the rules that the file is about.")
    edition: str = Field(default="consolidated", description="The rule set of the cases that do not name their own.")
    case: list[Case] = Field(description="The cases.")


def case_files(paths: Iterable[Path]) -> list[Path]:
    """The case files among some files and folders, sorted; CaseFileError for a path that is neither."""
    found: list[Path] = []
    for path in paths:
        try:
            if path.is_dir():
                found += sorted(file for file in path.rglob("*.toml") if file.name != ABOUT)
            elif path.is_file() and path.suffix == ".zip":
                raise CaseFileError(str(path), "it is an archive: unpack it, and name the folder `cases` in it")
            elif path.is_file():
                found.append(path)
            else:
                raise CaseFileError(str(path), "there is no such file or folder")
        except OSError as error:
            raise CaseFileError(str(path), f"it cannot be read: {error.strerror}") from None
    return found


def once_each(files: Iterable[tuple[Path, CaseFile]]) -> None:
    """Ids are for ever, so each stands once; CaseFileError names the second place of one that does not."""
    seen: dict[str, Path] = {}
    for path, file in files:
        for case in file.case:
            if case.id in seen:
                raise CaseFileError(place_of(path, case.id), f"{case.id} stands in {seen[case.id]} already")
            seen[case.id] = path


def read_cases(path: Path) -> CaseFile:
    """The cases of one file; CaseFileError names file and line of what is wrong with it."""
    try:
        data = parsed(bounds.read_bytes(path, bounds.TOML).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise CaseFileError(str(path), f"it is not UTF-8 text ({error.reason})") from None
    except ValueError as error:
        raise CaseFileError(str(path), f"it is not TOML: {error}") from None
    except OSError as error:
        raise CaseFileError(str(path), f"it cannot be read: {error.strerror}") from None
    try:
        return CaseFile.model_validate(data)
    except ValidationError as error:
        raise CaseFileError(*_fault(path, data, error)) from None


def _fault(path: Path, data: dict[str, object], error: ValidationError) -> tuple[str, str]:
    first = error.errors(include_url=False)[0]
    where = [str(part) for part in first["loc"]]
    cases = data.get("case")
    line = 1
    if len(where) > 1 and where[0] == "case" and isinstance(cases, list) and where[1].isdigit():
        case = cases[int(where[1])]
        id = str(case.get("id", "")) if isinstance(case, dict) else ""
        line = line_of(path, f'"{id}"') if id else 1
        where = [id or f"case {int(where[1]) + 1}", *where[2:]]
    return f"{path}:{line}", f"{'.'.join(where)}: {first['msg']}"


def full_id(id: str, edition: str) -> str:
    """An id with its book: `5.10.1`, `consolidated:5.10.1` and `consolidated 5.10.1` are one clause."""
    text = id.replace(":", " ").strip()
    known = rulebase()
    book = text.partition(" ")[0]
    own = edition.partition("+")[0]  # a variant has no book of its own
    return text if book in ("alien", "card", "question", "players") or book in known.books() else f"{own} {text}"


def cases_by_clause() -> dict[str, list[str]]:
    """The ids of the project's cases by the full id of each clause that they settle."""
    from referee.book.places import SCENARIOS

    found: dict[str, list[str]] = {}
    for path in case_files([SCENARIOS]):
        file = read_cases(path)
        for case in file.case:
            for id in case.settles:
                found.setdefault(full_id(id, case.edition or file.edition), []).append(case.id)
    return found
