"""The point of a decided dispute: the question or the clauses that it was about, and what its decision settles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.questions import preferred
from referee.disputes import lines as of_game
from referee.disputes.proofs import Proof
from referee.disputes.records import SHEETS, Told
from referee.duel.games import books_by
from referee.errors import LedgerError

_FIGURES = ("compensation.", "rewards.")
BROKEN = (KeyError, TypeError, AttributeError, ValueError, IndexError, StopIteration)
_DAMAGED = "a ruling of dispute {} is damaged; `referee ledger verify` says what else is"


class Point(NamedTuple):
    """What a dispute was about: a question, or else clauses; `plain` where nearly every ruling rests on these.

    `guessed` where nobody named them and no rule answers what was claimed: then they are those of the figures.
    """

    question: str | None
    clauses: tuple[str, ...]
    plain: bool = False
    guessed: bool = False


def point_of(dispute: Told, proofs: list[Proof], plain: frozenset[str]) -> Point:
    """The point of a dispute, as it is shown by the ledger; `proofs` are those of its sides."""
    if dispute["question"]:
        return Point(dispute["question"], ())
    every = list(dict.fromkeys(id for proof in proofs for id in proof.cited()))
    reasons = " ".join(one["reason"] for one in dispute["decisions"] if one["id"] == dispute["decision"])
    clauses_only = [id for id in every if not id.startswith(SHEETS)]  # to name an alien says nothing of its matter
    named = named_in(" ".join(side["claim"] for side in dispute["sides"]), every) or named_in(reasons, clauses_only)
    apart = [id for id in every if any(id not in proof.cited() for proof in proofs)]
    shown = [id for id in dispute.get("point", ()) if id in every]
    for clauses in (named, shown, apart, _on_figures(proofs, plain)):
        own = tuple(id for id in clauses if id not in plain)
        if own:
            return Point(None, own, guessed=clauses not in (named, shown))
    outcome = _clauses_under(proofs[0], proofs[0].parts()[:1])
    return Point(None, tuple(named or shown or outcome), True, not (named or shown))


def named_in(says: str, cited: list[str]) -> list[str]:
    """Those of some clauses that a text names, however it writes them."""
    text = re.sub(r"[()]", "", says.casefold())
    joined = re.sub(r"[-_\s]+", " ", text)
    return [id for id in cited if _is_named(id, text, joined)]


def _is_named(id: str, text: str, joined: str) -> bool:
    """True if a clause stands in a text, or an alien or card in the same text without marks between its words."""
    book, _, local = id.casefold().partition(" ")
    if not local:  # what the players state has no number
        return False
    if book in ("alien", "card", "question"):
        name = re.sub(r"[-_\s]+", " ", local)
        return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", joined))
    parts = r"\.?".join(map(re.escape, local.split(".")))
    pattern = parts if re.search(r"[a-z]{3}", local) else parts.replace(r"\.?", r"\.", 1)
    return bool(re.search(rf"(?<![\w.]){pattern}(?!\w|\.\w)", text))


def _on_figures(proofs: list[Proof], plain: frozenset[str]) -> list[str]:
    """The clauses on which compensation and rewards rest, and not already the outcome; without any, the outcome's."""
    outcome, figures = [], []
    for proof in proofs:
        parts = proof.parts()
        outcome += _clauses_under(proof, parts[:1])
        figures += _clauses_under(proof, [n for n in parts if proof.steps[n].rule.startswith(_FIGURES)])
    own = [id for id in dict.fromkeys(figures) if id not in outcome and id not in plain]
    return own or list(dict.fromkeys(outcome))


def _clauses_under(proof: Proof, steps: list[int]) -> list[str]:
    return list(dict.fromkeys(id for number in proof.under(steps) for id in proof.steps[number].cites))


# -- what a decision settles -------------------------------------------------------------------------------------------


def in_force(dispute: Told) -> Told:
    """The decision of a dispute that is in force."""
    decision: Told = next(one for one in dispute["decisions"] if one["id"] == dispute["decision"])
    return decision


def own_words(dispute: Told, decision: Told) -> bool:
    """True if a table has decided for itself, and no reading or account of the facts says what that comes to."""
    same_facts = len({side["position"] for side in dispute["sides"]}) == 1
    return bool(decision["house"]) and not decision["reading"] and (same_facts or decision["side"] is None)


def is_conduct(dispute: Told, decision: Told) -> bool:
    """True if a table has decided in words alone, and neither it nor a claim names a clause or a disputable point."""
    if not own_words(dispute, decision) or decision["side"] is not None or dispute["question"]:
        return False
    return not _named_clauses(dispute, decision)


def _named_clauses(dispute: Told, decision: Told) -> list[str]:
    """The clauses of the rulings that a decision, or a claim, names."""
    cited = dict.fromkeys(cite["id"] for side in dispute["sides"] for cite in side["ruling"]["citations"])
    said = " ".join((decision["says"], dispute["about"], *(side["claim"] for side in dispute["sides"])))
    return named_in(said, list(cited))


def taken(dispute: Told, decision: Told, preferred: str) -> str | None:
    """The reading that a decision takes of the dispute's question; None where it does not say."""
    own: str | None = decision["reading"]
    if own is None and not own_words(dispute, decision):
        own = dispute["readings"].get(dispute["question"], preferred)
    return own


def on_question(question: str, proof: Proof, books: Rulebase) -> list[int]:
    """The steps of a proof that take a reading of a question: by the law, or by a power."""
    rules = set(books.asking(question))
    for id in proof.cited():
        alien = books.alien(id.removeprefix("alien ")) if id.startswith("alien ") else None
        rules |= {use.rule.id for use in (alien.uses if alien else ()) if use.rule.question == question}
    return proof.by_rule(rules)


def settled(dispute: Told) -> tuple[str | None, str | None, tuple[str, ...]]:
    """What the decision of a dispute settles: a question and the reading it takes, if any, and the clauses it is about.

    LedgerError where the dispute's rulings are damaged.
    """
    decision = in_force(dispute)
    question: str | None = dispute["question"]
    try:
        books = books_by(dispute["edition"])
        proofs = [Proof(side["ruling"]) for side in dispute["sides"]]
        proof = proofs[(decision["side"] or 1) - 1]
        if question:
            steps = on_question(question, proof, books)
            clauses = list(dict.fromkeys(id for number in steps for id in proof.steps[number].cites))
            return question, taken(dispute, decision, preferred_reading(question, books)), tuple(clauses)
        if own_words(dispute, decision) and decision["side"] is None:
            return None, None, tuple(_named_clauses(dispute, decision))
        point = point_of(dispute, proofs, of_game.plain_clauses(books))
        return None, None, tuple(id for id in point.clauses if id in proof.cited())
    except BROKEN:
        raise LedgerError(_DAMAGED.format(dispute["id"])) from None


@lru_cache(maxsize=64)
def _question(question: str, folder: Path) -> Mapping[str, Any]:
    return read_toml(folder / "questions" / f"{question}.toml")


def preferred_reading(question: str, books: Rulebase) -> str:
    """As `questions.preferred`, of a question by its id."""
    return preferred(_question(question, books.folder), books)


def settled_by_book(now: Proof, books: Rulebase) -> list[str]:
    """The disputable points on which a ruling would turn, had the edition's own book not settled them."""
    if not books.own_readings:
        return []
    rules, default = {step.rule for step in now.steps.values()}, rulebase()
    return [question for question in books.own_readings if not rules.isdisjoint(default.asking(question))]


def clauses_of(question: str, books: Rulebase) -> list[str]:
    """The clauses on which the readings of a question rest."""
    readings = _question(question, books.folder)["reading"].values()
    return list(dict.fromkeys(id for reading in readings for id in reading["cites"]))
