"""The rulebase's files read: TOML, the generated JSON, and the one part of an edition that a page needs by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.book import bounds
from referee.book.places import RULEBASE
from referee.book.vocabulary import Vocabulary
from referee.errors import RulebaseError

WORDS = "words"  # in an edition's file, what its book calls things by another name
SHARES = "shares"  # and the file with what it has as other editions do
BOOKS = "books"  # in such a file, the books of the editions that share it


_INSTEAD: dict[Path, str] = {}  # what some files are taken to say, for who asks what would be if


@contextmanager
def instead(texts: Mapping[Path, str]) -> Iterator[None]:
    """Takes these files to say these texts, without writing anything; files that are not there cannot be added so."""
    _INSTEAD.update(texts)
    try:
        yield
    finally:
        for path in texts:
            del _INSTEAD[path]


_PARSED: list[dict[str, bytes]] = []  # what was parsed while somebody reads the same files many times


@contextmanager
def remembering() -> Iterator[None]:
    """Parses each text only once meanwhile; each reader gets a copy of its own."""
    _PARSED.append(_PARSED[-1] if _PARSED else {})
    try:
        yield
    finally:
        _PARSED.pop()


def parsed(text: str) -> dict[str, object]:
    """What a TOML text says, from memory where it is remembered. ValueError as from `bounds.load_toml`."""
    if not _PARSED:
        return bounds.load_toml(text)
    import pickle  # not for a single ruling

    kept = _PARSED[-1].get(text)
    if kept is None:
        kept = _PARSED[-1][text] = pickle.dumps(bounds.load_toml(text))
    found: dict[str, Any] = pickle.loads(kept)
    return found


def as_written(folder: str = "") -> bool:
    """True if every file (of folders of this name) is taken to say what it does say."""
    return not any(folder in ("", *path.parts) for path in _INSTEAD)


def text_of(path: Path) -> str:
    """What a file of the rulebase says. OSError and UnicodeDecodeError as from `Path.read_text`."""
    return _INSTEAD[path] if path in _INSTEAD else path.read_text(encoding="utf-8")


def read_toml(path: Path, part: Callable[[str], str] | None = None) -> dict[str, Any]:
    """The file's content, or a part of it; RulebaseError names file and line of what is wrong with it."""
    try:
        text = _INSTEAD[path] if path in _INSTEAD else bounds.read_bytes(path, bounds.TOML).decode("utf-8-sig")
        return parsed(part(text) if part is not None else text)
    except FileNotFoundError:
        raise RulebaseError(str(path), "there is no such file") from None
    except UnicodeDecodeError as error:
        raise RulebaseError(str(path), f"it is not UTF-8 text ({error.reason})") from None
    except ValueError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else max(text.count("\n"), 1)  # at the end of the document
        raise RulebaseError(f"{path}:{line}", f"it is not TOML: {error}") from None


def read_json(path: Path) -> dict[str, object]:
    """A generated file of the rulebase; RulebaseError names one that is missing or broken."""
    import json  # of use to few commands

    try:
        found: dict[str, Any] = json.loads(text_of(path))
    except FileNotFoundError:
        raise RulebaseError(str(path), "there is no such file") from None
    except ValueError as error:
        raise RulebaseError(str(path), f"it is not JSON: {error}") from None
    return found


def edition_in(path: Path, read: Callable[[Path], dict[str, Any]] = read_toml) -> dict[str, Any]:
    """What the file of an edition says, laid over what it shares with others; of that, the clauses of its own book."""
    own = read(path)
    if SHARES not in own:
        return own
    below = read(_shared(path, own[SHARES]))
    others = {book for book in below[BOOKS] if book != own["book"]}
    told = {**own}
    for topic, entries in below.items():
        if isinstance(entries, dict):
            laid = {key: _citing_none_of(others, entry) for key, entry in entries.items()}
            over = own.get(topic, {})
            told[topic] = laid | over | {key: {**laid[key], **over[key]} for key in laid.keys() & over}
    return told


def _citing_none_of(books: set[str], entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without the clauses of these books."""
    if "cites" not in entry:
        return entry
    cites = {clause: anchor for clause, anchor in entry["cites"].items() if clause.partition(" ")[0] not in books}
    return {**entry, "cites": cites}


def _shared(path: Path, name: str) -> Path:
    """The file that the edition of another file shares by this name."""
    return path.parent / "shared" / f"{name}.toml"


def place_of(path: Path, text: str, after: str = "") -> str:
    """File and line of some text, as `line_of` finds it; in the file that an edition shares, where it stands there."""
    said = text_of(path)
    shares = re.search(rf'^{SHARES} = "(.+?)"', said, re.MULTILINE) if (after or text) not in said else None
    home = path if shares is None else _shared(path, shares[1])
    return f"{home}:{line_of(home, text, after)}"


def line_of(path: Path, text: str, after: str = "") -> int:
    """The line of a file on which some text first stands, from one with another text on; 1 if nowhere."""
    said = text_of(path)
    start = said.find(after) if after else 0
    at = said.find(text, said.rfind("\n", 0, start) + 1) if start >= 0 else -1
    return said.count("\n", 0, at) + 1 if at >= 0 else 1


@lru_cache(maxsize=8)
def vocabulary(edition: str) -> Vocabulary | None:
    """The own words of an edition, with or without variants; None if it has none, or is not known here.

    For what is printed of a ruling that was made before: the rest of the edition's file is not read.
    """
    try:
        words = read_toml(RULEBASE / "editions" / f"{edition.partition('+')[0]}.toml", _words_only).get(WORDS)
    except (RulebaseError, OSError):
        return None
    return Vocabulary(words) if words else None


def _words_only(text: str) -> str:
    """The words that a file of an edition lists, and nothing else of it."""
    _, head, rest = text.partition(f"\n[{WORDS}]")
    return f"{head}{rest.partition(f'{chr(10)}[')[0]}"
