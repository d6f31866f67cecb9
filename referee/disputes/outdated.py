"""Decisions that rest on clauses which say something else by now."""

from __future__ import annotations

from collections.abc import Mapping

from referee.book.fingerprints import prints
from referee.book.loader import Rulebase
from referee.book.sentences import listed
from referee.disputes.holdings import AtPoint
from referee.disputes.lines import plain_clauses
from referee.disputes.points import BROKEN, in_force, on_question, point_of
from referee.disputes.proofs import Proof
from referee.disputes.records import Told
from referee.duel.games import books_by
from referee.errors import RefereeError


def stale(dispute: Told, books: Rulebase | None = None) -> str:
    """What became of the clauses on which the decision of a kept dispute rests; empty where they say what they said.

    Empty too where nothing is decided, or where that cannot be read.
    """
    if dispute["decision"] is None:
        return ""
    try:
        known = books or books_by(dispute["edition"])
        proofs = [Proof(side["ruling"]) for side in dispute["sides"]]
        point, proof = point_of(dispute, proofs, plain_clauses(known)), proofs[(in_force(dispute)["side"] or 1) - 1]
        steps = on_question(point.question, proof, known) if point.question else proof.citing(point.clauses)
        return changed(dispute["relied"], AtPoint.of(proof, steps), known)
    except (RefereeError, *BROKEN):
        return ""


def changed(relied: Mapping[str, str], point: AtPoint, books: Rulebase) -> str:
    """What became of the clauses of a point, by the prints of what they said when they were `relied` on."""
    clauses = [id for id in point.clauses if relied.get(id)]
    now = prints(clauses, books) if clauses else {}
    others = [id for id, print in now.items() if print and print != relied[id]]
    if others:
        return f"{listed(others)} {'says' if len(others) == 1 else 'say'} something else now"
    gone = [id for id, print in now.items() if not print]
    return f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} not in the rulebase any more" if gone else ""
