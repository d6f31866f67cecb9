"""Text as words that can be compared: one form for all forms of a word, and phrases with gaps.

Questions, clauses and statements are read the same way, with the synonyms of `rulebase/thesaurus.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

# Words that hold a phrase together and say nothing: they are not looked at in phrases either.
SKIP = frozenset(
    "the a an of to his her its their this that these those is are was were be been being am do does did"
    " just really actually even still so very please exactly".split()
)
_ANY_NUMBER = "#"
_NUMBERS = re.compile(r"#(\d+)(?:-(\d+)|(\+))?")  # `#5`, `#1-4`, `#5+`: numbers from one to the other
_HIGHEST = 60
_OWN_THING = "own"  # every possessive is read as this
_POSSESSIVE = "my your our".split()
# Words that carry no topic alone, though a phrase may need them.
STOP = SKIP | frozenset(
    "i me you he she it they we us him them and or but if then than as at by for from in into on onto off out up with"
    " can could may might must shall should will would have get how what when where which who whom why there here not"
    " no yes ok all any some such own same other another too also only more most much many one 1 about after before"
    " while during until because since say tell let want think know see make go going need thing way now again like ask"
    " somebody anybody everybody nobody something anything nothing player game rule happen question friend mine yours"
    " his hers theirs ever never always each every both either neither else between over under through s t re ve ll d"
    " red blue green yellow purple orange black white per vs don doesn isn".split()
)
_CONTRACTED = (("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("n't", " not"))
# How players type in a hurry, and what they mean by it.
_NOT = "dont doesnt didnt isnt arent wasnt werent couldnt wouldnt shouldnt hasnt havent hadnt mustnt".split()
_HURRIED = {
    **{word: f"{word[:-2]} not" for word in _NOT},
    "cant": "can not", "wont": "will not", "aint": "is not", "im": "i am", "ive": "i have", "ill": "i will",
    "id": "i would", "hes": "he is", "shes": "she is", "hed": "he had", "theyre": "they are", "theyve": "they have",
    "youre": "you are", "weve": "we have", "whos": "who is", "whats": "what is", "wheres": "where is",
    "thats": "that is", "theres": "there is", "lets": "let us", "b4": "before", "w/o": "without", "w/": "with ",
    "w": "with", "wo": "without", "bc": "because", "cuz": "because", "coz": "because", "r": "are", "em": "them",
    "ya": "you", "ppl": "players", "plyrs": "players", "wanna": "want to", "gonna": "going to", "gotta": "have to",
    "hafta": "have to", "gimme": "give me", "lemme": "let me", "tho": "though", "thru": "through",
    "tonite": "tonight", "til": "until", "till": "until", "rn": "now", "pls": "please", "plz": "please",
    "abt": "about", "smth": "something", "sb": "somebody", "sum1": "somebody", "any1": "anybody",
    "what's": "what is", "that's": "that is", "it's": "it is", "there's": "there is", "who's": "who is",
    "where's": "where is", "he's": "he is", "she's": "she is",
    "every1": "everybody", "no1": "nobody", "outta": "out of", "vs": "against", "want 2": "want to",
    "allowed 2": "allowed to", "able 2": "able to", "how 2": "how to", "supposed 2": "supposed to",
}  # fmt: skip
_HURRY = re.compile(rf"(?<![\w'])(?:{'|'.join(sorted(map(re.escape, _HURRIED), key=len, reverse=True))})(?![\w'])")
_TOKEN = re.compile(r"\d+(?:st|nd|rd|th)\b|\+?\d+|[a-z]+|[.?!;:]")
_BREAK = frozenset(".?!;:")
_GAP = 4  # words that `..` may stand for
_WIDE = 0.1  # what a word in a gap takes off a phrase


Items = tuple[tuple[frozenset[str], bool], ...]  # of a phrase: the words that fit, and may others stand before it?


class Phrase(NamedTuple):
    """A phrase of the thesaurus: the concept that it means, and its words."""

    concept: str
    items: Items


def spelled_out(text: str) -> str:
    """A text in lower case, without contractions and what players write for short: `dont` is `do not`."""
    text = text.lower().replace("’", "'")
    for short, long in _CONTRACTED:
        text = text.replace(short, long)
    return _HURRY.sub(lambda found: _HURRIED[found[0]], text)


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


class Words:
    """Text to words in one form each, as the thesaurus has them."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.same = {**words, **dict.fromkeys(_POSSESSIVE, _OWN_THING)}
        self._seen: dict[str, str] = {}
        self.stop = frozenset({".", *STOP, *(self.form(word) for word in STOP)})

    def form(self, word: str) -> str:
        """The form of a word, by which it is compared."""
        found = self._seen.get(word)
        if found is None:
            other = self.same.get(word) or self.same.get(word.removesuffix("s"), word)
            found = self._seen[word] = other if other in SKIP else stem(other)
        return found

    @staticmethod
    def raw(text: str) -> list[str]:
        """The words and sentence marks of a text, as written, in lower case."""
        text = spelled_out(text).replace(" - ", " ; ").replace("—", " ; ").replace("–", " ; ")
        return _TOKEN.findall(re.sub(r"'s\b|'", " ", text))

    def read(self, raw: Iterable[str]) -> list[str]:
        """The words in one form each, without those that say nothing; a mark between sentences is `.`."""
        form = self.form
        return ["." if word in _BREAK else form(word) for word in raw if word not in SKIP]

    def phrase(self, concept: str, text: str) -> Phrase:
        """A phrase as it is written in the thesaurus."""
        items: list[tuple[frozenset[str], bool]] = []
        gap = False
        for short, long in _CONTRACTED:
            text = text.replace(short, long)
        for part in text.split():
            if part == "..":
                gap = True
                continue
            fits = frozenset(form for word in part.split("|") if word not in SKIP for form in self._forms(word))
            if fits:
                items.append((fits, gap and bool(items)))
                gap = False
        return Phrase(concept, tuple(items))

    def _forms(self, word: str) -> Iterable[str]:
        """The forms that a word of a phrase stands for: its own, or all numbers of a range."""
        numbers = _NUMBERS.fullmatch(word)
        if numbers is None:
            return (self.form(word),)
        first = int(numbers[1])
        last = int(numbers[2]) if numbers[2] else _HIGHEST if numbers[3] else first
        return map(str, range(first, last + 1))


def to_data(words: Words) -> dict[str, Any]:
    """How a text is read as words, as plain data for another program that reads it in the same way."""
    return {
        "contracted": [list(pair) for pair in _CONTRACTED],
        "hurried": dict(sorted(_HURRIED.items(), key=lambda pair: (-len(pair[0]), pair[0]))),
        "same": words.same,
        "skip": sorted(SKIP),
        "stop": sorted(words.stop),
    }


class Phrases:
    """Phrases, by the word they begin with."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._by_first: dict[str, list[Phrase]] = {}
        self.phrases = [phrase for phrase in phrases if phrase.items]
        for phrase in self.phrases:
            for word in phrase.items[0][0]:
                self._by_first.setdefault(word, []).append(phrase)

    def find(self, words: Sequence[str]) -> dict[str, float]:
        """The concepts meant, and how surely: less where a gap is wide."""
        found: dict[str, float] = {}
        there = {*words}
        if any(map(str.isdigit, there)):
            there.add(_ANY_NUMBER)
        for start, word in enumerate(words):
            begun = self._by_first.get(word, [])
            if word.isdigit():
                begun = begun + self._by_first.get(_ANY_NUMBER, [])
            for concept, items in begun:
                if len(items) > 1 and items[1][0].isdisjoint(there):
                    continue  # most phrases that begin so go on with words that are not there at all
                places = match(words, start, items) if len(items) > 1 else [start]
                if not places:
                    continue
                sure = 1 / (1 + _WIDE * (places[-1] - start + 1 - len(places)))
                found[concept] = max(found.get(concept, 0.0), sure)
        return found


def match(words: Sequence[str], start: int, items: Items) -> list[int]:
    """The places of a phrase in a text that begins at `start`; none if it does not stand there."""
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


def words_shared(one: str, other: str) -> set[str]:
    """The words that two texts have in common, in whatever form, of those that carry a topic."""
    return _words(one) & _words(other)


def _words(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"[a-z]+", text.casefold()) if word not in STOP} - STOP
