"""Pages that are not printed: as text, as HTML for a notebook, and as rich draws them among other things."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from referee.render.screen import a_page, drawn_on

WIDTH = 100  # columns of a page where nothing says how many there are
_HTML = '<pre style="white-space:pre;overflow-x:auto;line-height:normal">{code}</pre>'

Show = Callable[[], object]  # prints a page


def as_text(show: Show, width: int = WIDTH) -> str:
    """A page as plain text, without colors."""
    text = _drawn(show, width).export_text().rstrip()
    return "\n".join(line.rstrip() for line in text.split("\n"))


def as_html(show: Show) -> str:
    """A page as HTML, every text in it escaped: what a player typed is never markup."""
    return _drawn(show, WIDTH).export_html(code_format=_HTML, inline_styles=True)


class View:
    """A page that rich draws, as wide as there is room."""

    def __init__(self, show: Show) -> None:
        self._show = show

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The page as one text, with its colors."""
        yield Text.from_ansi(_drawn(self._show, options.max_width).export_text(styles=True).rstrip())


def _drawn(show: Show, width: int) -> Console:
    page = a_page(width)
    with drawn_on(page):
        show()
    return page
