"""What nobody should send, sent: nothing of it gets in, and nothing takes the table down."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

import referee
from referee.serve.limits import PER_ADDRESS, SLOWEST
from tests import effort
from tests.serve.browser import Server
from tests.serve.phones import BASE, Answer, Served

pytest.importorskip("uvicorn", reason="needs the extra `serve`")

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
PLAYERS = "red/Macron purple/Clone yellow blue"
TEXTS = (
    "\0",
    "\ud800",
    "\u202e\u2066\u200f",
    "a" * 12_000,
    "(" * 5_000,
    "<svg onload=alert(1)>",
    "{{config}}{% for x in y %}",
    "../../../etc/passwd",
    "%00%0d%0aSet-Cookie: x=1",
    "red 3 : 10 vs blue 2 : 8 ; " * 300,
    "9" * 5_000,
    "-1",
    "１０",
    "NaN",
    '{"a":' * 500,
)


@pytest.fixture
def served(tmp_path: Path) -> Served:
    served = Served(tmp_path, PLAYERS)
    session = served.session()
    assert session.do_all(["destiny purple", "launch red 1 at purple.2"]).error is None
    return served


def _texts() -> list[str]:
    """What the campaigns against the readers have found, and what phones are sent besides."""
    found = [path.read_text().partition("\n")[2] for path in sorted(CORPUS.glob("*/*.txt"))]
    return [text.encode("utf-8", "replace").decode()[:1_500] for text in (*found, *TEXTS)]


def _sane(answer: object, what: object) -> None:
    """It is answered, and what was typed stands on the page as text alone."""
    page = answer if isinstance(answer, Answer) else Answer(answer)
    assert page.status_code < 500, what
    if page.html.startswith("{"):  # of a call: data, and never part of a page
        return
    assert page.strange == [], what
    assert not [tag for tag, attributes in page.tags if tag == "script" and "src" not in attributes], what
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")], what
    assert "Traceback" not in page.text, what
    assert "\u202e" not in page.html, what


@pytest.mark.long
def test_every_field_takes_whatever_is_typed(served: Served) -> None:
    phones = cycle([served.phone("red"), *(served.phone("*") for _ in range(40))])
    for text in _texts():
        asked = (
            ("sheet", {"line": text}), ("sheet", {"who": text, "o": "0", "d": "1", "more": text}),
            ("sheet/ruling", {"o": text, "d": "1", "ocx": text, "onx": text, "a0": text}),
            ("look", {"q": text}), ("look", {"q": text, "edition": "duel"}), ("two", {"power": text}),
            ("proof", {"line": text, "of": text}), ("differ", {"line": text}), ("differ", {"quarrel": text}),
            ("amend", {"number": "1", "right": text}), ("set", {"place": text}), ("table", {"done": text, "say": text}),
        )  # fmt: skip
        for page, query in asked:
            _sane(next(phones).client.get(f"/{served.room.id}/{page}", params=query), (page, text))
        sent = (
            ("do", {"command": text}), ("do", {"piece": text, "card": text}), ("apply", {"line": text}),
            ("undo", {"number": text}), ("set", {"place": text, "who": text, "ships": text}), ("seat", {"seat": text}),
            ("amend", {"number": "1", "right": text, "choose": text}), ("differ", {"line": text, "claim": text}),
            ("quarrel/1", {"act": text, "says": text}), ("dispute/1", {"act": text, "says": text}),
        )  # fmt: skip
        for page, form in sent:
            _sane(next(phones).post(page, **form), (page, text))
    assert served.session().show().to_dict()["seats"] == ["red", "purple", "yellow", "blue"]


def test_every_call_takes_whatever_is_sent(served: Served) -> None:
    phones = cycle([served.phone("red") for _ in range(30)])
    for text in _texts():
        for call in ("encounter", "may", "ask", "rule", "alien", "card", "duel", "timing", "clash", "question"):
            names = ("line", "question", "id", "name", "contenders", "one", "other", "edition", "count")
            query = dict.fromkeys(names, text)
            _sane(next(phones).client.get(f"/api/v1/{call}", params=query), (call, text))
        body = json.dumps({"command": text, "version": text})
        headers = {"origin": BASE, "content-type": "application/json"}
        _sane(next(phones).client.post("/api/v1/table/do", content=body, headers=headers), ("table/do", text))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8642.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "origin": "null"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": "127.0.0.1:8642@evil.example"},
    ],
)
def test_no_form_is_taken_from_a_page_elsewhere(served: Served, headers: dict[str, str]) -> None:
    phone = served.phone("red")
    before = [entry.number for entry in served.session().history()]
    for page in ("do", "apply", "undo", "redo", "set", "seat", "amend", "differ", "quarrel/1", "dispute/1"):
        form = {"command": "ally blue offense 1", "number": "2", "seat": ""}
        assert phone.client.post(f"{phone.room}/{page}", data=form, headers=headers).status_code in (403, 421), page
    act = phone.client.post("/api/v1/table/do", json={"command": "ally blue offense 1"}, headers=headers)
    assert act.status_code in (403, 421)
    assert [entry.number for entry in served.session().history()] == before
    assert served.room.holder("red") is not None


# -- a server of its own -----------------------------------------------------------------------------------------------


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    db = tmp_path / "games.db"
    referee.TableSession.lay("red purple yellow", db=db, name="friday")
    server = Server(db)
    yield server, db
    server.stop(hard=True)


class Client:
    """A phone that speaks HTTP by itself, from an address of the loopback network."""

    def __init__(self, address: str, source: str = "127.0.0.1") -> None:
        parts = urlsplit(address)
        self.host, self._source = parts.netloc, source
        status, headers, _ = self._ask("GET", parts.path)
        assert status == 303, status
        self._cookie = headers["set-cookie"].partition(";")[0]
        self.room = headers["location"].split("/")[1]

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, dict[str, str], str]:
        connection = http.client.HTTPConnection(self.host, timeout=30, source_address=(self._source, 0))
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        if hasattr(self, "_cookie"):
            headers["Cookie"] = self._cookie
        try:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, told, answer.read().decode()
        finally:
            connection.close()

    def get(self, page: str) -> tuple[int, str]:
        """A page of the room."""
        status, _, text = self._ask("GET", f"/{self.room}/{page}")
        return status, text

    def do(self, command: str) -> int | None:
        """Does a command; its number in the history once that is confirmed."""
        status, headers, _ = self._ask("POST", f"/{self.room}/do", urlencode({"command": command}))
        return int(headers["location"].rpartition("=")[2]) if status == 303 else None


def test_two_thousand_connections_from_one_address_shut_nobody_out(running: tuple[Server, Path]) -> None:
    server, _ = running
    host, port = urlsplit(server.address).netloc.split(":")
    with ExitStack() as held:
        opened = 0
        for _ in range(2_000):
            with suppress(OSError):
                one = held.enter_context(socket.create_connection((host, int(port)), 10, ("127.0.0.66", 0)))
                one.setblocking(False)
                opened += 1
        assert opened > PER_ADDRESS
        phone = Client(server.address, "127.0.0.7")
        begun = time.monotonic()
        assert phone.get("table")[0] == 200
        assert phone.do("destiny purple") == 1
        assert time.monotonic() - begun < 10
    assert Client(server.address, "127.0.0.66").get("table")[0] == 200  # it is let in again once they are closed


@pytest.mark.long
def test_who_asks_slowly_is_let_go(running: tuple[Server, Path]) -> None:
    """One who never ends the head, one who never sends the form, and one who sends a letter now and then."""
    server, _ = running
    host, port = urlsplit(server.address).netloc.split(":")
    phone = Client(server.address)
    with ExitStack() as held:
        slow = [held.enter_context(socket.create_connection((host, int(port)), 10)) for _ in range(3)]
        slow[0].sendall(f"GET /{phone.room}/table HTTP/1.1\r\nHost: {phone.host}\r\nX: ".encode())
        slow[1].sendall(
            f"POST /{phone.room}/do HTTP/1.1\r\nHost: {phone.host}\r\nContent-Length: 900\r\n\r\ncommand=".encode()
        )
        until = time.monotonic() + SLOWEST + 3
        while time.monotonic() < until:
            with suppress(OSError):
                slow[2].sendall(b"G")
            assert phone.get("version")[0] == 200
            time.sleep(0.5)
        for one in slow:
            one.settimeout(5)
            with suppress(ConnectionError):
                while one.recv(4_096):
                    pass  # an answer, and then the end


@pytest.mark.parametrize("head", [b"\x16\x03\x01", b"GET " + b"/" * 70_000, b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 400])
def test_what_is_no_request_is_answered_or_closed(running: tuple[Server, Path], head: bytes) -> None:
    server, _ = running
    host, port = urlsplit(server.address).netloc.split(":")
    with socket.create_connection((host, int(port)), 15) as one, suppress(ConnectionError):
        one.sendall(head)
        one.shutdown(socket.SHUT_WR)
        assert b"200 OK" not in one.recv(4_096)
    assert Client(server.address).get("table")[0] == 200


@pytest.mark.parametrize("after", effort.some([0.15, 0.4, 0.8], 1))
def test_a_kill_loses_no_confirmed_act(running: tuple[Server, Path], after: float) -> None:
    """Three phones act as fast as they can, and the server is killed meanwhile: what was answered is kept."""
    server, db = running
    confirmed: dict[int, str] = {}
    phones = [Client(server.address) for _ in range(3)]

    def acts(phone: Client, name: str) -> None:
        with suppress(OSError, http.client.HTTPException):
            for count in range(10_000):
                command = f"set hand {name} {count % 9 + 1}"
                number = phone.do(command)
                if number is not None:
                    confirmed[number] = command
                time.sleep(0.07)  # as fast as a phone may

    threads = [threading.Thread(target=acts, args=one) for one in zip(phones, ("red", "purple", "yellow"), strict=True)]
    for thread in threads:
        thread.start()
    while not confirmed:
        time.sleep(0.01)
    time.sleep(after)
    server.stop(hard=True)
    for thread in threads:
        thread.join(30)
    kept = {entry.number: entry.command for entry in referee.TableSession(db, "friday").history()}
    assert confirmed
    assert {number: kept.get(number) for number in confirmed} == confirmed
    again = Server(db, port=server.port)
    try:
        status, page = phones[0].get("table")
        assert status == 200, "the phone is still let in"
        assert f'name="number" value="{max(kept)}"' in page
    finally:
        again.stop()
