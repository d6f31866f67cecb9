"""The screens of a table of Duel can be read and used by everybody, as those of the larger game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import effort
from tests.serve.browser import Hand
from tests.serve.pictures import DUEL, Screen, duel_screens
from tests.serve.reading import Seen, axe, looking


@pytest.fixture(scope="module", params=effort.some(["light", "dark"], 1))
def duelist(request: pytest.FixtureRequest) -> Iterator[tuple[Hand, str]]:
    axe()
    with duel_screens(request.param) as made:
        yield made


@pytest.fixture(scope="module")
def look(duelist: tuple[Hand, str]) -> Callable[[Screen], Seen]:
    return looking(*duelist)


@pytest.mark.parametrize("screen", DUEL, ids=[screen.name for screen in DUEL])
def test_axe_finds_nothing_at_a_table_of_duel(look: Callable[[Screen], Seen], screen: Screen) -> None:
    assert look(screen).complaints == []


def test_no_screen_of_duel_is_wider_than_the_phone(look: Callable[[Screen], Seen]) -> None:
    assert {screen.name: look(screen).wide for screen in DUEL if look(screen).wide} == {}


def test_whatever_is_touched_at_duel_is_large_enough(look: Callable[[Screen], Seen]) -> None:
    assert {screen.name: look(screen).small for screen in DUEL if look(screen).small} == {}
