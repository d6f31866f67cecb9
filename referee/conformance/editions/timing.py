"""Who resolves first under every edition."""

from __future__ import annotations

from referee.book.loader import rulebase
from referee.conformance.editions.grouping import Field, Told, by_editions, grouped, ruled_by, step_key
from referee.judge.finding import Finding
from referee.judge.timing.order import Order
from referee.judge.timing.question import rule_timing
from referee.state.contenders import Asked


def compare_timing(asked: Asked) -> dict[str, object]:
    """A question of timing by every edition that is judged, grouped by the order, as `grouped` has it.

    Raises MalformedError for what is not understood, ImpossibleError for what can be by no edition.
    """
    return grouped(ruled_by(by_editions(), lambda compared: _told(rule_timing(asked, compared.edition))))


def _told(order: Order) -> Told:
    law = rulebase(order.edition).law
    fields = (
        Field("status", order.status),
        Field("order", order.order, _behind(order)),
        Field("cases", [case.order for case in order.orders]),
        Field("illegal", [(barred.typed, barred.finding.rule.id) for barred in order.barred], _barred(order)),
        Field("cancelled", [place.typed for place in order.places if place.cancelled_by]),
        *(Field(f"result {step_key(step)}", True, step, step.says) for step in order.results),
    )
    return Told(order.edition, order.to_dict(), fields, order.findings, law)


def _behind(order: Order) -> Finding | None:
    """Why the first one is the first."""
    return order.places[0].finding if order.places else None


def _barred(order: Order) -> Finding | None:
    return order.barred[0].finding if order.barred else None
