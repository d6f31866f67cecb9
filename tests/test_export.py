"""The exported rulebook is whole, and every link in it leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.book.books import Books
from referee.book.loader import rulebase
from referee.conformance.export import export
from referee.errors import RulebaseError


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of the rulebook, by name."""
    return {path.name: path.read_text() for path in export(rulebase(), tmp_path_factory.mktemp("book"))}


def test_every_clause_is_there_and_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    anchors = {name: set(re.findall(r'<a id="([^"]+)">', text)) for name, text in pages.items()}
    books = Books(rulebase())
    for book in books.names():
        assert pages[f"{book}.md"].count("<a id=") == len(books.clauses(book))
    dead = []
    for name, text in pages.items():
        for page, anchor in re.findall(r"\]\(([a-z0-9A-Z]+\.md)(?:#([^)]+))?\)", text):
            if page not in pages or (anchor and anchor not in anchors[page]):
                dead.append((name, page, anchor))
    assert dead == []


def test_the_consolidated_rules_stand_in_printed_order(pages: dict[str, str]) -> None:
    sections = re.findall(r"^## (\d+\.\d+) ", pages["consolidated.md"], re.MULTILINE)
    assert sections == sorted(sections, key=lambda section: [int(part) for part in section.split(".")])
    assert sections.index("4.2") < sections.index("4.10") < sections.index("5.1") < sections.index("5.10")


@pytest.mark.long
def test_a_folder_of_somebody_else_s_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# My own notes\n")
    with pytest.raises(RulebaseError, match="other files in it"):
        export(rulebase(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "photo.jpg").write_bytes(b"\xff")
    with pytest.raises(RulebaseError, match="--force"):
        export(rulebase(), tmp_path / "mine")
    export(rulebase(), tmp_path, force=True)
    assert (tmp_path / "README.md").read_text().startswith("# The rulebook")


@pytest.mark.long
def test_a_folder_that_was_written_before_is_written_again(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    first = export(rulebase(), tmp_path / "book")
    (tmp_path / "book" / "duel.md").write_text("older")
    assert export(rulebase(), tmp_path / "book") == first
    assert (tmp_path / "book" / "duel.md").read_text() != "older"
    assert {path.name for path in (tmp_path / "book").iterdir()} == {path.name for path in first}


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RulebaseError, match="could not be written"):
        export(rulebase(), tmp_path / "file" / "book")
