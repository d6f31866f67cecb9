"""What players write in a dispute comes back as it went in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import LedgerError
from referee.ledger import disputes, house
from referee.ledger.sharing import verify
from tests import effort
from tests.ledger.filled import TEXTS, read_back, said_everywhere
from tests.quarrels import quarrel


@settings(max_examples=effort.times(40, 5), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, min_size=6, max_size=6))
def test_text_from_players_comes_back_as_it_went_in(tmp_path: Path, texts: list[str]) -> None:
    path = tmp_path / "texts.db"
    number = said_everywhere(path, texts)
    assert read_back(disputes.show(path, number)) == texts
    assert disputes.listed(path, 1)[0]["about"] == texts[0]
    assert texts[4] in [says for _, _, says, _, _ in house.promoted(path, texts[2])]
    found = disputes.search(path, texts[1], 10_000)
    assert not found or found[0]["id"] == number
    for word in texts[2].split():
        if word.isascii() and word.isalnum():
            assert disputes.search(path, word, 1)[0]["id"] == number
    assert verify(path) == []


@pytest.mark.long
def test_a_text_of_a_megabyte(path: Path) -> None:
    texts = [
        "x" * 1_000_000,
        "שלום עולם " * 100_000,
        "\x1b[31m" * 200_000,
        "\0" * 1_000_000,
        "[red]" * 200_000,
        "'" * 10**6,
    ]
    assert read_back(disputes.show(path, said_everywhere(path, texts))) == texts
    for word in ("x" * 1_000_000, "עולם", "31m", "red"):
        assert [row["id"] for row in disputes.search(path, word)] == [1]
    assert verify(path) == []


@pytest.mark.parametrize("which", range(6))
def test_half_a_character_is_refused_and_nothing_is_kept(path: Path, which: int) -> None:
    quarrel(path, "fine")
    texts = ["half \ud800" if number == which else "whole" for number in range(6)]
    with pytest.raises(LedgerError, match="half a character"):
        said_everywhere(path, texts)
    assert verify(path) == []
