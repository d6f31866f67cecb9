"""The project's cases as the tests need them: every file read once in a run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.book.places import SCENARIOS
from referee.conformance.scenario import Case, CaseFile, case_files, read_cases


@cache
def read(path: Path) -> CaseFile:
    """One file of them."""
    return read_cases(path)


@cache
def files() -> tuple[tuple[Path, CaseFile], ...]:
    """Every file of cases, with its path."""
    return tuple((path, read(path)) for path in case_files([SCENARIOS]))


@cache
def cases() -> tuple[Case, ...]:
    """Every case, in the order of the files."""
    return tuple(case for _, file in files() for case in file.case)
