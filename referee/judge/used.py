"""A power that is said to be used in an encounter, and what was said with it."""

from __future__ import annotations

from referee.judge.finding import Finding
from referee.state.encounter import Act


class Used:
    """A power said to be used: what was said with it, the act, and the Cosmic Zap that answered it, if any.

    `came_up` is whether there was something to use it for, where that is asked; `is_read` whether an effect has looked
    at what was said with it.
    """

    __slots__ = ("act", "came_up", "finding", "is_read", "zap")

    def __init__(self, act: Act, finding: Finding, zap: Finding | None = None) -> None:
        self.act = act
        self.finding = finding
        self.zap = zap
        self.came_up = False
        self.is_read = False

    @property
    def args(self) -> tuple[str, ...]:
        """What was said with it, read by an effect."""
        self.is_read = True
        return self.act.args
