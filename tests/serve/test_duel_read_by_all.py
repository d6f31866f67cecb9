"""The screens of a table of Duel can be read and used by everybody, as those of the larger game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import effort
from tests.serve.browser import Hand
from tests.serve.pictures import DUEL, Screen, duel_screens
from tests.serve.reading import axe, complaints, too_small, wider_than


@pytest.fixture(scope="module", params=effort.some(["light", "dark"], 1))
def duelist(request: pytest.FixtureRequest) -> Iterator[tuple[Hand, str]]:
    axe()
    with duel_screens(request.param) as made:
        yield made


@pytest.mark.parametrize("screen", DUEL, ids=[screen.name for screen in DUEL])
def test_axe_finds_nothing_at_a_table_of_duel(duelist: tuple[Hand, str], screen: Screen) -> None:
    assert complaints(*duelist, screen) == []


def test_no_screen_of_duel_is_wider_than_the_phone(duelist: tuple[Hand, str]) -> None:
    assert wider_than(320, *duelist, DUEL) == []


def test_whatever_is_touched_at_duel_is_large_enough(duelist: tuple[Hand, str]) -> None:
    assert too_small(*duelist, DUEL) == {}
