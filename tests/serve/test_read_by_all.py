"""Every screen can be read and used by everybody: axe-core finds nothing, nothing is too wide, keys are enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import effort
from tests.serve.browser import Hand
from tests.serve.pictures import BESIDE, SCREENS, Screen, screens
from tests.serve.reading import RUN, axe, complaints, too_small, wider_than


@pytest.fixture(scope="module", params=effort.some(["light", "dark"], 1))
def phone(request: pytest.FixtureRequest) -> Iterator[tuple[Hand, str]]:
    axe()
    with screens(request.param) as made:
        yield made


@pytest.mark.parametrize("screen", (*SCREENS, *BESIDE), ids=[screen.name for screen in (*SCREENS, *BESIDE)])
def test_axe_finds_nothing(phone: tuple[Hand, str], screen: Screen) -> None:
    assert complaints(*phone, screen) == []


def test_axe_would_find_something(phone: tuple[Hand, str]) -> None:
    hand, room = phone
    hand.page.goto(f"{room}/table")
    hand.page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    hand.page.evaluate(axe())
    assert "label" in [one["id"] for one in hand.page.evaluate(RUN)["violations"]]


@pytest.mark.parametrize("width", [320, 1024])
def test_no_screen_is_wider_than_the_phone(phone: tuple[Hand, str], width: int) -> None:
    assert wider_than(width, *phone, (*SCREENS, *BESIDE)) == []


def test_whatever_is_touched_is_large_enough(phone: tuple[Hand, str]) -> None:
    assert too_small(*phone, (*SCREENS, *BESIDE)) == {}


def test_large_type_fits_too(phone: tuple[Hand, str]) -> None:
    """Who has set the browser to twice the size still reads everything without moving it sideways."""
    hand, room = phone
    wide = []
    for screen in (*SCREENS, *BESIDE):
        hand.page.goto(screen.address(room))
        hand.page.evaluate("document.documentElement.style.fontSize = '200%'")
        if hand.page.evaluate("document.documentElement.scrollWidth") > 360:
            wide.append(screen.name)
    assert wide == []


def test_an_account_is_told_and_answered_by_keys(phone: tuple[Hand, str]) -> None:
    hand, room = phone
    hand.page.goto(f"{room}/quarrel/1")
    for _ in range(20):
        hand.page.keyboard.press("Tab")
        if hand.page.evaluate("document.activeElement.value") == "agree 1":
            break
    hand.page.keyboard.press("Enter")
    hand.page.locator("text=agrees with red").first.wait_for()
