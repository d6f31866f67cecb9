"""The answer on which two signs agree, where no pattern of a statement surely answers a question.

The known questions nearest to it name the statement and say an answer, each by how it asks itself; and a pattern of the
statement that stands in the question says the same, though by itself it would not be sure. Where one of the two is not
clear, there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.book.asking import Denial, Part
from referee.book.statement_answers import Asker, Nearly
from referee.book.statements import Said, Statement
from referee.book.verdicts import of_known
from referee.book.wordings import Vote

_NAMED = 0.2  # the least share of the votes that name a statement, with those for its clauses
_AHEAD = 0.9  # what share of the votes of the one named most it must have
_SAID = 0.15  # the least share of the votes that say the answer of a statement
_CLEAR = 0.7  # the least share of the answers that must be this one, the statement's and all
_WHOLE = 1.0  # the share of a pattern's word groups: one that is missing can be the very matter
_GROUPS = 2  # and the least number of them
_KNOWN = 0.65  # the least share of the words that must be known to the statement


class Support(NamedTuple):
    """What the nearest known questions say of a statement: their share of all votes, and that of each answer."""

    votes: float
    answers: dict[str, float]


def agreed(
    asker: Asker, part: Part, own: Sequence[str], whole: Sequence[str], vote: Vote, statements: Iterable[Statement]
) -> Said | None:
    """The statement that the known questions name and a pattern of it, if both say the same answer; else None."""
    if part.denial is Denial.UNCLEAR:
        return None
    supports = _supports(part, vote, statements)
    most = max((support.votes for support in supports.values()), default=0.0)
    named = {id for id, support in supports.items() if support.votes >= max(_NAMED, _AHEAD * most)}
    told = _sum(_answers(part, vote))
    found = [one for id in named if (one := _plainly(asker, part, own, whole, id, supports[id])) is not None]
    answers = {one.answer for one in found}
    if len(answers) != 1 or not _is_clear(answers.copy().pop(), told):
        return None
    best = max(found, key=lambda one: supports[one.statement.id].votes)
    return Said(best.statement, best.answer)


def _plainly(
    asker: Asker, part: Part, own: Sequence[str], whole: Sequence[str], id: str, support: Support
) -> Nearly | None:
    """The pattern of a statement that stands most in a question, if no other says otherwise and the votes agree."""
    found = sorted(asker.nearly(part, own, whole, {id}), key=lambda one: -one.share)
    if not found or any(one.share >= found[0].share and one.answer != found[0].answer for one in found):
        return None
    best = max(found, key=lambda one: (one.share, one.there, one.plain))
    is_most = best.share >= _WHOLE and best.there >= _GROUPS and best.plain
    is_said = support.answers.get(best.answer, 0.0) >= _SAID and _is_clear(best.answer, support.answers)
    return best if is_most and is_said and asker.known(own, best.statement) >= _KNOWN else None


def _supports(part: Part, vote: Vote, statements: Iterable[Statement]) -> dict[str, Support]:
    """What the nearest known questions say of each statement that they name, by itself or by a clause of it."""
    whole = sum(vote.of.values()) or 1.0
    answers = _answers(part, vote)
    found = {}
    for statement in statements:
        of = [id for id in (statement.id, *statement.cites) if id in vote.of]
        if of:
            votes = sum(vote.of[id] for id in of) / whole
            found[statement.id] = Support(votes, _sum(answers, of, whole))
    return found


def _answers(part: Part, vote: Vote) -> dict[tuple[str, str], float]:
    """The weights of the known questions by what they are of, and by what they answer to a part of a question."""
    found: dict[tuple[str, str], float] = {}
    for one in vote.nearest:
        answer = of_known(one.answer, one.way, part)
        if answer:
            found[one.of, answer] = found.get((one.of, answer), 0.0) + one.weight
    return found


def _sum(
    answers: Mapping[tuple[str, str], float], of: Sequence[str] | None = None, whole: float = 1.0
) -> dict[str, float]:
    """The share of each answer among them, of these or of all."""
    found: dict[str, float] = {}
    for (one, answer), weight in answers.items():
        if of is None or one in of:
            found[answer] = found.get(answer, 0.0) + weight / whole
    return found


def _is_clear(answer: str, answers: Mapping[str, float]) -> bool:
    """True if an answer has most of the weight among some."""
    return answers.get(answer, 0.0) >= _CLEAR * sum(answers.values())
