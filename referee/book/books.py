"""The books clause by clause: what each document says, to be looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee.book import bounds
from referee.book.clause import Clause, spelled
from referee.book.files import read_toml, text_of
from referee.book.links import COVERS, NEAR, SAME, WITHIN
from referee.book.loader import Rulebase
from referee.book.names import near
from referee.errors import RulebaseError


class Books:
    """All books of a rulebase. Reads a book's files when one of its clauses is asked for."""

    def __init__(self, rulebase: Rulebase) -> None:
        self.rulebase = rulebase
        self._clauses: dict[str, dict[str, Clause]] = {}
        self._texts: dict[Path, str] = {}  # of files in which one clause was looked for
        self._parts: dict[Path, dict[str, Clause]] = {}  # the clauses of those in which one stood

    def names(self) -> list[str]:
        """The books there are."""
        return self.rulebase.books()

    def clauses(self, book: str) -> dict[str, Clause]:
        """The clauses of a book by local id, in file order."""
        if book not in self._clauses:
            self._clauses[book] = {clause.id: clause for path in self.files(book) for clause in self._read(path)}
        return self._clauses[book]

    def clause(self, book: str, local: str) -> Clause | None:
        """One clause by its local id, or None. Reads only the file in which it stands, if no more was read yet."""
        if book not in self._clauses:
            for path in self.files(book):
                if path not in self._texts:
                    self._texts[path] = text_of(path)
                if path not in self._parts and f'id = "{local}"' in self._texts[path]:
                    self._parts[path] = {clause.id: clause for clause in self._read(path)}
                if local in self._parts.get(path, ()):
                    return self._parts[path][local]
        return self.clauses(book).get(local)

    def files(self, book: str) -> list[Path]:
        """The section files of a book."""
        folder = self.rulebase.folder / "books" / book
        return sorted(path for path in folder.glob("*.toml") if path.name != "book.toml")

    def asked(self, book: str) -> dict[str, list[str]]:
        """How players ask for the clauses of a book: questions by local id."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.rulebase.folder / "asked" / book).glob("*.toml")):
            found.update(read_toml(path))
        return found

    def _read(self, path: Path) -> Iterator[Clause]:
        data, links = read_toml(path), self.rulebase.links
        for entry in data.get("clause", ()):
            try:
                id = str(entry["id"])
                full = f"{data['book']} {id}"
                yield Clause(
                    data["book"],
                    id,
                    entry["says"],
                    entry["kind"],
                    entry.get("phase", ""),
                    self.rulebase.grade(full),
                    entry["locator"],
                    tuple(entry.get("refs", ())),
                    links.of(SAME, full),
                    links.of(COVERS, full),
                    links.of(WITHIN, full),
                    links.of(NEAR, full),
                    entry.get("differs", ""),
                    tuple(entry.get("questions", ())),
                    data["section"],
                    entry.get("inert", ""),
                    tuple(entry.get("does", ())),
                    tuple(entry.get("about", ())),
                )
            except KeyError as error:
                raise RulebaseError(f"{path}:1", f"a clause lacks {error}") from None

    def _by_locator(self, words: str, own: str) -> Clause | None:
        """The clause whose locator has these words of its document, one of the `own` book first."""
        wanted = " ".join(words.casefold().split())
        if len(wanted.split()) < 2:
            return None
        order = [own, *(book for book in self.names() if book != own)]
        clauses = (clause for book in order if book in self.names() for clause in self.clauses(book).values())
        return next((clause for clause in clauses if wanted in clause.locator.casefold()), None)

    def search(self, words: str) -> list[Clause]:
        """The clauses of all books in which every one of these words stands, in book order."""
        bounds.check_line(words)
        wanted = set(re.findall(r"[^\W_]+", words.casefold()))
        if not wanted:
            return []
        return [
            clause
            for book in self.names()
            for clause in self.clauses(book).values()
            if wanted <= set(re.findall(r"[^\W_]+", clause.says.casefold()))
        ]

    def under(self, asked: str, own: str = "consolidated") -> tuple[str, list[Clause]]:
        """The id of a heading, and the clauses that stand under it; none where the id is not one of a heading."""
        book, locals = spelled(asked, own, self.names())
        clauses = self.clauses(book) if book in self.names() else {}
        if any(local in clauses for local in locals):
            return "", []
        found = [clause for id, clause in clauses.items() if id.startswith(f"{locals[0]}.")]
        return f"{book} {locals[0]}", found

    def find(self, asked: str, own: str = "consolidated") -> Clause:
        """The clause meant by an id in any usual spelling, without a book one of the edition's `own` book.

        RulebaseError offers what stands under a heading, or the nearest ids if there is no such clause.
        """
        book, locals = spelled(asked, own, self.names())
        if book not in self.names():
            raise RulebaseError(book, f"no such book; known: {', '.join(self.names())}")
        for local in locals:
            if local in self.clauses(book):
                return self.clauses(book)[local]
        by_place = self._by_locator(asked.strip(" \"'“”"), own)
        if by_place is not None:
            return by_place
        under = [id for id in self.clauses(book) if id.startswith(f"{locals[0]}.")]
        if under:
            raise RulebaseError(asked, f"that is a heading; under it stand {', '.join(under[:6])}")
        nearest = near(locals[0], self.clauses(book))
        hint = "; `referee search` and `referee ask` look in what the clauses say"
        if nearest:
            hint = f"; nearest: {', '.join(f'{book} {id}' for id in nearest)}"
        raise RulebaseError(asked, f"there is no such clause{hint}")
