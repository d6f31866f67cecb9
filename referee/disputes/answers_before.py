"""An answer in words held against an earlier one: the same question in other words, or another one."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.fingerprints import prints
from referee.book.loader import Rulebase
from referee.disputes.nearest_steps import alike
from referee.disputes.points import named_in
from referee.disputes.records import Told

_SAME = 2.5  # words that two questions have in common on the same clause, where no sentence answers both


def argued(ruling: Told, claims: Sequence[str]) -> str:
    """All that is asked and claimed about a question."""
    return " . ".join((ruling["answer"]["asks"], *claims))


def shared_point(dispute: Told, now: Told) -> list[str]:
    """The clauses on which a dispute about a question and an answer turn alike; an empty list where they do not.

    Where a sentence of the books answers both it must be the same one: a clause may settle several things. `now` is the
    answer as `opened` has it, with its `point`, the clauses that are `near` it, and all that was `argued`.
    """
    then = dispute["sides"][0]["ruling"]
    if then["edition"].partition("+")[0] != now["edition"].partition("+")[0]:
        return []
    shared = _named(dispute, [*now["point"], *now["near"]])
    shared = shared or [id for id in dispute["point"] or _cited(dispute) if id in now["point"]]
    says, says_now = _sentence(then["answer"]), _sentence(now["answer"])
    if says and says_now:
        return shared if says == says_now else []
    text = argued(then, [side["claim"] for side in dispute["sides"]])
    return shared if alike(text, now["argued"]) >= _SAME else []


def _named(dispute: Told, clauses: Sequence[str]) -> list[str]:
    """Those of some clauses that the reason of a decision names, of those that answer its question."""
    reasons = " ".join(one["reason"] for one in dispute["decisions"] if one["id"] == dispute["decision"])
    every = dict.fromkeys((*dispute["point"], *_cited(dispute)))
    return named_in(reasons, [id for id in every if id in clauses])


def _cited(dispute: Told) -> list[str]:
    return [cite["id"] for cite in dispute["sides"][0]["ruling"]["citations"]]


def _sentence(answer: Told) -> str:
    """What an answer says, without its yes, no or number: the same sentence answers a case and a question."""
    return str(answer["says"]).removeprefix(f"{str(answer['verdict']).capitalize()}. ")


def reworded(dispute: Told, clauses: Sequence[str], books: Rulebase) -> list[str]:
    """Those of some clauses that say something else now than when a dispute was opened."""
    return [id for id, told in prints(clauses, books).items() if dispute["relied"].get(id, told) != told]
