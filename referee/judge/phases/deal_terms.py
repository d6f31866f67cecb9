"""What a deal may give, and when there is one to make or to wreck (consolidated 5.10.1.3)."""

from __future__ import annotations

from referee.book.law import Law
from referee.judge.counted import ships_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.ruling import MAKE_A_DEAL
from referee.state.table import GATE, WARP


def to_talk_about(outcome: str | None) -> Forbidden | None:
    """A deal is made where both main players showed negotiates (5.10.1.3.b); `outcome` is the encounter's."""
    return None if outcome == MAKE_A_DEAL else Forbidden("deal.only-negotiates", waivable=False)


def to_quash(is_made: bool, is_quashed: bool) -> Forbidden | None:
    """Quash wrecks a deal that was made, and that no other Quash has wrecked (card Quash)."""
    if not is_made:
        return Forbidden("deal.nothing-to-quash", waivable=False)
    return Forbidden("deal.quashed-already") if is_quashed else None


def delivered(giver: str, given: str, held: str) -> Forbidden:
    """What was agreed must be given (5.10.1.3.c.3), and `given` is not in a hand that is `held` instead."""
    return Forbidden("deal.deliver", (giver, given, held))


def givers_colony(giver: str, planet: str, has_colony: bool | None) -> Forbidden | None:
    """A player gives leave to settle where it has a colony itself (5.10.1.3.c.5); None: nobody tells whether it has."""
    return no_colony(giver, planet) if has_colony is False else None


def no_colony(giver: str, planet: str) -> Forbidden:
    """A player cannot give leave to settle on a planet, or on `any planet ...`, where it has no colony."""
    return Forbidden("deal.givers-colony", (giver, planet))


def new_colony(law: Law, getter: str, planet: str, has_colony: bool | None) -> Forbidden | None:
    """In some editions only a new colony can be got (DF-33)."""
    if has_colony and law["deal.new-colony"].value == "new-only":
        return Forbidden("deal.new-colony", (getter, planet))
    return None


def home_again(law: Law, getter: str, planet: str) -> Forbidden | None:
    """In some editions a deal does not let a player back onto a planet of its own system (DF-15)."""
    if planet.partition(".")[0] == getter and law["deal.home-again"].value != "allowed":
        return Forbidden("deal.home-again", (getter, planet))
    return None


def is_gate_cleared(law: Law) -> bool:
    """True if the offense's own ships leave the gate before the talks, and not only those of allies (5.10.1.3.a)."""
    return bool(law["reveal.allies-home"].value == "everybody")


def settlers(getter: str, ships: int, source: str, there: int | None) -> Forbidden | None:
    """The ships that found a colony come from the gate or from colonies, never from the warp (5.10.1.3.c.1).

    `there` is how many the getter has at that source; None: nobody tells.
    """
    if source == WARP:
        return Forbidden("deal.not-from-warp", (getter,), waivable=False)
    if there is None or ships <= there:
        return None
    held = ships_of(there) if there else "no ships"
    if source == GATE:
        return Forbidden("deal.from-gate", (getter, held), waivable=False)
    return Forbidden("deal.from-planet", (getter, held, source), waivable=False)
