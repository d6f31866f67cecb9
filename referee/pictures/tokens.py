"""The tactic tokens of Duel as shapes: what a token does is told by its outline, its value and in words."""

from __future__ import annotations

from referee.duel.line import BLAST, NOTHING, RECOVER, SHIELD, split
from referee.duel.state import UNKNOWN
from referee.pictures.shapes import path, text

WIDE = 44  # points

# The outline of each icon, from the upper left corner of a square that is so wide.
_OUTLINES = {
    BLAST: "m22 0l6 10l11 -4l-3 11l8 5l-8 5l3 11l-11 -4l-6 10l-6 -10l-11 4l3 -11l-8 -5l8 -5l-3 -11l11 4z",
    SHIELD: "m22 1q9 6 18 6v14q0 16 -18 23q-18 -7 -18 -23v-14q9 0 18 -6z",
    RECOVER: "m22 0a22 22 0 1 1 -.1 0zm0 5a17 17 0 1 0 .1 0z",
}
_FACEDOWN = "m4 4h36v36h-36z"  # and of none
_WORDS = {NOTHING: "no tactic", UNKNOWN: "tactic"}
_MARKS = {NOTHING: "–", UNKNOWN: UNKNOWN}


def token(x: float, y: float, tactic: str) -> str:
    """A tactic token, its upper left corner at that place; of two halves the one that is resolved is drawn."""
    icon, value = split(tactic)
    outline, mark = _OUTLINES.get(icon), _MARKS.get(icon, UNKNOWN if value is None else str(value))
    words = _WORDS.get(tactic, tactic)
    return (
        path(f"M{x:g} {y:g}{outline or _FACEDOWN}", "face" if outline else "face dash")
        + text(x + WIDE / 2, y + 28, mark, "m b", 3, 18)
        + text(x + WIDE / 2, y + 56, words, "m", 18, 9 if len(words) < 12 else 7)
    )
