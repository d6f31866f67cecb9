"""What the rulebase says now, in short: a print of a clause, a sheet or a card, and one of all its files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from referee.book.books import Books
from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.names import key_of
from referee.book.sheets import FACES

Told = dict[str, Any]

_RULES = ("books", "law", "editions", "variants", "aliens", "cards", "questions")  # what a ruling can rest on


@lru_cache(maxsize=4)
def _shelf(known: Rulebase) -> Books:
    """The books of a rulebase, of which no more is read than is asked for."""
    return Books(known)


def prints(ids: Iterable[str], books: Rulebase | None = None) -> dict[str, str]:
    """A short hash of what each clause, sheet, card or disputable point says now; empty where it is not known any more.

    It changes when what the rulebase has of it does, and stays the same when only the file is written otherwise.
    """
    known = books or rulebase()
    found: dict[str, str] = {}
    for id in dict.fromkeys(ids):
        says = _content(id, known)
        found[id] = (
            "" if says is None else blake2b(json.dumps(says, sort_keys=True).encode(), digest_size=6).hexdigest()
        )
    return found


def rulebook(books: Rulebase | None = None) -> tuple[str, str]:
    """A digest of the rulebase's files, and the version of the program."""
    from referee import __version__

    return _digest((books or rulebase()).folder), __version__


@lru_cache(maxsize=4)
def _digest(folder: Path) -> str:
    digest = blake2b(digest_size=12)
    for path in sorted(path for part in _RULES for path in (folder / part).rglob("*.toml")):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _content(id: str, known: Rulebase) -> Any:
    """What the rulebase has of an id that a proof cites; None where there is nothing of that name."""
    book, _, local = id.partition(" ")
    if id == "players":
        return id  # what the players state is on the line itself
    if book in ("question", "house"):  # a house rule is a table's reading of it
        path = known.folder / "questions" / f"{local}.toml"
        return _but(read_toml(path), ("title",)) if path.is_file() else None
    if book == "alien" or (book == "card" and local.endswith("-flare")):
        file = known.alien_file(local.removesuffix("-flare"))
        if file is None:
            return None
        data = read_toml(file)
        return _but(data, FACES) if book == "alien" else {face: data.get(face) for face in FACES}
    if book == "card":
        entries = (entry for path in known.card_files() for entry in read_toml(path).get("card", ()))
        return next((entry for entry in entries if key_of(entry["name"]) == key_of(local)), None)
    clause = _shelf(known).clause(book, local) if book in known.books() else None
    return None if clause is None else [clause.says, clause.kind, clause.grade]


def _but(data: Told, without: Sequence[str]) -> Told:
    return {key: value for key, value in data.items() if key not in without}
