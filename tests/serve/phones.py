"""A site to ask, and phones that ask it."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `serve`")
pytest.importorskip("jinja2", reason="needs the extra `serve`")

from starlette.testclient import TestClient

import referee
from referee.serve.app import application
from referee.serve.rooms import Rooms
from referee.serve.site import Site

HOST = "127.0.0.1:8642"
BASE = f"http://{HOST}"
_ADDRESSES = count(1)


class Served:
    """A site in this process: `table` is the name of its table, empty for none."""

    def __init__(self, folder: Path, players: str = "", read_only: bool = False, new_key: bool = False) -> None:
        self.db = folder / "games.db"
        self.table = ""
        if players:
            known = [row.name for row in referee.tables(self.db)] if self.db.exists() else []
            self.table = known[0] if known else str(referee.TableSession.lay(players, db=self.db).name)
        self.rooms = Rooms(self.db, [self.table], new_key)
        self.site = Site(self.rooms, self.db, read_only)
        self.app = application(self.site, [HOST])
        (self.room,) = self.rooms

    def stranger(self) -> TestClient:
        """A phone that was not let in."""
        address = (f"10.0.0.{next(_ADDRESSES) % 250}", 50_000)
        return TestClient(self.app, base_url=BASE, follow_redirects=True, raise_server_exceptions=False, client=address)

    def phone(self, seat: str = "") -> Phone:
        """A phone that was let in, and has a seat if one is named."""
        client = self.stranger()
        assert client.get(f"/join/{self.room.key}").status_code == 200
        phone = Phone(client, f"/{self.room.id}")
        if seat:
            assert phone.post("seat", seat=seat, take="1").status_code == 200
        return phone

    def session(self) -> referee.TableSession:
        """The table, as the terminal has it."""
        return referee.TableSession(self.db, self.table)


class Phone:
    """A phone at a table: it asks for pages of its room."""

    def __init__(self, client: TestClient, room: str) -> None:
        self.client, self.room = client, room

    def get(self, page: str, **query: str) -> Answer:
        """A page of the room."""
        return Answer(self.client.get(f"{self.room}/{page}", params=query))

    def post(self, page: str, **fields: str) -> Answer:
        """Sends a form to the room."""
        return Answer(self.client.post(f"{self.room}/{page}", data=fields, headers={"origin": BASE}))


class Answer(HTMLParser):
    """An answer: its status, what its elements say, and their attributes."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.status_code = int(answer.status_code)  # type: ignore[attr-defined]
        self.html = str(answer.text)  # type: ignore[attr-defined]
        self.url = str(answer.url)  # type: ignore[attr-defined]
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._texts: list[str] = []
        self.feed(self.html)

    @property
    def strange(self) -> list[str]:
        """What no page has: an image that is no picture drawn here, a frame, a style or script within the page."""
        images = [a for tag, a in self.tags if tag == "img"]
        ours = [a for a in images if a.get("src", "").partition("?")[0].endswith("/drawn.svg") and "onerror" not in a]
        within = [
            tag for tag, a in self.tags if tag in ("svg", "iframe", "style") or (tag == "script" and "src" not in a)
        ]
        return within + ["img"] * (len(images) - len(ours))

    @property
    def text(self) -> str:
        """What can be read on the page."""
        return " ".join(" ".join(self._texts).split())

    def data(self, name: str) -> str | None:
        """What the first element with this attribute has there."""
        return next((attributes[name] for _, attributes in self.tags if name in attributes), None)

    def field(self, name: str) -> str:
        """The value of a hidden field."""
        return next(attributes["value"] for tag, attributes in self.tags if attributes.get("name") == name)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps an element."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        """Keeps a text."""
        self._texts.append(data)
