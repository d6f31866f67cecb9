"""Serving: the address, its code for a camera, and a server that stops when it is told to."""

from __future__ import annotations

import asyncio
import io
import socket
from types import FrameType
from typing import Any

import segno
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.errors import LedgerError
from referee.serve.limits import SLOWEST, Connections
from referee.serve.site import Site

LOOPBACK = "127.0.0.1"
_ASKED = ("192.0.2.1", 9)  # an address that nobody has: asking the way to it sends nothing
_STOPS_IN = 2  # seconds for what is under way


def lan_address() -> str | None:
    """This machine's address on the local network; None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ASKED)
        except OSError:
            return None
        address = str(asking.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def opened(host: str, port: int) -> socket.socket:
    """A socket that listens at an address, for phones to connect to; LedgerError where that cannot be.

    With port 0 the machine chooses one.
    """
    # With the protocol named asyncio sends each part of an answer at once; else a page waits 40 ms for its second part
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise LedgerError(f"nothing can be served at {host}:{port}: {why}; choose another port with --port") from None
    return listening


def hosts_of(listening: socket.socket) -> list[str]:
    """How a browser may name the address at which a socket listens."""
    host, port = listening.getsockname()
    names = [host, "localhost"] if host == LOOPBACK else [host]
    return [f"{name}:{port}" for name in names] + ([*names] if port == 80 else [])


def code(address: str) -> str:
    """An address as a code that a phone's camera reads, in block letters for a terminal."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, compact=True)
    return out.getvalue()


def serve(app: ASGIApp, site: Site, listening: socket.socket) -> None:
    """Serves until it is told to stop."""
    config = uvicorn.Config(
        app,
        http=_bounded(Connections()),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_STOPS_IN,
        h11_max_incomplete_event_size=16_384,
    )
    _Server(config, site).run([listening])


class _Server(uvicorn.Server):
    """A server that ends the events as soon as it is told to stop; what else is under way it lets come to its end."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stops."""
        self._site.versions.close()
        super().handle_exit(sig, frame)


def _bounded(connections: Connections) -> type[H11Protocol]:
    """How connections are held: so many of an address and in all, and none that only dawdles."""

    class Bounded(H11Protocol):
        """A connection that is counted."""

        _counted = False
        _dawdles: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            """Counts a new one, and closes it where there are too many."""
            self._address = (transport.get_extra_info("peername") or ("",))[0]
            self._counted = connections.opens(self._address)
            super().connection_made(transport)
            if not self._counted:
                transport.abort()
                return
            self._wait()

        def data_received(self, data: bytes) -> None:
            """Reads on; from its first letter each request has so long until its head has come whole."""
            if self._dawdles is None and self._is_between():
                self._wait()
            super().data_received(data)
            if not self._is_between():
                self._wait_no_longer()

        def _is_between(self) -> bool:
            """True while no request is being answered."""
            return self.cycle is None or self.cycle.response_complete

        def _wait(self) -> None:
            self._dawdles = self.loop.call_later(SLOWEST, self.transport.abort)

        def _wait_no_longer(self) -> None:
            if self._dawdles is not None:
                self._dawdles.cancel()
                self._dawdles = None

        def connection_lost(self, exc: Exception | None) -> None:
            """Counts it no longer."""
            self._wait_no_longer()
            if self._counted:
                connections.closes(self._address)
            super().connection_lost(exc)

    return Bounded
