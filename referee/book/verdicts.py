"""What a fact of the rules answers: yes, no or a number, by how a question asks for the matter.

A fact is of one `Kind`, or a range of numbers such as `1-4`, `8` or `3+`. The words of a question tell only which
matter it is about. Whether the answer is yes or no follows from the fact, from what is asked (may it, must it, does it,
how many) and from a denial in the question; where one of these is not plain there is no answer.

>>> from referee.book.asking import parts
>>> [verdict("never", parts(text)[0]) for text in ("Can I launch nothing?", "Is it forbidden to launch nothing?")]
['no', 'yes']
>>> [verdict("1-4", parts(text)[0]) for text in ("Can I launch five ships?", "How many ships may I launch?")]
['no', '4']
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from referee.book.asking import Asks, Denial, Part, Way, meant, way
from referee.book.wording import spelled_out

YES, NO = "yes", "no"


class Kind(Enum):
    """What the rules say of a matter."""

    MAY = "may"  # it is allowed, and need not be done
    ALWAYS = "always"  # it is so, or has to be done
    NEVER = "never"  # it is not so, and may not be done


_KINDS = {kind.value: kind for kind in Kind}
_RANGE = re.compile(r"(\d+)(?:-(\d+)|(\+))?")
_PLAIN: dict[tuple[Kind, Asks], str] = {
    (Kind.MAY, Asks.CAN): YES,
    (Kind.MAY, Asks.MUST): NO,
    **{(Kind.ALWAYS, asks): YES for asks in (Asks.CAN, Asks.MUST, Asks.DOES)},
    **{(Kind.NEVER, asks): NO for asks in (Asks.CAN, Asks.MUST, Asks.DOES)},
}
_FORBIDDEN = {Kind.MAY: NO, Kind.ALWAYS: NO, Kind.NEVER: YES}  # is it forbidden?
_LEFT_OUT = {Kind.ALWAYS: NO}  # may it be left out? Of what is allowed it is not plain what "may I not" asks
_SPARED = {Kind.MAY: YES, Kind.ALWAYS: NO}  # is it ok not to do it, or is it true that it need not be done?
_UNTRUE = {Kind.MAY: NO, Kind.ALWAYS: NO, Kind.NEVER: YES}  # is it true that it may not be, or is not so?

_YES_OR_NO = {Asks.CAN.value, Asks.MUST.value, Asks.DOES.value}
_COUNTING = {Asks.NUMBER.value, Asks.OTHER.value}
_TURNED = {Denial.NONE.value, Denial.UNTRUE.value}
# What follows for the other ways of asking.
_FOLLOWS = {
    (Asks.CAN.value, NO): NO,
    (Asks.DOES.value, NO): NO,
    (Asks.DOES.value, YES): YES,
    (Asks.MUST.value, YES): YES,
}

_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
    )
} | {"twenty": 20, "single": 1}
_NUMBER = re.compile(rf"(?<![\w+])(?:\d+|{'|'.join(_WORDS)})(?![\w])")
_PRONOUN = re.compile(
    r"\b(?:no|any|some|every|each|this|that|which|the|another|other|last|first) one\b"
    r"|\bone (?:of|another|by|who|side|player|phase)\b|\bone (?=is|has|was|can|may|does|wins?\b)"
)
_MORE = re.compile(r"\b(?:more|greater|higher|bigger|larger) than\b|\bover\b|\babove\b|\bexceed\w*")
_LESS = re.compile(r"\b(?:fewer|less|lower|smaller) than\b|\bunder\b|\bbelow\b")
_LEAST = re.compile(r"\bat least\b|\bor more\b|\bno (?:fewer|less) than\b|\bminimum\b|\bmin\b|\bleast\b|\bfewest\b")
_MOST = re.compile(
    r"\bat most\b|\bor (?:fewer|less)\b|\bno more than\b|\bup to\b|\bmax\b|\bmaximum\b|\blimit\w*|\bcap\b|\bmost\b"
    r"|\bhighest\b|\bceiling\b"
)
_ENOUGH = re.compile(r"\b(?:enough|suffices?|sufficient|will do)\b")
_TOO_MANY = re.compile(r"\btoo (?:many|much|big|large|high)\b")
_TOO_FEW = re.compile(r"\btoo (?:few|little|small|low)\b")
_UNSURE = re.compile(r"\b(?:only|just|exactly|or|between|instead|each|extra|another|additional)\b")


class Range(NamedTuple):
    """The numbers that are right; `most` is None where there is no most."""

    least: int
    most: int | None

    @property
    def alone(self) -> bool:
        """True if one number alone is right."""
        return self.least == self.most


def ranged(text: str) -> Range | None:
    """The range that a text names; None if it names none."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    least = int(found[1])
    return Range(least, int(found[2]) if found[2] else None if found[3] else least)


def is_fact(text: str) -> bool:
    """True for the name of a kind of fact, and for a range of numbers."""
    return text in _KINDS or ranged(text) is not None


def verdict(fact: str, part: Part) -> str:
    """What a fact answers to a part of a question that asks for its matter; empty where that is not plain."""
    if fact in _KINDS:
        return _of_kind(_KINDS[fact], part)
    numbers = ranged(fact)
    return _of_range(numbers, part) if numbers is not None else ""


def of_known(answer: str, known: Way, part: Part) -> str:
    """What the answer to a known question says to a part that asks for the same matter, in another way maybe.

    What must be is also so, and what may not be is not so; more than that does not follow, and then it is empty.
    """
    asked = way(part)
    if answer.isdigit():
        return answer if asked.asks == Asks.NUMBER.value and known.asks in _COUNTING else ""
    if answer not in (YES, NO) or not {asked.asks, known.asks} <= _YES_OR_NO:
        return ""
    if not {asked.denial, known.denial} <= _TURNED:
        return answer if asked == known and part.denial is not Denial.UNCLEAR else ""
    fact = _turned(answer, known)
    ways = [Asks.CAN.value if one.inverted else one.asks for one in (known, asked)]
    follows = fact if ways[0] == ways[1] else _FOLLOWS.get((ways[0], fact), "")
    return _turned(follows, asked) if follows else ""


def _turned(answer: str, asked: Way) -> str:
    """An answer to what a question asks for as one to what its words say, or the other way round."""
    turns = asked.inverted is not (asked.denial == Denial.UNTRUE.value)
    return {YES: NO, NO: YES}[answer] if turns else answer


def _of_kind(kind: Kind, part: Part) -> str:
    asks = meant(part)
    if part.denial is Denial.UNCLEAR or asks not in (Asks.CAN, Asks.MUST, Asks.DOES):
        return ""
    if part.inverted:
        return _FORBIDDEN[kind] if part.denial is Denial.NONE else ""
    if part.denial is Denial.UNTRUE:
        return _UNTRUE[kind] if asks is not Asks.MUST else _SPARED.get(kind, "")
    if part.denial is Denial.SPARED:
        return _SPARED.get(kind, "")
    if part.denial is Denial.LEFT_OUT:
        return _LEFT_OUT.get(kind, "") if asks is Asks.CAN else ""
    return _PLAIN.get((kind, asks), "")


def _of_range(right: Range, part: Part) -> str:
    text = _PRONOUN.sub(" ", spelled_out(part.text))
    told = _numbers(text)
    asks = Asks.CAN if part.inverted else meant(part)
    if part.denial is not Denial.NONE:
        return ""
    if asks is Asks.NUMBER:
        return _how_many(right, text) if not told else ""
    if not told and asks in (Asks.CAN, Asks.DOES) and _is_threshold(right):
        return _by_the_story(right, part)
    if len(told) != 1 or asks not in (Asks.CAN, Asks.MUST, Asks.DOES):
        return ""
    is_right = _is_right(right, told.pop(), asks, text)
    if is_right is None:
        return ""
    return YES if is_right is not part.inverted else NO


def _numbers(text: str) -> set[int]:
    return {_WORDS.get(found[0], -1) if found[0] in _WORDS else int(found[0]) for found in _NUMBER.finditer(text)}


def _is_threshold(right: Range) -> bool:
    """True for a range that says from how many on, or up to how many, something is so."""
    return right.most is None or (right.least == 0 and right.most > 1)


def _by_the_story(right: Range, part: Part) -> str:
    """The answer where the one number was told before: "Three home colonies are left. Do I keep my power?"."""
    story = _PRONOUN.sub(" ", spelled_out(part.context))
    told = _numbers(story)
    if len(told) != 1 or any(turn.search(story) for turn in (_MORE, _LESS, _LEAST, _MOST)):
        return ""
    number, most = told.pop(), 10**6 if right.most is None else right.most
    return YES if (right.least <= number <= most) is not part.inverted else NO


def _how_many(right: Range, text: str) -> str:
    """The number that is asked for: the least, the most, or the one that is right."""
    if right.alone:
        return str(right.least)
    if _LEAST.search(text) or re.search(r"\b(?:must|need|needed|have to|has to|required|enough|few)\b", text):
        return str(right.least) if not _MOST.search(text) else ""
    if right.most is not None and (_MOST.search(text) or re.search(r"\b(?:can|may|could|allowed)\b", text)):
        return str(right.most)
    return ""


def _is_right(right: Range, number: int, asks: Asks, text: str) -> bool | None:
    """True if a number is as asked, None where that is not plain."""
    most = 10**6 if right.most is None else right.most
    if _TOO_MANY.search(text):
        return number > most
    if _TOO_FEW.search(text):
        return number < right.least
    if _ENOUGH.search(text):
        return number >= right.least
    if asks is Asks.CAN:
        return _is_allowed(right.least, most, number, text)
    if asks is Asks.MUST:
        return _is_needed(right.least, most, number, text)
    return _is_so(right, number, text)


def _is_allowed(least: int, most: int, number: int, text: str) -> bool | None:
    if _MORE.search(text):
        return most > number
    if _LESS.search(text):
        return least < number
    if _MOST.search(text) or _LEAST.search(text):
        return most >= number if least <= number else None
    return least <= number <= most


def _is_needed(least: int, most: int, number: int, text: str) -> bool | None:
    if _LEAST.search(text):
        return least >= number
    if _MORE.search(text):
        return least > number
    if _MOST.search(text) or _LESS.search(text) or _UNSURE.search(text):
        return None
    return True if least == most == number else None if number == least else False


def _is_so(right: Range, number: int, text: str) -> bool | None:
    if _MORE.search(text) or _LESS.search(text):
        return None
    if _MOST.search(text):
        return right.most == number
    if _LEAST.search(text):
        return right.least == number
    return right.least == number if right.alone else None
