"""Who resolves first, as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.judge.finding import Finding
from referee.judge.timing.order import Order as JudgedOrder
from referee.public.ruled import View

if TYPE_CHECKING:
    from referee.judge.shapes import Status


class Order(View[JudgedOrder]):
    """Who resolves first.

    `order` are the contenders as they were typed, first to last, without those that cannot be used; None where that is
    not settled, with `cases` (`when`, `order`). `steps` say why each stands there, `results` what the order makes of
    them, `cancelled` those that an answer cancels, `illegal` what cannot be used there. `status` is as of a ruling.

    >>> import referee
    >>> order = referee.timing(["red:Mind", "blue:Plague"], offense="red", seats="red,blue")
    >>> order.order, order.status
    (['blue:Plague', 'red:Mind'], 'determined')
    >>> order.finding("blue:Plague").kind
    'rule'
    """

    offense: str
    defense: str | None
    seats: list[str]
    phase: str | None
    status: Status
    order: list[str] | None
    steps: list[dict[str, Any]]
    cancelled: list[str]
    results: list[dict[str, Any]]
    illegal: list[dict[str, Any]]
    cases: list[dict[str, Any]]
    needs: list[str]
    readings: dict[str, str]

    def finding(self, contender: str) -> Finding:
        """The step that says why a contender, as it was typed, stands where it does; LookupError for no such one.

        >>> import referee
        >>> order = referee.timing(["blue", "red"], offense="red", seats="red,blue")
        >>> order.finding("red").says.split()[0]
        'red'
        """
        steps = {place.typed: place.finding for place in self._found.places}
        steps |= {barred.typed: barred.finding for barred in self._found.barred}
        if contender not in steps:
            raise LookupError(f"{contender!r} does not stand in this order; {', '.join(steps) or 'nobody'} does")
        return steps[contender]

    def __repr__(self) -> str:
        names = ", ".join(self.order) if self.order else "no order"
        return f"<Order {self.edition}: {names!r}, {self.status}>"

    def _print(self, why: bool) -> None:
        from referee.render.timing import print_timing

        print_timing(self.to_dict(), why)
