"""How players ask for what is known: questions with their answers, and those of them that are nearest to a question.

`rulebase/wordings/` has them, by the statement of `rulebase/answers/` or by the clause that answers them, and by
the answer: `yes`, `no`, a number, `told` for what is neither, `silent` for what no document rules. Two questions are
the nearer the more they have in common, rarer things counting for more; only the nearest have a say.
"""

from __future__ import annotations

import math
from array import array
from base64 import b64decode, b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.files import read_toml
from referee.errors import RulebaseError

TOLD, SILENT = "told", "silent"
_WORDS_OF_ANSWERS = ("yes", "no", TOLD, SILENT)
_SHARPLY = 6  # the power to which a likeness is raised: so the nearest few decide
_UNHEARD = 6.0  # how rare counts what stands in none of them
_OFTEN = 800  # what stands in more questions than this tells too little for the time that it costs
_FAR = 0.3  # what has less in common than this share of the most is not looked at
_FEW = 60  # of the nearest that have a say


class Wording(NamedTuple):
    """A question with its answer, and `of` what: the id of a statement, or the full id of a clause."""

    text: str
    of: str
    answer: str


class Vote(NamedTuple):
    """What the nearest questions say, each with its weight: by `answers`, and by what they are `of`.

    `likeness`, from 0 to 1, is that of the nearest one.
    """

    likeness: float
    answers: dict[str, float]
    of: dict[str, float]
    both: dict[tuple[str, str], float]

    @staticmethod
    def as_likeness(weight: float) -> float:
        """A weight as the likeness of one question that has it alone, from 0 to 1."""
        return float(min(1.0, weight ** (1 / _SHARPLY)))


NO_VOTE = Vote(0.0, {}, {}, {})


def read(paths: Iterable[Path]) -> list[Wording]:
    """All that is known in some files. Raises RulebaseError for what is no answer, with its file."""
    found = []
    for path in paths:
        for id, entry in read_toml(path).items():
            for answer, texts in entry.items():
                if answer not in _WORDS_OF_ANSWERS and not answer.isdigit():
                    raise RulebaseError(f"{path}:1", f"[{id}] {answer!r} is no answer")
                found += [Wording(text, id, answer) for text in texts]
    return found


class Wordings:
    """Questions with their answers, made ready to be compared."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Those that `made` or `to_data` told."""
        self._data = data
        self._known: list[Sequence[str]] = data["known"]
        self._rare: Mapping[str, float] = data["rare"]
        self._lengths: list[float] = data["lengths"]
        self._places: dict[str, array[int]] = {}

    @classmethod
    def made(cls, wordings: Sequence[Wording], terms: Iterable[Mapping[str, float]]) -> Wordings:
        """Makes them ready, each with what it has to compare and its share."""
        shares = list(terms)
        often = Counter(term for found in shares for term in found)
        rare = {
            term: round(1 + math.log(len(shares) / count), 3) if count <= _OFTEN else 0.0
            for term, count in often.items()
            if count > 1
        }
        places: dict[str, array[int]] = {term: array("H") for term, worth in rare.items() if worth}
        lengths = []
        for place, found in enumerate(shares):
            weights = [share * rare[term] for term, share in found.items() if term in rare]
            lengths.append(round(math.sqrt(sum(weight * weight for weight in weights)), 3))
            for term in found:
                if term in places:
                    places[term].append(place)
        return cls(
            {
                "known": [(wording.of, wording.answer) for wording in wordings],
                "rare": rare,
                "lengths": lengths,
                "places": {term: b64encode(found.tobytes()).decode() for term, found in places.items()},
            }
        )

    def to_data(self) -> Mapping[str, Any]:
        """As plain data."""
        return self._data

    def to_search(self, homes: Mapping[str, int | None]) -> dict[str, Any]:
        """What another program needs to let them vote for the clauses that answer them: `homes` are their places."""
        at = [homes.get(of) for of, _ in self._known]
        return {
            "homes": [-1 if home is None else home for home in at],
            "lengths": self._lengths,
            "rare": self._rare,
            "places": {term: list(self._at(term)) for term in self._data["places"]},
            "unheard": _UNHEARD,
            "far": _FAR,
            "few": _FEW,
            "sharply": _SHARPLY,
        }

    def vote(self, terms: Mapping[str, float]) -> Vote:
        """What the questions nearest to one say that has these terms, with their shares."""
        scores: defaultdict[int, float] = defaultdict(float)
        length = 0.0
        for term, share in terms.items():
            rare = self._rare.get(term)
            weight = share * (_UNHEARD if rare is None else rare)
            length += weight * weight
            if rare:
                worth = weight * share * rare
                for place in self._at(term):
                    scores[place] += worth
        if not scores or not length:
            return NO_VOTE
        whole = math.sqrt(length)
        lengths = self._lengths
        least = _FAR * max(scores.values())
        like = [(score / (lengths[place] * whole), place) for place, score in scores.items() if score > least]
        like.sort(reverse=True)
        answers: dict[str, float] = {}
        of: dict[str, float] = {}
        both: dict[tuple[str, str], float] = {}
        for likeness, place in like[:_FEW]:
            one, answer = self._known[place]
            weight = likeness**_SHARPLY
            answers[answer] = answers.get(answer, 0.0) + weight
            of[one] = of.get(one, 0.0) + weight
            both[one, answer] = both.get((one, answer), 0.0) + weight
        return Vote(like[0][0], answers, of, both)

    def _at(self, term: str) -> array[int]:
        found = self._places.get(term)
        if found is None:
            found = self._places[term] = array("H")
            found.frombytes(b64decode(self._data["places"][term]))
        return found
