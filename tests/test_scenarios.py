"""Every case of `scenarios/`, one test each, as `referee check --strict` judges them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.places import SCENARIOS
from referee.scenario import DEVIATES, PASSED, Case, CaseFile, case_files, check_case, read_cases

FILES = [(path, read_cases(path)) for path in case_files([SCENARIOS])]
CASES = [pytest.param(path, file, case, id=case.id) for path, file in FILES for case in file.case]


@pytest.mark.parametrize(("path", "file", "case"), CASES)
def test_case(path: Path, file: CaseFile, case: Case) -> None:
    result = check_case(path, file, case, strict=True)
    assert result.status in (PASSED, DEVIATES), "\n".join(map(str, result.differences))


def test_there_are_enough_of_both_kinds() -> None:
    cases = [case for _, file in FILES for case in file.case]
    refused = [case for case in cases if "refused" in case.expect]
    assert len(cases) - len(refused) >= 60
    assert len(refused) >= 30


def test_ids_are_numbered_by_section() -> None:
    letters = {path.name: {case.id[:2] for case in file.case} for path, file in FILES}
    listed = dict(re.findall(r"\| ([A-Z]{2}) \|[^|]*\| `([a-z0-9-]+\.toml)`", (SCENARIOS / "README.md").read_text()))
    assert {name: {letter} for letter, name in listed.items()} == letters


def test_every_case_says_how_its_expectation_follows() -> None:
    assert [case.id for _, file in FILES for case in file.case if len(case.why) < 20] == []
