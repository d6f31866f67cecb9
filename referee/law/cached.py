"""The index of clauses kept between calls, so that a question costs no reading of all the books.

The cache is keyed by the names, sizes and times of the files it was made from; a file that changes makes a new one.
Without a place to keep it everything works the same, only slower.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from referee.law.asking import Index, thesaurus
from referee.law.books import Books
from referee.law.loader import Rulebase

_MAIN = ("consolidated", "ffg2018")  # whose rules are taken where others are silent


def books_for(rulebase: Rulebase) -> tuple[str, ...]:
    """The books that answer in an edition: its own first, then those whose rules are taken where it is silent."""
    return tuple(dict.fromkeys((rulebase.book, *_MAIN)))


def index(rulebase: Rulebase, folder: Path | None) -> Index:
    """The index of the edition's books, from the cache in a folder or made anew (and kept there if that can be)."""
    path = folder / f"ask-{rulebase.book}-{_key(rulebase)}.json" if folder is not None else None
    if path is not None:
        try:
            return Index.from_data(json.loads(path.read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            pass  # not there yet, or damaged: it is made again
    made = build(rulebase)
    if path is not None:
        _keep(path, json.dumps(made.to_data()).encode(), f"ask-{rulebase.book}-*.json")
    return made


def build(rulebase: Rulebase) -> Index:
    """The index of the edition's books made anew, the clauses of its own before the others'.

    What players ask was gathered by the clauses of the consolidated rules: one that says much the same answers it too.
    """
    books, names = Books(rulebase), books_for(rulebase)
    clauses = [clause for book in names for clause in books.clauses(book).values()]
    questions: dict[str, Sequence[str]] = {
        f"{book} {id}": found for book in names for id, found in books.asked(book).items()
    }
    if rulebase.book != _MAIN[0]:
        for clause in clauses:
            for other in (*clause.same_as, *clause.near) if clause.book == rulebase.book else ():
                own = questions.get(clause.full_id, ())
                questions[clause.full_id] = (*own, *questions.get(other, ()))
    return Index(clauses, thesaurus(rulebase), questions)


def _key(rulebase: Rulebase) -> str:
    digest = hashlib.blake2b(digest_size=12)
    files = [rulebase.folder / "thesaurus.toml", Path(__file__), Path(__file__).with_name("asking.py")]
    for book in books_for(rulebase):
        files += sorted((rulebase.folder / "books" / book).iterdir())
        files += sorted((rulebase.folder / "asked" / book).glob("*.toml"))
    for file in files:
        stat = file.stat()
        digest.update(f"{file.name} {stat.st_size} {stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def _keep(path: Path, data: bytes, before: str) -> None:
    """Keeps the index; what was kept `before` under such a name goes."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(before):
            old.unlink(missing_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.replace(temporary, path)
    except OSError:
        pass  # a cache that cannot be kept costs time, nothing else
