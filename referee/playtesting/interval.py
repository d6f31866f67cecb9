"""How sure a share is that was counted: the interval in which the true one lies, nineteen times of twenty."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_Z = 1.959963984540054  # of the normal distribution, for 95 of 100


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the ends of Wilson's interval for 95 of 100; 0 and 1 where nothing was counted."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share that was counted; None of nothing."""
        return self.count / self.of if self.of else None

    def to_dict(self) -> dict[str, float | int | None]:
        """As JSON, with four digits after the point."""
        share = None if self.share is None else round(self.share, 4)
        ends = {"low": round(self.low, 4), "high": round(self.high, 4)}
        return {"count": self.count, "of": self.of, "share": share, **ends}


def wilson(count: int, of: int) -> Share:
    """A share with Wilson's score interval, which holds for few cases too, and near 0 and 1."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    share, square = count / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return Share(count, of, max(0.0, middle - half), min(1.0, middle + half))
