"""Precedents: what was decided before on the point that a ruling turns on, and whether that holds here.

A dispute is found by the clauses and questions in a ruling's proof. Its point is the question that it was about; or
the clauses that its claims name, or in which its two rulings part, or on which its figures rest. The facts which the
earlier proof used for that point are then held against the same facts in the new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.questions import preferred
from referee.book.sentences import brief, listed
from referee.disputes.proofs import Proof, alike, differing, holds
from referee.disputes.records import Differing, Precedent, Recheck, Told
from referee.errors import LedgerError, RefereeError
from referee.judge.ways.line import judge_encounter
from referee.ledger import disputes

if TYPE_CHECKING:
    from referee.judge.ruling import Ruling
    from referee.judge.table.verdict import Verdict

__all__ = ["Point", "precedents", "precedents_at", "precedents_of", "recheck"]

FOLLOWED, DISTINGUISHED, STALE, OVERRULED = "followed", "distinguished", "stale", "overruled"

_STATES = (FOLLOWED, OVERRULED, STALE, DISTINGUISHED)  # the most telling first
_LOOKED_AT = 8  # disputes whose proofs are held against a ruling's, the nearest ones
_LOOKED_AT_PLAIN = 3  # of those that share only what nearly every ruling rests on
_LONGEST = 100  # letters of what players said that are repeated in a sentence
_FACTS_TOLD = 2
# What every encounter of attack against attack rests on is no point to know a dispute by.
_PLAIN_LINES = ("red 1 : 2 vs blue 1 : 1", "red 1 : 1 vs blue 1 : 2")
_FIGURES = ("compensation.", "rewards.")
_BROKEN = (KeyError, TypeError, AttributeError, ValueError, IndexError, StopIteration)
_DAMAGED = "a ruling of dispute {} is damaged; `referee ledger verify` says what else is"


def precedents(path: Path, ruling: Ruling, books: Rulebase, game: str | None = None) -> list[Precedent]:
    """The earlier decisions on what a ruling turns on: those that hold first, then the others.

    `books` is the rulebase that the ruling was made by, `game` the table at which it is asked for: of equal ones its
    own come first. A dispute that is damaged is passed over; `referee ledger verify` names it.
    """
    return precedents_of(path, ruling.to_dict(), books, game)


def precedents_of(path: Path, told: Told, books: Rulebase, game: str | None = None) -> list[Precedent]:
    """As `precedents`, of a ruling as it is told: its edition, questions, readings, players and proof."""
    now = Proof(told)
    plain = plain_clauses(books)
    cited = now.cited()
    ids = disputes.nearest(path, [id for id in cited if id not in plain], told["questions"], _LOOKED_AT)
    if len(ids) < _LOOKED_AT_PLAIN:
        ids += [id for id in disputes.nearest(path, cited, (), _LOOKED_AT_PLAIN) if id not in ids]
    found: list[Precedent] = []
    for id in ids:
        try:
            found += _Held(disputes.show(path, id), now, told, books, plain).found()
        except (LedgerError, *_BROKEN):
            continue
    return sorted(found, key=lambda one: (_STATES.index(one.state), one.game != game, -one.dispute))


def precedents_at(path: Path, verdict: Verdict, books: Rulebase, game: str | None = None) -> list[Precedent]:
    """As `precedents`, of a command at a table: of the ruling that it led to, or of why it was refused.

    Of a command that was simply legal only what was decided on a question that it raises.
    """
    if verdict.ruling is not None:
        return precedents(path, verdict.ruling, books, game)
    told = verdict.to_dict()
    if verdict.legal and not told["questions"]:
        return []
    table = verdict.table
    roles = {name: f"{side[:-1]}ive-ally" for name, side in table.allies.items()}
    roles |= {table.defense: "defense", table.turn: "offense"}
    told["players"] = {name: {"role": roles.get(name, "")} for name in table.seats}
    return precedents_of(path, told, books, game)


def recheck(path: Path, books: Rulebase | None = None) -> Iterator[Recheck]:
    """Every recorded position judged again by today's rulebase; `Recheck.otherwise` says which are ruled otherwise."""
    from referee.disputes.recheck import recheck as again  # not on the way to a ruling

    return again(path, books)


@lru_cache(maxsize=4)
def plain_clauses(books: Rulebase) -> frozenset[str]:
    """The clauses that every encounter of attack against attack rests on."""
    found: set[str] = set()
    for line in _PLAIN_LINES:
        try:
            found |= judge_encounter(line, books.edition, books=books).citations().keys()
        except RefereeError:  # not judged by this edition
            continue
    return frozenset(found)


# -- the point of a dispute --------------------------------------------------------------------------------------------


class Point(NamedTuple):
    """What a dispute was about: a question, or else clauses; `plain` where nearly every ruling rests on these."""

    question: str | None
    clauses: tuple[str, ...]
    plain: bool = False


def point_of(dispute: Told, proofs: list[Proof], plain: frozenset[str]) -> Point:
    """The point of a dispute, as it is shown by the ledger; `proofs` are those of its sides."""
    if dispute["question"]:
        return Point(dispute["question"], ())
    every = list(dict.fromkeys(id for proof in proofs for id in proof.cited()))
    named = _named(" ".join(side["claim"] for side in dispute["sides"]), every)
    apart = [id for id in every if any(id not in proof.cited() for proof in proofs)]
    for clauses in (named, apart, _on_figures(proofs, plain)):
        own = tuple(id for id in clauses if id not in plain)
        if own:
            return Point(None, own)
    return Point(None, tuple(named or _clauses_under(proofs[0], proofs[0].parts()[:1])), plain=True)


def _named(says: str, cited: list[str]) -> list[str]:
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


# -- one dispute held against a ruling ---------------------------------------------------------------------------------


class _Held:
    """A decided dispute held against a new ruling."""

    def __init__(self, dispute: Told, now: Proof, told: Told, books: Rulebase, plain: frozenset[str]) -> None:
        self.dispute = dispute
        self.now = now
        self.told = told
        self.books = books
        self.proofs = [Proof(side["ruling"]) for side in dispute["sides"]]
        self.point = point_of(dispute, self.proofs, plain)
        self.decision = in_force(dispute)

    def found(self) -> Iterator[Precedent]:
        """The decision in force if it is on a point of the ruling, then those in whose place it was put."""
        side = self.decision["side"]
        proofs = [self.proofs[side - 1]] if side else self.proofs
        held = [(then, *points) for then in proofs if (points := self._points(then))]
        if not held:
            return
        then, there, here = min(held, key=lambda one: len(self._differing(*one)))
        state, why, facts = self._state(then, there, here)
        if self.point.plain and state == DISTINGUISHED:
            return  # on other facts: nothing that nearly every ruling rests on is worth a word
        others = (one for one in self.dispute["decisions"] if one["id"] != self.decision["id"])
        earlier = [one for one in others if _substance(one) != _substance(self.decision)]
        yield self._precedent(self.decision, state, why, facts, then, there, bool(earlier))
        if state != DISTINGUISHED:
            why = f"superseded on {self.decision['at'][:10]} by {_quoted(self.decision['says'])}"
            for one in earlier:
                yield self._precedent(one, OVERRULED, why, [], then, there)

    def _points(self, then: Proof) -> tuple[list[int], list[int]] | None:
        """The steps on the point in the earlier proof and in this one; None where one of them has none."""
        if self.point.question:
            there, here = (_on_question(self.point.question, proof, self.books) for proof in (then, self.now))
            if not there:  # its rules were called otherwise then, or it says nothing on that line
                clauses = _clauses_of(self.point.question, self.books)
                there, here = then.citing(clauses), self.now.citing(clauses)
        else:
            shared = {*self.point.clauses}.intersection(then.cited(), self.now.cited())
            there, here = then.citing(shared), self.now.citing(shared)
        return (there, here) if there and here else None

    def _differing(self, then: Proof, there: list[int], here: list[int]) -> list[Differing]:
        editions = then.edition.partition("+")[0], self.now.edition.partition("+")[0]
        by_edition = [] if len({*editions}) == 1 else [
            Differing(f"there it was ruled by {editions[0]}, here by {editions[1]}", *editions)
        ]  # fmt: skip
        return by_edition + differing(then, there, self.now, here)

    def _state(self, then: Proof, there: list[int], here: list[int]) -> tuple[str, str, list[Differing]]:
        """How the decision in force stands to the ruling, why, and the facts that differ."""
        stale = self._stale(then, there)
        if stale:
            return STALE, stale, []
        differs = self._differing(then, there, here)
        numbers: list[Differing] = []
        if differs and all(fact.in_number for fact in differs) and alike(then, there, self.now, here):
            numbers, differs = differs, []  # the same rules come to the same, with more of it or less
        used = [fact for fact in differs if fact.then != ""]
        kept = bool(numbers) or holds(then, there, self.now, here)
        taken, reading = self._readings()
        if used or (differs and not kept and taken == reading):
            return DISTINGUISHED, "", used or differs
        why = self._overruled(taken, reading, kept)
        return (OVERRULED, why, []) if why else (FOLLOWED, "", numbers)

    def _overruled(self, taken: str | None, reading: str | None, kept: bool) -> str:
        """Why the decision does not hold on the same facts, by what was `taken` and is read now; empty if it does."""
        if self.point.question and taken is not None and taken != reading:
            return self._against(taken, str(reading))
        if _own_words(self.dispute, self.decision):
            return "that is the table's own rule, and this ruling goes by the documents"
        return "" if kept or self.decision["reading"] else self._otherwise()

    def _stale(self, then: Proof, there: list[int]) -> str:
        """What became of the clauses under the point, where they do not say any more what they said then."""
        from referee.book.fingerprints import prints  # only where something was decided

        relied: dict[str, str] = self.dispute["relied"]
        clauses = [id for number in there for id in then.steps[number].cites if relied.get(id)]
        found = prints(clauses, self.books) if clauses else {}
        changed = [id for id, now in found.items() if now and now != relied[id]]
        if changed:
            return f"{listed(changed)} {'says' if len(changed) == 1 else 'say'} something else now"
        gone = [id for id, now in found.items() if not now]
        return f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} not in the rulebase any more" if gone else ""

    def _readings(self) -> tuple[str | None, str | None]:
        """The reading that the decision takes of the question, and the one this ruling takes; None: of nothing."""
        question = self.point.question
        if not question:
            return None, None
        preferred = _preferred(question, self.books)
        readings = {**self.books.readings, **self.told.get("readings", {})}
        return _taken(self.dispute, self.decision, preferred), readings.get(question, preferred)

    def _against(self, taken: str, reading: str) -> str:
        question = self.point.question
        why = "as the referee prefers"
        if question in self.books.house:
            why = "by a house rule"
        elif question in self.books.readings or question in self.told.get("readings", {}):
            why = "as was chosen here"
        return f"it took {question} by {taken}, and this ruling takes it by {reading}, {why}"

    def _otherwise(self) -> str:
        from referee.book.fingerprints import rulebook

        digest, version = rulebook(self.books)
        book: Told = self.dispute["rulebook"]
        if book["digest"] != digest:
            return "on the same facts it is ruled otherwise now: the law was changed since"
        return f"on the same facts it is ruled otherwise now, by referee {version} (then {book['referee']})"

    def _precedent(
        self,
        decision: Told,
        state: str,
        why: str,
        facts: list[Differing],
        then: Proof,
        there: list[int],
        anew: bool = False,
    ) -> Precedent:
        clauses = dict.fromkeys(id for number in there for id in then.steps[number].cites)
        shared = tuple(id for id in clauses if self.point.question or id in self.point.clauses)
        return Precedent(
            self.dispute["id"],
            state,
            self._says(decision, state, why, facts, anew),
            facts[0].says if facts else "",
            tuple(facts),
            self.point.question,
            shared,
            decision["at"],
            decision["says"],
            bool(decision["house"]),
            self.dispute["at"],
            self.dispute["game"],
            None if decision["own"] else str(decision["ledger"]),
        )

    def _says(self, decision: Told, state: str, why: str, facts: list[Differing], anew: bool) -> str:
        """The precedent in a sentence: whose decision it is, what it says, and how it stands here."""
        current = decision["id"] == self.decision["id"]
        head, said = self._head(decision), _quoted(decision["says"])
        if state == FOLLOWED:
            numbers = f", in other numbers: {facts[0].says}" if facts else ""
            told = f"{head} is followed{numbers}: {said}"
        elif state == DISTINGUISHED:
            more = f", and {len(facts) - _FACTS_TOLD} more" if len(facts) > _FACTS_TOLD else ""
            told = f"{head} is distinguished: {'; '.join(fact.says for fact in facts[:_FACTS_TOLD])}{more}"
        elif state == STALE:
            told = f"{head} is stale, for {why}: {said}"
        else:
            against = "goes against this ruling" if decision["house"] and current else "is overruled"
            told = f"{head} {against}: {said}; {why}"
        if self.dispute["state"] == disputes.APPEALED and current:
            told = f"{told} (an appeal is not decided yet)"
        return f"{told} (another decision before it is overruled)" if anew else told

    def _head(self, decision: Told) -> str:
        """Which dispute it was, when it was decided, by whom, and on which point."""
        game = self.dispute["game"]
        by = f"decided by {_short(decision['by'])}"
        if decision["house"]:
            by = f"the own decision of the table {_short(game)}" if game else "the table's own decision"
        if not decision["own"]:
            by = f"{'decided' if decision['house'] else by} in the ledger {_short(str(decision['ledger']))}"
        future = ", a date in the future" if decision["future"] else ""
        about = f", {self.point.question}" if self.point.question else ""
        return f"dispute {self.dispute['id']} ({decision['at'][:10]}, {by}{future}{about})"


def in_force(dispute: Told) -> Told:
    """The decision of a dispute that is in force."""
    decision: Told = next(one for one in dispute["decisions"] if one["id"] == dispute["decision"])
    return decision


def _own_words(dispute: Told, decision: Told) -> bool:
    """True if a table has decided for itself, and no reading or account of the facts says what that comes to."""
    same_facts = len({side["position"] for side in dispute["sides"]}) == 1
    return bool(decision["house"]) and not decision["reading"] and (same_facts or decision["side"] is None)


def _taken(dispute: Told, decision: Told, preferred: str) -> str | None:
    """The reading that a decision takes of the dispute's question; None where it does not say."""
    own: str | None = decision["reading"]
    if own is None and not _own_words(dispute, decision):
        own = dispute["readings"].get(dispute["question"], preferred)
    return own


def _on_question(question: str, proof: Proof, books: Rulebase) -> list[int]:
    """The steps of a proof that take a reading of a question: by the law, or by a power."""
    rules = set(books.asking(question))
    for id in proof.cited():
        alien = books.alien(id.removeprefix("alien ")) if id.startswith("alien ") else None
        rules |= {use.rule.id for use in (alien.uses if alien else ()) if use.rule.question == question}
    return proof.by_rule(rules)


# -- for house rules ---------------------------------------------------------------------------------------------------


def settled(dispute: Told) -> tuple[str | None, str | None, tuple[str, ...]]:
    """What the decision of a dispute settles: a question and the reading it takes, if any, and the clauses it is about.

    LedgerError where the dispute's rulings are damaged.
    """
    decision = in_force(dispute)
    question: str | None = dispute["question"]
    try:
        books = rulebase(dispute["edition"])
        proofs = [Proof(side["ruling"]) for side in dispute["sides"]]
        proof = proofs[(decision["side"] or 1) - 1]
        if question:
            steps = _on_question(question, proof, books)
            clauses = list(dict.fromkeys(id for number in steps for id in proof.steps[number].cites))
            return question, _taken(dispute, decision, _preferred(question, books)), tuple(clauses)
        point = point_of(dispute, proofs, plain_clauses(books))
        return None, None, tuple(id for id in point.clauses if id in proof.cited())
    except _BROKEN:
        raise LedgerError(_DAMAGED.format(dispute["id"])) from None


def on_same_facts(path: Path, one: int, other: int) -> bool:
    """True if the decided accounts of two disputes have the same facts behind the clauses that they share."""
    try:
        proofs = []
        for dispute in (disputes.show(path, one), disputes.show(path, other)):
            side = (in_force(dispute)["side"] or 1) - 1
            proofs.append(Proof(dispute["sides"][side]["ruling"]))
        shared = {*proofs[0].cited()}.intersection(proofs[1].cited())
        return not differing(proofs[0], proofs[0].citing(shared), proofs[1], proofs[1].citing(shared))
    except (LedgerError, *_BROKEN):
        return False


def _substance(decision: Told) -> tuple[Any, ...]:
    """What a decision decides, apart from its reasons."""
    return bool(decision["house"]), decision["side"], decision["reading"], decision["says"]


@lru_cache(maxsize=64)
def _question(question: str, folder: Path) -> Mapping[str, Any]:
    return read_toml(folder / "questions" / f"{question}.toml")


def _preferred(question: str, books: Rulebase) -> str:
    """As `questions.preferred`, of a question by its id."""
    return preferred(_question(question, books.folder), books)


def _clauses_of(question: str, books: Rulebase) -> list[str]:
    """The clauses on which the readings of a question rest."""
    readings = _question(question, books.folder)["reading"].values()
    return list(dict.fromkeys(id for reading in readings for id in reading["cites"]))


def _short(text: str) -> str:
    return brief(text, _LONGEST)


def _quoted(text: str) -> str:
    return f"“{_short(text)}”"
