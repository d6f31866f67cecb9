"""What a decision holds: the steps of its proof at the point, and if the same rules decide another ruling.

A rule that acts in both proofs has found its facts in both: that the totals are equal is a fact of the rule of ties,
and which cards made them so is none. So the facts behind a rule are looked at only where it acts in one proof and not
in the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.book.wording import words_shared
from referee.disputes.citations import LOST_POWER
from referee.disputes.lines import plain_clauses
from referee.disputes.points import on_question, point_of
from referee.disputes.proofs import Proof, Step, differing, of_whom
from referee.disputes.records import SHEETS, Differing, Told
from referee.duel.games import books_by

_SUPPOSED = ("fact", "assumption")  # what no rule concluded
_WINS = ("offense-wins", "defense-wins")
_OUTCOMES = (*_WINS, "make-a-deal", "both-lose")
_SIDES = ("the offense", "the defense")
_SIDE = re.compile(r"offense|defense")
_ALIEN = "alien "
_VOWELS = tuple("AEIOU")
_Term = tuple[str, str, bool]  # a rule, what it comes to but for the number and the side, and if it was cancelled


class AtPoint(NamedTuple):
    """The steps of a proof that decide a point."""

    proof: Proof
    steps: tuple[int, ...]

    @classmethod
    def of(cls, proof: Proof, steps: Iterable[int]) -> AtPoint:
        """The steps that rules decided, of these; all of them where no rule did.

        Where a power or card makes something else of what these come to, it has the last word on the point.
        """
        every = tuple(steps)
        ruled = tuple(number for number in every if proof.steps[number].kind not in _SUPPOSED)
        point = ruled or every
        return cls(proof, (*point, *(number for number in _changed_in(proof, point) if number not in point)))

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of these steps, each once."""
        return tuple(dict.fromkeys(id for number in self.steps for id in self.proof.steps[number].cites))

    def values(self) -> set[tuple[str, str]]:
        """Each rule with what exactly it comes to."""
        return {(self.proof.steps[number].rule, repr(self.proof.steps[number].value)) for number in self.steps}

    def says(self, number: int) -> str:
        """What a step of the proof says."""
        return self.proof.told(self.proof.steps[number]).says

    def beside(self, then: AtPoint) -> AtPoint:
        """The same with the sides called as they were then, where the point speaks of the other side here."""
        sides, others = then.sides(), self.sides()
        is_of_the_other = len(sides) == len(others) == 1 and sides != others
        return self._replace(proof=self.proof.mirrored()) if is_of_the_other else self

    def sides(self) -> set[str]:
        """The sides of which the steps speak."""
        return {side for number in self.steps if (side := of_whom(self.proof.steps[number].says)) in _SIDES}

    def is_decided_in(self, number: int, other: Proof) -> bool:
        """True if a step of another proof comes to the same as this step, and by no rule that this one did without."""
        step = self.proof.steps[number]
        term, between = _term(step), _between(self.proof, step)
        return any(_term(there) == term and _between(other, there) <= between for there in other.steps.values())


def _term(step: Step) -> _Term:
    return _SIDE.sub("side", step.rule), _but_for_number_and_side(step.value), bool(step.cancelled)


def _but_for_number_and_side(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"number {bool(value)}"
    return "one side wins" if value in _WINS else repr(value)


def _between(proof: Proof, step: Step) -> set[str]:
    """The rules from which a step comes directly, whichever side they speak of; how the encounter ended is none."""
    sources = (proof.steps[source] for source in step.sources)
    ruled = (source for source in sources if source.kind not in _SUPPOSED and source.value not in _OUTCOMES)
    return {_SIDE.sub("side", source.rule) for source in ruled}


def same_rules(then: AtPoint, now: AtPoint) -> bool:
    """True if every rule that decided the point then decides it now, on whichever side, and has the last word."""
    return all(then.is_decided_in(number, now.proof) for number in then.steps) and not _changed_by(then, now)


def _changed_by(then: AtPoint, now: AtPoint) -> list[int]:
    """The powers and cards that make something else of what the point comes to, and did not then."""
    before = {step.rule for step in then.proof.steps.values()}
    return [number for number in _changed_in(now.proof, now.steps) if now.proof.steps[number].rule not in before]


def _changed_in(proof: Proof, point: Sequence[int]) -> list[int]:
    """The steps of a proof in which a power or card makes something else of what some steps come to."""
    values = {number: type(proof.steps[number].value) for number in point}
    found = []
    for number, step in proof.steps.items():
        changes = any(values.get(source) is type(step.value) is not bool for source in step.sources)
        if changes and number not in values and _is_of_a_sheet(step):
            found.append(number)
    return found


def _is_of_a_sheet(step: Step) -> bool:
    return any(cite.startswith(SHEETS) for cite in step.cites)


def of_the_same_use(then: AtPoint, now: Proof, steps: Iterable[int]) -> list[int]:
    """Of some steps of a proof those that are no other use of a sheet or card than that on which the point rested.

    A sheet has several uses, and what was decided on one of them says nothing of another.
    """
    if not all(cite.startswith(SHEETS) for cite in then.clauses):
        return list(steps)
    rules = {_SIDE.sub("side", then.proof.steps[number].rule) for number in then.steps}
    here = ((number, now.steps[number]) for number in steps)
    return [number for number, step in here if step.cancelled or _SIDE.sub("side", step.rule) in rules]


def cancelled_here(then: AtPoint, now: Proof) -> list[int]:
    """The steps of a proof in which a power or card is cancelled on which the point rested then."""
    under = [then.proof.steps[number] for number in then.proof.under(then.steps)]
    sheets = {cite for step in under for cite in step.cites if cite.startswith(SHEETS)}
    return [number for number, step in now.steps.items() if step.cancelled and not sheets.isdisjoint(step.cites)]


def lost_here(then: AtPoint, now: Proof, sheets: Mapping[str, str]) -> list[int]:
    """The steps of a proof by which a power is lost on which the point rested then; `sheets` are in play, by player."""
    rested = {cite for number in then.proof.under(then.steps) for cite in then.proof.steps[number].cites}
    players = {now.by_role(name) for sheet, name in sheets.items() if sheet in rested}
    return [number for number in now.by_rule([LOST_POWER]) if of_whom(now.steps[number].says) in players]


def works_here(then: AtPoint, now: Proof, sheets: Mapping[str, str]) -> list[int]:
    """The steps by which a power or card acts in a proof that was cancelled at the point then, or that was lost.

    `sheets` were in play then, by player.
    """
    steps = [then.proof.steps[number] for number in then.proof.under(then.steps)]
    gone = {cite for step in steps if step.cancelled for cite in step.cites if cite.startswith(SHEETS)}
    lost = {of_whom(step.says) for step in steps if step.rule == LOST_POWER}
    gone |= {sheet for sheet, name in sheets.items() if then.proof.by_role(name) in lost}
    return [number for number in now.citing(gone) if not now.steps[number].cancelled]


def by_a_sheet(facts: Iterable[Differing], now: AtPoint) -> bool:
    """True if a power or a card of the new proof is among what differs."""
    steps = (step for step in now.proof.steps.values() if step.kind == "power" or _is_of_a_sheet(step))
    powers = {now.proof.told(step).says for step in steps}
    return any(fact.now in powers for fact in facts)


def told_apart(then: AtPoint, now: AtPoint) -> list[Differing]:
    """The facts for which a rule acts in one of the two proofs only, or the rules themselves where no fact differs."""
    gone = [number for number in then.steps if not then.is_decided_in(number, now.proof)]
    new = [number for number in now.steps if not now.is_decided_in(number, then.proof)]
    changed = [now.says(number) for number in _changed_by(then, now)]
    if changed:
        return [Differing(f"here it counts that {says}", "", says) for says in changed]
    facts = differing(then.proof, gone, now.proof, new or now.steps)
    if facts:
        return sorted({fact.says: fact for fact in facts}.values(), key=_one_sided_first)
    here, there = [now.says(number) for number in new], [then.says(number) for number in gone]
    counts = [Differing(f"here it counts that {says}", "", says) for says in here]
    return counts or [Differing(f"there it counted that {says}", says, "") for says in there]


def _one_sided_first(fact: Differing) -> int:
    """What counts only here first, then what counted only there, then what is another one."""
    return 0 if fact.then == "" else 1 if fact.now == "" else 2


def in_other_numbers(then: AtPoint, now: AtPoint) -> list[Differing]:
    """The numbers on which the same rules rest here and there."""
    return [fact for fact in differing(then.proof, then.steps, now.proof, now.steps) if fact.in_number]


def hidden_here(then: AtPoint, now: AtPoint) -> list[Differing]:
    """The facts behind the point that are hidden in the new position, or were in the old one."""
    facts = differing(then.proof, then.steps, now.proof, now.steps)
    return [fact for fact in facts if fact.then is None or fact.now is None]


def holding(then: AtPoint, claims: str = "") -> str:
    """The line of a proof that decides the point, its players called by their roles.

    Of several that of a power, else the one that has most words of what was claimed. A power's holder is called after
    it: each of a Macron's ships is worth 4.
    """
    number = _decisive(then, claims)
    return "" if number is None else _of_its_holder(then.proof.steps[number])


def _decisive(then: AtPoint, claims: str) -> int | None:
    """The step whose line is the holding: of a power, which has the last word; of several what is claimed most."""
    steps = {number: then.proof.steps[number] for number in then.steps}
    powers = [number for number, step in steps.items() if step.rule.startswith(_ALIEN) and not step.cancelled]
    return max(powers or steps, key=lambda number: len(words_shared(claims, steps[number].says)), default=None)


def claimed_in(dispute: Told, proof: Proof) -> str:
    """What the parties of a dispute claim, and why it was decided so; players of a proof are called by their roles."""
    reasons = (one["reason"] for one in dispute["decisions"] if one["id"] == dispute["decision"])
    return str(proof.by_role(" ".join((*(side["claim"] for side in dispute["sides"]), *reasons))))


def _of_its_holder(step: Step) -> str:
    """What a step says, of a power what it comes to for whoever has it."""
    if not step.rule.startswith(_ALIEN):
        return step.says
    name = step.rule.removeprefix(_ALIEN).split(" ")[0]
    says = step.says.removeprefix(f"{name.replace('-', ' ')}: ")
    article = "an" if name.startswith(_VOWELS) else "a"
    return re.sub(rf"\b{re.escape(of_whom(says))}\b", f"{article} {name}", says, count=1) if of_whom(says) else says


def line_at_point(dispute: Told, side: int = 1) -> str:
    """The line of the proof that decides a kept dispute on the account of a side: a sentence with the players' names.

    Empty where it is ruled by cases, where the proof has nothing on the point, or nobody knows the point. KeyError
    and the like for a ruling that is damaged.
    """
    books = books_by(dispute["edition"])
    proofs = [Proof(one["ruling"]) for one in dispute["sides"]]
    point, proof = point_of(dispute, proofs, plain_clauses(books)), proofs[side - 1]
    if point.guessed or proof.by_cases:
        return ""
    steps = on_question(point.question, proof, books) if point.question else proof.citing(point.clauses)
    number = _decisive(AtPoint.of(proof, steps), claimed_in(dispute, proof))
    if number is None:
        return ""
    line = _of_its_holder(Proof({**dispute["sides"][side - 1]["ruling"], "players": {}}).steps[number])
    return f"{line[:1].upper()}{line[1:].rstrip('.')}."
