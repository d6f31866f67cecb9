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

from referee.book.asking import NO_WAY, Way, way_of
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


class Near(NamedTuple):
    """A known question near to another: its weight, what it is `of`, its answer, and how it asks."""

    weight: float
    of: str
    answer: str
    way: Way


class Vote(NamedTuple):
    """What the nearest questions say: the sum of their weights by what they are `of`, and each by itself.

    `likeness`, from 0 to 1, is that of the nearest one.
    """

    likeness: float
    of: dict[str, float]
    nearest: list[Near]

    @property
    def answers(self) -> dict[str, float]:
        """The sum of their weights by their answers."""
        found: dict[str, float] = {}
        for one in self.nearest:
            found[one.answer] = found.get(one.answer, 0.0) + one.weight
        return found

    @staticmethod
    def as_likeness(weight: float) -> float:
        """A weight as the likeness of one question that has it alone, from 0 to 1."""
        return float(min(1.0, weight ** (1 / _SHARPLY)))


NO_VOTE = Vote(0.0, {}, [])


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
        self._known: list[Sequence[int]] = data["known"]  # of each: the places of what it is of, its answer, its way
        self._lengths: list[float] = data["lengths"]
        self._often = dict.fromkeys(data["often"], 0.0)
        self._places: dict[str, array[int]] = {}

    @classmethod
    def made(cls, wordings: Sequence[Wording], terms: Iterable[Mapping[str, float]]) -> Wordings:
        """Makes them ready, each with what it has to compare and its share."""
        shares = list(terms)
        often = Counter(term for found in shares for term in found)
        rare = {term: _rare(len(shares), count) for term, count in often.items() if count > 1}
        places: dict[str, array[int]] = {term: array("H") for term, worth in rare.items() if worth}
        lengths = []
        for place, found in enumerate(shares):
            weights = [share * rare[term] for term, share in found.items() if term in rare]
            lengths.append(round(math.sqrt(sum(weight * weight for weight in weights)), 3))
            for term in found:
                if term in places:
                    places[term].append(place)
        of, answers, ways = Numbered(), Numbered(), Numbered()
        known = [
            (of[wording.of], answers[wording.answer], ways[way_of(wording.text) if wording.answer else NO_WAY])
            for wording in wordings
        ]
        return cls(
            {
                "known": known,
                "of": list(of),
                "answers": list(answers),
                "ways": list(ways),
                "often": [term for term, worth in rare.items() if not worth],
                "lengths": lengths,
                "places": {term: b64encode(found.tobytes()).decode() for term, found in places.items()},
            }
        )

    def to_data(self) -> Mapping[str, object]:
        """As plain data."""
        return self._data

    def to_search(self, homes: Mapping[str, int | None]) -> dict[str, Any]:
        """What another program needs to let them vote for the clauses that answer them: `homes` are their places."""
        at = [homes.get(self._data["of"][known[0]]) for known in self._known]
        terms = (*self._data["places"], *self._often)
        return {
            "homes": [-1 if home is None else home for home in at],
            "lengths": self._lengths,
            "rare": {term: self._worth(term) for term in terms},
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
            rare = self._worth(term)
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
        of: dict[str, float] = {}
        nearest = [self._near(place, likeness**_SHARPLY) for likeness, place in like[:_FEW]]
        for one in nearest:
            of[one.of] = of.get(one.of, 0.0) + one.weight
        return Vote(like[0][0], of, nearest)

    def _near(self, place: int, weight: float) -> Near:
        of, answer, way = self._known[place]
        return Near(weight, self._data["of"][of], self._data["answers"][answer], Way(*self._data["ways"][way]))

    def _worth(self, term: str) -> float | None:
        """How rare something is that questions have; None if it stands in none of them, or in one alone."""
        if term in self._data["places"]:
            return _rare(len(self._known), len(self._at(term)))
        return self._often.get(term)

    def _at(self, term: str) -> array[int]:
        found = self._places.get(term)
        if found is None:
            found = self._places[term] = array("H")
            found.frombytes(b64decode(self._data["places"][term]))
        return found


class Numbered(dict[object, int]):
    """Things in the order in which they were first asked for, each with its number."""

    def __missing__(self, thing: object) -> int:
        self[thing] = len(self)
        return self[thing]


def _rare(questions: int, count: int) -> float:
    """How rare something is that stands in so many of these questions; 0 if it is so frequent that it tells nothing."""
    return round(1 + math.log(questions / count), 3) if count <= _OFTEN else 0.0
