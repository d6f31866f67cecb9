"""What a question counts itself, reckoned as a rule says: ships one for one, a total, which of two is higher.

The words are those of a question in the forms in which words are compared, numbers as digits. A number of which it is
not plain what it counts leaves nothing reckoned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

COUNTED, SUM, LEAST, REST, COPIED, WINS = "count", "sum", "least", "rest", "copied", "wins"
_NO_SHIPS = frozenset({"attack", "card", "kicker", "total"})  # beside a number of these, as words are compared
_ATTACK = frozenset({"attack", "card", "number", "plai", "reveal", "encounter"})
_ALLY, _SHIP, _ANOTHER, _EACH = "alli", "ship", "another", "each"
_HELPERS, _MORPH = frozenset({_ALLY, "buddi"}), "morph"
_PAUSES = frozenset({"", ".", "and", "with", "plus"})  # after a number that stands alone
_FROM = frozenset({"from", "out", "back"})  # between ships and the warp from which they come
_LINKS = frozenset({"with", "hav", "bring", "send", "sent", "from", "plus", "and", "add"})
_HOLDS = frozenset({"hold", "hav", "onli", "just", "left"})  # between a winner and the number of the cards held
_PAYS = frozenset({"winner", "opponent", "he", "she", "offens", "defens"})
_ROLES = ("offens", "defens")
_DOING = {"attack": 0, "defend": 1}  # who does so is the offense, or the defense
_AFTER_DOING = frozenset({"", ".", "with", "and", "i", "he", "she", "own"})  # not "his attack is a 10", "my attack 12"
_MINE = frozenset({"min", "own"})  # "on mine": to that side a reinforcement is played
_PEOPLE = {"i": 0, "own": 0, "we": 0, "he": 1, "she": 1, "opponent": 1}
_WINNING = frozenset({"win", "winner", "beat", "hold"})
_LOSING = frozenset({"los", "loser"})
_TOTALS = frozenset({"total", "sum", "altogether", "at"})  # beside numbers that are totals already
# What adds to a total or changes it otherwise than ships do.
_MORE = frozenset(
    {
        "kicker",
        "reinforc",
        "reinforcement",
        "power",
        "zap",
        "flar",
        "negotiat",
        "morph",
        "macron",
        "each",
        "doubl",
        "not",
    }
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
    words = _together(words)
    if _MORE & set(words) or any(word.startswith("+") for word in words):
        return ""
    attacks, plain, ships = [], [], []
    for place, word in enumerate(words):
        if not word.isdigit() or _counts_players(words, place):
            continue
        following = words[place + 1] if place + 1 < len(words) else ""
        if following == _SHIP or _is_of_allies(words, place):
            ships.append(int(word))
        elif following in _ATTACK or _ATTACK & set(words[max(0, place - 2) : place]) or words[place - 1] == "on":
            attacks.append(int(word))
        elif (following in _PAUSES or following.isdigit()) and _ATTACK & set(words):
            plain.append(int(word))
        else:
            return ""
    cards = attacks + plain
    return str(cards[0] + sum(ships)) if len(cards) == 1 and ships else ""


def _together(words: Sequence[str]) -> list[str]:
    """The words with the ships of several allies as one number: "2 allies with 3 ships each" are 6 ships."""
    found = list(words)
    for place in [place for place, word in enumerate(found) if word == _EACH]:
        before = [word for word in found[max(0, place - 5) : place] if word not in _LINKS]
        many, ally, ships, ship = ["", "", "", "", *before][-4:]
        if many.isdigit() and ally == _ALLY and ships.isdigit() and ship == _SHIP:
            start = next(at for at in range(place) if found[at : at + 2] == [many, _ALLY])
            found[start : place + 1] = [str(int(many) * int(ships)), _SHIP]
            break
    return found


def copied(words: Sequence[str]) -> str:
    """The one number that a question tells beside ships: that of the card which a morph copies; else empty."""
    last = [*words[1:], ""]
    told = {word for word, after in zip(words, last, strict=True) if word.isdigit() and after != _SHIP}
    return told.pop() if len(told) == 1 else ""


def wins(words: Sequence[str], asked: Sequence[str]) -> str:
    """`yes` or `no` to whether a side wins, of both of which a question tells the attack card and all ships.

    `asked` are the words of what is asked itself. A tie is only settled where it is told who is the defense.
    """
    sides = _by_side(words)
    place = next((place for place, word in enumerate(asked) if word in _WINNING | _LOSING), 0)
    subjects = [side for word in asked[:place] if (side := _side(word, by_role="offens" in words)) is not None]
    if sides is None or len(set(subjects)) != 1:
        return ""
    mine, other = sides[subjects[0]], sides[1 - subjects[0]]
    if mine == other and "offens" not in words:
        return ""
    is_ahead = mine > other or (mine == other and subjects[0] == 1)
    return "yes" if is_ahead is (asked[place] in _WINNING) else "no"


def winner(words: Sequence[str]) -> str:
    """Which side wins with which totals, where a question tells the attack card and all ships of both; else empty."""
    sides, is_by_role = _by_side(words), "offens" in words
    first = 0 if is_by_role else _role_of_the_first(words)
    if sides is None or first is None:
        return ""
    offense, defense = sides if first == 0 else sides[::-1]
    return f"The {'offense' if offense > defense else 'defense'} wins here: {offense} against {defense}."


def _role_of_the_first(words: Sequence[str]) -> int | None:
    """0 if who asks is the offense, 1 if the defense, by who attacks or defends; None where that is not told."""
    found = set()
    words = _of_players(words)
    for before, word, following in zip(["", *words], [*words, ""], [*words[1:], "", ""], strict=True):
        if word in _DOING and before in _PEOPLE and following in _AFTER_DOING:
            found.add(_DOING[word] if _PEOPLE[before] == 0 else 1 - _DOING[word])
    return found.pop() if len(found) == 1 else None


def _of_players(words: Sequence[str]) -> list[str]:
    """The words without what counts no cards or ships ("I am the one attacking"); a morph is the card it copies.

    A reinforcement that who asks plays on the own side is a ship more for each of its points.
    """
    found: list[str] = []
    for place, word in enumerate(words):
        following = list(words[place + 1 : place + 3])
        if word == "1" and following[:1] and following[0] in _DOING and found[-1:] and found[-1] in _PEOPLE:
            continue
        if word == _MORPH and words.count(_MORPH) == 1:
            found.append(copied(words) or word)
        elif (
            word[:1] == "+"
            and word[1:].isdigit()
            and following[:1] == ["on"]
            and following[1:]
            and following[1] in _MINE
        ):
            found += ["own", word[1:], _SHIP]
        else:
            found.append(word)
    return found


def _by_side(words: Sequence[str]) -> tuple[int, int] | None:
    """The totals of both sides, each told after who it is; None where a card or the ships of one are not told."""
    words = _of_players(words)
    if _MORE & set(words) or any(word.startswith("+") for word in words):
        return None
    told: tuple[list[str], list[str]] = ([], [])
    side = 0 if words[0] in _DOING and "offens" not in words else None  # "attacking with a 12": who asks does
    for word in words:
        named = _side(word, by_role="offens" in words)
        side = side if named is None else named
        if side is not None:
            told[side].append(word)
    first, second = map(_side_total, told)
    return (first, second) if first is not None and second is not None else None


def _side(word: str, by_role: bool) -> int | None:
    """The side that a word names: that of the offense, or of who asks, is the first."""
    if by_role:
        return _ROLES.index(word) if word in _ROLES else None
    return _PEOPLE.get(word)


def _side_total(words: Sequence[str]) -> int | None:
    """The total of a side by what is told of it alone: one card and some ships, or the total itself."""
    ships: list[int] = []
    others: list[int] = []
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else ""
        if word.isdigit() and not (word == "2" and following in _ATTACK):
            (ships if following == _SHIP or _is_of_allies(words, place) else others).append(int(word))
    if len(others) != 1 or not (ships or _TOTALS & set(words)):
        return None
    return others[0] + sum(ships)


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
    return is_another or (before and before[-1] in _HELPERS) or list(words[place + 1 : place + 3]) == ["from", _ALLY]


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
        before = words[max(0, place - 5) : place]
        if following == _SHIP:
            ships.append(int(word))
        elif _PAYS & set(before) and _HOLDS & set(before):
            cards.append(int(word))
        else:
            return ""
    return str(min(ships[0], cards[0])) if len(ships) == 1 and len(cards) == 1 else ""


RECKONED: Mapping[str, Callable[[Sequence[str]], str]] = {
    COUNTED: counted,
    SUM: total,
    LEAST: least,
    REST: rest,
    COPIED: copied,
}
