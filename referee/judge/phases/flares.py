"""How often a flare may be played, and with which of its texts (consolidated 4.4)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.book.law import Law
from referee.book.sheets import SUPER
from referee.judge.phases.forbidden import Forbidden
from referee.state.encounter import Act

NOTHING = "nothing"  # what a flare does for who has its alien and has lost the power, in some editions


def only_one(law: Law, played: Iterable[Act], flare: Act) -> Forbidden | None:
    """One flare a player, and one use of a flare, in an encounter (4.4.2.1); `played` are the acts before this one."""
    if law["flares.one"].value is not True:
        return None
    before = [act for act in played if act.verb == "flare"]
    if any(act.who == flare.who for act in before):
        return Forbidden("flares.one", (f"{flare.who} plays a second flare",))
    if any(act.name == flare.name for act in before):
        return Forbidden("flares.one", (f"the {flare.name} flare is played again",))
    return None


def right_text(flare: Act, right: str, matches: bool) -> Forbidden | None:
    """Who says which text of a flare is used has to say the right one (4.4.1, 4.4.3).

    `matches` where the player has the flare's own alien.
    """
    if flare.face in ("", right):
        return None
    if matches and flare.face == SUPER:
        return Forbidden("flares.super-lost", (flare.who, flare.name))
    return Forbidden("flares.which-text", (flare.who, "has" if matches else "has not", flare.name, right))


def without_power(law: Law, flare: Act) -> Forbidden | None:
    """In some editions who has lost a power cannot play the flare of its alien at all (4.4.3)."""
    if law["flares.wild-while-lost"].value == NOTHING:
        return Forbidden("flares.wild-while-lost", (flare.who, flare.name))
    return None
