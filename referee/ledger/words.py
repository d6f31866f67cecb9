"""The words of a dispute in the index `searched`: which words a text has, and which rows of the index are whose.

The words are taken here, not by SQLite, so that a text and what is looked for in it are always split alike: runs of
letters and digits, without case, accents and vowel points. Each text of a dispute is a row of the index, so that new
ones are added without touching the old; the table `vocabulary` has every word once, for words that are only begun.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterator

_TEXTS = 10  # bits: the first 1,024 texts of a dispute can be searched for
_LONGEST = 64  # characters of a word that are looked at
_FIRST_FETCH, _MOST_FETCHED = 64, 4096  # rows of the index at once
_MANY = 100  # words with one beginning; with more, SQLite's own way is the faster one
_LAST = chr(0x10FFFF)
_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The words of a text, as they are indexed and looked for."""
    folded = text.lower() if text.isascii() else _without_marks(text)
    return [word[:_LONGEST] for word in _WORD.findall(folded)]


def _without_marks(text: str) -> str:
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return apart.translate({ord(letter): None for letter in set(apart) if unicodedata.category(letter)[0] == "M"})


def index(base: sqlite3.Connection, dispute: int, text: str) -> None:
    """Adds the words of a text to those by which a dispute is found."""
    first, after = dispute << _TEXTS, (dispute + 1) << _TEXTS
    last = base.execute("select max(rowid) from searched where rowid >= ? and rowid < ?", (first, after)).fetchone()[0]
    row = first if last is None else last + 1
    if row < after:
        found = words(text)
        base.execute("insert into searched (rowid, words) values (?, ?)", (row, " ".join(found)))
        base.executemany("insert or ignore into vocabulary (word) values (?)", [(word,) for word in set(found)])


def find(base: sqlite3.Connection, asked: str) -> Iterator[int]:
    """The disputes that have all these words in their texts, the latest first; the last word may be only begun."""
    *whole, begun = words(asked) or [""]
    if not begun:
        return
    rows = [_Rows(base, match) for match in dict.fromkeys((*(f'"{word}"' for word in whole), _begun(base, begun)))]
    latest: int | None = base.execute("select max(rowid) >> ? from searched", (_TEXTS,)).fetchone()[0]
    while latest is not None:
        at = latest
        for row in rows:
            if (latest := row.latest(at)) != at:
                break
        else:
            yield at
            latest = at - 1


def indexed(base: sqlite3.Connection) -> set[int]:
    """The disputes that have words in the index."""
    return {row >> _TEXTS for (row,) in base.execute("select id from searched_docsize")}


def _begun(base: sqlite3.Connection, word: str) -> str:
    """What matches every word that begins so."""
    found = base.execute(
        "select word from vocabulary where word >= ? and word < ? limit ?", (word, word + _LAST, _MANY + 1)
    ).fetchall()
    return f'"{word}"*' if len(found) > _MANY else " OR ".join(f'"{other}"' for (other,) in found) or f'"{word}"'


class _Rows:
    """The disputes with one word, from the latest back, fetched in parts that grow."""

    def __init__(self, base: sqlite3.Connection, match: str) -> None:
        self.base, self.match = base, match
        self.fetched: list[int] = []
        self.at, self.many = 0, _FIRST_FETCH

    def latest(self, dispute: int) -> int | None:
        """The latest dispute with the word that is not later than this one."""
        while True:
            while self.at < len(self.fetched):
                if self.fetched[self.at] <= dispute:
                    return self.fetched[self.at]
                self.at += 1
            found = self.base.execute(
                "select rowid >> ? from searched where searched match ? and rowid < ? order by rowid desc limit ?",
                (_TEXTS, self.match, (dispute + 1) << _TEXTS, self.many),
            )
            self.fetched, self.at = [row for (row,) in found], 0
            if not self.fetched:
                return None
            self.many = min(self.many * 2, _MOST_FETCHED)
