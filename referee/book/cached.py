"""The index of clauses kept between calls, so that a question costs no reading of all the books.

The cache is keyed by the names, sizes and times of the files it was made from; a file that changes makes a new one.
Without a place to keep it everything works the same, only slower.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from referee.book import whole
from referee.book.books import Books
from referee.book.loader import Rulebase
from referee.book.search import Index, thesaurus

MAIN = ("consolidated", "ffg2018")  # what answers by default; elsewhere, where the edition's own book is silent


def books_for(rulebase: Rulebase) -> tuple[str, ...]:
    """The books whose clauses answer in an edition."""
    return MAIN if rulebase.book == MAIN[0] else (rulebase.book,)


def index(rulebase: Rulebase, folder: Path | None, names: Sequence[str] = MAIN) -> Index:
    """The index of these books, from the cache in a folder or made anew (and kept there if that can be)."""
    path = folder / f"ask-{names[0]}-{_key(rulebase, names)}.json" if folder is not None else None
    if path is not None:
        try:
            stat = path.stat()
            return _read(path, stat.st_ino, stat.st_size, stat.st_mtime_ns)
        except (OSError, ValueError, KeyError, TypeError):
            pass  # not there yet, or damaged: it is made again
    made = build(rulebase, names)
    if path is not None:
        _keep(path, json.dumps(made.to_data()).encode(), f"ask-{names[0]}-*.json")
    return made


@lru_cache(maxsize=4)
def _read(path: Path, *_as_it_is: int) -> Index:
    """What a kept file says, read once in a process as long as the file stays as it is."""
    return Index.from_data(json.loads(path.read_bytes()))


def build(rulebase: Rulebase, names: Sequence[str] = MAIN) -> Index:
    """The index of some books made anew, the first book's clauses before the others'.

    What players ask was gathered by the clauses of the main books: in other books, what says much the same answers it.
    """
    books = Books(rulebase)
    clauses = [clause for book in names for clause in books.clauses(book).values()]
    questions: dict[str, Sequence[str]] = {
        f"{book} {id}": found for book in {*names, *MAIN} for id, found in books.asked(book).items()
    }
    for clause in clauses if names[0] != MAIN[0] else ():
        for other in (*clause.same_as, *clause.covers, *clause.within, *clause.near):
            questions[clause.full_id] = (*questions.get(clause.full_id, ()), *questions.get(other, ()))
    return Index(clauses, thesaurus(rulebase), questions)


def _key(rulebase: Rulebase, names: Sequence[str]) -> str:
    digest = hashlib.blake2b(digest_size=12)
    files = [rulebase.folder / "thesaurus.toml", Path(__file__), Path(__file__).with_name("search.py")]
    for book in dict.fromkeys((*names, *MAIN)):
        files += sorted((rulebase.folder / "books" / book).iterdir())
        files += sorted((rulebase.folder / "asked" / book).glob("*.toml"))
    for file in files:
        stat = file.stat()
        digest.update(f"{file.name} {stat.st_size} {stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def _keep(path: Path, data: bytes, before: str) -> None:
    """Keeps the index; what was kept `before` under such a name goes."""
    with suppress(OSError):
        for old in path.parent.glob(before):
            old.unlink(missing_ok=True)
    whole.keep(path, data)
