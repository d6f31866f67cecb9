"""What is said of the parties of a dispute: who is absent, silent, named twice, or no player of what happened."""

from __future__ import annotations

from typing import Any

import pytest

from referee.disputes.people import remarks


def _sides(*parties: tuple[str, str], position: str = "red 3 : 8 vs blue 4 : 8") -> list[dict[str, Any]]:
    ruling: dict[str, Any] = {"players": {"red": {}, "blue": {}}}
    return [{"party": party, "claim": claim, "position": position, "ruling": ruling} for party, claim in parties]


@pytest.mark.parametrize(
    ("parties", "said"),
    [
        ([("red", "mine"), ("blue", "no")], []),
        ([("red", "mine"), ("blue", "no"), ("RED", "mine")], ["red stands on both sides"]),
        ([("", "")], ["Nobody is named"]),
        ([("red", "mine")], ["Only red is heard"]),
        ([("red", "mine"), ("blue", " ")], ["blue claims nothing"]),
        ([("ann", "mine"), ("bob", "no")], ["ann and bob are not named in what happened"]),
        ([("re", "mine"), ("blue", "no")], ["re is not named in what happened"]),
    ],
)
def test_what_is_absent_is_told_as_absent(parties: list[tuple[str, str]], said: list[str]) -> None:
    found = remarks(_sides(*parties))
    assert len(found) == len(said)
    assert all(told.startswith(begun) for told, begun in zip(found, said, strict=True))


def test_a_question_in_words_has_no_strangers() -> None:
    sides = _sides(("ann", "I do"), ("bob", "you do not"), position="who invites first")
    for side in sides:
        side["ruling"] = {"players": {}}
    assert remarks(sides) == []
