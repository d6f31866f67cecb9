"""How often the search of the site has the clause that answers a question: `python -m tests.bench.site_search [FILE]`.

Beside it stand `referee search` (the clauses in which the very words stand) and `referee ask`. The questions, and what
counts as an answer, are those of `tests.bench.ask`; the pages' own script is asked in a browser.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import referee
from referee.site import finding
from referee.site.addresses import addresses
from referee.site.pages import static
from tests.bench.ask import Question, _entries, fits, questions
from tests.serve.browser import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_FIRST = 5  # clauses among which one must be accepted


def in_the_browser(opened: Browser, asked: Sequence[str], folder: Path) -> list[list[str]]:
    """The clauses that the search of the site finds for each question, in the order in which it shows them."""
    for place, data in finding.files(addresses(), [], []).items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(data)
    (folder / "search.js").write_bytes(static("search.js"))
    (folder / "search.html").write_text('<!doctype html><form id="search"></form><script src="search.js"></script>')
    page = opened.new_page()
    page.goto((folder / "search.html").as_uri())
    found = ranked(page, asked)
    page.close()
    return found


def ranked(page: Page, asked: Sequence[str]) -> list[list[str]]:
    """The first ten clauses that a page with the search of the site finds for each question."""
    found: list[list[str]] = page.evaluate(
        """async (asked) => {
          const told = [];
          for (const one of asked) told.push((await search(one, "")).clauses.slice(0, 10).map(([id]) => id));
          return told;
        }""",
        list(asked),
    )
    return found


def hits(asked: Sequence[Question], found: Sequence[Sequence[str]], of: str = "consolidated") -> int:
    """How many questions have an accepted clause among the first five."""
    return sum(
        any(id.startswith(f"{of} ") and fits(id.partition(" ")[2], question.accepted) for id in ids[:_FIRST])
        for question, ids in zip(asked, found, strict=True)
    )


def measured(opened: Browser, entries: list[dict[str, Any]], folder: Path) -> dict[str, int]:
    """The questions, and for how many of them each way has an accepted clause among its first five."""
    asked = questions(entries)
    texts = [question.asked for question in asked]
    ways: dict[str, Callable[[str], list[str]]] = {
        "referee search": lambda text: [clause.id for clause in referee.search(text)],
        "referee ask": lambda text: [answer.id for answer in referee.ask(text, _FIRST).clauses],
    }
    told = {"questions": len(asked), "site": hits(asked, in_the_browser(opened, texts, folder))}
    return {**told, **{name: hits(asked, [way(text) for text in texts]) for name, way in ways.items()}}


def main(arguments: Sequence[str]) -> None:
    """Prints the counts."""
    entries = _entries(arguments)
    if isinstance(entries, str):
        print(entries)
        return
    with tempfile.TemporaryDirectory() as folder, browser() as opened:
        for name, count in measured(opened, entries, Path(folder)).items():
            print(f"{name:>14}: {count}")


if __name__ == "__main__":
    main(sys.argv[1:])
