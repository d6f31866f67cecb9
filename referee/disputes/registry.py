"""The disputable points of the registry that are in question in a dispute, each with what its readings come to.

A point is shown because it was asked for, because a claim names it or a clause of it, because the matter of which the
claims speak is disputable, or unasked: because another reading of it would turn what is claimed, or what is ruled.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.book.loader import Rulebase
from referee.book.questions import find, preferred
from referee.disputes import lines
from referee.disputes.records import ASKED, CLAIMED, MATTER, NAMED, TURNS, Answer, Cited, Part, Point, Reading, Tried
from referee.disputes.results import parting, touches
from referee.duel.games import read_by
from referee.errors import RulebaseError
from referee.judge.ruling import Ruling
from referee.state.encounter import Position
from referee.state.words import NUMBERS

Told = Mapping[str, Any]  # a disputable point as the registry tells it

_MOST_SHOWN = 3  # disputable points with their readings
_MOST_TRIED = 6  # of those that nobody asks for


class Account(NamedTuple):
    """An account of the facts: the number of the side that tells it (0: all tell the same), and what is ruled on it."""

    side: int
    position: Position
    ruling: Ruling


class Registry(NamedTuple):
    """The disputable points as they are in question: by a rulebase, on the accounts of the facts.

    Each reading is tried on them: what would be ruled by it.
    """

    known: Rulebase
    accounts: Sequence[Account]

    def points(self, asked: str | None, cites: Sequence[Cited], answers: Sequence[Answer], text: str) -> list[Point]:
        """The points that are in question, those that were asked for or named first, at most three.

        `text` is all that is claimed, `cites` and `answers` what was found on it.
        """
        why = {find(asked)["id"]: ASKED} if asked else {}
        for cite in cites:
            for question in cite.questions:
                if cite.id == question:
                    why.setdefault(question, NAMED)
                elif question in self.questions() or self._is_against(question, cite):
                    why.setdefault(question, cite.id)
        for answer in answers:
            for question in answer.questions:
                why.setdefault(question, MATTER)
        shown = [self._point(question, why[question]) for question in list(why)[:_MOST_SHOWN]]
        turning = sorted(self._turning([*why], text, not (cites or answers)), key=lambda point: point.why != CLAIMED)
        return [*shown, *turning][:_MOST_SHOWN]

    def questions(self) -> list[str]:
        """The points on which the rulings rest."""
        return list(dict.fromkeys(question for account in self.accounts for question in account.ruling.questions))

    def _turning(self, known: Sequence[str], text: str, alone: bool) -> Iterator[Point]:
        """The points that nobody asks for, of which another reading would turn what is claimed, or what is ruled."""
        others = [question for question in self.questions() if question not in known]
        for question in others[:_MOST_TRIED]:
            point = self._point(question, TURNS)
            parts = [part for reading in point.readings if reading.here is not None for part in reading.here.parts]
            if touches(parts):
                yield point._replace(why=CLAIMED) if is_claimed(text, parts, alone) else point

    def _taken(self, point: Told) -> str:
        return self.known.readings.get(point["id"], preferred(point, self.known))

    def _is_against(self, question: str, cite: Cited) -> bool:
        """True if a clause on which the ruling does not rest stands behind a reading that the referee does not take."""
        if len(self.accounts) > 1 or cite.rests:
            return False
        point = find(question)
        taken = self._taken(point)
        return any(cite.id in reading["cites"] for reading in point["readings"] if reading["name"] != taken)

    def _point(self, question: str, why: str) -> Point:
        told = find(question)
        taken = self._taken(told)
        rests = question in self.questions()
        tried = rests or why != MATTER
        readings = (
            Reading(reading, reading["name"] == taken, self._tried(question, reading["name"], taken) if tried else None)
            for reading in told["readings"]
        )
        return Point(told, tuple(readings), why, rests)

    def _tried(self, question: str, reading: str, taken: str) -> Tried | None:
        """What a reading that is not taken makes of the facts: how the result differs, or why it cannot be tried.

        Where there are several accounts of them, it is that of the first in which anything differs.
        """
        if reading == taken:
            return None
        try:
            books = read_by(self.known, {question: reading})
        except RulebaseError as error:
            return Tried(why=error.fault)
        tried = (
            Tried(parting(account.ruling, lines.judge(account.position, books)), side=account.side)
            for account in self.accounts
        )
        return next((one for one in tried if one.parts), Tried())


_NAMES = {"compensation": r"compensat\w+|consol\w+|compo", "rewards": r"rewards?"}  # what nothing else is called
# What players speak of whose claim is about a field of the result.
_SPOKEN_OF = {
    "compensation": r"cards?|compensat\w+|consol\w+|ow(?:e|es|ed|ing)|hand|draws?|drew|ships?|count\w*|los[st]\w*|"
    r"allies|ally",
    "rewards": r"rewards?|cards?",
    **dict.fromkeys(("lands", "warp", "returns", "stays", "removed"), r"ships?|warp|los[est]\w*|lands?|returns?|gate"),
    **dict.fromkeys(("outcome", "winners"), r"w[io]ns?|winner|los[est]\w*|beat\w*|ties?|tied"),
    **dict.fromkeys(("foreign_colonies", "home_colonies"), r"colon\w+|planets?"),
    "power": r"powers?",
}


def is_claimed(text: str, parts: Sequence[Part], alone: bool) -> bool:
    """True if a claim speaks of what differs between two results: both its numbers, or the other one and the thing.

    Where it speaks of nothing else (`alone`), the thing is enough.
    """
    plain = text.casefold()
    words = {NUMBERS.get(word, word) for word in re.findall(r"\w+", plain)}
    numbers = {int(word) for word in words if str(word).isdigit()}
    named = {field for field, words_of in _NAMES.items() if _stands_in(plain, words_of)}
    if named and not any(part.field.rpartition(".")[2] in named for part in parts):
        return False  # it speaks of something else
    return any(_is_spoken_of(part, plain, numbers, alone) or part.field.rpartition(".")[2] in named for part in parts)


def _is_spoken_of(part: Part, text: str, numbers: Container[int], alone: bool) -> bool:
    """True if a text tells both numbers of a difference, or the other one and the thing, as `is_claimed` has it."""
    now, otherwise = (isinstance(value, int) and value in numbers for value in part.values)
    if now and otherwise:
        return True
    return (alone or otherwise) and _stands_in(text, _SPOKEN_OF.get(part.field.rpartition(".")[2], ""))


def _stands_in(text: str, words: str) -> bool:
    """True if one of some words stands in a text; False for no words."""
    return bool(words) and re.search(rf"\b(?:{words})\b", text) is not None
