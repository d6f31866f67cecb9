"""Templates and what each of them may ask for. Every value is escaped; no page has script or style within it."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from starlette.responses import HTMLResponse

from referee.render.templates import Templates, environment
from referee.serve.rooms import Room
from referee.serve.texts import say

HERE = Path(__file__).parent
STATIC = {
    "app.css": "text/css",
    "app.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "app.webmanifest": "application/manifest+json",
}
_INKS = frozenset("red blue green yellow purple orange white black brown pink grey gray".split())
_NAV = ("table", "sheet", "disputes", "look")


def ink(name: str) -> str:
    """The class of a player's color: the one that the name is, empty for any other name."""
    return f"c-{name.lower()}" if name.lower() in _INKS else ""


def _query(**values: str) -> str:
    return urlencode(values)


def _powers_query(names: list[str]) -> str:
    return urlencode([("power", name) for name in names])


@cache
def static(name: str) -> bytes:
    """A file of our own; KeyError is for the caller, who looks in `STATIC` first."""
    return (HERE / "static" / name).read_bytes()


@cache
def _environment() -> Templates:
    stamp = hashlib.sha256(b"".join(map(static, STATIC))).hexdigest()[:8]
    return environment(HERE / "templates", t=say, ink=ink, query=_query, powers_query=_powers_query, stamp=stamp)


def page(template: str, room: Room | None, here: str = "", status: int = 200, **values: object) -> HTMLResponse:
    """A page of a room, or of none; `here` is the part of the navigation in which it stands."""
    nav = [(part, say(f"nav-{part}")) for part in _NAV if room is not None and (room.table or part != "table")]
    text = _environment().get_template(template).render(room=room, here=here, nav=nav, **values)
    return HTMLResponse(text, status)


def message(
    text: str, room: Room | None = None, status: int = 200, links: list[tuple[str, str]] | None = None
) -> HTMLResponse:
    """A page that says one thing, and where one may go from it (address and text)."""
    return page("message.html", room, status=status, message=text, links=links or [])
