"""Numbers, orders and permissions in which the editions differ: the base, and each edition laid over it.

They are compared, whether or not the judge uses them yet.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.clause import Clause
from referee.book.entries import ParameterEntry
from referee.book.files import edition_in, read_toml
from referee.book.law import Rule
from referee.book.loader import Rulebase

NOT_STATED = "not-stated"
BASE = "consolidated"
_QUESTION = "question"  # what a ruling cites for the reading that is taken of a disputable point
COMPARED = "editions"  # the topic of an edition's file with what is compared, and not applied by the judge


class Parameter(NamedTuple):
    """What one edition has for one parameter; `value` is `not-stated` where its book is silent."""

    id: str
    topic: str
    asks: str
    edition: str
    says: str
    value: object
    cites: tuple[str, ...]


def base_file(folder: Path) -> Path:
    """The file in which a rulebase has what is compared, by topic and id."""
    return folder / "law" / "parameters" / "editions.toml"


def base_of(folder: Path) -> dict[str, ParameterEntry]:
    """What is compared between editions, by id in the order of a game: each entry with its topic."""
    topics: dict[str, dict[str, ParameterEntry]] = read_toml(base_file(folder))
    return {id: {**entry, "topic": topic} for topic, entries in topics.items() for id, entry in entries.items()}


class Parameters:
    """All parameters of all editions, read when first asked for."""

    def __init__(self, rulebase: Rulebase) -> None:
        self.rulebase = rulebase
        self._base = base_of(rulebase.folder)
        self._overlays: dict[str, dict[str, Any]] = {}

    def ids(self) -> list[str]:
        """The parameters, in the order of a game."""
        return list(self._base)

    def entry(self, id: str) -> ParameterEntry:
        """What stands in the file of parameters for one of them."""
        return self._base[id]

    def editions(self) -> list[str]:
        """The editions that can be compared, the base first."""
        return [BASE, *(name for name in self.rulebase.editions() if name != BASE)]

    def judged(self) -> list[str]:
        """The editions by which encounters are ruled, the base first."""
        return [name for name in self.editions() if self.rulebase.is_judged(name)]

    def of(self, id: str, edition: str) -> Parameter:
        """What an edition has for a parameter: its own, or what it shares with the base.

        An entry with `law` names the rule that the judge applies: value and citations are those of the rule in that
        edition, and where no book of its own is behind it, it is not stated there. Where an edition agrees with the
        base, its own clauses for that (`agrees`) are cited too.
        """
        base, own = self.entry(id), self.overlaid(id, edition)
        agreed = [cite for cite in base.get("agrees", ()) if cite.startswith(f"{self.book_of(edition)} ")]
        says = self._says(id) if own is None else str(own["says"])
        if "law" in base:
            value, cites = self._ruled(id, edition, agreed)
        else:
            entry: ParameterEntry = {**base, **(own or {})}
            value, cites = entry["value"], list(entry.get("cites", ())) + ([] if own else agreed)
        return Parameter(id, base["topic"], base["asks"], edition, says, value, tuple(cites))

    def _says(self, id: str) -> str:
        """What the base says of a parameter: in words of its own, or as the rule says it."""
        entry = self.entry(id)
        return str(entry["says"]) if "says" in entry else self.law(BASE).law[entry["law"]].says

    def _ruled(self, id: str, edition: str, agreed: list[str]) -> tuple[object, list[str]]:
        """The value and the citations of a parameter in an edition, as the law of that applies it."""
        rule = self.rule_of(id, edition)
        books = (*self._beside(edition), _QUESTION)
        own = [cite.id for cite in rule.cites if cite.id.partition(" ")[0] in books] if rule is not None else []
        if rule is None or not (own or agreed or self._lays(rule, edition)):
            return NOT_STATED, []
        value = self._part(self._base[id], rule.value)
        return (NOT_STATED, []) if value in (None, NOT_STATED) else (value, list(dict.fromkeys((*own, *agreed))))

    def over(self, variant: str) -> list[str]:
        """The editions that are compared and to which a variant can be added."""
        over = read_toml(self.rulebase.folder / "variants" / f"{variant}.toml")["over"]
        return [name for name in self.editions() if name in over]

    def rule_of(self, id: str, edition: str) -> Rule | None:
        """The rule that an edition applies for a parameter, with the variant to which that belongs; None without it."""
        base = self._base[id]
        variant = base.get("variant", "")
        if variant and edition not in self.over(variant):
            return None
        return self.law(f"{edition}+{variant}" if variant else edition).law[base["law"]]

    def law(self, edition: str) -> Rulebase:
        """The rulebase in an edition, whether or not encounters are ruled by it."""
        return self.rulebase.beside(edition, judged=False)

    def _lays(self, rule: Rule, edition: str) -> bool:
        """Whether an edition has a value of its own for a rule."""
        topic, _, key = rule.id.partition(".")
        return "value" in self._overlay(edition).get(topic, {}).get(key, {})

    @staticmethod
    def _part(base: ParameterEntry, value: object) -> object:
        """What a parameter is of the value of its rule: all, or one part; None where that has none."""
        if "part" not in base:
            return value or None if isinstance(value, dict) else value
        part = base["part"]
        if isinstance(value, dict):
            return value.get(part)
        return value[part] if isinstance(value, list) and isinstance(part, int) else value

    def book_of(self, edition: str) -> str:
        """The book by which an edition is played."""
        return str(self._overlay(edition)["book"])

    def _beside(self, edition: str) -> tuple[str, ...]:
        """The books by which an edition is compared: its own, and those that stand beside it where that is silent."""
        book = self.book_of(edition)
        return (book, *self._overlay(book).get("beside", ()))

    def law_of(self, id: str) -> str:
        """The rule of law that a parameter stands for; none (an empty text) for one that the judge does not use."""
        return str(self._base[id].get("law", ""))

    def overlaid(self, id: str, edition: str) -> ParameterEntry | None:
        """What an edition lays over a parameter, or None.

        Of one that the law applies these are words alone: those of its own entry, or of a rule with another value.
        """
        entry, overlay = self._base[id], self._overlay(edition)
        found: ParameterEntry | None = overlay.get(COMPARED, {}).get(id)
        if found is not None or "law" not in entry or "variant" in entry:
            return found
        topic, _, key = entry["law"].partition(".")
        ruled: ParameterEntry = overlay.get(topic, {}).get(key, {})
        same = ruled.get("value") in (None, self.law(BASE).law[entry["law"]].value)
        return None if same or "says" not in ruled else ruled

    def _overlay(self, edition: str) -> dict[str, Any]:
        if edition not in self._overlays:
            self._overlays[edition] = edition_in(self.rulebase.folder / "editions" / f"{edition}.toml")
        return self._overlays[edition]

    def groups(self, id: str) -> list[list[Parameter]]:
        """The editions grouped by what they have, the base's group first."""
        found: dict[str, list[Parameter]] = {}
        for edition in self.editions():
            parameter = self.of(id, edition)
            found.setdefault(repr(parameter.value), []).append(parameter)
        return list(found.values())

    def find(self, topic: str, most: int = 4) -> list[str]:
        """The parameters that a few words mean, best first; all of a topic for the topic's name; none if unknown."""
        key = "-".join(_words(topic))
        if key in self._base:
            return [key]
        whole = [id for id, entry in self._base.items() if entry["topic"] == topic.strip().lower()]
        if whole:
            return whole
        asked = {_stem(word) for word in _words(topic)} - _COMMON
        exact = [id for id in self._base if {_stem(word) for word in _words(id)} == asked]
        if exact:
            return exact
        scored: list[tuple[float, int, str]] = []
        for place, (id, entry) in enumerate(self._base.items()):
            named = {_stem(word) for word in _words(id)}
            asks = {_stem(word) for word in _words(entry["asks"])}
            told = " ".join(self.of(id, edition).says for edition in self.editions())
            said = {_stem(word) for word in _words(f"{told} {entry['topic']}")}
            score = sum(3.0 if w in named else 2.0 if w in asks else 1.0 for w in asked if w in named | asks | said)
            if score >= len(asked) > 0:
                scored.append((-score, place, id))
        best = sorted(scored)[:most]
        return [id for score, _, id in best if score <= best[0][0] * 0.5]

    def meant(self, topic: str, most: int = 3) -> list[str]:
        """The parameters that a player's words mean (other editions' terms, synonyms), best first; none if unknown."""
        from referee.book.search import Index, thesaurus  # only where the plain words fail

        told = [self._as_clause(id) for id in self._base]
        answers = Index(told, thesaurus(self.rulebase), {}).ask(topic, most)
        return [answer.clause.id for answer in answers if answer.score >= max(_LEAST, answers[0].score / 2)]

    def _as_clause(self, id: str) -> Clause:
        says = f"{self._base[id]['asks']} {self._says(id)}"
        return Clause("parameters", id, says, "normative", "any", "rulebook", "", (), (), (), (), (), "", (), "")


_LEAST = 0.05  # the least score of a topic that is meant

_COMMON = {"the", "of", "a", "is", "when", "how", "many", "may", "must", "who", "what", "do", "doe", "in", "to", "and"}


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word
