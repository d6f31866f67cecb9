"""The audit finds nothing wrong with the project, and finds what is made wrong on purpose."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.audit import audit
from referee.errors import RulebaseError
from referee.law.books import Books
from referee.law.loader import Rulebase, rulebase
from referee.places import RULEBASE, SCENARIOS


def test_the_project_has_no_faults() -> None:
    report = audit()
    assert report.faults == []
    for book, counts in report.books.items():
        assert counts["applied"] == counts["shown"], book


def _swap(path: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        file = folder / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))

    return change


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (_swap("law/reveal.toml", "5.10.1.1.d.1", "5.10.1.1.d.9"), "law/reveal.toml", "does not exist"),
        (_swap("law/reveal.toml", "5.10.1.1.d.1", "5.10.1.2.a"), "law/reveal.toml", "but it says"),
        (_swap("law/reveal.toml", "the defense wins\" }", "wins the offense\" }"), "law/reveal.toml", "but it says"),
        (_swap("law/reveal.toml", "[ties]", "[tie]"), "judge", "reveal.ties"),
        (_swap("aliens/macron.toml", "ship_value", "ship_worth"), "aliens/macron.toml", "ship_worth"),
        (_swap("aliens/macron.toml", '"main", "ally"', '"mian", "ally"'), "aliens/macron.toml", "mian"),
        (_swap("questions/DF-05.toml", 'prefers = "consolidated"', 'prefers = "x"'), "DF-05", "prefers"),
        (_swap("books/consolidated/5.9-reveal-phase.toml", 'kind = "normative"', 'kind = "norm"'), "5.9", "kind"),
        (_swap("law/uses.toml", "sheet = true", "sheet = false"), "uses.once", "not complete: 'cites'"),
        (_swap("law/rewards.toml", '"the defense gains nothing by winning"', '"nothing"'), "rewards.toml", "one word"),
        (
            _swap("books/consolidated/5.6-launch-phase.toml", '"requires", "forbids"', '"grants"'),
            "launch.ships", "binds",
        ),
    ],
)  # fmt: skip
def test_what_is_broken_is_named_with_its_place(
    tmp_path: Path, change: Callable[[Path], None], place: str, said: str
) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    change(folder)
    empty = tmp_path / "none"
    empty.mkdir()
    try:
        known = Rulebase(folder)
    except RulebaseError as error:
        assert said in str(error)
        return
    faults = [f"{where}: {text}" for where, text in audit(known, empty).faults]
    assert any(place in fault and said in fault for fault in faults), faults[:5]


def test_a_file_that_is_not_toml_is_named_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    (folder / "law" / "reveal.toml").write_text("[ties]\nsays = \n")
    with pytest.raises(RulebaseError, match=r"reveal\.toml:2"):
        Rulebase(folder)


def test_swapped_citations_are_caught(tmp_path: Path) -> None:
    """Each citation of the law replaced by a neighbour's id: the anchors must notice at least 95 in 100."""
    known = rulebase()
    books = Books(known)
    caught = total = 0
    plain = re.compile(r"[a-z0-9']+")
    for path in sorted((RULEBASE / "law").glob("*.toml")):
        for clause, anchor in re.findall(r'"(consolidated [^"]+)" = "([^"]*)"', path.read_text()):
            ids = list(books.clauses("consolidated"))
            at = ids.index(clause.split(" ")[1])
            for other in (at - 1, at + 1):
                says = books.clauses("consolidated")[ids[other % len(ids)]].says
                total += 1
                caught += " ".join(plain.findall(anchor.lower())) not in " ".join(plain.findall(says.lower()))
    assert total > 200
    assert caught / total >= 0.95, f"{caught} of {total}"


def test_the_cases_of_the_project_are_found() -> None:
    assert list(SCENARIOS.glob("*.toml"))
