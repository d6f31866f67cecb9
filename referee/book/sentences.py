"""How sentences are put together: several names in one phrase, a long text in a few words."""

from __future__ import annotations

from collections.abc import Sequence


def listed(items: Sequence[str]) -> str:
    """Names in one phrase: `red, blue and green`; nothing of none."""
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def brief(text: str, most: int = 160) -> str:
    """What a player said in one line, cut where it has more letters than that."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most and len(text) <= 4 * most else f"{line[:most].rstrip()} …"


def quoted(text: str, most: int = 160) -> str:
    """The same as a quotation."""
    return f"“{brief(text, most)}”"
