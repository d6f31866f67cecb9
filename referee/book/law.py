"""What the referee applies: rules that code names by id, each with its value, its words and its citations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from referee.book.vocabulary import Vocabulary
from referee.errors import RulebaseError

# Grades of authority, strongest first.
GRADES = ("card", "rulebook", "faq", "reported", "cosmodex", "forum", "unsourced", "house", "stated")
STATED = GRADES[-1]
_STRENGTH = {grade: place for place, grade in enumerate(GRADES)}

# What a step of a proof can be.
StepKind = Literal["rule", "power", "fact", "parameter", "assumption"]
RULE: Final = "rule"
POWER: Final = "power"
FACT: Final = "fact"
PARAMETER: Final = "parameter"
ASSUMPTION: Final = "assumption"

# What the law declares of a rule for those who judge (`Rule.mark`).
OF_OUTCOME = "of-outcome"  # an assumption that matters only once the outcome is carried out
OF_TABLE = "of-table"  # what a table knows by itself, and nobody told it
BY_CARD, BY_SWAP = "by-card", "by-swap"  # forbids what was done with a card that it cannot have been
ASKS, ASKS_WHICH = "asks", "asks-which"  # only asks for what was not said; or which of the acts it names is meant
MANDATORY = "mandatory"  # waits for what a mandatory power does
AS_IT_WAS = "as-it-was"  # of a use that a table ruled when it was made, and that would have nothing to do by now
OUT_OF_PHASE = "out-of-phase"  # refuses what belongs to another phase
Mark = Literal[
    "", "of-outcome", "of-table", "by-card", "by-swap", "asks", "asks-which", "mandatory", "as-it-was", "out-of-phase"
]
MARKS: tuple[str, ...] = get_args(Mark)


def weakest(grades: Iterator[str] | list[str]) -> str:
    """The weakest of some grades of authority; `card`, the strongest, if there are none."""
    return max(grades, key=_STRENGTH.__getitem__, default=GRADES[0])


_SEVERAL = re.compile(r"\{value\} (ship|card)s\b( of \{\d\})?(?: (go|stay|land|leave|stand|retreat|return)\b)?")


@lru_cache(maxsize=256)
def _of_one(text: str) -> str:
    """The sentence of a rule as it is said of one ship or one card."""
    return _SEVERAL.sub(_single, text)


def _single(found: re.Match[str]) -> str:
    what, whose, does = found[1], found[2] or "", found[3]
    return f"{{value}} {what}{whose}" + (f" {does}{'es' if does == 'go' else 's'}" if does else "")


class Cite:
    """A citation: the clause's id (`consolidated 5.10.1.1.d`, `alien Macron`, `card Ionic-Gas`) and its grade.

    `also` where it only says the same as another clause of the rule, which does not rest on it.
    """

    __slots__ = ("also", "grade", "id")

    def __init__(self, id: str, grade: str, also: bool = False) -> None:
        self.id = id
        self.grade = grade
        self.also = also


class Rule:
    """One rule of the law, or one use of a power or card: what a finding rests on.

    `text` is the sentence a finding of it says, with `{value}` and the finding's words `{0}`, `{1}` ...; `value` is
    the rule's number, order or permission; `question` the disputable point whose preferred reading it is; `borrowed`
    whether the edition's own book does not say it, so that another one is followed; `vocabulary` the edition's own
    words, where it has others; `sheet` whether it rests on the sheet or card of which it speaks, which is cited
    with it (`citing`); `mark` what else the law declares of it, one of MARKS.
    """

    __slots__ = ("borrowed", "cites", "id", "kind", "mark", "question", "says", "sheet", "text", "value", "vocabulary")

    def __init__(
        self,
        id: str,
        kind: StepKind,
        text: str,
        cites: tuple[Cite, ...] = (),
        value: Any = None,
        says: str = "",
        question: str = "",
        borrowed: bool = False,
        vocabulary: Vocabulary | None = None,
        sheet: bool = False,
        mark: str = "",
    ) -> None:
        self.id = id
        self.kind = kind
        self.text = text
        self.cites = cites
        self.value = value
        self.says = says or text
        self.question = question
        self.borrowed = borrowed
        self.vocabulary = vocabulary
        self.sheet = sheet
        self.mark = mark

    def told(self, words: tuple[object, ...], value: object) -> str:
        """What a finding of this rule says, in the edition's words; what players state stands as they said it."""
        own, text = self.vocabulary, _of_one(self.text) if value == 1 else self.text
        if own is None:
            return text.format(*words, value=value)
        if any(cite.grade == STATED for cite in self.cites):
            return own.say(text).format(*words, value=value)
        return own.say(text).format(*map(own.fill, words), value=own.fill(value))

    def resting_on(self, cites: tuple[Cite, ...]) -> Rule:
        """The same rule with other citations."""
        return Rule(
            self.id,
            self.kind,
            self.text,
            cites,
            self.value,
            self.says,
            self.question,
            self.borrowed,
            self.vocabulary,
            self.sheet,
            self.mark,
        )

    def resting_as(self, other: Rule) -> Rule:
        """The same rule, resting on what another one rests on, be that in the own book or not."""
        rule = self.resting_on(other.cites)
        rule.borrowed = other.borrowed
        return rule

    def citing(self, other: Rule) -> Rule:
        """The same rule, resting on another one's citations first; each clause is cited once."""
        return _citing(self, other)

    def said_with(self, other: Rule | None, inferred: bool = False) -> Rule:
        """The same rule; where the own book has it only in a clause of another one, resting on the clauses of that.

        With the house reading by which they are taken to hold here too, where that is `inferred`.
        """
        if other is None or other.kind != RULE or other.borrowed or not self.borrowed:
            return self
        return self.resting_on(tuple(c for c in other.cites if inferred or not c.id.startswith("question ")))

    def __repr__(self) -> str:
        return f"<Rule {self.id}>"


@lru_cache(maxsize=4096)
def _citing(rule: Rule, other: Rule) -> Rule:
    first = {cite.id for cite in other.cites}
    return rule.resting_on((*other.cites, *(cite for cite in rule.cites if cite.id not in first)))


class Law(dict[str, Rule]):
    """The rules of one edition, by id, such as `law["reveal.ties"]`. Not to be changed once read."""

    __slots__ = ("edition",)

    def __init__(self, edition: str, rules: dict[str, Rule]) -> None:
        super().__init__(rules)
        self.edition = edition

    def __missing__(self, id: str) -> Rule:
        """RulebaseError for an id that the law does not have: no step may go without its rule."""
        raise RulebaseError(f"law of {self.edition}", f"the judge needs a rule {id!r}, and there is none")

    def without(self, id: str) -> Law:
        """The same law with one rule struck out: what the judge then cannot rule shows what rested on it."""
        return Law(self.edition, {name: rule for name, rule in self.items() if name != id})
