"""What the documents say is so: transcript, counts, commands, and the lines they print as examples."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

import referee
from referee.book.loader import Rulebase
from referee.book.places import RULEBASE
from referee.cli.app import Commands
from referee.conformance.audit import CHECKS, COVERAGE, audit
from referee.conformance.audit.files import EDITIONS, LAW, QUESTIONS
from referee.judge.ways.line import judge_encounter
from tests import effort, readme

ROOT = readme.ROOT
COMMANDS = (ROOT / "docs" / "commands.md").read_text()
GUIDE = (ROOT / "docs" / "guide.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


@pytest.mark.parametrize(
    "part",
    ["transcript", pytest.param("dispute", marks=pytest.mark.long)],  # `coverage` where the audit is made
)
def test_the_generated_parts_are_up_to_date(part: str) -> None:
    assert readme.standing(part) == readme.PARTS[part](), "run python -m tests.readme --write"


def test_the_performance_section_is_filled() -> None:
    assert "of `diplomacy`" in readme.standing("performance")


def test_the_readme_is_a_screen_and_a_half() -> None:
    """What is longer stands on the pages that it leads to, and each of these is there."""
    told = readme.README.read_text()
    assert len(told.splitlines()) <= 100
    assert {page.name for page in readme.pages()[1:]} <= {*re.findall(r"\]\(docs/([a-z]+\.md)\)", told)}


@pytest.mark.parametrize("page", [*readme.pages(), ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_what_a_page_leads_to_is_there(page: Path) -> None:
    """Files, and headings in them."""
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)):
        place, _, heading = link.partition("#")
        if ":" in place:
            continue
        there = page.parent / place if place else page
        assert there.exists(), f"{page.name} leads to {link}"
        if heading:
            known = {re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-") for line in _headings(there)}
            assert heading in known, f"{page.name} leads to {link}"


def _headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)


def test_every_command_is_documented() -> None:
    assert {*Commands.places} == set(re.findall(r"\| `referee ([a-z]+)", COMMANDS))


def test_every_extra_is_documented_with_what_it_brings() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    _, _, table = COMMANDS.partition("## Extras")
    rows = dict(re.findall(r"^\| `([a-z]+)` \| .* \| (.*) \|$", table, re.MULTILINE))
    assert rows.keys() == extras.keys()
    for name, brings in rows.items():
        if name not in ("test", "bench"):
            assert brings.split(", ") == [re.split(r"[<>=\[]", one)[0] for one in extras[name]], name


def test_the_example_lines_of_the_guide_are_ruled() -> None:
    lines = re.findall(r"```text\n(.*?)\n```", GUIDE, re.DOTALL)
    assert lines
    for line in lines:
        assert referee.judge_encounter(line).status == "determined"


def test_the_rule_shown_to_contributors_is_the_rule_there_is() -> None:
    shown = re.search(r"```toml\n(\s+\[short\].*?)```", CONTRIBUTING, re.DOTALL)
    assert shown
    law = (ROOT / "rulebase" / "law" / "compensation.toml").read_text()
    for line in shown[1].strip().splitlines():
        told = line.split("#")[0].strip()
        assert told.rsplit(",", 1)[0].rstrip(" }") in law, told


def test_the_rules_of_a_table_shown_to_contributors_are_played_by(tmp_path: Path) -> None:
    """A tie is open at that table until the players say who won the flip; what is no tie is ruled as ever."""
    edition, question = re.findall(r"```toml\n((?:title|id) = \"(?:Our|HR).*?)```", CONTRIBUTING, re.DOTALL)
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    (folder / "editions" / "our-table.toml").write_text(edition)
    (folder / "questions" / "HR-01.toml").write_text(question)
    books = Rulebase(folder, "our-table")
    tie = judge_encounter("red 3 : 10 vs blue 3 : 10", books=books).to_dict()
    assert (tie["status"], tie["outcome"], tie["totals"]) == ("open", None, {"offense": 13, "defense": 13})
    assert tie["questions"] == ["HR-01"]
    assert {"id": "question HR-01", "grade": "house"} in tie["citations"]
    flipped = judge_encounter("red 3 : 10 vs blue 3 : 10 ; wins offense the flip", books=books).to_dict()
    assert (flipped["status"], flipped["outcome"]) == ("determined", "offense-wins")
    close = judge_encounter("red 3 : 10 vs blue 3 : 9", books=books).to_dict()
    assert close["outcome"] == "offense-wins"
    assert close["flips"][0] == {"if": "2 more for the defense", "outcome": "defense-wins"}  # one more is a tie
    assert judge_encounter("red 3 : 10 vs blue 3 : 10").to_dict()["outcome"] == "defense-wins"


def test_the_audit_accepts_the_rules_of_a_table_as_they_are_shown(tmp_path: Path) -> None:
    edition, question = re.findall(r"```toml\n((?:title|id) = \"(?:Our|HR).*?)```", CONTRIBUTING, re.DOTALL)
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    (folder / "editions" / "our-table.toml").write_text(edition)
    (folder / "questions" / "HR-01.toml").write_text(question)
    checks = {*CHECKS} - {COVERAGE} if effort.LONG else (LAW, EDITIONS, QUESTIONS)  # it judges no case by them
    assert audit(Rulebase(folder), only=checks).faults == []
    wrong = edition.replace('"card-flip"', '"card flip"')
    (folder / "editions" / "our-table.toml").write_text(wrong)
    (fault,) = audit(Rulebase(folder), only=(EDITIONS,)).faults
    assert fault[0].endswith("our-table.toml:8")
    assert "reveal.ties cannot be 'card flip'" in fault[1]


def test_the_docstring_of_the_package_runs() -> None:
    import doctest

    assert doctest.testmod(referee).failed == 0


def test_the_changelog_has_its_section() -> None:
    assert "### Rulings changed" in (ROOT / "CHANGELOG.md").read_text()


def test_nothing_names_a_path_of_somebodys_machine() -> None:
    for path in ROOT.rglob("*"):
        if (
            path.is_file()
            and path.suffix in (".md", ".toml", ".py")
            and not {".venv", ".nox"} & {*path.parts}
            and path.name != Path(__file__).name
        ):
            assert not re.search(r"/home/\w|/Users/\w|/work/|/root/|\.\./shared", path.read_text()), path
