"""The aliens and cards that a question names, in any spelling and a little misspelt.

Many aliens are called by ordinary words (Mind, Loser, Reserve): these are names where they are written with a capital
inside a sentence, or where what stands beside them makes them one ("the mind's power", "loser flare", "void vs human").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from referee.book.names import key_of, near

_TOKEN = re.compile(r"[A-Za-z][A-Za-z]*(?:-[A-Za-z]+)*(?:['’]s\b)?|\d+|[.?!;:,/]")
_AFTER = frozenset("flare flares power powers sheet super ability vs versus v".split())
_BEFORE = frozenset("vs versus v zap zaps zapped".split())
_NEVER = frozenset({"alien", "will", "winner"})  # names only with a capital
_AS = frozenset("the a my as am playing play plays against and or is".split())
_VERBS = frozenset({"has", "wants", "lost", "won", "says"})  # after a name that begins a sentence
_SENTENCE = frozenset(".?!;:")
_ALIKE = 0.8  # how much a misspelt name looks like the one that is meant
_SHORTEST = 5  # letters of a misspelt name
_OTHER_TIMELINE = "-alternate-timeline"
_PERSON = re.compile(r"\b([A-Z][a-z]+)(['’]s\b)?")
_IN_A_HURRY = re.compile(r"^(\W*(?:may|can|could|must|does|should) )([a-z]{2,})(?= [a-z])")  # "can joe attack ..."
_LONGEST = 3  # words of a name


class Named(NamedTuple):
    """The file names of the aliens and the keys of the cards that a question names, in its order."""

    aliens: tuple[str, ...]
    cards: tuple[str, ...]


def named(
    question: str,
    aliens: Iterable[str],
    cards: Collection[str],
    ordinary: Collection[str],
    is_known: Callable[[str], bool],
) -> Named:
    """The aliens and cards named in a question.

    `aliens` are file names, `cards` keys of names (`names.key_of`), `ordinary` the keys of aliens whose names are
    ordinary words; `is_known` tells if a word belongs to the rules, so that it is no misspelt name.
    """
    by_key = {key_of(name): name for name in aliens if not name.endswith(_OTHER_TIMELINE)}
    by_key |= {key.removeprefix("the"): name for key, name in by_key.items() if name.startswith("the-")}
    words = _TOKEN.findall(question)
    keys = [key_of(word.removesuffix("'s").removesuffix("’s")) for word in words]
    found_aliens: dict[str, None] = {}
    found_cards: dict[str, None] = {}
    at = 0
    while at < len(words):
        length, kind, name = _at(words, keys, at, by_key, cards, ordinary, is_known)
        if kind:
            (found_aliens if kind == "alien" else found_cards).setdefault(name)
        at += length
    return Named(tuple(found_aliens), tuple(found_cards))


def without_people(question: str, is_known: Callable[[str], bool]) -> str:
    """A question with "he" or "his" in place of the people whom it names: who they are is no part of its matter.

    A person's name is a word with a capital that `is_known` does not know, in lower case, as one of the rules; or one
    without a capital where a question begins with whom it asks about: "can joe ...".

    >>> without_people("Nadia lost to Ben. May she have Ben's card?", {"may"}.__contains__)
    'he lost to he. May she have his card?'
    """
    question = _PERSON.sub(
        lambda found: found[0] if is_known(found[1].casefold()) else "his" if found[2] else "he", question
    )
    return _IN_A_HURRY.sub(lambda found: found[0] if is_known(found[2]) else f"{found[1]}he", question)


def _at(
    words: Sequence[str],
    keys: Sequence[str],
    at: int,
    aliens: dict[str, str],
    cards: Collection[str],
    ordinary: Collection[str],
    is_known: Callable[[str], bool],
) -> tuple[int, str, str]:
    """How many words are read at a place, and what they name there: (1, "", "") where they name nothing."""
    for length in range(_LONGEST, 0, -1):
        key = "".join(keys[at : at + length])
        if not key or at + length > len(words) or not all(keys[at : at + length]):
            continue
        if key in cards:
            return length, "card", key
        if key in aliens and (key not in ordinary or _is_name(words, keys, at, length)):
            return length, "alien", aliens[key]
        if length <= 2 and _is_misspelt(keys[at : at + length], is_known):
            card = near(key, [other for other in cards if len(other) > _SHORTEST], 1, 0.86)
            if card:
                return length, "card", card[0]
            alien = near(key, [other for other in aliens if other not in ordinary], 1, _ALIKE) if length == 1 else []
            if alien:
                return length, "alien", aliens[alien[0]]
    return 1, "", ""


def _is_misspelt(keys: Sequence[str], is_known: Callable[[str], bool]) -> bool:
    return len("".join(keys)) >= _SHORTEST and not all(is_known(key) for key in keys)


def _around(keys: Sequence[str], at: int, length: int) -> tuple[str, str]:
    """The word before so many words and the one after them; empty where there is none."""
    end = at + length
    return keys[at - 1] if at else "", keys[end] if end < len(keys) else ""


def _is_name(words: Sequence[str], keys: Sequence[str], at: int, length: int) -> bool:
    """True if an ordinary word is an alien's name where it stands."""
    before, after = _around(keys, at, length)
    begins = at == 0 or words[at - 1] in _SENTENCE
    capital = words[at][0].isupper()
    if keys[at] in _NEVER and not capital:
        return False
    if after in _AFTER or before in _BEFORE or (words[at + length - 1].endswith(("'s", "’s")) and before in _AS):
        return True
    return capital and (not begins or after in _VERBS)
