"""The whole rulebase as cross-linked Markdown, in printed order, with the cases under their clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from referee.book import whole
from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.files import read_toml
from referee.book.loader import Rulebase
from referee.book.places import SCENARIOS
from referee.conformance.scenario import Case, case_files, cases_by_clause, full_id, read_cases
from referee.errors import RulebaseError

_FIRST_PAGE = "README.md"
_HEAD = "# The rulebook\n\n- [consolidated](consolidated.md), "  # by which a folder that was written before is known


def export(known: Rulebase, folder: Path, force: bool = False) -> list[Path]:
    """Writes one file per book, the disputable points and the cases; returns the files.

    RulebaseError where it cannot, and where the folder holds other files, unless it is to be done with `force`.
    """
    if not force:
        _check_ours(folder)
    books = Books(known)
    cases = cases_by_clause()
    pages = {f"{book}.md": _book(books, book, cases) for book in books.names()}
    pages["questions.md"] = _questions(known)
    pages["cases.md"] = _all_cases()
    pages[_FIRST_PAGE] = _contents(books)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():  # the first page comes last: it says that the others are there
            whole.replace(folder / name, text.encode(), private=False)
    except OSError as error:
        raise RulebaseError(str(folder), f"the rulebook could not be written there: {error.strerror}") from None
    return [folder / name for name in pages]


def _check_ours(folder: Path) -> None:
    """RulebaseError for a folder that is neither empty nor one that was written before."""
    try:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return
        with (folder / _FIRST_PAGE).open(encoding="utf-8") as page:
            if page.read(len(_HEAD)) == _HEAD:
                return
    except (OSError, UnicodeError):
        pass
    if folder.is_dir():
        raise RulebaseError(str(folder), "there are other files in it; name a new folder, or write over them: --force")


def _link(id: str) -> str:
    book, _, local = id.partition(" ")
    return f"[{id}]({book}.md#{_anchor(local)})"


def _anchor(local: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", local.lower())


def _book(books: Books, book: str, cases: Mapping[str, list[str]]) -> str:
    meta = read_toml(books.rulebase.folder / "books" / book / "book.toml")
    restated = "Restated in our own words; find a clause in your copy by the words in quotes."
    lines = [f"# {meta['title']}", "", restated, ""]
    for path in sorted(books.files(book), key=_printed_order):
        data = read_toml(path)
        section = f"{data['section']} " if data["section"][0].isdigit() else ""
        lines += [f"## {section}{data['title']}", ""]
        for entry in data["clause"]:
            lines += _clause(books.clauses(book)[entry["id"]], cases)
    return "\n".join(lines)


def _printed_order(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.name.split("-")[0])]


def _clause(clause: Clause, cases: Mapping[str, list[str]]) -> list[str]:
    differs = f" ({clause.differs})" if clause.differs else ""
    mine = dict.fromkeys(id for key in (clause.full_id, *clause.same_as) for id in cases.get(key, ()))
    links = {
        "refers to ": [_link(f"{clause.book} {ref}") for ref in clause.refs],
        "same as ": map(_link, clause.same_as),
        "part of ": map(_link, clause.within),
        "covers ": map(_link, clause.covers),
        "compare ": map(_link, clause.near),
        "disputable: ": (f"[{id}](questions.md#{id.lower()})" for id in clause.questions),
        "cases ": (f"[{id}](cases.md#{id.lower()})" for id in mine),
    }
    told = [f"{clause.kind}, {clause.grade}", f"“{clause.locator}”"]
    for says, others in links.items():
        listed = ", ".join(others)
        told += [f"{says}{listed}{differs if says == 'compare ' else ''}"] if listed else []
    line = f'<a id="{_anchor(clause.id)}"></a>**{clause.id}** {clause.says}'
    return [line, "", f"<sub>{' · '.join(told)}</sub>", ""]


def _questions(known: Rulebase) -> str:
    lines = ["# Disputable points", ""]
    for id in known.questions():
        told = read_toml(known.folder / "questions" / f"{id}.toml")
        lines += [f'## <a id="{id.lower()}"></a>{id}: {told["title"]}', "", told["asks"], ""]
        for name, reading in told["reading"].items():
            mark = " (ours)" if name == told["prefers"] else ""
            cites = ", ".join(_link(clause) for clause in reading["cites"])
            lines.append(f"- **{name}**{mark}: {reading['says']} {cites}")
        lines += ["", told["reason"], ""]
    return "\n".join(lines)


def _all_cases() -> str:
    lines = ["# Cases", ""]
    for path in case_files([SCENARIOS]):
        file = read_cases(path)
        lines += [f"## {file.section}", ""]
        for case in file.case:
            lines += _case(case, file.edition)
    return "\n".join(lines)


def _case(case: Case, edition: str) -> list[str]:
    lines = [f'<a id="{case.id.lower()}"></a>**{case.id}** {case.title}', "", f"`{case.encounter}`", "", case.why]
    if case.settles:
        lines += ["", "<sub>" + ", ".join(_settled(full_id(id, edition)) for id in case.settles) + "</sub>"]
    return [*lines, ""]


def _settled(id: str) -> str:
    return id if id.startswith(("alien ", "card ")) else _link(id)


def _contents(books: Books) -> str:
    lines = ["# The rulebook", ""]
    lines += [f"- [{book}]({book}.md), {len(books.clauses(book))} clauses" for book in books.names()]
    return "\n".join([*lines, "- [Disputable points](questions.md)", "- [Cases](cases.md)", ""])
