"""The exported rulebook is whole, and every link in it leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.errors import RulebaseError
from referee.export import export
from referee.law.books import Books
from referee.law.loader import rulebase


def test_every_clause_is_there_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    written = export(rulebase(), tmp_path / "book")
    pages = {path.name: path.read_text() for path in written}
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


def test_the_consolidated_rules_stand_in_printed_order(tmp_path: Path) -> None:
    export(rulebase(), tmp_path)
    sections = re.findall(r"^## (\d+\.\d+) ", (tmp_path / "consolidated.md").read_text(), re.MULTILINE)
    assert sections == sorted(sections, key=lambda section: [int(part) for part in section.split(".")])
    assert sections.index("4.2") < sections.index("4.10") < sections.index("5.1") < sections.index("5.10")


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RulebaseError, match="could not be written"):
        export(rulebase(), tmp_path / "file" / "book")
