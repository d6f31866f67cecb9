"""What is answered to an item: by this program, or by another one in JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.book.loader import Rulebase
from referee.conformance.expected import Difference, Expected
from referee.conformance.items import Item
from referee.duel.games import books_by, game, judge
from referee.errors import ImpossibleError, MalformedError, RulebaseError
from referee.judge.ruling import ILLEGAL
from referee.judge.ways.timing import rule_words

if TYPE_CHECKING:
    from referee.book.law import Rule
    from referee.judge.finding import Finding
    from referee.judge.ruling import Ruled

MALFORMED, IMPOSSIBLE = "malformed", "impossible"


class Proved(Protocol):
    """What was ruled in a case: an encounter, or one command of a play."""

    @property
    def citations(self) -> dict[str, str]:
        """The clauses it rests on, with their grades."""

    @property
    def findings(self) -> Iterable[Finding]:
        """Every step of the proof."""

    @property
    def refused_by(self) -> set[str]:
        """The clauses that forbid something."""


class Step(NamedTuple):
    """How one command of a play was ruled; `by` are the clauses that refuse it, None where none are named."""

    refused: bool
    by: Collection[str] | None = None
    says: str = ""


@dataclass(slots=True)
class Answer:
    """What a program answers to an item.

    `told` is the ruling, or the table after a play. Clauses (`cites`, `refused_by`) and disputable points (`questions`)
    are None where the program names none, and then they are not compared.
    """

    told: Mapping[str, object] | None = None  # None: there is no ruling, or no table was laid
    refused: str = ""  # malformed, impossible or illegal
    says: str = ""  # why it is refused, in words
    cites: Collection[str] | None = None
    refused_by: Collection[str] | None = None
    questions: list[str] | None = None
    steps: list[Step] = field(default_factory=list)  # of a play: of each command
    fault: Difference | None = None  # why it is no answer at all


@dataclass(slots=True)
class OwnAnswer(Answer):
    """What this program answers, with the rulings that were made for it."""

    rulings: list[Proved] = field(default_factory=list)

    @property
    def rules(self) -> set[Rule]:
        """The rules of all its proofs."""
        return {finding.rule for ruling in self.rulings for finding in ruling.findings}


def answer(item: Item, whole: bool = False) -> OwnAnswer:
    """Rules an item by this program; with `whole` all keys of the ruling are told, not only those that are expected."""
    try:
        return _ANSWERS.get(item.kind, _line)(item, _books(item), whole)
    except MalformedError as error:
        return OwnAnswer(refused=MALFORMED, says=str(error))
    except ImpossibleError as error:
        return OwnAnswer(refused=IMPOSSIBLE, says=str(error))
    except RulebaseError as error:
        if item.kind in ("play", "may"):
            return OwnAnswer(refused=MALFORMED, says=str(error))
        return OwnAnswer(fault=Difference("edition", item.edition, str(error)))


def _books(item: Item) -> Rulebase | None:
    """The rulebase by the chosen readings, None where there are none: the edition's own."""
    readings = applied(item.edition, item.readings)
    return books_by(item.edition, readings) if readings else None


def applied(edition: str, readings: Mapping[str, str]) -> dict[str, str]:
    """Of some readings those that the law of an edition has."""
    taken: dict[str, str] = {}
    for question, reading in readings.items():
        try:
            books_by(edition, {question: reading})
        except RulebaseError:  # of another game, or one that changes no ruling here
            continue
        taken[question] = reading
    return taken


def _of(rulings: list[Proved], told: Mapping[str, Any] | None, steps: list[Step] | None = None) -> OwnAnswer:
    """The answer that some rulings give, with the clauses and disputable points of all of them."""
    illegal = told is not None and steps is None and told["status"] == ILLEGAL
    return OwnAnswer(
        told=told,
        refused=ILLEGAL if illegal else "",
        says="; ".join(one["says"] for one in told.get("illegal", ())) if illegal and told else "",
        cites=set[str]().union(*(ruling.citations for ruling in rulings)),
        refused_by=set[str]().union(*(ruling.refused_by for ruling in rulings)),
        questions=questions_of(rulings),
        steps=steps or [],
        rulings=rulings,
    )


def questions_of(rulings: Iterable[Proved]) -> list[str]:
    """The disputable points that rulings name, those of refusals too."""
    steps = (finding for ruling in rulings for finding in ruling.findings)
    return list(dict.fromkeys(step.rule.question for step in steps if step.rule.question))


def _line(item: Item, books: Rulebase | None, whole: bool) -> OwnAnswer:
    if item.kind == "ask":
        wanted = "a case with a line, a play, a question or a timing"
        return OwnAnswer(fault=Difference("kind", wanted, "ask"))
    ruling = judge(item.kind, item.case.text, item.edition, item.case.anyway, books)
    told = ruling.to_dict(proof=False) if whole or ruling.status == ILLEGAL else _told(ruling, item.expected)
    return _of([ruling], told)


def _told(ruling: Ruled, expected: Expected) -> dict[str, object]:
    """What the ruling says under the keys that a case can expect; the dearer ones only where they are."""
    told = dict(ruling.summary())
    told["status"] = ruling.status
    told["needs"] = ruling.needs
    if not expected.keys() <= told.keys():
        told |= ruling.to_dict(proof=False)
    return told


def _play(item: Item, books: Rulebase | None, whole: bool) -> OwnAnswer:
    of = game(item.edition)
    played = (of.play_spoken if item.case.spoken else of.play)(item.case.play, item.edition, books)
    steps = [
        Step(not one.legal, one.refused_by, "" if one.legal else one.illegal[0].finding.says) for one in played.verdicts
    ]
    return _of(list(played.verdicts), None if played.table is None else of.show(played.table), steps)


def _may(item: Item, books: Rulebase | None, whole: bool) -> OwnAnswer:
    verdict = game(item.edition).question(item.case.may, item.edition, books)
    return _of([verdict], verdict.to_dict(proof=False))


def _timing(item: Item, books: Rulebase | None, whole: bool) -> OwnAnswer:
    order = rule_words(item.case.timing, item.edition, None if books is None else books.readings)
    return _of([order], order.to_dict(proof=False))


_ANSWERS: dict[str, Callable[[Item, Rulebase | None, bool], OwnAnswer]] = {
    "play": _play,
    "may": _may,
    "timing": _timing,
}
