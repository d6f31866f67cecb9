"""Powers that the vocabulary of effects cannot say: one module each, with the signature of an effect.

A verb with one user belongs here; once three are alike they become a verb.
"""

from referee.judge.powers.aliens import (  # noqa: F401  each registers what its alien does
    amoeba,
    barbarian,
    calculator,
    chosen,
    citadel,
    fodder,
    gambler,
    grudge,
    hacker,
    kamikaze,
    machine,
    masochist,
    mirror,
    reserve,
    sorcerer,
    tick_tock,
    tripler,
    virus,
    vulch,
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
