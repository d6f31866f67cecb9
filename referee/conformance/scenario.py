"""Conformance cases: read a case file, judge each case, compare the ruling with what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from referee.book import bounds
from referee.book.files import line_of, parsed, place_of
from referee.book.law import FACT, PARAMETER, Rule
from referee.book.loader import rulebase
from referee.book.parameters import NOT_STATED
from referee.conformance.expected import (
    QUESTIONS,
    Difference,
    Expected,
    differences_from,
    expected_in,
    to_be_asserted,
    unasserted,
    unlisted,
    unnamed,
)
from referee.duel.games import game, judge
from referee.errors import CaseFileError, ImpossibleError, MalformedError, RulebaseError
from referee.judge.ruling import ILLEGAL
from referee.judge.ways.timing import rule_words

if TYPE_CHECKING:
    from referee.judge.finding import Finding
    from referee.judge.ruling import Ruled

# The other kinds of case of the format; they come with the commands that judge them.
LATER = ("ask",)
_TEXTS = ("alien", "card", "players")  # what a rule cites that rests on the text of a sheet or card
LINES = ("encounter", "duel", "contest")
KINDS = (*LINES, "play", "may", "timing", *LATER)
PASSED, FAILED, DEVIATES = "passed", "failed", "deviates"


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
    players: dict[str, dict[str, Any]] = Field(
        default={},
        description="By player, what happens to it: ships, lands, warp, compensation (cards), rewards (picks) ...",
    )
    cases: list[dict[str, Any]] = Field(default=[], description="Of a ruling that depends: its cases.")
    play: str = Field(default="", description="In another edition: how the table goes on there.")
    editions: dict[str, dict[str, Any]] = Field(default={}, alias="in", description="By edition, what is otherwise.")


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
    def _well_formed(cls, expect: dict[str, Any]) -> dict[str, Any]:
        for elsewhere in Expect.model_validate(expect).editions.values():
            Expect.model_validate(elsewhere)
        return expect

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


class Proved(Protocol):
    """What was ruled in a case: an encounter, or one command of a play."""

    @property
    def citations(self) -> dict[str, str]:
        """The clauses it rests on, with their grades."""

    @property
    def findings(self) -> Iterable[Finding]:
        """Every step of the proof."""

    @property
    def refused_by(self) -> set[str]:
        """The clauses that forbid something."""


@dataclass(slots=True)
class Result:
    """How a case came out: the differences, the clauses its proofs reached, and those that refused (`broken`)."""

    file: Path
    case: Case
    edition: str
    differences: list[Difference]
    cites: set[str]
    broken: set[str]
    proofs: set[Rule]  # the rules of its proofs

    @property
    def status(self) -> str:
        """`passed`, `failed` or `deviates`; one that is marked as deviating, and passes, has failed."""
        if self.case.deviates:
            return FAILED if self.differences[0].where == "deviates" else DEVIATES
        return FAILED if self.differences else PASSED

    @property
    def rules(self) -> set[str]:
        """The rules of its proofs, by id."""
        return {rule.id for rule in self.proofs}

    @property
    def uncited(self) -> set[str]:
        """The rules that cite nothing although they have to."""
        return {rule.id for rule in self.proofs if not rule.cites and not _needs_no_clause(rule)}

    @property
    def twice(self) -> set[str]:
        """The rules that cite a clause twice."""
        return {rule.id for rule in self.proofs if len({cite.id for cite in rule.cites}) < len(rule.cites)}

    @property
    def textless(self) -> set[str]:
        """The rules that rest on a sheet or card and cite none."""
        return {rule.id for rule in self.proofs if rule.sheet and not _names_a_text(rule)}

    def to_dict(self) -> dict[str, Any]:
        """As JSON (CONTRACT: `referee check --json`)."""
        return {"id": self.case.id, "status": self.status, "differences": [d.to_dict() for d in self.differences]}


def _needs_no_clause(rule: Rule) -> bool:
    """True for what was told, and for what a book says nothing of: there is no clause to cite."""
    return rule.kind == FACT or (rule.kind == PARAMETER and rule.value == NOT_STATED)


def _names_a_text(rule: Rule) -> bool:
    """True if a rule cites a sheet or card, what the players say of one, or what is followed in its place."""
    return rule.id == "assumptions.silent" or any(cite.id.partition(" ")[0] in _TEXTS for cite in rule.cites)


def case_files(paths: Iterable[Path]) -> list[Path]:
    """The case files among some files and folders, sorted; CaseFileError for a path that is neither."""
    found: list[Path] = []
    for path in paths:
        try:
            if path.is_dir():
                found += sorted(path.rglob("*.toml"))
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
        data = parsed(bounds.read_bytes(path, bounds.TOML).decode())
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


def _fault(path: Path, data: dict[str, Any], error: ValidationError) -> tuple[str, str]:
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


def check(path: Path, strict: bool = False) -> Iterator[Result]:
    """Judges every case of a file, in each edition it speaks of."""
    cases = read_cases(path)
    for case in cases.case:
        yield check_case(path, cases, case, strict)


def check_case(path: Path, file: CaseFile, case: Case, strict: bool = False) -> Result:
    """Judges one case and compares; with `strict`, a headline field left unasserted is a difference too, and so is a
    question that the ruling names and the case does not list.

    What a case settles is settled in its own edition, and in another one as far as that edition's book says it too.
    """
    expected = {key: value for key, value in case.expect.items() if key != "in"}
    own = _Judged(case, case.edition or file.edition, expected)
    differences = own.differences(strict)
    listing = strict and not case.play  # of the questions
    if listing:
        differences += unlisted(expected, own.questions())
    judged = [own]
    for edition, more in case.expect.get("in", {}).items():
        there = _elsewhere(own, edition, more)
        judged.append(there)
        found = there.differences()
        if listing and QUESTIONS in more:
            found += unlisted(there.expected, there.questions())
        differences += [replace(one, where=f"in {edition}: {one.where}") for one in found]
    if case.deviates and not differences:
        differences = [Difference("deviates", case.deviates, "the case passes; take the mark away")]
    return _result(path, own, differences, [ruling for one in judged for ruling in one.rulings])


def _result(path: Path, own: _Judged, differences: list[Difference], rulings: list[Proved]) -> Result:
    cites = {id for ruling in rulings for id in ruling.citations}
    broken = {id for ruling in rulings for id in ruling.refused_by}
    rules = {finding.rule for ruling in rulings for finding in ruling.findings}
    return Result(path, own.case, own.edition, differences, cites, broken, rules)


def _elsewhere(own: _Judged, edition: str, more: Expected) -> _Judged:
    """A case as it is judged in another edition, which expects `more` or something else."""
    case, expected = own.case, own.expected
    merged = expected_in(expected, more)
    # What is not ruled at all settles nothing, nor does what is ruled in one edition and refused in the other.
    unread = merged.get("refused") not in (None, ILLEGAL) or ("refused" in merged) != ("refused" in expected)
    settles = [] if unread else _settled_in(case, own.edition, edition)
    play = merged.pop("play", case.play) if case.play else ""  # as the same table goes on there
    return _Judged(case.model_copy(update={"settles": settles, "play": play}), edition, merged)


def _settled_in(case: Case, edition: str, other: str) -> list[str]:
    """Of what a case of one edition settles: sheets and cards, and the clauses that another edition's book says too."""
    try:
        known = rulebase(other, judged=False)
    except RulebaseError:  # told of where the case is judged by it
        return []
    own = (f"{known.book} ", "alien ", "card ")
    ids = (full_id(id, edition) for id in case.settles)
    return [id for id in ids if any(same.startswith(own) for same in (id, *known.saying(id)))]


@dataclass(slots=True)
class _Judged:
    """A case judged in one edition, with what it expects there; `rulings` are those that were made."""

    case: Case
    edition: str
    expected: Expected
    rulings: list[Proved] = field(default_factory=list)

    def differences(self, strict: bool = False) -> list[Difference]:
        """In what the case is ruled otherwise than expected; with `strict`, also what it leaves unasserted."""
        case = self.case
        try:
            if case.play:
                return self._play()
            if case.may:
                return self._may()
            return self._timing(strict) if case.timing else self._line(strict)
        except MalformedError as error:
            return self._refused("malformed", str(error))
        except ImpossibleError as error:
            return self._refused("impossible", str(error))
        except RulebaseError as error:
            if case.play or case.may:
                return self._refused("malformed", str(error))
            return [Difference("edition", self.edition, str(error))]

    def questions(self) -> list[str]:
        """The disputable points that the rulings name, those of refusals too."""
        steps = (finding for ruling in self.rulings for finding in ruling.findings)
        return list(dict.fromkeys(step.rule.question for step in steps if step.rule.question))

    def _line(self, strict: bool) -> list[Difference]:
        kind = next((kind for kind in LINES if getattr(self.case, kind)), "")
        if not kind:
            return [Difference("kind", "a case with a line, a play, a question or a timing", "ask")]
        ruling = judge(kind, getattr(self.case, kind), self.edition, self.case.anyway)
        self.rulings.append(ruling)
        if ruling.status == ILLEGAL and "refused" in self.expected:
            refused = self._refused(ILLEGAL, "; ".join(illegal.finding.says for illegal in ruling.illegal))
            return [*refused, *self._uncited(ruling), *self._unnamed(), *self._unreached()]
        if "refused" in self.expected:
            return [Difference("refused", self.expected["refused"], f"{ruling.status}: {ruling.summary()['outcome']}")]
        told = _told(ruling, self.expected)
        unsaid = unasserted(self.expected, told) if strict else []
        return [*differences_from("", self.expected, told), *self._unreached(), *unsaid]

    def _play(self) -> list[Difference]:
        """Each line is accepted, or refused by its clause; then the table is compared (CONTRACT: a case file)."""
        of = game(self.edition)
        played = (of.play_spoken if self.case.spoken else of.play)(self.case.play, self.edition)
        self.rulings += played.verdicts
        if played.faults or played.table is None:
            return [Difference("play", "as marked", fault) for fault in played.faults or ["no table was laid"]]
        return [*differences_from("", self.expected, of.show(played.table)), *self._unreached()]

    def _may(self) -> list[Difference]:
        verdict = game(self.edition).question(self.case.may, self.edition)
        self.rulings.append(verdict)
        told = verdict.to_dict(proof=False)
        if "refused" not in self.expected:
            told["cites"] = list(verdict.citations)
            return [*differences_from("", self.expected, told), *self._unreached()]
        differences = self._uncited(verdict)
        if self.expected["refused"] != told["status"]:
            differences.append(Difference("refused", self.expected["refused"], told["status"]))
        return [*differences, *self._unnamed(), *self._unreached()]

    def _timing(self, strict: bool) -> list[Difference]:
        """The words of `referee timing`; with `strict`, status and order must be asserted."""
        order = rule_words(self.case.timing, self.edition)
        self.rulings.append(order)
        told, expected = order.to_dict(proof=False), self.expected
        differences: list[Difference] = []
        if "refused" in expected:
            as_expected = told["status"] == expected["refused"]
            other = [Difference("refused", expected["refused"], told["status"])]
            differences = self._uncited(order) if as_expected else other
            expected = {key: value for key, value in expected.items() if key not in ("refused", "cites")}
        else:
            told["cites"] = list(order.citations)
        differences += [*differences_from("", expected, told), *self._unreached()]
        if strict and told["status"] != ILLEGAL:
            unsaid = {"status", "order"} - expected.keys()
            differences += to_be_asserted(key for key in ("status", "order") if key in unsaid and told[key] is not None)
        return differences

    def _unreached(self) -> list[Difference]:
        """The clauses that the case settles, and none of its proofs reaches."""
        cites = {id for ruling in self.rulings for id in ruling.citations}
        missing = [id for id in self.case.settles if not _reached(id, cites, self.edition)]
        return [Difference("settles", id, "no proof reaches it") for id in missing]

    def _unnamed(self) -> list[Difference]:
        return unnamed(self.expected, self.questions())

    def _uncited(self, ruling: Proved) -> list[Difference]:
        refused_by = ruling.refused_by
        missing = [id for id in self.expected.get("cites", []) if not _reached(id, refused_by, self.edition)]
        return [Difference("cites", id, sorted(refused_by)) for id in missing]

    def _refused(self, kind: str, text: str) -> list[Difference]:
        """A refused line has no ruling: only that it is refused, why, and how disputably can be expected of it."""
        expected = self.expected
        if expected.get("refused") != kind:
            wanted = expected.get("refused") or f"{expected.get('status', 'a ruling')}: {expected.get('outcome')}"
            return [Difference("refused", wanted, f"{kind}: {text}")]
        allowed = ("refused", "cites", QUESTIONS) if kind == ILLEGAL else ("refused",)
        differences = [Difference(key, expected[key], "the line is refused") for key in expected if key not in allowed]
        if kind != ILLEGAL:
            differences += [Difference("settles", id, "the line is refused") for id in self.case.settles]
        return differences


def _told(ruling: Ruled, expected: Expected) -> dict[str, Any]:
    """What the ruling says under the keys that a case can expect; the dearer ones only where they are."""
    told = dict(ruling.summary())
    told["status"] = ruling.status
    told["needs"] = ruling.needs
    if not expected.keys() <= told.keys():
        told |= ruling.to_dict(proof=False)
        told["cites"] = list(ruling.citations)
    return told


def full_id(id: str, edition: str) -> str:
    """An id with its book: `5.10.1`, `consolidated:5.10.1` and `consolidated 5.10.1` are one clause."""
    text = id.replace(":", " ").strip()
    known = rulebase()
    book = text.partition(" ")[0]
    own = edition.partition("+")[0]  # a variant has no book of its own
    return text if book in ("alien", "card", "question", "players") or book in known.books() else f"{own} {text}"


def _reached(id: str, cites: set[str], edition: str) -> bool:
    """True if a clause is among the citations, or one that the books mark as saying the same, or that and more."""
    id = full_id(id, edition)
    return id in cites or not rulebase().saying(id).isdisjoint(cites)


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
