"""What every request must pass: the right address, a page of ours behind a form, its size and the time it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.serve.limits import BODY, SLOWEST, Bucket
from referee.serve.rooms import Room, Rooms
from referee.serve.texts import say

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_METHODS = ("GET", "HEAD", "POST")


class Guard:
    """Stands before the pages: `hosts` are the addresses under which they are served, each with its port."""

    def __init__(self, app: ASGIApp, rooms: Rooms, hosts: Iterable[str]) -> None:
        self._app, self._rooms = app, rooms
        self._hosts = frozenset(host.lower() for host in hosts)
        self._phones = Bucket(a_second=15, at_once=90)
        self._strangers = Bucket(a_second=5, at_once=40)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers what may not pass, and lets the rest through with the headers that every page has."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is None and scope["method"] == "POST":
            body = await _body(receive, headers)
            if body is None:
                refused = (413, say("too-large"))
            else:
                receive = _again(body, receive)
        if refused is not None:
            # Who sends too much, or too slowly, is not waited for.
            ends = {"connection": "close"} if refused[0] == 413 else None
            app: ASGIApp = PlainTextResponse(refused[1], refused[0], ends)
        else:
            app = self._app
        await app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """The status and the sentence for what may not pass; None for what may."""
        if headers.get("host", "").lower() not in self._hosts:
            return 421, say("wrong-host")
        if scope["method"] not in _METHODS:
            return 405, say("wrong-method")
        if not _is_from_here(headers):
            return 403, say("from-elsewhere")
        who = self._phone(headers)
        address = (scope.get("client") or ("",))[0]
        if not (self._phones.takes(who) if who else self._strangers.takes(address)):
            return 429, say("too-fast")
        return None

    def _phone(self, headers: Headers) -> str:
        """The phone that asks; empty for one that was not let in."""
        tickets = cookies_of(headers)
        for room in self._rooms:
            phone = room.phone_of(tickets.get(room.cookie, ""))
            if phone:
                return phone
        return ""


def cookies_of(headers: Headers) -> dict[str, str]:
    """The cookies of a request; none where they cannot be read."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def phone_in(room: Room, headers: Headers) -> str | None:
    """The phone that asks, if it was let into this room."""
    return room.phone_of(cookies_of(headers).get(room.cookie, ""))


def _is_from_here(headers: Headers) -> bool:
    """True unless a page of another address sends this: browsers say from where, and a page cannot change that."""
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{headers.get('host', '').lower()}":
        return False
    return headers.get("sec-fetch-site", "none") != "cross-site" or _is_a_visit(headers)


def _is_a_visit(headers: Headers) -> bool:
    """True if somebody followed a link: nothing is done by that."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("origin") is None


async def _body(receive: Receive, headers: Headers) -> bytes | None:
    """The form that was sent; None if it is too large or takes too long."""
    told = headers.get("content-length", "0")
    if not told.isdecimal() or int(told) > BODY:
        return None
    found = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                found += message.get("body", b"")
                if len(found) > BODY:
                    return None
                if not message.get("more_body"):
                    return bytes(found)
    except TimeoutError:
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    """Tells the form once more to whom it is for; what comes after it is as it was."""
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending
