"""Wilson's interval, against values worked out by hand with z = 1.96 (z² = 3.8415)."""

from __future__ import annotations

import pytest

from referee.playtesting.interval import wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # (0.8 + 0.19207) / 1.38415 = 0.71674; 1.96 / 1.38415 * root of (0.016 + 0.0096) = 0.22658
        (8, 10, 0.4902, 0.9433),
        # (0.5 + 0.019207) / 1.038415 = 0.5; 1.96 / 1.038415 * root of (0.0025 + 0.000096) = 0.09617
        (50, 100, 0.4038, 0.5962),
        # z² / (n + z²) = 3.8415 / 13.8415 = 0.27753
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        # z² / (n + z²) = 3.8415 / 4.8415 = 0.79345
        (0, 1, 0.0, 0.7935),
    ],
)
def test_as_worked_out_by_hand(count: int, of: int, low: float, high: float) -> None:
    share = wilson(count, of)
    assert (share.low, share.high) == pytest.approx((low, high), abs=0.00005)
    assert share.share == count / of


def test_of_nothing_nothing_is_known() -> None:
    told = wilson(0, 0).to_dict()
    assert told == {"count": 0, "of": 0, "share": None, "low": 0.0, "high": 1.0}


def test_more_games_tell_more() -> None:
    widths = [share.high - share.low for share in (wilson(n // 4, n) for n in (8, 40, 400, 4000))]
    assert widths == sorted(widths, reverse=True)
