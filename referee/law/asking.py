"""The clauses that answer a question put in a player's words, best first.

A question and a clause meet in *words* and in *concepts*. A concept is an idea of the rules ("the totals are equal");
the thesaurus (`rulebase/thesaurus.toml`) lists the phrases that mean it, as players ask and as clauses tell. What a
clause is worth for a question is what both have in common, rarer things counting for more, and more still where several
of the question's concepts meet in one clause.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.law.clause import Clause
from referee.law.loader import Rulebase, read_toml

DATA_FORMAT = 1

# Words that hold a phrase together and say nothing: they are not looked at in phrases either.
_SKIP = frozenset(
    "the a an of to his her its their this that these those is are was were be been being am do does did"
    " just really actually even still so very please exactly".split()
)
_ANY_NUMBER = "#"
_TWIN = "twin"  # read where a question names the same total twice
_OWN_THING = "own"  # every possessive is read as this
_POSSESSIVE = "my your our".split()
# Words that carry no topic alone, though a phrase may need them.
_STOP = _SKIP | frozenset(
    "i me you he she it they we us him them and or but if then than as at by for from in into on onto off out up with"
    " can could may might must shall should will would have get how what when where which who whom why there here not"
    " no yes ok all any some such own same other another too also only more most much many one 1 about after before"
    " while during until because since say tell let want think know see make go going need thing way now again like ask"
    " somebody anybody everybody nobody something anything nothing player game rule happen question friend mine yours"
    " his hers theirs ever never always each every both either neither else between over under through s t re ve ll d"
    " red blue green yellow purple orange black white per vs don doesn isn".split()
)
_CONTRACTED = (("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("n't", " not"))
_TOKEN = re.compile(r"\+?\d+|[a-z]+|[.?!;:]")
_BREAK = frozenset(".?!;:")
_SENTENCE = re.compile(r"[^.?!]+[.?!]*")
_NUMBER = re.compile(r"\b(?:\d+|one|two|three|four|five|eight|number|maximum|as many)\b", re.IGNORECASE)
_PERMITS = re.compile(r"\b(?:may|can|cannot|must|no player)\b")
_HOW_MANY = re.compile(r"\b(?:how many|how much|limit|maximum|minimum|number of)\b")
_ASKS_LEAVE = re.compile(r"\b(?:can|could|may|allowed|must|have to|do i have|does he have|forced)\b")
_GAP = 4  # words that `..` may stand for
_ENOUGH = 0.36  # the least score that is an answer

_KINDS = {
    "normative": 1.0,
    "procedure": 0.96,
    "definition": 0.96,
    "note": 0.8,
    "example": 0.75,
    "informational": 0.65,
    "placeholder": 0.2,
}
_CONCEPT = "="  # what a concept's term begins with
_WORD_SHARE = 0.65  # a word against a concept
_COVERED_SHARE = 0.32  # a word that a phrase has already understood
_TOLD_BEFORE_QUESTION = 0.6  # a sentence that tells the story, against the one that asks
_FROM_PARENT = 0.33  # what the statement above lends to the one below
_FROM_COUNTERPART = 0.15  # what another book's counterpart lends
_WIDE = 0.1  # what a word in a gap takes off a phrase
_ALONE = 0.25  # what is left of a concept without any that it needs
_LENGTH = 0.1  # how much a long clause is held back
_OWN = 0.45  # the share from which a concept is the clause's own, not lent
_BROAD = 0.2  # how much it tells that a clause meets all of the question
_NARROW = 0.28  # how much it tells that a clause says nothing besides
_FAMILY = 0.1  # what the best of a clause's parent, children and equals adds to it
_LATER_BOOK = 0.6  # what a clause of a later book counts
_SPECIAL = 0.88  # what is left for each special case that the clause is about and the question is not
_ONE_CARD = 0.7  # what the text of a single printed card counts
_CERTAIN = 9.0  # the match at which a score stands at one half


class Answer(NamedTuple):
    """A clause that may answer a question; `score` runs from 0 to 1."""

    clause: Clause
    score: float


class _Phrase(NamedTuple):
    concept: str
    items: tuple[tuple[frozenset[str], bool], ...]  # (words that fit, may others stand before it?)


def thesaurus(rulebase: Rulebase) -> dict[str, Any]:
    """The vocabulary of a rulebase, as `Index` takes it. Raises RulebaseError for a missing or broken file."""
    return read_toml(rulebase.folder / "thesaurus.toml")


def answered(answers: Sequence[Answer]) -> bool:
    """Whether the best of these is good enough to count as an answer."""
    return bool(answers) and answers[0].score >= _ENOUGH


def stem(word: str) -> str:
    """A word without its ending, the same for all forms of most words: `allies`, `allied` and `ally` are `alli`."""
    if len(word) > 3:
        if word.endswith(("ies", "ied")) or word.endswith(("ches", "shes", "sses", "xes")):
            word = word[:-2]
        elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
            word = word[:-1]
        if word.endswith("ing") and len(word) > 5:
            word = word[:-3]
        elif word.endswith("ed") and len(word) > 4 and not word.endswith("eed"):
            word = word[:-2]
        word = word.removesuffix("e") if len(word) > 3 else word
    if word.endswith("y") and len(word) > 2:
        word = word[:-1] + "i"
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word


class _Words:
    """Text to words in one form each, as the thesaurus has them."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.same = {**words, **dict.fromkeys(_POSSESSIVE, _OWN_THING)}
        self._seen: dict[str, str] = {}
        self.stop = frozenset({".", *_STOP, *(self.form(word) for word in _STOP)})

    def form(self, word: str) -> str:
        found = self._seen.get(word)
        if found is None:
            other = self.same.get(word) or self.same.get(word.removesuffix("s"), word)
            found = self._seen[word] = other if other in _SKIP else stem(other)
        return found

    @staticmethod
    def raw(text: str) -> list[str]:
        """The words and sentence marks of a text, as written, in lower case."""
        text = text.lower().replace("’", "'").replace(" - ", " ; ").replace("—", " ; ").replace("–", " ; ")
        for short, long in _CONTRACTED:
            text = text.replace(short, long)
        return _TOKEN.findall(re.sub(r"'s\b|'", " ", text))

    def read(self, raw: Iterable[str]) -> list[str]:
        """The words in one form each, without those that say nothing; a mark between sentences is `.`."""
        form = self.form
        return ["." if word in _BREAK else form(word) for word in raw if word not in _SKIP]

    def phrase(self, concept: str, text: str) -> _Phrase:
        items: list[tuple[frozenset[str], bool]] = []
        gap = False
        for short, long in _CONTRACTED:
            text = text.replace(short, long)
        for part in text.split():
            if part == "..":
                gap = True
                continue
            fits = frozenset(self.form(word) for word in part.split("|") if word not in _SKIP)
            if fits:
                items.append((fits, gap and bool(items)))
                gap = False
        return _Phrase(concept, tuple(items))


class _Phrases:
    """All phrases of one side, by the word they begin with."""

    def __init__(self, phrases: Iterable[_Phrase]) -> None:
        self._by_first: dict[str, list[_Phrase]] = {}
        for phrase in phrases:
            if phrase.items:
                for word in phrase.items[0][0]:
                    self._by_first.setdefault(word, []).append(phrase)

    def find(self, words: Sequence[str]) -> dict[str, tuple[float, set[int]]]:
        """The concepts meant: how surely (less where a gap is wide), and the places of the words that mean it."""
        found: dict[str, tuple[float, set[int]]] = {}
        for start, word in enumerate(words):
            begun = self._by_first.get(word, [])
            if word.isdigit():
                begun = begun + self._by_first.get(_ANY_NUMBER, [])
            for concept, items in begun:
                places = _match(words, start, items) if len(items) > 1 else [start]
                if not places:
                    continue
                sure = 1 / (1 + _WIDE * (places[-1] - start + 1 - len(places)))
                before, covered = found.get(concept, (0.0, set()))
                found[concept] = (max(before, sure), covered.union(places))
        return found


def _match(words: Sequence[str], start: int, items: tuple[tuple[frozenset[str], bool], ...]) -> list[int]:
    places = [start]
    at = start + 1
    for fits, gap in items[1:]:
        last = min(len(words), at + (_GAP if gap else 0) + 1)
        while at < last and words[at] not in fits and not (words[at].isdigit() and _ANY_NUMBER in fits):
            if words[at] == ".":
                return []
            last += words[at] == _OWN_THING and last < len(words)
            at += 1
        if at >= last:
            return []
        places.append(at)
        at += 1
    return places


class Index:
    """Clauses made ready to be asked.

    The clauses of the first book come before those of later ones: a clause with a counterpart (`same_as`, `near`) in
    the first book lends it its words and is not given as an answer itself.
    """

    def __init__(self, clauses: Iterable[Clause], thesaurus: Mapping[str, Any]) -> None:
        all_clauses = list(clauses)
        self._thesaurus = thesaurus
        self._learn_words()
        lends = _counterparts(all_clauses)
        self.clauses = [clause for clause in all_clauses if clause.full_id not in lends]
        self._priors = [_prior(clause, self.clauses[0]) for clause in self.clauses]
        self._build(all_clauses, lends)

    # -- building --------------------------------------------------------------------------------------------------

    def _learn_words(self) -> None:
        entries: Mapping[str, Mapping[str, Any]] = self._thesaurus.get("concept", {})
        self._words = _Words(self._thesaurus.get("words", {}))
        self._weights = {_CONCEPT + name: float(entry.get("weight", 1)) for name, entry in entries.items()}
        self._near = {
            _CONCEPT + name: {_CONCEPT + other: float(share) for other, share in entry["near"].items()}
            for name, entry in entries.items()
            if "near" in entry
        }
        self._special = {_CONCEPT + name for name, entry in entries.items() if entry.get("special")}
        self._needs = {
            _CONCEPT + name: frozenset(_CONCEPT + other for other in entry["needs"])
            for name, entry in entries.items()
            if "needs" in entry
        }
        outside = [
            self._words.phrase("outside", text) for text in self._thesaurus.get("outside", {}).get("phrases", ())
        ]
        self._outside = _Phrases(outside)
        self._asked = _Phrases(self._phrases(entries, "any", "asked"))
        self._vocabulary: dict[str, list[str]] = {}
        known = {*self._words.same, *self._words.same.values(), *_STOP}
        for entry in entries.values():
            for side in ("any", "asked", "told"):
                for text in entry.get(side, ()):
                    known.update(re.findall(r"[a-z]+", text))
        self._know(known)

    def _phrases(self, entries: Mapping[str, Mapping[str, Any]], *sides: str) -> Iterable[_Phrase]:
        for name, entry in entries.items():
            for side in sides:
                for text in entry.get(side, ()):
                    yield self._words.phrase(_CONCEPT + name, text)

    def _know(self, words: Iterable[str]) -> None:
        self._known = set(words)
        for word in sorted(self._known):
            if len(word) > 3:
                self._vocabulary.setdefault(word[0], []).append(word)
        self._corrected: dict[str, str] = {}

    def _build(self, all_clauses: Sequence[Clause], lends: Mapping[str, tuple[str, ...]]) -> None:
        told = _Phrases(self._phrases(self._thesaurus.get("concept", {}), "any", "told"))
        surface: set[str] = set()
        terms: dict[str, dict[str, float]] = {}
        lengths: dict[str, int] = {}
        for clause in all_clauses:
            raw = self._words.raw(clause.says)
            surface.update(raw)
            words = self._words.read(raw)
            lengths[clause.full_id] = len(words)
            terms[clause.full_id] = self._terms(words, told.find(words), clause)
        self._know(self._known | {word for word in surface if word.isalpha()})
        own = {id: dict(found) for id, found in terms.items()}
        for lender, borrowers in lends.items():
            for borrower in borrowers:
                _lend(terms[borrower], own[lender], _FROM_COUNTERPART)
        for clause in self.clauses:
            parent = f"{clause.book} {clause.id.rpartition('.')[0]}"
            if parent in own:
                _lend(terms[clause.full_id], own[parent], _FROM_PARENT)
        mean = sum(lengths.values()) / max(1, len(lengths))
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for place, clause in enumerate(self.clauses):
            held_back = 1 - _LENGTH + _LENGTH * max(0.6, lengths[clause.full_id] / mean)
            for term, share in terms[clause.full_id].items():
                self._postings.setdefault(term, []).append((place, round(share / held_back, 4)))
        self._rarity = {term: self._rare(found) for term, found in self._postings.items()}
        self._weigh()

    def _weigh(self) -> None:
        """How much each clause says, in concepts: what a question leaves untouched of it speaks against it."""
        places = {clause.full_id: place for place, clause in enumerate(self.clauses)}
        kin: list[set[int]] = [set() for _ in self.clauses]
        for place, clause in enumerate(self.clauses):
            parent = places.get(f"{clause.book} {clause.id.rpartition('.')[0]}")
            if parent is not None:
                kin[place].add(parent)
                kin[parent].add(place)
        told_alike: dict[str, list[int]] = {}
        for place, clause in enumerate(self.clauses):
            for other in clause.same_as:
                told_alike.setdefault(other, []).append(place)
        for alike in told_alike.values():
            for place in alike:
                kin[place].update(other for other in alike if other != place)
        self._kin = [tuple(sorted(found)) for found in kin]
        self._says = [0.0] * len(self.clauses)
        self._cases: list[list[str]] = [[] for _ in self.clauses]
        for term, found in self._postings.items():
            if term.startswith(_CONCEPT):
                worth = self._rarity[term] * self._weights.get(term, 1.0)
                for place, share in found:
                    if share > _OWN:
                        self._says[place] += worth
                        if term in self._special:
                            self._cases[place].append(term)

    def _terms(
        self, words: Sequence[str], found: Mapping[str, tuple[float, set[int]]], clause: Clause
    ) -> dict[str, float]:
        """The terms of a clause with their shares: words by how often, concepts by how surely they are meant."""
        often: dict[str, float] = {}
        for word in words:
            if word not in self._words.stop:
                often[word] = often.get(word, 0.0) + 1
        terms = {word: 2.0 * times / (times + 1.0) for word, times in often.items()}
        for concept, (sure, _) in found.items():
            terms[concept] = sure
        if clause.phase not in ("", "any"):
            _raise(terms, _CONCEPT + clause.phase, 0.3)
        return terms

    def _rare(self, found: Sequence[tuple[int, float]]) -> float:
        often = sum(1 for _, share in found if share > 0.5) or 0.5
        return math.log(1 + (len(self.clauses) - often + 0.5) / (often + 0.5))

    # -- asking ----------------------------------------------------------------------------------------------------

    def ask(self, question: str, count: int = 5) -> list[Answer]:
        """Up to `count` clauses that answer a question, best first; none where nothing is understood."""
        terms, doubt = self._understand(question)
        if not terms:
            return []
        scores: dict[int, float] = {}
        met: dict[int, float] = {}
        said: dict[int, float] = {}
        whole = 0.0
        for term, weight in terms.items():
            worth = weight * self._rarity[term]
            whole += worth
            is_concept = term.startswith(_CONCEPT)
            for place, share in self._postings[term]:
                scores[place] = scores.get(place, 0.0) + worth * share
                met[place] = met.get(place, 0.0) + worth * min(1.0, share)
                if is_concept and share > _OWN:
                    said[place] = said.get(place, 0.0) + self._rarity[term] * self._weights[term]
        lower = question.lower()
        how_many = bool(_HOW_MANY.search(lower))
        leave = bool(_ASKS_LEAVE.search(lower))
        values: dict[int, float] = {}
        for place, score in scores.items():
            says = self.clauses[place].says
            value = score * self._priors[place] * (1 - _BROAD + _BROAD * met[place] / whole)
            value *= 1 - _NARROW + _NARROW * (said.get(place, 0.0) + 2) / (self._says[place] + 2)
            value *= _SPECIAL ** min(2, sum(1 for case in self._cases[place] if case not in terms))
            if how_many and _NUMBER.search(says):
                value *= 1.08
            if leave and _PERMITS.search(says):
                value *= 1.04
            values[place] = value
        ranked = sorted(
            (-value - _FAMILY * max((values.get(kin, 0.0) for kin in self._kin[place]), default=0.0), place)
            for place, value in values.items()
        )
        return [
            Answer(self.clauses[place], round(-value / (-value + _CERTAIN) * doubt, 4))
            for value, place in ranked[: max(0, count)]
        ]

    def understood(self, question: str) -> dict[str, float]:
        """What of a question the index understands: words, and concepts beginning with `=`, with their weights."""
        return self._understand(question)[0]

    def _understand(self, question: str) -> tuple[dict[str, float], float]:
        """(terms with weights, what is left of the certainty: little where the matter is none of the rules')."""
        sentences = _SENTENCE.findall(question) or [question]
        asks = any("?" in sentence for sentence in sentences)
        terms: dict[str, float] = {}
        outside = False
        sures: dict[str, float] = {}
        for sentence in sentences:
            share = 1.0 if "?" in sentence or not asks else _TOLD_BEFORE_QUESTION
            raw = [self._correct(word) for word in self._words.raw(sentence)]
            words = self._words.read(raw)
            numbers = [word for word in raw if word.isdigit() and int(word) > 4]
            if len(set(numbers)) < len(numbers):
                words += [".", _TWIN]
            outside = outside or bool(self._outside.find(words))
            found = self._asked.find(words)
            covered: set[int] = set()
            for concept, (sure, places) in found.items():
                covered |= places
                _raise(sures, concept, share * sure)
            for at, word in enumerate(words):
                if word not in self._words.stop:
                    _raise(terms, word, share * (_COVERED_SHARE if at in covered else _WORD_SHARE))
        for concept, sure in sures.items():
            needs = self._needs.get(concept)
            share = sure if needs is None or not needs.isdisjoint(sures.keys() - {concept}) else sure * _ALONE
            _raise(terms, concept, share * self._weights[concept])
            for other, part in self._near.get(concept, {}).items():
                _raise(terms, other, share * part * self._weights[other])
        return {term: weight for term, weight in terms.items() if term in self._postings}, 0.4 if outside else 1.0

    def _correct(self, word: str) -> str:
        """An unknown word as the known one it was meant to be, if there is one close enough."""
        if len(word) < 5 or word in self._known or word.removesuffix("s") in self._known or not word.isalpha():
            return word
        if word not in self._corrected:
            import difflib  # noqa: PLC0415  only for a word that is not known

            near = [other for other in self._vocabulary.get(word[0], ()) if abs(len(other) - len(word)) <= 2]
            best = difflib.get_close_matches(word, near, 1, 0.84)
            stems = {stem(word), stem(best[0])} if best else set()
            self._corrected[word] = word if not best or len(stems) == 1 else best[0]
        return self._corrected[word]

    # -- keeping ---------------------------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """The index as plain data, for `from_data`."""
        return {
            "format": DATA_FORMAT,
            "thesaurus": dict(self._thesaurus),
            "clauses": [list(clause) for clause in self.clauses],
            "postings": {term: [list(pair) for pair in found] for term, found in self._postings.items()},
            "rarity": self._rarity,
            "known": sorted(self._known),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Index:
        """The index that `to_data` told. Raises ValueError for data of another format."""
        if data.get("format") != DATA_FORMAT:
            raise ValueError(f"an index of format {data.get('format')!r} cannot be read, only {DATA_FORMAT}")
        index = cls((), data["thesaurus"])
        index.clauses = [_clause(fields) for fields in data["clauses"]]
        index._priors = [_prior(clause, index.clauses[0]) for clause in index.clauses]
        index._postings = {term: [(place, share) for place, share in found] for term, found in data["postings"].items()}
        index._rarity = dict(data["rarity"])
        index._weigh()
        index._know(data["known"])
        return index


def _counterparts(clauses: Sequence[Clause]) -> dict[str, tuple[str, ...]]:
    """The clauses of later books that have counterparts in the first, with these; a placeholder is none."""
    if not clauses:
        return {}
    book = clauses[0].book
    first = {clause.full_id for clause in clauses if clause.book == book and clause.kind != "placeholder"}
    pairs: dict[str, list[str]] = {}
    for clause in clauses:
        for other in (*clause.same_as, *clause.near):
            here, there = (clause.full_id, other) if other in first else (other, clause.full_id)
            if there in first and not here.startswith(f"{book} "):
                pairs.setdefault(here, []).append(there)
    present = {clause.full_id for clause in clauses}
    return {lender: tuple(dict.fromkeys(found)) for lender, found in pairs.items() if lender in present}


def _clause(fields: Sequence[Any]) -> Clause:
    return Clause._make(tuple(field) if isinstance(field, list) else field for field in fields)


def _prior(clause: Clause, first: Clause) -> float:
    """What a clause is worth before any question: little where it rules nothing, less in a later book."""
    prior = _KINDS.get(clause.kind, 0.7)
    if clause.book != first.book:
        prior *= _LATER_BOOK
    if clause.grade == "card":
        prior *= _ONE_CARD
    return prior if clause.phase else prior * 0.5


def _raise(terms: dict[str, float], term: str, weight: float) -> None:
    if terms.get(term, 0.0) < weight:
        terms[term] = weight


def _lend(to: dict[str, float], terms: Mapping[str, float], share: float) -> None:
    for term, weight in terms.items():
        _raise(to, term, weight * share)
