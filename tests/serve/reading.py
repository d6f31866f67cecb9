"""What hinders somebody from reading or touching a screen: what axe-core finds, too wide a page, too small a target."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serve.browser import SMALL, Hand
from tests.serve.pictures import Screen

RUN = "axe.run(document, {resultTypes: ['violations']})"


def axe() -> str:
    """The text of axe-core; the test is skipped where it is not installed."""
    package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python (the extra `test`)")
    return (Path(str(package.__file__)).parent / "axe.min.js").read_text()


# What is touched on its own, and not a word in a sentence.
_SMALL = """[...document.querySelectorAll('a, button, summary, select, input:not([type=hidden]), label.chip')]
    .filter((one) => one.offsetParent && !one.matches('.chip input, .skip, .mark, p a:not(.button):not(.line), h3 a'))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([_, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5)).map(([html]) => html)"""


_WIDE = "document.documentElement.scrollWidth"
WIDTHS = (320, 1024)  # pixels of a small phone, and of one laid on a table


class Seen(NamedTuple):
    """What hinders somebody on one screen."""

    complaints: list[Any]  # of axe, with all folds open: by its rule, and at most three places of each
    wide: list[int]  # so wide it must be moved sideways
    wide_in_large_type: bool  # must it be where the browser is set to twice the size?
    small: list[str]  # what is less than 44 pixels high or wide and touched on its own, at most three


def looking(hand: Hand, room: str) -> Callable[[Screen], Seen]:
    """What tells of a screen what hinders somebody there; each is opened once, whoever asks."""

    @cache
    def look(screen: Screen) -> Seen:
        page = hand.page
        page.goto(screen.address(room))
        small = page.evaluate(_SMALL)[:3]
        wide = []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": SMALL["height"]})
            if page.evaluate(_WIDE) > width:
                wide.append(width)
        page.set_viewport_size(SMALL)  # type: ignore[arg-type]
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        in_large_type = page.evaluate(_WIDE) > SMALL["width"]
        page.evaluate("document.documentElement.style.fontSize = ''")
        screen.does(hand)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.evaluate(axe())  # not as a script of the page: its policy allows none
        found: dict[str, Any] = page.evaluate(RUN)
        told = [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found["violations"]]
        return Seen(told, wide, in_large_type, small)

    return look
