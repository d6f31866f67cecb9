"""What a power, a flare or a tech asks of who uses it: that it has something to do, and what its text leaves open.

What flares ask is told apart from what techs ask: these are played by rules of their own.
"""

from __future__ import annotations

from typing import Any, NoReturn

from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.law.sheets import FACES


def card_named(power: Power) -> str:
    """The card that is played, as a refusal names it: `Alien flare`, or a tech by its name."""
    return f"{power.use.alien} flare" if power.use.id in FACES else power.use.alien


def not_now(on: Turn, power: Power, nearest: tuple[str, ...] = ()) -> NoReturn:
    """Refuses a power, a flare or a tech for which nothing has come up: its text must have something to do (4.4.1)."""
    rule, words = _nothing_to_do(power)
    on.cannot(rule, *words, nearest=nearest)


def forbid_now(on: Turn, power: Power, value: Any = None) -> None:
    """As `not_now`, where a table can go on in spite of it."""
    rule, words = _nothing_to_do(power)
    on.forbid(rule, *words, value=value)


def _nothing_to_do(power: Power) -> tuple[str, tuple[str, ...]]:
    """The rule by which something is used only where its text has something to do, and the words of its refusal."""
    if power.use.id in FACES:
        return "flares.not-now", (power.who, card_named(power))
    if power.use.played is not None:
        return "played.not-now", (power.who, card_named(power))
    return "powers.not-now", (power.who,)
