"""Every question that players asked about a position is shown by a case, and the case expects what is accepted.

The questions are not part of the project: the environment variable REFEREE_QUESTIONS names their file, or they lie
beside the project in `shared/reference`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from referee.book.places import SCENARIOS
from referee.conformance.scenario import Case, case_files, read_cases

HERE = SCENARIOS.parent.parent / "shared" / "reference" / "questions.yaml"
EDITIONS = ("consolidated", "ffg")  # the questions about the older rules and about Duel have their own time
WINS = {"offense": "offense-wins", "defense": "defense-wins"}
FORM = re.compile(r"player question (q\d{3})(, .*)?")


@pytest.fixture(scope="module")
def questions() -> dict[str, dict[str, Any]]:
    """The questions by their ids."""
    path = Path(os.environ.get("REFEREE_QUESTIONS") or HERE)
    if not path.is_file():
        pytest.skip("REFEREE_QUESTIONS names no file with the questions")
    yaml = pytest.importorskip("yaml", reason="the questions are YAML, and PyYAML is not installed")
    return {entry["id"]: entry for entry in yaml.safe_load(path.read_text(encoding="utf-8"))}


@pytest.fixture(scope="module")
def cases() -> dict[str, list[Case]]:
    """The cases that show a question, by its id."""
    found: dict[str, list[Case]] = {}
    for path in case_files([SCENARIOS]):
        for case in read_cases(path).case:
            match = FORM.fullmatch(case.source)
            if match:
                found.setdefault(match[1], []).append(case)
    return found


def _placed(questions: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The positions of the questions that the default rules answer, by the question's id."""
    return {id: q["position"] for id, q in questions.items() if q["edition"] in EDITIONS and "position" in q}


def _said(case: Case, key: str) -> Any:
    """What a case expects of the ruling: of its line, or of the last one at its table."""
    return case.expect.get(key, case.expect.get("last", {}).get(key))


def test_every_position_is_shown(questions: dict[str, dict[str, Any]], cases: dict[str, list[Case]]) -> None:
    placed = _placed(questions)
    assert len(placed) >= 20
    assert sorted(placed.keys() - cases.keys()) == []


def test_a_case_names_a_question_that_was_asked(
    questions: dict[str, dict[str, Any]], cases: dict[str, list[Case]]
) -> None:
    assert sorted(cases.keys() - questions.keys()) == []


def test_the_totals_are_the_accepted_ones(questions: dict[str, dict[str, Any]], cases: dict[str, list[Case]]) -> None:
    totals = {id: p["expected"]["totals"] for id, p in _placed(questions).items() if "totals" in p["expected"]}
    assert totals
    assert [id for id, both in totals.items() if both not in [_said(case, "totals") for case in cases[id]]] == []


def test_the_winner_is_the_accepted_one(questions: dict[str, dict[str, Any]], cases: dict[str, list[Case]]) -> None:
    winners = {id: p["expected"].get("winner") for id, p in _placed(questions).items()}
    wanted = {id: WINS[side] for id, side in winners.items() if side in WINS}
    assert wanted
    assert [id for id, outcome in wanted.items() if outcome not in [_said(c, "outcome") for c in cases[id]]] == []


def test_a_question_is_named_in_one_form() -> None:
    sources = [case.source for path in case_files([SCENARIOS]) for case in read_cases(path).case]
    odd = [source for source in sources if re.search(r"\bq\d{3}\b", source) and not FORM.fullmatch(source)]
    assert odd == []
    assert any(FORM.fullmatch(source) for source in sources)
