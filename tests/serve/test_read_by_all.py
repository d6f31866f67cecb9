"""Every screen can be read and used by everybody: axe-core finds nothing, nothing is too wide, keys are enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serve.browser import Hand
from tests.serve.pictures import SCREENS, Screen, screens, shown

_RUN = "axe.run(document, {resultTypes: ['violations']})"


def _axe() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python (the extra `test`)")
    return (Path(str(package.__file__)).parent / "axe.min.js").read_text()


@pytest.fixture(scope="module", params=["light", "dark"])
def phone(request: pytest.FixtureRequest) -> Iterator[tuple[Hand, str]]:
    _axe()
    with screens(request.param) as made:
        yield made


@pytest.mark.parametrize("screen", SCREENS, ids=[screen.name for screen in SCREENS])
def test_axe_finds_nothing(phone: tuple[Hand, str], screen: Screen) -> None:
    hand, room = phone
    shown(hand, room, screen)
    hand.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    hand.page.evaluate(_axe())  # not as a script of the page: its policy allows none
    found: dict[str, Any] = hand.page.evaluate(_RUN)
    told = [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found["violations"]]
    assert told == []


def test_axe_would_find_something(phone: tuple[Hand, str]) -> None:
    hand, room = phone
    hand.page.goto(f"{room}/table")
    hand.page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    hand.page.evaluate(_axe())
    assert "label" in [one["id"] for one in hand.page.evaluate(_RUN)["violations"]]


@pytest.mark.parametrize("width", [320, 1024])
def test_no_screen_is_wider_than_the_phone(phone: tuple[Hand, str], width: int) -> None:
    hand, room = phone
    hand.page.set_viewport_size({"width": width, "height": 640})
    wide = []
    for screen in SCREENS:
        hand.page.goto(f"{room}/{screen.page}")
        if hand.page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(screen.name)
    hand.page.set_viewport_size({"width": 360, "height": 640})
    assert wide == []


# What is touched on its own, and not a word in a sentence.
_SMALL = """[...document.querySelectorAll('a, button, summary, select, input:not([type=hidden]), label.chip')]
    .filter((one) => one.offsetParent && !one.matches('.chip input, .skip, .mark, p a:not(.button):not(.line), h3 a'))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([_, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5)).map(([html]) => html)"""


def test_whatever_is_touched_is_large_enough(phone: tuple[Hand, str]) -> None:
    hand, room = phone
    small = {}
    for screen in SCREENS:
        hand.page.goto(f"{room}/{screen.page}")
        found = hand.page.evaluate(_SMALL)
        if found:
            small[screen.name] = found[:3]
    assert small == {}


def test_large_type_fits_too(phone: tuple[Hand, str]) -> None:
    """Who has set the browser to twice the size still reads everything without moving it sideways."""
    hand, room = phone
    wide = []
    for screen in SCREENS:
        hand.page.goto(f"{room}/{screen.page}")
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
