"""What a ruling rests on in the matter that is claimed, where nobody names a clause: found by the claims' own words."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.clause import Clause
from referee.book.index import books_for, index
from referee.book.loader import Rulebase
from referee.book.places import cache
from referee.book.search import answered
from referee.disputes.citations import NOTHING_ELSE, says_of, shelf
from referee.disputes.nearest_steps import ENOUGH, Near, strong
from referee.disputes.records import Cited
from referee.judge.ruling import Ruling

_ASKED, _ANSWERS = 300, 8  # letters of a claim that are asked for, and clauses looked at
_STEPS, _AS_NEAR = 2, 0.9  # steps of the proof that are shown, and how near beside the nearest
_SPEAKING = ("normative", "procedure", "definition")  # kinds of clauses
_FURTHER = 0.7  # of the best score: what is further off is not about it


def speaking(ranked: Sequence[Near], known: Rulebase) -> list[Cited]:
    """The steps of a proof that are near enough to what is claimed, each by the clause that says it.

    Where the nearest is of what happens only now and then, of that are the others too.
    """
    shown = [near for near in ranked if near.score >= max(ENOUGH, _AS_NEAR * ranked[0].score)]
    shown = [near for near in shown if near.unusual or not shown[0].unusual]
    by_clause: dict[str, Cited] = {}
    for near in shown:
        cited = _by_its_clause(near, known)
        by_clause.setdefault(cited.id, cited)
    return list(by_clause.values())[:_STEPS]


def _by_its_clause(near: Near, known: Rulebase) -> Cited:
    """A step of a proof as what the ruling rests on, by the nearest of its clauses.

    Only one that surely is what is claimed leads to the disputable points of its clauses, any to that of its own rule.
    """
    id = near.clause
    books = (cite.id for cite in near.step.rule.cites if cite.id.partition(" ")[0] in known.books())
    questions = dict.fromkeys(question for one in books for question in shelf(known).find(one).questions)
    own = [near.step.rule.question] if near.step.rule.question else []
    points = tuple(dict.fromkeys([*own, *(questions if strong([near]) else ())]))
    return Cited(id, known.grade(id), says_of(id, known), True, id, near.step.says, (), points)


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


def _in_proof(clause: Clause, ruling: Ruling, known: Rulebase) -> str:
    """The clause of a proof that is meant by a clause: itself or one that says the same; empty if there is none.

    One that only stands behind what is assumed, or behind nothing that happens, is none.
    """
    steps = [step for step in ruling.findings if step.rule.kind != "assumption"]
    proof = {cite.id for step in steps if step.rule.id not in NOTHING_ELSE for cite in step.rule.cites}
    id = clause.full_id
    ids = (id, *sorted(known.saying(id) | known.said_by(id)))
    return next((other for other in ids if other in proof), "")
