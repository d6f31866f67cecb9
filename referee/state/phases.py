"""The phases of an encounter, in printed order, and what comes before the first and after the last."""

from __future__ import annotations

START, REGROUP, DESTINY, LAUNCH, ALLIANCE, PLANNING, REVEAL, RESOLUTION = (
    "start-turn",
    "regroup",
    "destiny",
    "launch",
    "alliance",
    "planning",
    "reveal",
    "resolution",
)
PHASES = (START, REGROUP, DESTINY, LAUNCH, ALLIANCE, PLANNING, REVEAL, RESOLUTION)
BEFORE_CARDS = frozenset((REGROUP, DESTINY, LAUNCH, ALLIANCE, PLANNING))  # after the start of turn
OVER = "over"  # the game is won


def is_after(phase: str, other: str) -> bool:
    """Whether a phase comes after another one."""
    return phase in PHASES and PHASES.index(phase) > PHASES.index(other)


def place(phase: str) -> int:
    """Where a phase stands in the order, from 0; what is none stands last."""
    return PHASES.index(phase) if phase in PHASES else len(PHASES)


def named(phase: str) -> str:
    """A phase as it is called in a sentence."""
    return "the start of turn" if phase == START else f"the {phase} phase"
