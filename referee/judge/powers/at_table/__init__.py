"""What powers do to a table, phase by phase: uses that are carried out at once, and powers that act by themselves.

The registry and what it offers are in `judge.table.powers`.
"""

from referee.judge.powers.at_table import (
    alliance,
    anytime,
    cards,
    drawing,
    exchanging,
    extra,
    flares,
    opening,
    planning,
    possessing,
    regrouping,
    reveal,
    ships,
    starting,
    techs,
    winning,
)

__all__ = [
    "alliance",
    "anytime",
    "cards",
    "drawing",
    "exchanging",
    "extra",
    "flares",
    "opening",
    "planning",
    "possessing",
    "regrouping",
    "reveal",
    "ships",
    "starting",
    "techs",
    "winning",
]
