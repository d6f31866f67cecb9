"""What a table has still to be told, in words: what is counted is named, in the words of the edition."""

from __future__ import annotations

import pytest

from referee.render.words import owed


@pytest.mark.parametrize(
    ("edition", "what", "count", "says"),
    [
        ("consolidated", "lose", 3, "red has still to lose 3 ships"),
        ("warp", "lose", 3, "red has still to lose 3 tokens"),
        ("consolidated", "return", 1, "red has still to return 1 ship"),
        ("consolidated", "reward", 2, "red has still to take 2 rewards"),
        ("consolidated", "take", 4, "red has still to take 4 cards"),
        ("consolidated", "discard", 4, "red has still to discard 4 cards"),
        ("consolidated", "discard", 0, "red has still to discard one card of each type"),
        ("consolidated", "use", 1, "red has still to use its power"),
    ],
)
def test_what_is_due_is_told_with_what_is_counted(edition: str, what: str, count: int, says: str) -> None:
    assert owed({"who": "red", "what": what, "count": count}, edition) == says
