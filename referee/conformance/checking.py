"""Case files judged: each case, and how many passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from referee.book.told import FORMAT
from referee.conformance import scenario
from referee.conformance.scenario import DEVIATES, FAILED, PASSED, Case, CaseFile, Result

Todo = tuple[Path, CaseFile, Case]


class Checked:
    """What came of the cases, in their order."""

    def __init__(self, results: list[Result]) -> None:
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
    *paths: Path | str, strict: bool = False, watched: Callable[[Sequence[Todo]], Iterable[Todo]] = iter
) -> Checked:
    """Judges every case of these files, or folders of them, and compares the ruling with what the case expects.

    With `strict` a case fails too that leaves a headline unasserted, or a question unlisted. `watched` passes the
    cases on one by one. Raises CaseFileError for a file that cannot be read.

    >>> import referee
    >>> referee.check("scenarios/compensation.toml", strict=True).failed
    0
    """
    files = [(path, scenario.read_cases(path)) for path in scenario.case_files([Path(path) for path in paths])]
    scenario.once_each(files)
    todo = [(path, file, case) for path, file in files for case in file.case]
    return Checked([_judged(*one, strict) for one in watched(todo)])


def _judged(path: Path, file: CaseFile, case: Case, strict: bool) -> Result:
    try:
        return scenario.check_case(path, file, case, strict)
    except Exception as error:  # a fault of the program: it is said on which case
        error.add_note(f"case {case.id} of {path}")
        raise
