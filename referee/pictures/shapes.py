"""The pieces of a picture as SVG: texts made safe, ships as shapes, boxes, cards, and the look of them all."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from referee.pictures.scene import Stack
from referee.render.words import shown

RADIUS = 8  # of a ship, in points
ROW = 22  # from one line to the next, in points
_LETTER = 6.9  # points that a letter of a text takes, at most, on the average
_APART = 15  # from one ship of a stack to the next
_MOST_SHIPS = 6  # of a stack that are drawn; of more a number alone tells

# The colors of ships: what fills them, and the letter on it. Each pair has a contrast of 4.5 to 1 or more.
_COLORS: Mapping[str, tuple[str, str]] = {
    "red": ("#c62828", "#fff"),
    "blue": ("#1f5fb4", "#fff"),
    "green": ("#1b7a3d", "#fff"),
    "yellow": ("#f2c400", "#1c1f24"),
    "purple": ("#7b3fa6", "#fff"),
    "orange": ("#e87a10", "#1c1f24"),
    "white": ("#fff", "#1c1f24"),
    "black": ("#1c1f24", "#fff"),
}
_OTHERS = (("#00707f", "#fff"), ("#b83280", "#fff"), ("#7a4b21", "#fff"), ("#55606c", "#fff"), ("#4b5fc9", "#fff"))
# The shapes of ships: how many corners (none: a circle), and True if no corner points upwards.
_SHAPES = ((0, False), (4, True), (3, False), (5, False), (6, False), (8, True), (4, False), (3, True))

STYLE = (
    ".rp{--ink:#1c1f24;--soft:#59626d;--paper:#fff;--box:#f2f4f7;--line:#b9c1cb;--aim:#b4410e;--warp:#e3e0f1;"
    "font-family:system-ui,sans-serif}"
    "@media (prefers-color-scheme:dark){.rp{--ink:#eceff3;--soft:#aab4c0;--paper:#15181c;--box:#22272e;"
    "--line:#4b5561;--aim:#ffab73;--warp:#2c2740}}"
    "@media print{.rp{--ink:#000;--soft:#444;--paper:#fff;--box:#fff;--line:#888;--aim:#000;--warp:#fff}}"
    ".rp text{fill:#1c1f24;fill:var(--ink);font-size:13px}"
    ".rp .soft{fill:#59626d;fill:var(--soft)}.rp .b{font-weight:700}.rp .m{text-anchor:middle}.rp .e{text-anchor:end}"
    ".rp .bg{fill:#fff;fill:var(--paper)}"
    ".rp .box{fill:#f2f4f7;fill:var(--box);stroke:#b9c1cb;stroke:var(--line)}"
    ".rp .warp{fill:#e3e0f1;fill:var(--warp);stroke:#b9c1cb;stroke:var(--line)}"
    ".rp .aim{stroke:#b4410e;stroke:var(--aim);stroke-width:3}"
    ".rp .arrow{fill:none;stroke:#b4410e;stroke:var(--aim);stroke-width:3}"
    ".rp .dash{stroke-dasharray:4 3}.rp .ship{stroke:#1c1f24;stroke:var(--ink)}"
    ".rp .face{fill:#fff;fill:var(--paper);stroke:#1c1f24;stroke:var(--ink);stroke-width:1.5}"
)


def text_of(text: str, most: int = 0) -> str:
    """A text of players, made safe for SVG; cut to so many letters."""
    plain = shown(text)
    return escape(plain if not most or len(plain) <= most else f"{plain[: most - 1]}…")


def text(x: float, y: float, says: str, look: str = "", most: int = 0, size: int = 0) -> str:
    """A line of text at a place; `look` names its classes."""
    marked = f' class="{look}"' if look else ""
    sized = f' style="font-size:{size}px"' if size else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{marked}{sized}>{text_of(says, most)}</text>'


def box(x: float, y: float, width: float, height: float, look: str = "box", round_by: float = 8) -> str:
    """A box with round corners."""
    return (
        f'<rect class="{look}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(round_by)}"/>'
    )


def path(points: str, look: str) -> str:
    """A line along these points."""
    return f'<path class="{look}" d="{points}"/>'


def wrapped(says: str, width: float, size: float = 13) -> list[str]:
    """A text in lines that fit in so many points; a word that is too long for a line is broken."""
    most = max(4, int(width / (_LETTER * size / 13)))
    lines = [""]
    for word in shown(says).split(" "):
        for piece in [word[at : at + most] for at in range(0, len(word), most)] or [""]:
            if len(lines[-1]) + len(piece) + 1 > most and lines[-1]:
                lines.append(piece)
            else:
                lines[-1] = f"{lines[-1]} {piece}".strip()
    return lines


class Ships:
    """How the ships of each player are drawn: a shape and a letter as well as a color."""

    def __init__(self, names: Sequence[str], letters: Mapping[str, str]) -> None:
        self._letters = letters
        self._shapes = {name: _SHAPES[place % len(_SHAPES)] for place, name in enumerate(names)}
        nameless = [name for name in names if name.lower() not in _COLORS]
        others = {name: _OTHERS[place % len(_OTHERS)] for place, name in enumerate(nameless)}
        self._colors = {name: others.get(name) or _COLORS[name.lower()] for name in names}

    def ship(self, who: str, x: float, y: float) -> str:
        """One ship of a player, its middle at that place."""
        fill, ink = self._colors[who]
        letters = text_of(self._letters[who], 3)
        size = 10 if len(letters) == 1 else 7
        return (
            f"{_shape(self._shapes[who], x, y, fill)}"
            f'<text class="m b" x="{_n(x)}" y="{_n(y + size * 0.36)}" '
            f'style="font-size:{size}px;fill:{ink}">{letters}</text>'
        )

    def stack(self, stack: Stack, x: float, y: float, most: int = _MOST_SHIPS) -> str:
        """A stack of ships in a row from that place, one shape for each of a few, and their number."""
        number = stack.ships.lstrip("~")
        count = int(number) if number.isdecimal() and 0 < int(number) <= most else 1
        ships = [self.ship(stack.who, x + RADIUS + _APART * at, y) for at in range(count)]
        return "".join(ships) + text(x + _APART * count + 8, y + 4.5, stack.ships, "b")


def _shape(shape: tuple[int, bool], x: float, y: float, fill: str) -> str:
    corners, turned = shape
    look = f'class="ship" fill="{fill}"'
    if not corners:
        return f'<circle {look} cx="{_n(x)}" cy="{_n(y)}" r="{RADIUS}"/>'
    wide = RADIUS * {3: 1.5, 4: 1.25}.get(corners, 1.1)
    if corners == 3:  # so that its letter stands in the middle
        y += -wide / 6 if turned else wide / 6
    first = -math.pi / 2 + (math.pi / corners if turned else 0)
    angles = [first + 2 * math.pi * at / corners for at in range(corners)]
    points = " ".join(f"{_n(x + wide * math.cos(angle))},{_n(y + wide * math.sin(angle))}" for angle in angles)
    return f'<polygon {look} points="{points}"/>'


def card(x: float, y: float, says: str, small: bool = False) -> str:
    """A card, its upper left corner at that place; a long name is cut, since it is told in words too.

    An empty one is a place at which no card lies yet.
    """
    width, height = (30, 40) if small else (44, 58)
    size = (14 if small else 20) if len(says) < 4 else 9 if len(says) < 8 else 7
    return (
        box(x, y, width, height, "face" if says else "face dash", 5)
        + f'<text class="m b" x="{_n(x + width / 2)}" y="{_n(y + height / 2 + size * 0.36)}" '
        f'style="font-size:{size}px">{text_of(says, 11)}</text>'
    )


def _n(number: float) -> str:
    """A number of points, without what no eye sees."""
    return f"{number:.1f}".removesuffix(".0")
