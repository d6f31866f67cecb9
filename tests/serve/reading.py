"""What hinders somebody from reading or touching a screen: what axe-core finds, too wide a page, too small a target."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.serve.browser import Hand
from tests.serve.pictures import Screen, shown

RUN = "axe.run(document, {resultTypes: ['violations']})"


def axe() -> str:
    """The text of axe-core; the test is skipped where it is not installed."""
    package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python (the extra `test`)")
    return (Path(str(package.__file__)).parent / "axe.min.js").read_text()


def complaints(hand: Hand, room: str, screen: Screen) -> list[Any]:
    """What axe finds on a screen with all its folds open: by its rule, and at most three places of each."""
    shown(hand, room, screen)
    hand.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    hand.page.evaluate(axe())  # not as a script of the page: its policy allows none
    found: dict[str, Any] = hand.page.evaluate(RUN)
    return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found["violations"]]


# What is touched on its own, and not a word in a sentence.
_SMALL = """[...document.querySelectorAll('a, button, summary, select, input:not([type=hidden]), label.chip')]
    .filter((one) => one.offsetParent && !one.matches('.chip input, .skip, .mark, p a:not(.button):not(.line), h3 a'))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([_, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5)).map(([html]) => html)"""


def wider_than(width: int, hand: Hand, room: str, those: Iterable[Screen]) -> list[str]:
    """The names of those screens that must be moved sideways on a phone of so many pixels."""
    hand.page.set_viewport_size({"width": width, "height": 640})
    wide = []
    for screen in those:
        hand.page.goto(screen.address(room))
        if hand.page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(screen.name)
    hand.page.set_viewport_size({"width": 360, "height": 640})
    return wide


def too_small(hand: Hand, room: str, those: Iterable[Screen]) -> dict[str, list[str]]:
    """What is less than 44 pixels high or wide and touched on its own: at most three of each screen, by its name."""
    small = {}
    for screen in those:
        hand.page.goto(screen.address(room))
        found = hand.page.evaluate(_SMALL)
        if found:
            small[screen.name] = found[:3]
    return small
