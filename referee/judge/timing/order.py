"""Who resolves first: the answer to one question of timing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.judge.finding import Finding, as_tree, citations_of
from referee.judge.ruling import DEPENDS, FORMAT, ILLEGAL, OPEN, Ruled
from referee.state.contenders import Asked

MOST_CASES = 24


class Place(NamedTuple):
    """One contender in the order: what was typed, when, the step that says why, and what cancels it, if anything."""

    typed: str
    who: str
    phase: str
    finding: Finding
    cancelled_by: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "effect": self.typed,
            "who": self.who,
            "phase": self.phase or None,
            **_told(self.finding),
            "cancelled_by": self.cancelled_by or None,
        }


class Barred(NamedTuple):
    """What cannot be used as it was asked, and what could be typed instead."""

    typed: str
    finding: Finding
    nearest: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"effect": self.typed, **_told(self.finding), "nearest": list(self.nearest)}


class OrderCase(NamedTuple):
    """One of the orders that there can be, and what has to be so for it."""

    when: str
    order: list[str]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"when": self.when, "order": self.order}


def _told(finding: Finding) -> dict[str, object]:
    return {"says": finding.says, "cites": [cite.id for cite in finding.rule.cites]}


class Order(Ruled):
    """Who resolves first: the ruling of one question of timing.

    `order` are the arguments as typed, first to last, without those that cannot be used; None where that is not
    settled, with `orders` where it depends on something. `places` say why, `results` what the order makes of them.
    """

    def __init__(
        self, edition: str, asked: Asked, defense: str, seats: tuple[str, ...], status: str, root: Finding
    ) -> None:
        super().__init__(edition, lambda: asked.line, status, root)
        self.offense = asked.offense
        self.defense = defense
        self.seats = seats
        self.phase: str | None = None
        self.order: list[str] | None = None
        self.places: list[Place] = []
        self.results: list[Finding] = []
        self.barred: list[Barred] = []
        self.orders: list[OrderCase] = []

    @property
    def refused_by(self) -> set[str]:
        """The clauses that bar something from the order."""
        return {cite.id for barred in self.barred for cite in barred.finding.rule.cites}

    def depends_on(self, orders: Sequence[OrderCase], ruled: Iterable[Order], untold: Sequence[Finding] = ()) -> None:
        """Makes this ruling one by cases, of these that were ruled; open where texts that are `untold` make them."""
        self.status, self.order, self.phase = OPEN if untold else DEPENDS, None, None
        self.orders = list(orders[:MOST_CASES])
        self.places, self.results = [], []
        told = "; ".join(f"{case.when}: {in_words(case.order)}" for case in self.orders)
        sources = (*untold, *[order.root for order in ruled])
        self.root = Finding(self.root.rule, None, sources, (f"it depends: {told}",))

    def to_dict(self, proof: bool = True) -> dict[str, Any]:
        """As JSON: order, steps, results, what is barred, cases, authority, assumptions, and the proof tree."""
        told: dict[str, Any] = {
            "format": FORMAT,
            "edition": self.edition,
            "offense": self.offense,
            "defense": self.defense or None,
            "seats": list(self.seats),
            "phase": self.phase,
            "status": self.status,
            "order": self.order,
            "steps": [place.to_dict() for place in self.places],
            "cancelled": [place.typed for place in self.places if place.cancelled_by],
            "results": [_told(result) for result in self.results],
            "illegal": [barred.to_dict() for barred in self.barred],
            "cases": [case.to_dict() for case in self.orders],
            "needs": self.needs,
            "grade": self.grade,
            "citations": citations_of(self.findings),
            "questions": self.questions,
            "readings": self.readings,
            "assumes": self.assumes,
        }
        if self.said:
            told |= {"said": self.said, "position": self.position}
        if proof:
            told["proof"] = as_tree(self.root)
        return told


Ruling = tuple[str, Order]  # in which case, and the order in it


def that_fit(ruled: Sequence[Ruling]) -> list[Ruling]:
    """The rulings in which nothing is barred; the first one where something is in all of them."""
    return [(when, order) for when, order in ruled if order.status != ILLEGAL] or [ruled[0]]


def in_words(names: Sequence[str]) -> str:
    """Names in one phrase: `red, blue and green`."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
