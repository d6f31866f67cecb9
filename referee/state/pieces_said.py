"""The pieces of a line that was said: without what says nothing, and with a name of several words in one piece."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.state.reader import LETTER_CARDS, Names, columns, is_number, is_word, tokens
from referee.state.words import (
    AGAINST,
    ALLIES,
    ARTICLES,
    CARDS,
    IDLE,
    JOINING,
    MINUS,
    NOT_NAMES,
    REINFORCING,
    THEIRS,
    ZAPPING,
    number_said,
)

_OF_SOMEBODY = re.compile(r"['’]s$", re.IGNORECASE)
_LONGEST_NAME = 3  # words of an alien's name or a card's
# What several words say, as one piece.
_PHRASES = {
    tuple(said.split()): piece
    for piece, phrases in {
        "facedown": "face down",
        "unknown": "no idea,no clue,not known,not seen,don't know,can't see,i don't know,we don't know,i can't see,"
        "we can't see,i've no idea,nobody knows,who knows",
        "force-fields": "force fields",
        "no-allies": "no allies,no ally",
        "no-reinforcements": "no more reinforcements,no one reinforces,nobody reinforces",
    }.items()
    for said in phrases.split(",")
}
_NO_PART = NOT_NAMES - ARTICLES - ZAPPING  # of a name
_NONE = ("card", "cards", "encounter", "colonies", "tokens", "ships")  # of which somebody has none


class Said(NamedTuple):
    """The pieces of a line, closed by an empty one, where each starts, and the numbers of those that had an article,
    and of those that were said to be allies.
    """

    pieces: list[str]
    starts: list[int]
    with_article: frozenset[int]
    of_allies: frozenset[int]


def pieces_said(line: str, names: Names) -> Said:
    """The pieces of a line as a reader of the notation takes them.

    `blue's power` is `blue`, `the cult 2` is `The-Cult 2`, `a 12` is `12`, `face down` is `facedown`; the dot after a
    sentence parts facts as a semicolon does.
    """
    starts = columns(line)
    typed = [_OF_SOMEBODY.sub("", piece) if is_word(piece) else piece for piece in tokens(line)]
    found: list[tuple[str, int]] = []
    with_article: set[int] = set()
    of_allies: set[int] = set()
    at = 0
    while typed[at]:
        name, length = _name_said(typed, at, names)
        piece = name or _piece(typed, at, line[starts[at] + 1 : starts[at] + 2])
        if piece:
            found.append((piece, starts[at]))
        elif typed[at].lower() in ARTICLES:
            with_article.add(len(found))
        elif typed[at].lower() in ALLIES:
            of_allies.add(len(found))
        at += length
    pieces = [*(piece for piece, _ in found), ""]
    return Said(pieces, [*(start for _, start in found), starts[at]], frozenset(with_article), frozenset(of_allies))


def _is_part(word: str) -> bool:
    """True for what can be a part of a name of several words."""
    return is_word(word) and word.lower() not in _NO_PART


def _name_said(typed: Sequence[str], at: int, names: Names) -> tuple[str, int]:
    """(a name that several words make, how many they are); an empty one and 1 where they make none."""
    for length in range(_LONGEST_NAME, 1, -1):
        phrase = _PHRASES.get(tuple(piece.lower().replace("’", "'") for piece in typed[at : at + length]))
        if phrase is not None:
            return phrase, length
    for length in range(_LONGEST_NAME, 1, -1):
        words = typed[at : at + length]
        if not all(map(_is_part, words)):
            continue
        name = names.alien("-".join(words)) or names.card("-".join(words))
        if name is not None:
            return (name if name.replace("-", "").isalnum() else f'"{name}"'), length
    return "", 1


def _piece(typed: Sequence[str], at: int, follows: str) -> str:
    """A piece as it is read; empty for one that says nothing."""
    piece, before, after = typed[at].lower(), typed[at - 1].lower() if at else "", typed[at + 1].lower()
    if piece == "." and not follows.strip():
        return "" if before in AGAINST else ";"
    if piece == "no" and after in _NONE:
        return "0"
    return "" if _says_nothing(typed[at], typed[at + 1]) else typed[at]


def _says_nothing(piece: str, after: str) -> bool:
    """True for a word that goes unread before this one: an article, whose something is, and the like."""
    if piece.lower() in IDLE or _is_theirs(piece.lower(), after.lower()):
        return True
    listed = piece == "A" and after in ("A", "M", "N")  # cards by their letters: `hand blue: A N`
    return not listed and _is_article(piece.lower(), after.lower())


def _is_counted(word: str) -> bool:
    return is_number(word) or number_said(word) is not None


def _is_theirs(piece: str, after: str) -> bool:
    """True for the word before what is somebody's: `with their power`, `his two ships`."""
    return piece in THEIRS and (_is_counted(after) or after in ALLIES or after in _OWN)


def _is_article(piece: str, after: str) -> bool:
    """True for an article, and no letter for some attack card."""
    if piece != "a":
        return piece in ARTICLES
    return after in _CARDS_BEGIN or _is_counted(after) or (is_word(after) and after not in _SIDES_END)


_OWN = ("lone", "single", "power", "powers", "own")  # what follows a word such as `their`
_CARDS_BEGIN = frozenset((*MINUS, *LETTER_CARDS, *CARDS, *REINFORCING, "+"))
_SIDES_END = AGAINST | JOINING | {""}  # what stands after the last card of a side
