"""Shares with their intervals as a picture: lines of characters for a terminal, and an SVG file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Any, NamedTuple

from referee.render.words import shown

_BAR, _END, _DOT, _BLANK = "─", "┼", "●", " "
_PLAIN = str.maketrans({_BAR: "-", _END: "|", _DOT: "o"})
_ROW, _LEFT, _WIDE, _RIGHT, _TOP = 26, 190, 420, 150, 64  # points of the SVG
_STEPS = 4  # marks of the scale


class Row(NamedTuple):
    """A line of the picture: its name, and a share as `Share.to_dict` tells it."""

    name: str
    share: dict[str, Any]


def highest(rows: Sequence[Row]) -> float:
    """Where the scale ends: the next tenth above all intervals, 1 at most."""
    return min(1.0, max((ceil(row.share["high"] * 10) / 10 for row in rows), default=1.0))


def line(share: dict[str, Any], most: float, width: int, plain: bool = False) -> str:
    """An interval with its share on a scale from 0 to `most`, in so many characters; of ASCII alone where `plain`."""
    low, at, high = (_column(share[key] or 0, most, width) for key in ("low", "share", "high"))
    cells = [_BAR if low <= place <= high else _BLANK for place in range(width)]
    cells[low] = cells[high] = _END
    cells[at] = _DOT
    text = "".join(cells)
    return text.translate(_PLAIN) if plain else text


def _column(value: float, most: float, width: int) -> int:
    return min(width - 1, round(value / most * (width - 1)))


def percent(share: dict[str, Any]) -> str:
    """A share with the ends of its interval, such as `26.7 % (14.2 to 44.5)`; `none` where nothing was counted."""
    if share["share"] is None:
        return "none"
    return f"{share['share']:.1%} ({share['low'] * 100:.1f} to {share['high'] * 100:.1f})".replace("%", " %", 1)


def svg(title: str, says: str, rows: Sequence[Row]) -> str:
    """The picture as an SVG file; every text in it is escaped."""
    most, height = highest(rows), _TOP + _ROW * len(rows) + 40
    width = _LEFT + _WIDE + _RIGHT
    scale = [_mark(most * step / _STEPS, most, height) for step in range(_STEPS + 1)]
    drawn = [_drawn(row, _TOP + _ROW * number + _ROW // 2, most) for number, row in enumerate(rows)]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" font-family="sans-serif" font-size="13">',
            f"<title>{_text(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="white"/>',
            f'<text x="12" y="24" font-size="16" font-weight="bold">{_text(title)}</text>',
            f'<text x="12" y="44" fill="#555">{_text(says)}</text>',
            *scale,
            *drawn,
            "</svg>\n",
        )
    )


def _mark(value: float, most: float, height: int) -> str:
    x = _x(value, most)
    return (
        f'<path d="M{x} {_TOP}V{height - 32}" stroke="#ddd"/>'
        f'<text x="{x}" y="{height - 14}" text-anchor="middle" fill="#555">{value:.0%}</text>'
    )


def _drawn(row: Row, y: int, most: float) -> str:
    low, at, high = (_x(row.share[key] or 0, most) for key in ("low", "share", "high"))
    dot = "" if row.share["share"] is None else f'<circle cx="{at}" cy="{y}" r="5" fill="#1f5fa8"/>'
    return (
        f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{_text(row.name)}</text>'
        f'<path d="M{low} {y}H{high}M{low} {y - 5}v10M{high} {y - 5}v10" stroke="#1f5fa8" stroke-width="2"/>{dot}'
        f'<text x="{_LEFT + _WIDE + 12}" y="{y + 4}">{_text(percent(row.share))}</text>'
    )


def _x(value: float, most: float) -> float:
    return round(_LEFT + value / most * _WIDE, 1)


def _text(text: str) -> str:
    return escape(shown(text))
