"""What a question counts itself, reckoned as a rule says: ships one for one, a total, the lesser of two numbers.

The words are those of a question in the forms in which words are compared, numbers as digits. A number of which it is
not plain what it counts leaves nothing reckoned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

COUNTED, SUM, LEAST = "count", "sum", "least"
_NO_SHIPS = frozenset({"attack", "card", "kicker", "total"})  # beside a number of these, as words are compared
_ATTACK = frozenset({"attack", "card", "number", "plai", "reveal", "encounter"})
_ALLY, _SHIP, _CARD = "alli", "ship", frozenset({"card"})
_LINKS = frozenset({"with", "hav", "bring", "send", "sent", "from", "plus", "and", "add"})
_HOLDS = frozenset({"hold", "hav", "onli", "just", "left"})  # between a winner and the number of the cards held
_PAYS = frozenset({"winner", "opponent", "he", "she", "offens", "defens"})
# What adds to a total or changes it otherwise than ships do.
_MORE = frozenset(
    {"kicker", "reinforc", "reinforcement", "zap", "flar", "negotiat", "morph", "macron", "each", "doubl", "not"}
)


def counted(words: Sequence[str]) -> str:
    """How many ships a question tells of, as a number; empty if it counts none, or has another number beside."""
    last = [*words[1:], ""]
    around = [(before, word, following) for before, word, following in zip(["", *words], words, last, strict=False)]
    if any(word.isdigit() and following == "card" and before not in _NO_SHIPS for before, word, following in around):
        return ""  # so many cards may be all there are
    told = {word for before, word, after in around if word.isdigit() and not _NO_SHIPS & {before, after}}
    return told.pop() if len(told) == 1 else ""


def total(words: Sequence[str]) -> str:
    """The total of a side of which a question tells the attack card and all ships; empty if that is not plain."""
    if _MORE & set(words) or any(word.startswith("+") for word in words):
        return ""
    attacks, ships = [], []
    for place, word in enumerate(words):
        if not word.isdigit():
            continue
        following = words[place + 1] if place + 1 < len(words) else ""
        if following == _SHIP or _is_of_allies(words, place):
            ships.append(int(word))
        elif following in _ATTACK or _ATTACK & set(words[max(0, place - 2) : place]):
            attacks.append(int(word))
        else:
            return ""
    return str(attacks[0] + sum(ships)) if len(attacks) == 1 and ships else ""


def _is_of_allies(words: Sequence[str], place: int) -> bool:
    """True if a number is that of an ally's ships: "an ally with 2", "my ally 3", "3 from an ally"."""
    before = list(words[max(0, place - 3) : place])
    while before and before[-1] in _LINKS:
        before.pop()
    return before[-1:] == [_ALLY] or list(words[place + 1 : place + 3]) == ["from", _ALLY]


def least(words: Sequence[str]) -> str:
    """The lesser of the ships that a question tells of and the cards that their winner holds; empty if not plain."""
    ships, cards = [], []
    for place, word in enumerate(words):
        if not word.isdigit():
            continue
        following = words[place + 1] if place + 1 < len(words) else ""
        before = words[max(0, place - 3) : place]
        if following == _SHIP:
            ships.append(int(word))
        elif _PAYS & set(before) and _HOLDS & set(before):
            cards.append(int(word))
        else:
            return ""
    return str(min(ships[0], cards[0])) if len(ships) == 1 and len(cards) == 1 else ""


RECKONED: Mapping[str, Callable[[Sequence[str]], str]] = {COUNTED: counted, SUM: total, LEAST: least}
