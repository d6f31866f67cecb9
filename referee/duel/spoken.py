"""What players of Duel say, as the command that is typed for it: who does something stands before what it is.

>>> as_typed("Ann dials 3 and Bob dials 2", ("dial", "choose"), ("ann", "bob"))
'dial Ann 3, Bob 2'
>>> as_typed("can blue dial 5?", ("dial", "choose"))
'dial blue 5'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

_ASKING = re.compile(r"\s*(?:can|may|could)\s+", re.IGNORECASE)
_MARK = re.compile(r"(?<=\S)\?\s*(?=;|$)")  # that ends a question; apart from the word before it, it is a card
_BETWEEN = re.compile(r",|\band\b", re.IGNORECASE)  # what one player does and what the other does
_CALLED = {"play": "choose"}  # what players say for a command
_OF_ANOTHER = "destroy"  # whose ships stands behind it


class _Deed(NamedTuple):
    """Who does what, and what is said with it."""

    who: str
    verb: str
    rest: str


def is_asked(text: str) -> bool:
    """True if a text begins as a question does: `can`, `may`."""
    return _ASKING.match(text) is not None


def as_typed(text: str, verbs: Collection[str], players: Collection[str] = ()) -> str:
    """What is said or asked as a command of these `verbs` is typed; the text itself where it is no such sentence.

    `players` are those of the table; where there are none anybody can be meant.
    """
    asks = _ASKING.match(text)
    plain = _MARK.sub("", text[asks.end() :], count=1) if asks else text
    seats = {name.casefold() for name in players}
    deeds = [_deed(piece, verbs, seats) for piece in _BETWEEN.split(plain) if piece.strip()]
    told = [deed for deed in deeds if deed is not None]
    if told and told == deeds and len({deed.verb for deed in told}) == 1:
        return _joined(told)
    whole = _deed(plain, verbs, seats)
    return _joined([whole]) if whole else plain


def _deed(text: str, verbs: Collection[str], players: Collection[str]) -> _Deed | None:
    """Who does what, if a text tells so; a command as it is typed tells nothing else."""
    words = text.split(maxsplit=2)
    if len(words) < 2 or words[0].casefold() in verbs or (players and words[0].casefold() not in players):
        return None
    verb = _verb(words[1].casefold(), verbs)
    return _Deed(words[0], verb, words[2] if len(words) > 2 else "") if verb else None


def _verb(word: str, verbs: Collection[str]) -> str:
    """The command that a word means, said of somebody else too (`dials`); empty if it means none."""
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        verb = _CALLED.get(form, form)
        if verb in verbs:
            return verb
    return ""


def _joined(deeds: Sequence[_Deed]) -> str:
    verb = deeds[0].verb
    if verb == _OF_ANOTHER and deeds[0].rest[:1].isalpha():
        return f"{verb} {deeds[0].rest}"
    return f"{verb} " + ", ".join(f"{deed.who} {deed.rest}".rstrip() for deed in deeds)
