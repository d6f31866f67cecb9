"""What the books have on what is claimed, where nobody names a clause: found by the claims, in players' words."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.answers import ask
from referee.book.clause import Clause
from referee.book.index import books_for, index
from referee.book.loader import Rulebase
from referee.book.places import cache
from referee.book.search import answered
from referee.disputes.citations import NOTHING_ELSE, in_proof, shelf
from referee.disputes.records import BOOK, Answer, Cited, Step, Support
from referee.judge.ruling import ILLEGAL, Ruling

_ASKED, _ANSWERS, _SHOWN = 300, 8, 3  # letters of a claim that are asked for, clauses looked at, clauses shown
_SPEAKING = ("normative", "procedure", "definition")  # kinds of clauses
_RULED = ("reveal", "resolution")  # phases of which the ruling has all that applies
_NEAR = 0.9  # of the best score: what is further off is not shown
_FURTHER = 0.7  # and what is further off is not about it
_SURE = 0.46  # the least score of a clause on which the ruling does not rest, where no statement of the books answers


def on_claims(claims: Sequence[str], ruling: Ruling, known: Rulebase) -> tuple[list[Cited], list[Answer]]:
    """What a ruling rests on in the matter that is claimed, and what the books say of it besides.

    What they say besides is told where the ruling rests on none of the clauses that answer what is claimed.
    """
    found: dict[str, float] = {}
    beside: dict[str, float] = {}
    for claim in claims:
        ranked = _ranked(claim, known)
        best = max((score for _, score in ranked), default=0.0)
        near = [(clause, score) for clause, score in ranked if score >= _NEAR * best]
        rested = {by: score for clause, score in near if (by := _in_proof(clause, ruling, known))}
        for by, score in rested.items():
            found[by] = max(found.get(by, 0.0), score)
        said = _stated(claim, known)
        others = ((clause.full_id, score) for clause, score in near if clause.phase not in _RULED)
        if near and not _in_proof(near[0][0], ruling, known) and (best >= _SURE or said):
            beside |= {id: max(score, beside.get(id, 0.0)) for id, score in others if not said or id in said}
    return _speaking(found, ruling, known), [] if found or ruling.status == ILLEGAL else _beside(beside, known)


def under(claims: Sequence[str], ruling: Ruling, known: Rulebase) -> list[str]:
    """The clauses of a proof that are about what is claimed, best first: a slip shows only nearer ones."""
    found: dict[str, float] = {}
    for claim in claims:
        ranked = _ranked(claim, known)
        best = max((score for _, score in ranked), default=0.0)
        for clause, score in ranked:
            by = _in_proof(clause, ruling, known) if score >= _FURTHER * best else ""
            if by:
                found[by] = max(found.get(by, 0.0), score)
    return sorted(found, key=lambda id: -found[id])


def _ranked(claim: str, known: Rulebase) -> list[tuple[Clause, float]]:
    """The clauses that answer a claim, the best first, each with its score; an empty list where none does."""
    answers = index(known, cache(), books_for(known)).ask(claim[:_ASKED], _ANSWERS)
    if not answered(answers):
        return []
    return [(answer.clause, answer.score) for answer in answers if answer.clause.kind in _SPEAKING]


def _stated(claim: str, known: Rulebase) -> list[str]:
    """The clauses of the statement by which the books answer a claim; an empty list if none does."""
    settled = ask(claim[:_ASKED], 1, known.edition).settled
    return list(settled.cites) if settled is not None else []


def _in_proof(clause: Clause, ruling: Ruling, known: Rulebase) -> str:
    """The clause of a proof that is meant by a clause: itself or one that says the same; empty if there is none.

    One that only stands behind what is assumed, or behind nothing that happens, is none.
    """
    steps = [step for step in ruling.findings if step.rule.kind != "assumption"]
    proof = {cite.id for step in steps if step.rule.id not in NOTHING_ELSE for cite in step.rule.cites}
    id = clause.full_id
    ids = (id, *sorted(known.saying(id) | known.said_by(id)))
    return next((other for other in ids if other in proof), "")


def _speaking(found: dict[str, float], ruling: Ruling, known: Rulebase) -> list[Cited]:
    """The clauses of a proof with the steps that they carry, the best first; of one step only one clause."""
    near = sorted(found, key=lambda id: -found[id])
    by_step: dict[str, Support] = {
        support.step: support for support in [in_proof(id, ruling, known) for id in near][::-1]
    }
    speaks = list(by_step.values())[::-1][:_SHOWN]
    points = {clause.full_id: clause.questions for clause in (shelf(known).find(support.id) for support in speaks)}
    return [Cited(s.id, s.grade, s.says, True, s.id, s.step, (), points[s.id]) for s in speaks]


def _beside(found: dict[str, float], known: Rulebase) -> list[Answer]:
    """What the books say on a matter that no step of the ruling is about."""
    near = sorted(found, key=lambda id: -found[id])[:_SHOWN]
    steps = tuple(Step(shelf(known).find(id).says, (id,)) for id in near)
    return [Answer(BOOK, "On this, which the result does not show, the books say:", steps)] if steps else []
