"""Every screen can be read and used by everybody: axe-core finds nothing, nothing is too wide, keys are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import effort
from tests.serve.browser import Hand
from tests.serve.pictures import BESIDE, SCREENS, Screen, screens
from tests.serve.reading import RUN, WIDTHS, Seen, axe, looking


@pytest.fixture(scope="module", params=effort.some(["light", "dark"], 1))
def phone(request: pytest.FixtureRequest) -> Iterator[tuple[Hand, str]]:
    axe()
    with screens(request.param) as made:
        yield made


@pytest.fixture(scope="module")
def look(phone: tuple[Hand, str]) -> Callable[[Screen], Seen]:
    return looking(*phone)


ALL = (*SCREENS, *BESIDE)


@pytest.mark.parametrize("screen", ALL, ids=[screen.name for screen in ALL])
def test_axe_finds_nothing(look: Callable[[Screen], Seen], screen: Screen) -> None:
    assert look(screen).complaints == []


def test_axe_would_find_something(phone: tuple[Hand, str]) -> None:
    hand, room = phone
    hand.page.goto(f"{room}/table")
    hand.page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    hand.page.evaluate(axe())
    assert "label" in [one["id"] for one in hand.page.evaluate(RUN)["violations"]]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_screen_is_wider_than_the_phone(look: Callable[[Screen], Seen], width: int) -> None:
    assert [screen.name for screen in ALL if width in look(screen).wide] == []


def test_whatever_is_touched_is_large_enough(look: Callable[[Screen], Seen]) -> None:
    assert {screen.name: look(screen).small for screen in ALL if look(screen).small} == {}


def test_large_type_fits_too(look: Callable[[Screen], Seen]) -> None:
    """Who has set the browser to twice the size still reads everything without moving it sideways."""
    assert [screen.name for screen in ALL if look(screen).wide_in_large_type] == []


def test_an_account_is_told_and_answered_by_keys(phone: tuple[Hand, str]) -> None:
    hand, room = phone
    hand.page.goto(f"{room}/quarrel/1")
    for _ in range(20):
        hand.page.keyboard.press("Tab")
        if hand.page.evaluate("document.activeElement.value") == "agree 1":
            break
    hand.page.keyboard.press("Enter")
    hand.page.locator("text=agrees with red").first.wait_for()
