"""Case files judged: each case, and how many passed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from referee.book.told import FORMAT
from referee.conformance import judged, scenario
from referee.conformance.expected import Difference
from referee.conformance.judged import DEVIATES, FAILED, PASSED
from referee.conformance.scenario import Case, CaseFile
from referee.jobs.work import Progress, work, workers

_SHORT = 100  # cases that one process has judged before others have begun


class Todo(NamedTuple):
    """A case that is to be judged: its file, the edition of those of its cases that name none, and how strictly."""

    path: str
    edition: str
    case: Case
    strict: bool

    def __str__(self) -> str:
        return f"case {self.case.id} of {self.path}"


class CaseResult(NamedTuple):
    """How one case came out: `passed`, `failed` or `deviates`, and in what it is ruled otherwise than expected."""

    file: Path
    case: Case
    status: str
    differences: list[Difference]

    def to_dict(self) -> dict[str, Any]:
        """As JSON (CONTRACT: `referee check --json`)."""
        return {"id": self.case.id, "status": self.status, "differences": [d.to_dict() for d in self.differences]}


class Checked:
    """What came of the cases, in their order."""

    def __init__(self, results: list[CaseResult]) -> None:
        self.results = results
        self.counts = {status: sum(r.status == status for r in results) for status in (PASSED, FAILED, DEVIATES)}

    @property
    def failed(self) -> int:
        """How many cases failed."""
        return self.counts[FAILED]

    def to_dict(self) -> dict[str, Any]:
        """As JSON (CONTRACT: commands)."""
        return {"format": FORMAT, **self.counts, "cases": [result.to_dict() for result in self.results]}


def check(
    *paths: Path | str, strict: bool = False, jobs: int | None = None, on: str = "", progress: Progress | None = None
) -> Checked:
    """Judges every case of these files, or folders of them, and compares the ruling with what the case expects.

    With `strict` a case fails too that leaves a headline unasserted, or a question unlisted. `jobs` processes do it
    (without a number, all cores where there are many cases), or the workers of the Dask scheduler `on`, with the same
    results. `progress` is told how many cases are judged, and of how many. Raises CaseFileError for a file that
    cannot be read, RefereeError for a cluster that does not answer.

    >>> import referee
    >>> referee.check("scenarios/compensation.toml", strict=True).failed
    0
    """
    files = [(path, scenario.read_cases(path)) for path in scenario.case_files([Path(path) for path in paths])]
    scenario.once_each(files)
    todo = [Todo(str(path), file.edition, case, strict) for path, file in files for case in file.case]
    count = workers(jobs, on, len(todo) > _SHORT)
    judged = work(_judged, todo, count, on, progress, _lost)
    return Checked(
        [CaseResult(Path(one.path), one.case, *result) for one, result in zip(todo, judged, strict=True)],
    )


def _judged(one: Todo) -> tuple[str, list[Difference]]:
    """The status of a case and its differences."""
    file = CaseFile.model_construct(format=1, section="", edition=one.edition, case=[])
    try:
        result = judged.check_case(Path(one.path), file, one.case, one.strict)
    except Exception as error:  # a fault of the program: it is said on which case
        error.add_note(str(one))
        raise
    return result.status, result.differences


def _lost(_: Todo) -> tuple[str, list[Difference]]:
    """What stands for a case at which processes died: the case has failed, and the others are judged."""
    return FAILED, [Difference("judged", "a ruling", "every process that judged it died")]
