"""The clauses of one book that say the same as those of another, for an edition that is played by its own book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from referee.law.files import read_toml
from referee.law.parsed import Parsed


def own_clauses(files: Iterable[Path], book: str, place: Path | None) -> Mapping[str, tuple[str, ...]]:
    """By clause of any book, as it is cited, the clauses of `book` that say the same, in its order; pictures last.

    Both ways: who says so may be the one clause or the other. `files` are those of all books, in order; `place` is
    where what they say is kept.
    """
    kept = None if place is None else Parsed(place, _links)
    found: dict[str, dict[str, None]] = {}
    back: list[tuple[str, str]] = []
    for path in files:
        links = _links(path) if kept is None else kept.read(path)
        for id, others in links.items():
            for other in others:
                if id.startswith(f"{book} "):
                    found.setdefault(other, {})[id] = None
                elif other.startswith(f"{book} "):
                    back.append((id, other))
    for id, other in back:
        found.setdefault(id, {})[other] = None
    if kept is not None:
        kept.keep()
    return {id: tuple(sorted(own, key=_pictured)) for id, own in found.items()}


def _pictured(id: str) -> bool:
    """Whether a clause is a card shown in a picture: what the text says of the same comes before that."""
    return "printed-cards." in id


def _links(path: Path) -> dict[str, Any]:
    """The clauses of a file that name others which say the same, as they are cited."""
    data = read_toml(path)
    entries = data.get("clause", ())
    return {f"{data['book']} {entry['id']}": entry["same_as"] for entry in entries if entry.get("same_as")}
