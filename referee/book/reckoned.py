"""What a question counts itself, reckoned as a rule says: ships one for one, a total, the lesser of two numbers.

The words are those of a question in the forms in which words are compared, numbers as digits. A number of which it is
not plain what it counts leaves nothing reckoned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

COUNTED, SUM, LEAST, REST = "count", "sum", "least", "rest"
_NO_SHIPS = frozenset({"attack", "card", "kicker", "total"})  # beside a number of these, as words are compared
_ATTACK = frozenset({"attack", "card", "number", "plai", "reveal", "encounter"})
_ALLY, _SHIP, _ANOTHER = "alli", "ship", "another"
_FROM = frozenset({"from", "out", "back"})  # between ships and the warp from which they come
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
        if not word.isdigit() or _counts_players(words, place):
            continue
        following = words[place + 1] if place + 1 < len(words) else ""
        if following == _SHIP or _is_of_allies(words, place):
            ships.append(int(word))
        elif following in _ATTACK or _ATTACK & set(words[max(0, place - 2) : place]) or words[place - 1] == "on":
            attacks.append(int(word))
        else:
            return ""
    return str(attacks[0] + sum(ships)) if len(attacks) == 1 and ships else ""


def _counts_players(words: Sequence[str], place: int) -> bool:
    """True if "one" counts no ships: "one ally", "another one", "one of my planets"."""
    following = words[place + 1] if place + 1 < len(words) else ""
    return words[place] == "1" and (following == _ALLY or words[place - 1] == _ANOTHER or following == "own")


def _is_of_allies(words: Sequence[str], place: int) -> bool:
    """True if a number is that of an ally's ships: "an ally with 2", "my ally 3", "another 4", "3 from an ally"."""
    before = list(words[max(0, place - 3) : place])
    while before and (before[-1] in _LINKS or before[-2:] == [_ANOTHER, "1"]):
        before.pop()
    is_another = before[-1:] == [_ANOTHER] and _ALLY in words[:place]
    return is_another or before[-1:] == [_ALLY] or list(words[place + 1 : place + 3]) == ["from", _ALLY]


def rest(words: Sequence[str]) -> str:
    """What is left to take of one for each ship committed, where a question tells what was taken; else empty."""
    committed: list[int] = []
    taken: list[int] = []
    for place, word in enumerate(words):
        if not word.isdigit():
            continue
        following = list(words[place + 1 : place + 4])
        if following[:1] == [_SHIP]:
            (taken if _FROM & set(following) and "warp" in words[place : place + 5] else committed).append(int(word))
        elif following[:1] == ["card"]:
            taken.append(int(word))
        else:
            return ""
    is_plain = len(committed) == 1 and len(taken) == 1 and taken[0] <= committed[0]
    return str(committed[0] - taken[0]) if is_plain else ""


def least(words: Sequence[str]) -> str:
    """The lesser of the ships that a question tells of and the cards that their winner holds; empty if not plain."""
    ships, cards = [], []
    for place, word in enumerate(words):
        if not word.isdigit():
            continue
        following = next((one for one in words[place + 1 :] if one != "own"), "")
        before = words[max(0, place - 3) : place]
        if following == _SHIP:
            ships.append(int(word))
        elif _PAYS & set(before) and _HOLDS & set(before):
            cards.append(int(word))
        else:
            return ""
    return str(min(ships[0], cards[0])) if len(ships) == 1 and len(cards) == 1 else ""


RECKONED: Mapping[str, Callable[[Sequence[str]], str]] = {COUNTED: counted, SUM: total, LEAST: least, REST: rest}
