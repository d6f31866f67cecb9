"""Powers that the vocabulary of effects cannot say: one module each, with the signature of an effect.

A verb with one user belongs here; once three are alike they become a verb.
"""

from referee.judge.oddities import (
    bluff,
    continuity,
    digits,
    drawn,
    equalize,
    fortify,
    hack,
    hurt,
    loot,
    multiply,
    ooze,
    overwhelm,
    patience,
    revenge,
    sacrifice,
    salvage,
    scale,
    substitutes,
    swap,
)

__all__ = [
    "bluff",
    "continuity",
    "digits",
    "drawn",
    "equalize",
    "fortify",
    "hack",
    "hurt",
    "loot",
    "multiply",
    "ooze",
    "overwhelm",
    "patience",
    "revenge",
    "sacrifice",
    "salvage",
    "scale",
    "substitutes",
    "swap",
]
