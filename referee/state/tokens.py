"""The pieces of a line: words, numbers, quoted names and single marks.

A piece is plain text; what it is shows in its first letter. Where it stands is worked out only when something has to
be said about it, because every line is cut and few lines are wrong.
"""

from __future__ import annotations

import re

# A word may carry inner hyphens and apostrophes (Anti-Matter); a quoted name may hold anything but its quotes.
_PIECE = re.compile(r"""[0-9]+|[^\W\d_][^\W_]*(?:[-'’][^\W_]+)*|"[^";]*"|“[^“”;]*”|[^\s]""")


def tokens(line: str) -> list[str]:
    """The line cut into its pieces, closed by an empty one."""
    found: list[str] = _PIECE.findall(line)
    found.append("")
    return found


def columns(line: str) -> list[int]:
    """Where each piece of `tokens(line)` starts, 0-based."""
    return [*(match.start() for match in _PIECE.finditer(line)), len(line.rstrip())]


def is_word(token: str) -> bool:
    """Whether a piece is a word: it starts with a letter."""
    return token[:1].isalpha()


def is_number(token: str) -> bool:
    """Whether a piece is a number of ASCII digits."""
    return "0" <= token[:1] <= "9"


def is_quoted(token: str) -> bool:
    """Whether a piece is a quoted name."""
    return len(token) > 1 and token[0] in '"“'
