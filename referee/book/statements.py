"""What the books settle, said as statements: who may, must or cannot do what, and how many, each from its clauses.

`rulebase/answers/` has the statements, and for each the words by which a question asks for it: for a yes, for a no,
for a number, for what the question itself counts (`reckoned.py`), or only for what it says; `silent` ones say what no
document rules. `rulebase/facts/` has for many of them what they allow, require and rule out, from which the answer
follows to whatever is asked of it (`verdicts.py`). Which statement answers a question `statement_answers.py` finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.asking import Asks
from referee.book.files import read_toml
from referee.book.reckoned import RECKONED, WINS
from referee.book.verdicts import is_fact
from referee.errors import RulebaseError

YES, NO = "yes", "no"
SILENT = "silent"  # the verdict of a statement that no document rules something
_SAME = "same"  # words with which the answer stays the same, though they could turn another
_KEYS = {_SAME, "says", "cites", "book", YES, NO, SILENT, *RECKONED, WINS, "told", "number", "unless", "claimed"}
_MODES = {mode.value: mode for mode in (Asks.CAN, Asks.MUST, Asks.DOES)}
_ANY = "any"
_HERE = "here"  # the facts of a statement that hold only where a clause of it is found first
ALTERNATIVE, CONCEPT = " / ", "="
_SEVERAL, _MACRO, _NONE_OF = ";", "@", "!"
WORDS = "words.toml"


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
    `modes` are the questions to which it is one. Without modes it is a fact (`verdicts.py`), which answers all.
    One that is `here` says only what decides between the answers: it asks for the statement only where a clause of it
    is the first that is found.
    """

    verdict: str
    modes: tuple[str, ...]
    groups: tuple[int, ...]
    without: tuple[int, ...]
    here: bool = False


class Said(NamedTuple):
    """The statement that a part of a question asks for, with its verdict for this question (or none).

    It answers the part only if it is `sure`: if nothing else in the question could turn the answer. `share` is how much
    of the question its pattern found, by how rare that is; `reckoned` says what follows for its numbers; `silent`
    it is if it says that no document rules that.
    """

    statement: Statement
    verdict: str
    sure: bool = True
    share: float = 0.0
    reckoned: str = ""

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
        self.deciding: list[str] = list(shared.get("deciding", ()))  # who, when and how many: it must say them
        self.ordinary: list[str] = list(shared.get("ordinary", ()))  # aliens called by ordinary words
        self.books: dict[str, list[str]] = dict(shared.get("books", {}))  # what shows which book is asked
        # What shows that a question is about a disputable point of which no clause says anything.
        self.questions: dict[str, list[str]] = dict(shared.get("questions", {}))
        self.turns_of_time: list[str] = list(shared.get("turns_of_time", ()))  # those that turn nothing in a story
        self.kin: dict[str, str] = dict(shared.get("kin", {}))  # words much like it, by the one that stands for them
        self.heads: list[list[str]] = shared.get("heads", [])  # by group, the words with which it can begin

    def to_data(self) -> dict[str, object]:
        """As plain data, for `from_data`."""
        names = ("topics", "turns", "deciding", "ordinary", "books", "questions", "kin", "turns_of_time", "heads")
        shared = {key: getattr(self, key) for key in names}
        return {"all": self.all, "groups": self.groups, "shared": shared}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Statements:
        """The statements that `to_data` told."""
        statements = [
            Statement(
                id, says, cites, tuple(Pattern(v, tuple(m), tuple(g), tuple(w), h) for v, m, g, w, h in patterns), same
            )
            for id, says, cites, patterns, same in data["all"]
        ]
        return cls(statements, data["groups"], data["shared"])


NO_STATEMENTS = Statements((), ())


def _kept_pattern(told: Sequence[Any]) -> Pattern:
    verdict, modes, groups, without, here = told
    return Pattern(verdict, tuple(modes), tuple(groups), tuple(without), here)


def read(paths: Iterable[Path], books: Iterable[str], facts: Sequence[Path] = ()) -> Statements:
    """The statements about these books in some files, one of them `WORDS`, with the `facts` that other files tell.

    Raises RulebaseError for what is no statement, with its file.
    """
    told = {path: read_toml(path) for path in paths}
    shared = next((data for path, data in told.items() if path.name == WORDS), {})
    wanted, found = set(books), []
    groups: dict[str, int] = {}
    known = _facts(facts, shared.get("words", {}), groups)
    for path, data in told.items():
        for id, entry in data.items() if path.name != WORDS else ():
            try:
                statement = _statement(id, entry, shared.get("words", {}), groups)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise RulebaseError(f"{path}:1", f"[{id}] is no statement: {error}") from None
            if not statement.cites or any(cite.split()[0] in wanted for cite in statement.cites):
                found.append(statement._replace(patterns=(*statement.patterns, *known.get(id, ()))))
    unknown = set(known).difference(*(data for path, data in told.items() if path.name != WORDS))
    if unknown:
        raise RulebaseError(f"{next(iter(facts)).parent}:1", f"facts of no statement: {', '.join(sorted(unknown))}")
    return Statements(found, list(groups), {key: shared[key] for key in shared if key != "words"})


def _facts(paths: Iterable[Path], macros: Mapping[str, str], groups: dict[str, int]) -> dict[str, list[Pattern]]:
    """The facts of some files, by the id of the statement that each of them is part of."""
    found: dict[str, list[Pattern]] = {}
    for path in paths:
        for id, entry in read_toml(path).items():
            everywhere = {key: texts for key, texts in entry.items() if key != _HERE}
            try:
                found[id] = [
                    *(_fact(everywhere, macros, groups) if everywhere else ()),
                    *(one._replace(here=True) for one in _fact(entry.get(_HERE, {}), macros, groups)),
                ]
                if not found[id]:
                    raise ValueError("it says nothing")
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise RulebaseError(f"{path}:1", f"[{id}] is no fact: {error}") from None
    return found


def _fact(entry: Mapping[str, Any], macros: Mapping[str, str], groups: dict[str, int]) -> list[Pattern]:
    """The patterns of a fact; ValueError for what is none."""
    told = {key: texts for key, texts in entry.items() if key != "unless"}
    if entry and (not told or not all(map(is_fact, told))):
        raise ValueError(f"{', '.join(told)}: a fact is may, always, never, or numbers such as 1-4")
    return [
        _pattern(key, f"{_ANY}:{text}", entry.get("unless", ""), macros, groups)._replace(modes=())
        for key, texts in told.items()
        for text in texts
    ]


def _statement(id: str, entry: Mapping[str, Any], macros: Mapping[str, str], groups: dict[str, int]) -> Statement:
    unknown = set(entry) - _KEYS
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    asked = [
        *((verdict, text) for verdict in (YES, NO) for text in entry.get(verdict, ())),
        *((verdict, text) for verdict in (SILENT, *RECKONED, WINS) for text in entry.get(verdict, ())),
        *(("", text) for text in entry.get("told", ())),
        *((number, text) for number, texts in entry.get("number", {}).items() for text in texts),
    ]
    if not asked or not entry["says"] or bool(entry.get(SILENT)) == bool(entry["cites"]):
        raise ValueError("it says, cites or is asked by nothing, or cites a clause for what no document rules")
    unless = entry.get("unless", "")
    patterns = tuple(_pattern(verdict, text, unless, macros, groups) for verdict, text in asked)
    return Statement(id, entry["says"], dict(entry["cites"]), patterns, entry.get(_SAME, ""))


def _modes(head: str) -> tuple[str, ...]:
    """The ways to ask that stand before the words of a pattern; ValueError for what is none."""
    named = tuple(name.strip() for name in head.split(","))
    if not all(name in (*_MODES, _ANY) for name in named):
        raise ValueError(f"{head!r} is no way to ask: {', '.join((*_MODES, _ANY))}")
    return tuple(_MODES) if _ANY in named else named


def _pattern(verdict: str, text: str, unless: str, macros: Mapping[str, str], groups: dict[str, int]) -> Pattern:
    head, colon, rest = text.partition(":")
    modes = _modes(head) if colon else (Asks.CAN.value, Asks.DOES.value)
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
    for alternative in text.split(ALTERNATIVE):
        name, bar, more = alternative.strip().partition("|")
        if name.startswith(_MACRO):
            alternatives += [macros[name[1:]], *([more] if more else ())]
        else:
            alternatives.append(name + bar + more)
    if not all(alternatives):
        raise ValueError(f"an empty group of words in {text!r}")
    return groups.setdefault(ALTERNATIVE.join(alternatives), len(groups))


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
