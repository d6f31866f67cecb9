"""The clauses that answer a question put in a player's words, best first.

A clause is found by what it says and by how players ask for it: `rulebase/asked/` lists for each clause questions that
it answers. All of them together are one text per clause, and a question is compared with these texts by what both have
in common, rarer things counting for more (BM25); beside that it is held against each known question by itself, and the
clauses of the nearest come up (`wordings.py`). What is compared are words in one form each, two words in a row, and
*concepts*: ideas of the rules ("the totals are equal") with the phrases that mean them, from `rulebase/thesaurus.toml`.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from referee.book import bounds, wording
from referee.book.agreement import agreed
from referee.book.asking import Part
from referee.book.clause import Clause
from referee.book.files import read_toml
from referee.book.loader import Rulebase
from referee.book.names import near
from referee.book.statement_answers import Asker
from referee.book.statements import NO_STATEMENTS, Said, Statement, Statements
from referee.book.wording import STOP, Phrase, Phrases, Words, stem
from referee.book.wordings import NO_VOTE, Vote, Wording, Wordings

DATA_FORMAT = 6

_SENTENCE = re.compile(r"[^.?!]+[.?!]*")
ENOUGH = 0.3  # the least score that is an answer

_CONCEPT = "="  # what a concept's term begins with
_TURN = "~"  # what a word without a topic begins with: it tells a little, as in "how many"
_CONCEPT_SHARE = 0.5  # a concept against a word
_PAIR_SHARE = 0.4  # two words in a row
_TURN_SHARE = 0.3
_PAIR_IN = 3  # the least number of clauses that a pair of words must stand in to tell something
_SATURATION, _LENGTH = 1.2, 0.4  # BM25: how soon repetition stops telling, and how far a long text is held back
_LATER_BOOK = 0.8  # what a clause of a later book counts
_OUTSIDE = 0.4  # what is left of the certainty where the matter is none of the rules'
_UNHEARD = 6.0  # how rare a word counts that stands in no clause
# Words that ask for something told before, in the forms in which words are compared.
_FAINT = frozenset("win legal allow possibl count safe right correct fin valid use work do next turn".split())
_CERTAIN = 20.0  # the match at which a score stands at one half
_NEAREST = 1.0  # what a clause gains whose known question is this very question, against the best by its words


class Answer(NamedTuple):
    """A clause that may answer a question; `score` runs from 0 to 1."""

    clause: Clause
    score: float


def thesaurus(rulebase: Rulebase) -> dict[str, Any]:
    """The vocabulary of a rulebase, as `Index` takes it. Raises RulebaseError for a missing or broken file."""
    return read_toml(rulebase.folder / "thesaurus.toml")


def answered(answers: Sequence[Answer]) -> bool:
    """Whether the best of these is good enough to count as an answer."""
    return bool(answers) and answers[0].score >= ENOUGH


class Index:
    """Clauses made ready to be asked.

    The clauses of the first book come before those of later ones: one with a counterpart (`same_as`, `near`) in the
    first book is not given as an answer itself.
    """

    def __init__(
        self,
        clauses: Iterable[Clause],
        thesaurus: Mapping[str, Any],
        asked: Mapping[str, Sequence[str]],
        statements: Statements = NO_STATEMENTS,
        wordings: Sequence[Wording] = (),
    ) -> None:
        """Builds the index; `asked` has the questions by the full id of the clause that answers them.

        `wordings` are those whose answers are known.
        """
        all_clauses = list(clauses)
        self._thesaurus = thesaurus
        self._learn_words()
        repeated = _counterparts(all_clauses)
        self.clauses = [clause for clause in all_clauses if clause.full_id not in repeated]
        homes = {statement.id: next(iter(statement.cites), "") for statement in statements.all}
        texts = {id: list(questions) for id, questions in asked.items()}
        for one in wordings:
            if one.of in homes:
                texts.setdefault(homes[one.of], []).append(one.text)
        self._build(texts)
        self._ready(statements, self._compared(asked, wordings))

    # -- building --------------------------------------------------------------------------------------------------

    def _learn_words(self) -> None:
        entries: Mapping[str, Mapping[str, Any]] = self._thesaurus.get("concept", {})
        self._words = Words(self._thesaurus.get("words", {}))
        self._weights = {_CONCEPT + name: float(entry.get("weight", 1)) for name, entry in entries.items()}
        outside = self._thesaurus.get("outside", {}).get("phrases", ())
        self._outside = Phrases(self._words.phrase("outside", text) for text in outside)
        self._concepts = Phrases(
            self._words.phrase(_CONCEPT + name, text) for name, entry in entries.items() for text in entry["means"]
        )
        known = {*self._words.same, *self._words.same.values(), *STOP}
        for entry in entries.values():
            for text in entry["means"]:
                known.update(re.findall(r"[a-z]+", text))
        self._know(known)

    def _know(self, words: Iterable[str]) -> None:
        self._known = set(words)
        self._vocabulary: dict[str, list[str]] = {}
        for word in sorted(self._known):
            if len(word) > 3:
                self._vocabulary.setdefault(word[0], []).append(word)
        self._corrected: dict[str, str] = {}

    def _build(self, asked: Mapping[str, Sequence[str]]) -> None:
        texts = [(clause.says, *asked.get(clause.full_id, ())) for clause in self.clauses]
        self._know(self._known | {word for text in texts for word in self._words.raw(" ".join(text)) if word.isalpha()})
        counts: list[dict[str, float]] = []
        for text in texts:
            terms: dict[str, float] = {}
            for sentence in text:
                for term, share in self._terms(self._words.raw(sentence)).items():
                    terms[term] = terms.get(term, 0.0) + share
            counts.append(terms)
        often = Counter(term for terms in counts for term in terms)
        mean = sum(sum(terms.values()) for terms in counts) / max(1, len(counts))
        self._rare = {
            term: math.log(1 + (len(counts) - found + 0.5) / (found + 0.5))
            for term, found in often.items()
            if found >= _PAIR_IN or " " not in term
        }
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for place, (clause, terms) in enumerate(zip(self.clauses, counts, strict=True)):
            prior = 1.0 if clause.book == self.clauses[0].book else _LATER_BOOK
            held_back = _SATURATION * (1 - _LENGTH + _LENGTH * sum(terms.values()) / mean)
            for term, times in terms.items():
                if term in self._rare:
                    share = self._rare[term] * times * (_SATURATION + 1) / (times + held_back)
                    self._postings.setdefault(term, []).append((place, round(share * prior, 3)))

    def _terms(self, raw: Sequence[str]) -> dict[str, float]:
        """What a text has to compare, with its share: words, pairs of words, concepts and words without a topic."""
        words = self._words.read(raw)
        terms: dict[str, float] = {}
        for concept, sure in self._concepts.find(words).items():
            terms[concept] = _CONCEPT_SHARE * sure * self._weights[concept]
        plain = [word for word in words if word != "."]
        for word in plain:
            if word in self._words.stop:
                terms[_TURN + word] = _TURN_SHARE
            else:
                terms[word] = 1.0
        for word, following in pairwise(plain):
            terms[f"{word} {following}"] = _PAIR_SHARE
        return terms

    def _compared(self, asked: Mapping[str, Sequence[str]], wordings: Sequence[Wording]) -> Wordings:
        """All known questions, ready to be compared: those with answers, and the others of the clauses."""
        answered = {one.text for one in wordings}
        others = [
            Wording(text, id, "") for id, questions in asked.items() for text in questions if text not in answered
        ]
        known = [*wordings, *others]
        return Wordings.made(known, (self._terms(self._words.raw(one.text)) for one in known))

    def _ready(self, statements: Statements, wordings: Wordings) -> None:
        self._statements = statements
        self._wordings = wordings
        self._places = {clause.full_id: place for place, clause in enumerate(self.clauses)}
        self._homes = {one.id: self._home(one.cites) for one in statements.all}
        self._asker: Asker | None = None
        self._listener: tuple[Statements | None, Asker | None] = (
            None,
            None,
        )  # for what
        self._voted = ("", NO_VOTE)

    def _home(self, cites: Iterable[str]) -> int | None:
        """The place of the clause on which a statement rests before all others."""
        return next((self._places[cite] for cite in cites if cite in self._places), None)

    # -- asking ----------------------------------------------------------------------------------------------------

    def ask(self, question: str, count: int = 5) -> list[Answer]:
        """Up to `count` clauses that answer a question, best first; none where nothing is understood."""
        bounds.check_line(question)
        raw = [self._correct(word) for word in self._words.raw(question)]
        terms = self._terms(raw)
        scores, vote = self._scored(question, terms)
        if not any(term in self._rare and term[0] != _TURN for term in terms):
            return []
        lifted = 1 + _NEAREST * vote.likeness
        whole = sum(share * self._rare.get(term, _UNHEARD) for term, share in terms.items() if " " not in term)
        doubt = _OUTSIDE if self._outside.find(self._words.read(raw)) else 1.0
        ranked = sorted((-score, place) for place, score in scores.items())[: max(0, count)]
        return [Answer(self.clauses[place], _certainty(-score / lifted, whole, doubt)) for score, place in ranked]

    def likeness(self, text: str) -> dict[str, float]:
        """How near each clause is to a text, by its full id: a share, from 0 to 1, of how near the nearest one is."""
        bounds.check_line(text)
        raw = [self._correct(word) for word in self._words.raw(text)]
        scores, _ = self._scored(text, self._terms(raw))
        most = max(scores.values(), default=0.0)
        return {self.clauses[place].full_id: score / most for place, score in scores.items()} if most else {}

    def _scored(self, question: str, terms: Mapping[str, float]) -> tuple[dict[int, float], Vote]:
        """How near each clause is to a question that has these terms, by its place, and the vote that lifted them."""
        scores: defaultdict[int, float] = defaultdict(float)
        for term, share in terms.items():
            for place, worth in self._postings.get(term, ()):
                scores[place] += share * worth
        vote = self._vote(question, terms)
        self._lift(scores, vote)
        return scores, vote

    def _lift(self, scores: dict[int, float], vote: Vote) -> None:
        """Lets the clauses come up that answer the questions nearest to one."""
        most = max(scores.values(), default=0.0) * _NEAREST
        gained: dict[int, float] = {}
        for of, weight in vote.of.items():
            place = self._homes[of] if of in self._homes else self._places.get(of)
            if place is not None:
                gained[place] = gained.get(place, 0.0) + weight
        for place, weight in gained.items():
            scores[place] = scores.get(place, 0.0) + most * vote.as_likeness(weight)

    def _vote(self, question: str, terms: Mapping[str, float]) -> Vote:
        """What the known questions nearest to one say that has these terms; the last one is kept."""
        if self._voted[0] != question:
            self._voted = (question, self._wordings.vote(terms))
        return self._voted[1]

    def alike(self, question: str, count: int) -> set[str]:
        """The ids of the statements, at most `count`, whose known questions are nearest to one."""
        raw = [self._correct(word) for word in self._words.raw(question)]
        voted = self._vote(question, self._terms(raw)).of
        return {id for id in sorted(voted, key=lambda one: -voted[one])[:count] if id in self._homes}

    def answer(self, part: Part, names: Iterable[str] = (), near: Sequence[str] = ()) -> Said | None:
        """The statement that surely answers a part of a question that has these `names`; None where none does.

        `near` are the full ids of the clauses that the question finds first, best first.
        """
        asker = self._ready_asker()
        own, whole = self._read(part.text), self._read(f"{part.context} . {part.text}")
        if all(word in self._words.stop or word in _FAINT for word in own):
            own = whole  # "Can you really do that?" or "Who wins?"
        return asker.answer(part, own, whole, set(self._read(" ".join(names))), set(near), next(iter(near), ""))

    def agreed(self, part: Part, question: str) -> Said | None:
        """The statement on which the known questions nearest to one agree with a pattern of it; None where none is."""
        raw = [self._correct(word) for word in self._words.raw(question)]
        own, whole = self._read(part.text), self._read(f"{part.context} . {part.text}")
        vote = self._vote(question, self._terms(raw))
        return agreed(self._ready_asker(), part, own, whole, vote, self._statements.all)

    def spoken_of(self, text: str, statements: Statements) -> list[Statement]:
        """Those of some statements of which a text speaks, the rarest words first."""
        of, asker = self._listener
        if of is not statements or asker is None:
            asker = Asker(statements, self._words, self._concepts, self._rare, {}, self._stands_in)
            self._listener = statements, asker
        return asker.spoken_of(self._read(text))

    def _ready_asker(self) -> Asker:
        if self._asker is None:
            says = {clause.full_id: clause.says for clause in self.clauses}
            self._asker = Asker(self._statements, self._words, self._concepts, self._rare, says, self._stands_in)
        return self._asker

    def _read(self, text: str) -> list[str]:
        return self._words.read(self._correct(word) for word in self._words.raw(text))

    def _stands_in(self, word: str, statement: Statement) -> bool:
        places = {self._places[cite] for cite in statement.cites if cite in self._places}
        return any(place in places for place, _ in self._postings.get(word, ()))

    @property
    def statements(self) -> Statements:
        """What the books settle, as statements."""
        return self._statements

    def knows(self, word: str) -> bool:
        """True if a word, in lower case, stands in the clauses or in what players ask."""
        return word in self._known or word.removesuffix("s") in self._known

    def is_outside(self, question: str) -> bool:
        """True if a question is about a matter that no rule decides, such as which alien is the best."""
        return bool(self._outside.find(self._read(question)))

    def clause(self, id: str) -> Clause | None:
        """A clause by its full id, if it can be given as an answer."""
        return self.clauses[self._places[id]] if id in self._places else None

    def _correct(self, word: str) -> str:
        """An unknown word as the known one it was meant to be, if there is one close enough."""
        if len(word) < 5 or word in self._known or word.removesuffix("s") in self._known or not word.isalpha():
            return word
        if word not in self._corrected:
            known = [other for other in self._vocabulary.get(word[0], ()) if abs(len(other) - len(word)) <= 2]
            best = near(word, known, 1, 0.84)
            stems = {stem(word), stem(best[0])} if best else set()
            self._corrected[word] = word if not best or len(stems) == 1 else best[0]
        return self._corrected[word]

    # -- keeping ---------------------------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """The index as plain data, for `from_data`."""
        self._ready_asker()  # with the words by which the statements are found
        return {
            "format": DATA_FORMAT,
            "thesaurus": dict(self._thesaurus),
            "clauses": [list(clause) for clause in self.clauses],
            "postings": self._postings,
            "wordings": self._wordings.to_data(),
            "rare": self._rare,
            "known": sorted(self._known),
            "statements": self._statements.to_data(),
        }

    def to_search(self) -> dict[str, object]:
        """What another program needs to rank the clauses as `ask` does: how words are read, what each term is worth.

        `postings` has by term pairs of a clause's place and its share; `shares` what a kind of term counts;
        `wordings` are the known questions, with the place of the clause that answers each.
        """
        return {
            **wording.to_data(self._words),
            "known": sorted(self._known),
            "phrases": [[one.concept, *self._plain(one)] for one in self._concepts.phrases],
            "postings": {
                term: [number for pair in found for number in pair] for term, found in self._postings.items() if found
            },
            "shares": {"concept": _CONCEPT_SHARE, "pair": _PAIR_SHARE, "turn": _TURN_SHARE},
            "wordings": {**self._wordings.to_search({**self._places, **self._homes}), "nearest": _NEAREST},
        }

    def _plain(self, phrase: Phrase) -> tuple[float, list[list[object]]]:
        """The weight of a phrase's concept, and its words: those that fit, and if others may stand before them."""
        return self._weights[phrase.concept], [[sorted(fits), gap] for fits, gap in phrase.items]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Index:
        """The index that `to_data` told. Raises ValueError for data of another format."""
        if data.get("format") != DATA_FORMAT:
            raise ValueError(f"an index of format {data.get('format')!r} cannot be read, only {DATA_FORMAT}")
        index = cls((), data["thesaurus"], {})
        index.clauses = [_clause(fields) for fields in data["clauses"]]
        index._postings = data["postings"]
        index._rare = data["rare"]
        index._know(data["known"])
        index._ready(Statements.from_data(data["statements"]), Wordings(data["wordings"]))
        return index


def _certainty(score: float, whole: float, doubt: float) -> float:
    """A score from 0 to 1: how much is in common, less where much of the question is not."""
    value = score * math.sqrt(min(1.0, score / whole)) * doubt if whole else 0.0
    return round(value / (value + _CERTAIN), 4)


def _counterparts(clauses: Sequence[Clause]) -> set[str]:
    """The clauses of later books that have counterparts in the first; a placeholder is none."""
    if not clauses:
        return set()
    book = clauses[0].book
    first = {clause.full_id for clause in clauses if clause.book == book and clause.kind != "placeholder"}
    found: set[str] = set()
    for clause in clauses:
        for other in (*clause.same_as, *clause.covers, *clause.within, *clause.near):
            here, there = (clause.full_id, other) if other in first else (other, clause.full_id)
            if there in first and not here.startswith(f"{book} "):
                found.add(here)
    return found


def _clause(fields: Sequence[object]) -> Clause:
    return Clause._make(tuple(field) if isinstance(field, list) else field for field in fields)
