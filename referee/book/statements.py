"""What the books settle, said as statements: who may, must or cannot do what, and how many, each from its clauses.

`rulebase/answers/` has the statements, and for each the words by which a question asks for it: for a yes, for a no,
for a number, for what the question itself counts (`reckoned.py`), or only for what it says; `silent` ones say what no
document rules. A question is answered by a statement if all word groups of one of these stand
in it and nothing in it points elsewhere; where that is not sure, or two statements say otherwise, none is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.asking import Asks, Part
from referee.book.files import read_toml
from referee.book.reckoned import RECKONED
from referee.book.wording import Phrases, Words, match
from referee.errors import RulebaseError

YES, NO = "yes", "no"
SILENT = "silent"  # the verdict of a statement that no document rules something
_SAME = "same"  # words with which the answer stays the same, though they could turn another
_KEYS = {_SAME, "says", "cites", "book", YES, NO, SILENT, *RECKONED, "told", "number", "unless", "claimed"}
_MODES = {mode.value: mode for mode in (Asks.CAN, Asks.MUST, Asks.DOES)}
_ANY = "any"
_SEVERAL, _ALTERNATIVE, _MACRO, _CONCEPT, _NONE_OF = ";", " / ", "@", "=", "!"
WORDS = "words.toml"
# What players say beside the matter, in the forms in which words are compared.
_FILLER = frozenset(
    "gui dud buddi put bring ever honest whol right ok okai stil tabl friend mate pal terribl awful".split()
)
_DENIALS = frozenset({"not", "never", "unless", "except", "without"})
# What of a question, and of it with a story told before, must be known to the statement or its clauses.
_KNOWN_SHARE, _KNOWN_WHOLE = 0.75, 0.65
_KNOWN_NEAR = 0.6  # of one whose clause is the nearest to the question anyhow
_STORY = 4  # more words than this told before a question are a story
_CLOSE = 0.8  # a match this near the best one, which says otherwise, makes the answer unsure
_PLAIN = 2.0  # how rare a group of words counts at least
_COMMON, _RAREST = 1.0, 5.0
_UNHEARD = 2.5  # how rare a word counts that stands in no clause: most often it belongs to the story


class Statement(NamedTuple):
    """A statement; `cites` has the anchor, words that stand in the clause, by the full id of each clause.

    `same` are words with which its answer stays the same, though they could turn another.
    """

    id: str
    says: str
    cites: dict[str, str]
    patterns: tuple[Pattern, ...]
    same: str = ""


class Pattern(NamedTuple):
    """How a question asks for a statement: its word groups, by their places in the list of all groups.

    `verdict` is `yes`, `no`, a number as it is said, reckoned (`count`, `sum`, `least`), `silent`, or empty;
    `modes` are the questions to which it is one.
    """

    verdict: str
    modes: tuple[str, ...]
    groups: tuple[int, ...]
    without: tuple[int, ...]


class Said(NamedTuple):
    """The statement that a part of a question asks for, with its verdict for this question (or none).

    It answers the part only if it is `sure`: if nothing else in the question could turn the answer. `share` is how much
    of the question its pattern found, by how rare that is; `silent` it is if it says that no document rules that.
    """

    statement: Statement
    verdict: str
    sure: bool = True
    share: float = 0.0

    @property
    def silent(self) -> bool:
        """True if the statement says that no document rules what is asked."""
        return self.verdict == SILENT


class Statements:
    """All statements of some books, ready to be asked."""

    def __init__(
        self, statements: Sequence[Statement], groups: Sequence[str], shared: Mapping[str, Any] | None = None
    ) -> None:
        """`groups` are the word groups that the patterns name, `shared` is what the statements share (`WORDS`)."""
        shared = shared or {}
        self.all = list(statements)
        self.groups = list(groups)
        self.topics: list[str] = list(shared.get("topics", ()))  # words that a statement must have, as a question has
        self.turns: list[str] = list(shared.get("turns", ()))  # words that turn an answer: it must be asked with them
        self.ordinary: list[str] = list(shared.get("ordinary", ()))  # aliens called by ordinary words
        self.books: dict[str, list[str]] = dict(shared.get("books", {}))  # what shows which book is asked
        # What shows that a question is about a disputable point of which no clause says anything.
        self.questions: dict[str, list[str]] = dict(shared.get("questions", {}))
        self.heads: list[list[str]] = shared.get("heads", [])  # by group, the words with which it can begin

    def to_data(self) -> dict[str, Any]:
        """As plain data, for `from_data`."""
        names = ("topics", "turns", "ordinary", "books", "questions", "heads")
        shared = {key: getattr(self, key) for key in names}
        return {"all": self.all, "groups": self.groups, "shared": shared}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Statements:
        """The statements that `to_data` told."""
        statements = [
            Statement(id, says, cites, tuple(Pattern(v, tuple(m), tuple(g), tuple(w)) for v, m, g, w in patterns), same)
            for id, says, cites, patterns, same in data["all"]
        ]
        return cls(statements, data["groups"], data["shared"])


NO_STATEMENTS = Statements((), ())


def read(paths: Iterable[Path], books: Iterable[str]) -> Statements:
    """The statements about these books in some files, one of them `WORDS`.

    Raises RulebaseError for what is no statement, with its file.
    """
    told = {path: read_toml(path) for path in paths}
    shared = next((data for path, data in told.items() if path.name == WORDS), {})
    wanted, found = set(books), []
    groups: dict[str, int] = {}
    for path, data in told.items():
        for id, entry in data.items() if path.name != WORDS else ():
            try:
                statement = _statement(id, entry, shared.get("words", {}), groups)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise RulebaseError(f"{path}:1", f"[{id}] is no statement: {error}") from None
            if not statement.cites or any(cite.split()[0] in wanted for cite in statement.cites):
                found.append(statement)
    return Statements(found, list(groups), {key: shared[key] for key in shared if key != "words"})


def _statement(id: str, entry: Mapping[str, Any], macros: Mapping[str, str], groups: dict[str, int]) -> Statement:
    unknown = set(entry) - _KEYS
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    asked = [
        *((verdict, text) for verdict in (YES, NO) for text in entry.get(verdict, ())),
        *((verdict, text) for verdict in (SILENT, *RECKONED) for text in entry.get(verdict, ())),
        *(("", text) for text in entry.get("told", ())),
        *((number, text) for number, texts in entry.get("number", {}).items() for text in texts),
    ]
    if not asked or not entry["says"] or bool(entry.get(SILENT)) == bool(entry["cites"]):
        raise ValueError("it says, cites or is asked by nothing, or cites a clause for what no document rules")
    unless = entry.get("unless", "")
    patterns = tuple(_pattern(verdict, text, unless, macros, groups) for verdict, text in asked)
    return Statement(id, entry["says"], dict(entry["cites"]), patterns, entry.get(_SAME, ""))


def _pattern(verdict: str, text: str, unless: str, macros: Mapping[str, str], groups: dict[str, int]) -> Pattern:
    head, colon, rest = text.partition(":")
    named = [name.strip() for name in head.split(",")] if colon else []
    if named and not all(name in (*_MODES, _ANY) for name in named):
        raise ValueError(f"{head!r} is no way to ask: {', '.join((*_MODES, _ANY))}")
    modes = (Asks.CAN.value, Asks.DOES.value) if not named else tuple(_MODES) if _ANY in named else tuple(named)
    wanted: list[int] = []
    without: list[int] = []
    for group in (rest if colon else text).split(_SEVERAL):
        place = without if group.strip().startswith(_NONE_OF) else wanted
        place.append(_group(group.strip().removeprefix(_NONE_OF), macros, groups))
    without += [_group(group.strip(), macros, groups) for group in unless.split(_SEVERAL) if group.strip()]
    return Pattern(verdict, modes, tuple(wanted), tuple(without))


def _group(text: str, macros: Mapping[str, str], groups: dict[str, int]) -> int:
    """The place of a word group, with the words that are named in it."""
    alternatives = []
    for alternative in text.split(_ALTERNATIVE):
        name, bar, more = alternative.strip().partition("|")
        if name.startswith(_MACRO):
            alternatives += [macros[name[1:]], *([more] if more else ())]
        else:
            alternatives.append(name + bar + more)
    if not all(alternatives):
        raise ValueError(f"an empty group of words in {text!r}")
    return groups.setdefault(_ALTERNATIVE.join(alternatives), len(groups))


def spoken_of(entries: Mapping[str, Mapping[str, Any]], shared: Mapping[str, Any], path: Path) -> Statements:
    """The statements of a file that answer no question, but are told where their words stand in what players claim.

    `shared` has the word groups that are named in them with an @. Raises RulebaseError for what is none, with its file.
    """
    groups: dict[str, int] = {}
    found = []
    for id, entry in entries.items():
        try:
            found.append(_statement(id, {**entry, "told": entry["claimed"]}, shared.get("words", {}), groups))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RulebaseError(f"{path}:1", f"[{id}] is no statement: {error}") from None
    return Statements(found, list(groups))


class Asker:
    """Finds the statement that answers a part of a question."""

    def __init__(
        self,
        statements: Statements,
        words: Words,
        concepts: Phrases,
        rare: Mapping[str, float],
        clauses: Mapping[str, str],
        stands_in: Callable[[str, Statement], bool],
    ) -> None:
        """`rare` tells how rare a word or concept is, `clauses` what each clause says, by its full id.

        `stands_in` tells if a word is known to the clauses of a statement, or to the questions that they answer.
        """
        self._statements = statements
        self._words = words
        self._concepts = concepts
        self._rare = rare
        self._topics = {words.form(word) for word in statements.topics}
        self._turns = {words.form(word) for word in statements.turns}
        self._told: dict[tuple[str, tuple[int, ...]], set[str]] = {}
        self._clauses = clauses
        self._stands_in = stands_in
        self._said: dict[str, set[str]] = {}
        self._compiled: dict[str, list[tuple[str, tuple[tuple[frozenset[str], bool], ...]]]] = {}
        if not statements.heads:
            statements.heads = [self._heads(group) for group in statements.groups]

    def answer(
        self, part: Part, own: Sequence[str], whole: Sequence[str], names: Set[str], near: Set[str] = frozenset()
    ) -> Said | None:
        """The statement that a part asks for, whose words are `own`; `whole` has those of its context too.

        `names` are the words of aliens and cards named there: a statement about something else is none about them.
        `near` are the full ids of the clauses that the words find first: of a statement of these less is asked.
        """
        in_part, in_whole = self._groups(own), self._groups(whole)
        silent = [one for one in self._matches(in_part, in_whole) if one[1].verdict == SILENT]
        if silent:
            share, _, statement = max(silent, key=lambda one: one[0])
            return Said(statement, SILENT, share=share)
        found = sorted(
            self._matches(in_part, in_whole), key=lambda one: (not self._verdict(part, one[1], whole), -one[0])
        )
        matches = [one for one in found if self._fits(one[2], one[1], own, whole, names, near)]
        said = self._best(part, matches, whole, in_part) if matches else None
        if said is None and found:
            likely = max(found, key=lambda one: one[0])
            return Said(likely[2], "", sure=False)
        return said

    def spoken_of(self, words: Sequence[str]) -> list[Statement]:
        """The statements of which a text speaks, by all its words, those whose words are rarest first."""
        there = self._groups(words)
        matches = sorted(self._matches(there, there), key=lambda one: -one[0])
        return list({statement.id: statement for _, _, statement in matches}.values())

    def _best(
        self,
        part: Part,
        matches: Sequence[tuple[float, Pattern, Statement]],
        whole: Sequence[str],
        in_part: Mapping[int, float],
    ) -> Said | None:
        """The best of the statements that match, unless another that matches as well, or itself, says otherwise too.

        Where the part itself asks for it, what only the story before it asks for says nothing against it.
        """
        best, pattern, statement = matches[0]
        verdict = self._verdict(part, pattern, whole)
        is_whole = in_part.keys() >= set(pattern.groups)
        for score, also, other in matches[1:]:
            against = not is_whole or in_part.keys() >= set(also.groups)
            near = (other.id == statement.id and against) or score >= _CLOSE * best
            if near and self._verdict(part, also, whole) not in ("", verdict):
                return None
        return Said(statement, verdict, share=best)

    # -- what a question has ---------------------------------------------------------------------------------------

    def _groups(self, words: Sequence[str]) -> dict[int, float]:
        """The word groups that stand in a text, with how rare what was found is."""
        there, concepts = set(words), self._concepts.find(words)
        begun = {*there, *concepts}
        found = {}
        for place, heads in enumerate(self._statements.heads):
            if begun.isdisjoint(heads):
                continue
            group = self._statements.groups[place]
            for name, items in self._alternatives(group):
                if name.startswith(_CONCEPT):
                    if name in concepts:
                        found[place] = self._worth(name)
                        break
                elif not there.isdisjoint(items[0][0]) and _stands(words, items):
                    found[place] = sum(max(map(self._worth, fits), default=_COMMON) for fits, _ in items) ** 0.8
                    break
        return found

    def _heads(self, group: str) -> list[str]:
        """The words with which a group can begin, and the concepts that it names."""
        found: set[str] = set()
        for text, items in self._alternatives(group):
            found |= items[0][0] if items else {text}
        return sorted(found)

    def _alternatives(self, group: str) -> list[tuple[str, tuple[tuple[frozenset[str], bool], ...]]]:
        compiled = self._compiled.get(group)
        if compiled is None:
            compiled = self._compiled[group] = [
                (text, () if text.startswith(_CONCEPT) else self._words.phrase("", text).items)
                for text in (alternative.strip() for alternative in group.split(_ALTERNATIVE))
            ]
        return [(text, items) for text, items in compiled if items or text.startswith(_CONCEPT)]

    def _worth(self, term: str) -> float:
        return min(_RAREST, max(_COMMON, self._rare.get(term, _PLAIN)))

    def _matches(
        self, own: Mapping[int, float], whole: Mapping[int, float]
    ) -> Iterator[tuple[float, Pattern, Statement]]:
        for statement in self._statements.all:
            for pattern in statement.patterns:
                stands = all(group in whole for group in pattern.groups)
                here = pattern.verdict == SILENT or any(group in own for group in pattern.groups)
                if stands and here and not any(group in whole for group in pattern.without):
                    yield sum(whole[group] for group in pattern.groups), pattern, statement

    def _verdict(self, part: Part, pattern: Pattern, whole: Sequence[str]) -> str:
        """The verdict of a pattern for a part; empty where it asks in another way than the pattern."""
        if pattern.verdict in (YES, NO):
            return self._yes_or_no(part, pattern)
        if pattern.verdict in RECKONED:
            wanted = part.asks in (Asks.NUMBER, Asks.OTHER) and not part.denied
            return RECKONED[pattern.verdict](whole) if wanted else ""
        return pattern.verdict if part.asks is Asks.NUMBER else ""

    def _yes_or_no(self, part: Part, pattern: Pattern) -> str:
        asks = part.asks.value
        if part.asks is Asks.BARE:
            asks = Asks.CAN.value if Asks.CAN.value in pattern.modes else Asks.DOES.value
        if asks not in pattern.modes or (part.denied and not self._denies(pattern)):
            return ""
        if not part.inverted:
            return pattern.verdict
        return {YES: NO, NO: YES}[pattern.verdict] if not self._denies(pattern) else ""

    def _denies(self, pattern: Pattern) -> bool:
        return any(
            _DENIALS & set(word.replace("|", " ").split())
            for group in pattern.groups
            for word in self._statements.groups[group].split(_ALTERNATIVE)
        )

    # -- is it sure? -----------------------------------------------------------------------------------------------

    def _fits(
        self,
        statement: Statement,
        pattern: Pattern,
        own: Sequence[str],
        whole: Sequence[str],
        names: Set[str],
        near: Set[str],
    ) -> bool:
        """True if nothing in the question points to another matter than the statement's, or could turn its answer."""
        said = self._words_of(statement)
        if any((word in self._topics or word in names) and word not in said for word in whole):
            return False
        told = self._told_by(statement, pattern)
        if any(word in self._turns and word not in told for word in whole):
            return False
        if pattern.verdict.isdigit() and any(word.isdigit() and word not in told for word in whole):
            return False
        is_story = len(whole) - len(own) > _STORY
        is_near = not near.isdisjoint(statement.cites)
        known_whole = not is_story or self._known(whole, statement) >= (_KNOWN_NEAR if is_near else _KNOWN_WHOLE)
        return known_whole and self._known(own, statement) >= (_KNOWN_NEAR if is_near else _KNOWN_SHARE)

    def _known(self, words: Sequence[str], statement: Statement) -> float:
        """The share of the words that a statement knows, or its clauses and the questions that they answer."""
        said = self._words_of(statement)
        weights = {word: self._rare.get(word, _UNHEARD) for word in words if not self._is_filler(word)}
        known = sum(weight for word, weight in weights.items() if word in said or self._stands_in(word, statement))
        return known / sum(weights.values()) if weights else 1.0

    def _is_filler(self, word: str) -> bool:
        """True for a word that says nothing of the matter, and for a number: what it must be the patterns say."""
        return word in self._words.stop or word in _FILLER or word.isdigit()

    def _told_by(self, statement: Statement, pattern: Pattern) -> set[str]:
        """The words of what a statement says, and of how this pattern asks for it."""
        key = (statement.id, pattern.groups)
        found = self._told.get(key)
        if found is None:
            text = f"{statement.says} {statement.same}"
            found = self._told[key] = set(self._words.read(self._words.raw(text)))
            for place in pattern.groups:
                for _, items in self._alternatives(self._statements.groups[place]):
                    found.update(*(fits for fits, _ in items))
        return found

    def _words_of(self, statement: Statement) -> set[str]:
        """The words of a statement, of what asks for it, and of its clauses."""
        found = self._said.get(statement.id)
        if found is None:
            places = {place for pattern in statement.patterns for place in pattern.groups}
            texts = [
                statement.says,
                statement.same,
                *(self._statements.groups[place].replace("|", " ") for place in places),
            ]
            texts += [self._clauses[cite] for cite in statement.cites if cite in self._clauses]
            found = {word for text in texts for word in self._words.read(self._words.raw(text))}
            self._said[statement.id] = found
        return found


def _stands(words: Sequence[str], items: tuple[tuple[frozenset[str], bool], ...]) -> bool:
    return any(word in items[0][0] and match(words, start, items) for start, word in enumerate(words))
