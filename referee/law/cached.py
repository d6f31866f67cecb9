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

BOOKS = ("consolidated", "ffg2018")  # what `ask` answers from by default


def index(rulebase: Rulebase, folder: Path | None) -> Index:
    """The index of the default books, from the cache in a folder or made anew (and kept there if that can be)."""
    path = folder / f"ask-{_key(rulebase)}.json" if folder is not None else None
    if path is not None:
        try:
            return Index.from_data(json.loads(path.read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            pass  # not there yet, or damaged: it is made again
    made = build(rulebase)
    if path is not None:
        _keep(path, json.dumps(made.to_data()).encode())
    return made


def build(rulebase: Rulebase, default: Sequence[str] = BOOKS) -> Index:
    """The index of some books made anew, the first book's clauses before the others'."""
    books = Books(rulebase)
    questions = {f"{book} {id}": found for book in default for id, found in books.asked(book).items()}
    return Index(
        (clause for book in default for clause in books.clauses(book).values()), thesaurus(rulebase), questions
    )


def _key(rulebase: Rulebase) -> str:
    digest = hashlib.blake2b(digest_size=12)
    files = [rulebase.folder / "thesaurus.toml", Path(__file__).with_name("asking.py")]
    for book in BOOKS:
        files += sorted((rulebase.folder / "books" / book).iterdir())
        files += sorted((rulebase.folder / "asked" / book).glob("*.toml"))
    for file in files:
        stat = file.stat()
        digest.update(f"{file.name} {stat.st_size} {stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def _keep(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("ask-*.json"):
            old.unlink(missing_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.replace(temporary, path)
    except OSError:
        pass  # a cache that cannot be kept costs time, nothing else
